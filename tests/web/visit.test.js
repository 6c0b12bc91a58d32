// A visit as a whole: its size, its time, its policy, without a network, and inside another page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { check, picture, ROOT, visit, world } from "./support/browser.js";
import { clickCell, closeDialogs, figures, listed, openRows, pairs, press, reload, solve, text } from "./support/page.js";
import { serve } from "./support/server.js";
import * as rules from "./support/samegame.js";

const SMALL = ["1123", "3312", "2113", "3221"];

/** Waits until the service worker has stored all that the page needs offline. */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active.state === "activated" || new Promise((done) => active.addEventListener("statechange", done))));

check("a first visit transfers at most 905,000 bytes in 40 requests", { visit: false }, async ({ page, t }) => {
  const site = await serve(join(ROOT, "target/web"));
  try {
    await page.goto(site.url);
    await page.waitForSelector("html[data-ready]", { state: "attached" });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await kept(page);
    t.diagnostic(`${site.bytes} bytes in ${site.requests} requests`);
    assert.ok(site.bytes > 100_000 && site.bytes <= 905_000, `${site.bytes} bytes`);
    assert.ok(site.requests <= 40, `${site.requests} requests`);
  } finally {
    await site.close();
  }
});

check("a new version goes past the browser's cache of ten minutes", { visit: false }, async ({ page }) => {
  const folder = join(ROOT, "target/web");
  const read = (name) => readFileSync(join(folder, name), "utf8");
  const changed = {};
  const site = await serve(folder, changed);
  try {
    await page.goto(site.url);
    await kept(page);
    changed["/page.css"] = `${read("page.css")}\n#new-version{}`;
    changed["/sw.js"] = read("sw.js").replace(/"tilefall-[^"]+"/, '"tilefall-next"');
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while ((await caches.keys()).join() !== "tilefall-next") await new Promise((done) => setTimeout(done, 50));
    });
    assert.ok((await page.evaluate(async () => (await fetch("page.css")).text())).endsWith("#new-version{}"));
  } finally {
    await site.close();
  }
});

check("a link to the page has a picture, and the icon is the logo", async ({ page }) => {
  const meta = (name) => page.getAttribute(`meta[property="og:${name}"]`, "content");
  const size = await page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
    return [width, height].map(String);
  }, await meta("image"));
  assert.deepEqual(size, [await meta("image:width"), await meta("image:height")]);
  const parts = (svg) => [...svg.matchAll(/<rect x="(\d+)" y="(\d+)"[^>]*? (?:fill|class)="([^"]+)"/g)].map(([, x, y, fill]) => [x, y, fill]);
  const icon = parts(await page.evaluate(async () => (await fetch(document.querySelector("link[rel=icon]").href)).text()));
  const logo = await page.$$eval(".logo rect", (all) => all.map((rect) => [rect.x.baseVal.value, rect.y.baseVal.value, getComputedStyle(rect).fill]));
  const asRgb = (hex) => `rgb(${hex.match(/\w\w/g).map((part) => Number.parseInt(part, 16)).join(", ")})`;
  assert.deepEqual(icon.map(([, , fill]) => asRgb(fill)), logo.map(([, , fill]) => fill));
  const order = (all) => all.map(([x, y]) => [Number(x) > Number(all[0][0]), Number(y) > Number(all[0][1])]);
  assert.deepEqual(order(icon), order(logo));
});

check("while the page loads, it says so and nothing can be pressed", { visit: false, expected: /Failed to load|ERR_FAILED|cannot be loaded|Failed to fetch|NetworkError/ }, async ({ another }) => {
  const page = await (await another()).newPage();
  let go;
  const held = new Promise((done) => {
    go = done;
  });
  await page.route("**/boards_bg.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(world.site.url);
  assert.match(await text(page, "#loading"), /^Loading the game and its solver…/);
  for (const id of ["puzzles", "share", "help", "settings", "undo", "hint", "solve"]) {
    assert.ok(await page.locator(`#${id}`).evaluate((button) => button.closest("[inert]") !== null), id);
  }
  for (const key of ["u", "h", "s", "p", "n", "?"]) await page.keyboard.press(key);
  await picture(page, "loading");
  go();
  await page.waitForSelector("html[data-ready]", { state: "attached" });
  assert.equal(await page.locator("#loading, [inert]").count(), 0);
  assert.equal(await page.locator("dialog[open]").count(), 0, "keys pressed before do nothing");
  await page.click("#puzzles");
  assert.ok(await page.isVisible("#puzzles-dialog"));
  const broken = await (await another()).newPage();
  await broken.route("**/boards_bg.wasm", (route) => route.abort());
  await broken.goto(world.site.url);
  await broken.waitForFunction(() => /^The game cannot be loaded: .+ Reload the page/.test(document.getElementById("loading").textContent));
});

check("one can play, draw and open a link before the solver is there, which then does what it was asked", { visit: false }, async ({ another }) => {
  const page = await (await another()).newPage();
  let go;
  const held = new Promise((done) => {
    go = done;
  });
  await page.route("**/engine_bg.wasm", async (route) => {
    await held;
    await route.continue();
  });
  await visit(page, "#d=2026-11-28-points");
  const left = async () => (await figures(page)).left;
  for (let col = 1; (await left()) === 225; col++) await clickCell(page, 1, col);
  await page.click('#modes [data-to="edit"]');
  await page.click("#canvas");
  await page.click('#modes [data-to="play"]');
  await page.click("#hint");
  await press(page, "open");
  await page.fill("#text", SMALL.join("\n"));
  await page.click("#read");
  go();
  await page.waitForSelector("#open-dialog[open]", { state: "detached" });
  await closeDialogs(page);
  assert.equal(await left(), 16);
  await solve(page, "60000");
  assert.match(await text(page, "#verdict"), /^Proven best/);
});

check("without a network, a second visit plays and solves", { visit: false }, async ({ page }) => {
  const site = await serve(join(ROOT, "target/web"));
  try {
    await page.goto(site.url);
    await kept(page);
  } finally {
    await site.close();
  }
  await reload(page);
  await openRows(page, SMALL);
  await solve(page, "60000");
  assert.equal(await text(page, "#verdict"), `Proven best: ${rules.best(SMALL).toLocaleString("en")} points`);
  for (const [row, col] of pairs(await listed(page, "#line"))) await clickCell(page, row, col);
  assert.equal((await figures(page)).score, rules.best(SMALL));
  await page.click("#puzzles");
  await page.waitForSelector(".set");
});

check("the policy of the page stops scripts and requests from elsewhere", { expected: /Content Security Policy|violates|404/ }, async ({ page }) => {
  const taken = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "window.taken = 1";
    document.body.append(script);
    const image = document.createElement("div");
    image.innerHTML = "<img src=x onerror='window.taken = 2'>";
    document.body.append(image);
    const reached = await fetch("https://example.org/").then(() => true, () => false);
    setTimeout("window.taken = 3");
    await new Promise((done) => setTimeout(done, 100));
    return [window.taken ?? null, reached];
  });
  assert.deepEqual(taken, [null, false]);
});

check("a puzzle with a hostile name is text", async ({ page }) => {
  const name = "<img src=x onerror='window.taken = 1'><script>window.taken = 1</script>";
  await openRows(page, ["112", "221"], { id: name });
  await clickCell(page, 1, 1);
  assert.equal(await text(page, "#title"), name);
  await press(page, "open");
  assert.ok((await text(page, "#saved")).includes(name));
  await closeDialogs(page);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.evaluate(() => window.taken ?? null), null);
});

const HOST = (url) => `<!doctype html><title>host</title><link rel="icon" href="data:,"><body><div id="place" style="height:30rem"></div>
<script type="module">
import { tilefall } from "${url}tilefall.js";
window.heard = [];
window.board = await tilefall(document.getElementById("place"), { text: "1..\\n122\\n" });
window.unheard = window.board.onChange((state) => window.heard.push(state));
</script>`;

check("a page of another site shows a board, plays, hears changes, and gets errors", { visit: false }, async ({ page }) => {
  const host = await serve(ROOT, { "/host.html": HOST(world.site.url) });
  try {
    await page.goto(`${host.url}host.html`);
    await page.waitForFunction(() => window.unheard);
    const ask = (words) => page.evaluate(`window.board.${words}`);
    assert.deepEqual((await ask("state()")).moves, []);
    const played = await ask("play([1, 1])");
    assert.deepEqual([played.moves, played.score, played.over, played.cleared], [[[1, 1]], 0, false, false]);
    assert.deepEqual((await ask("play([2, 2])")).moves, [[1, 1]], "a move that does nothing is not played");
    const frame = page.frames().find((other) => other !== page.mainFrame());
    assert.ok(!(await frame.isVisible("header")) && !(await frame.isVisible("#side")));
    await picture(page, "embedded");
    await clickCell(frame, 1, 1).catch(() => {});
    await frame.focus("#board");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.heard.at(-1)?.over);
    const heard = await page.evaluate(() => window.heard.at(-1));
    assert.deepEqual([heard.moves, heard.score, heard.cleared], [[[1, 1], [1, 1]], 1000, true]);
    const wrong = await page.evaluate(() => window.board.open({ text: "1 2 x\n1 2 3\n" }).then(() => null, (error) => error.message));
    assert.match(wrong, /^input:1:5: found 'x'/);
    const opened = await page.evaluate((rows) => window.board.open({ record: { game: "samegame", rows }, moves: [] }), SMALL);
    assert.deepEqual(opened.record.rows, SMALL);
    await ask("solve(60000)");
    await page.evaluate(async () => {
      while ((await window.board.analysis()).status !== "optimal") await new Promise((done) => setTimeout(done, 50));
    });
    assert.equal((await ask("analysis()")).score, rules.best(SMALL));
    await page.evaluate(() => {
      window.unheard();
      window.count = window.heard.length;
    });
    await ask("play([1, 1])");
    assert.equal(await page.evaluate(() => window.heard.length - window.count), 0);
    await page.waitForTimeout(400);
    assert.equal(await frame.evaluate(() => localStorage.getItem("tilefall.last")), null, "a board in another page is not the last game");
    await ask("remove()");
    assert.equal(await page.locator("iframe").count(), 0);
  } finally {
    await host.close();
  }
});

check("the example of the tutorial shows a board in another page", { visit: false }, async ({ page }) => {
  const tutorial = readFileSync(join(ROOT, "docs/tutorials/page.md"), "utf8");
  const [, example] = /^```html\n([\s\S]*?)^```$/m.exec(tutorial);
  const start = '<!doctype html><title>host</title><link rel="icon" href="data:,"><body>';
  const host = await serve(ROOT, { "/host.html": start + example.replaceAll("https://example.org/tilefall/", world.site.url) });
  try {
    await page.goto(`${host.url}host.html`);
    await page.waitForSelector("iframe");
    const frame = await (await page.$("iframe")).contentFrame();
    await frame.waitForSelector("html[data-ready]", { state: "attached" });
    await frame.focus("#board");
    const [printed] = await Promise.all([page.waitForEvent("console"), page.keyboard.press("Enter")]);
    assert.match(printed.text(), /^\d+ /);
  } finally {
    await host.close();
  }
});

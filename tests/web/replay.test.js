// The pages and pictures of `replay`, and the site of documents, opened as files. Boards are compared with the rules of these tests.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import { check, picture, ROOT } from "./support/browser.js";
import * as mayan from "./support/mayan.js";
import { missing, run } from "./support/program.js";
import * as samegame from "./support/samegame.js";

const HOSTILE = "</script><script>window.taken = 1</script><img src=x onerror='window.taken = 1'>{{js}} & \"quotes\"";
const folder = mkdtempSync(join(tmpdir(), "tilefall-"));
after(() => rmSync(folder, { recursive: true }));

const made = (...words) => run(words).stdout.trim().split("\n").map((line) => JSON.parse(line));

/** All boards of an answer of SameGame, each with its score and the name of the next step. */
function clicks({ rows, rules = {} }, moves) {
  const less = rules.score === "n1" ? 1 : 2;
  const shown = [{ rows, score: 0, coming: "nothing", end: 0 }];
  for (const [row, col] of moves) {
    const last = shown.at(-1);
    last.coming = `${row} ${col}`;
    shown.push({ rows: samegame.click(last.rows, row, col), score: last.score + (samegame.group(last.rows, row, col).length - less) ** 2, coming: "nothing", end: 0 });
  }
  const last = shown.at(-1);
  const left = [...last.rows.join("").replaceAll(".", "")];
  if (!left.length) last.end = rules.clear_bonus ?? 1000;
  if (rules.left_penalty === "n2") for (const name of new Set(left)) last.end -= (left.filter((one) => one === name).length - 2) ** 2;
  last.score += last.end;
  return shown;
}

/** All boards of an answer of the Mayan puzzle, also the one after an initial fall, each with the name of the next step. */
function slides({ rows }, moves) {
  const shown = [{ rows, coming: "nothing" }];
  const add = (coming, next) => {
    shown.at(-1).coming = coming;
    shown.push({ rows: next, coming: "nothing" });
  };
  if (mayan.settled(rows).join() !== rows.join()) add("runs vanish", mayan.settled(rows));
  for (const move of moves) add(move.join(" "), mayan.slide(shown.at(-1).rows, move));
  return shown;
}

/** Solves puzzles and writes the page that replays them; returns the expected boards, too. */
function replayed(name, game, puzzles) {
  const [tasks, answers, html] = ["jsonl", "answers.jsonl", "html"].map((end) => join(folder, `${name}.${end}`));
  writeFileSync(tasks, puzzles.map((puzzle) => `${JSON.stringify(puzzle)}\n`).join(""));
  writeFileSync(answers, run([game, "solve", tasks, "--output", "jsonl", "--no-timings", ...(game === "samegame" ? ["--nodes", "200"] : [])]).stdout);
  run([game, "replay", tasks, answers, "--html", html]);
  const moves = readFileSync(answers, "utf8").trim().split("\n").map((line) => JSON.parse(line).moves);
  const frames = puzzles.map((puzzle, at) => (game === "samegame" ? clicks : slides)(puzzle, moves[at]));
  return { name, game, ids: puzzles.map(({ id }) => id), frames, tasks, answers, html };
}

const RUN = { v: 1, id: "run at first", game: "mayan", rows: [".....", ".....", ".....", ".....", ".....", "2....", "11122"], moves: 2 };
const OTHER = { v: 1, id: "rules", game: "samegame", rows: ["aB0c", "aB0c", "ccc0"], rules: { score: "n1", clear_bonus: 50, left_penalty: "n2" } };
const REPLAYS = missing ? [] : [
  replayed("big", "samegame", made("samegame", "generate", "--seed", "7")),
  replayed("small", "samegame", [...made(..."samegame generate --rows 6 --cols 7 --colors 3 --clearable --seed 3".split(" ")), OTHER, { v: 1, id: HOSTILE, game: "samegame", rows: ["11.", "221", "121"] }]),
  replayed("mayan", "mayan", [...made(..."mayan generate --moves 4 --unique --count 3 --seed 7".split(" ")), RUN]),
];
const [big, small, several] = REPLAYS;

/** Opens a file, and checks that the page requests only files and data URLs. */
async function load(page, path) {
  page.on("request", (request) => assert.ok(request.url().startsWith("file:") || request.url().startsWith("data:"), request.url()));
  await page.goto(pathToFileURL(path).href);
}

/** The visible tiles as rows from the top; a tile is in the cell that contains its middle. */
const drawn = (page, height, width, tile = ".tile", floor = ".floor") => page.evaluate(([height, width, tile, floor]) => {
  const box = document.querySelector(floor).getBoundingClientRect();
  const rows = Array.from({ length: height }, () => new Array(width).fill("."));
  const fills = {};
  for (const one of document.querySelectorAll(tile)) {
    if (getComputedStyle(one).opacity < 0.5) continue;
    const rect = one.querySelector("rect");
    const at = rect.getBoundingClientRect();
    const [x, y] = [((at.left + at.right) / 2 - box.left) / box.width * width - 0.5, ((at.top + at.bottom) / 2 - box.top) / box.height * height - 0.5];
    if (Math.abs(x - Math.round(x)) + Math.abs(y - Math.round(y)) > 0.1) throw new Error("a tile stands between cells");
    rows[Math.round(y)][Math.round(x)] = one.textContent.trim();
    (fills[one.textContent.trim()] ??= new Set()).add(getComputedStyle(rect).fill);
  }
  const colours = Object.values(fills).flatMap((some) => [...some]);
  if (colours.length !== Object.keys(fills).length || new Set(colours).size !== colours.length) throw new Error("a name has no colour of its own");
  return rows.map((row) => row.join(""));
}, [height, width, tile, floor]);

/** Waits until the page shows step `at` without motion, and checks the board and the texts by the rules. */
async function shows(page, frames, at, isScored) {
  const [frame, last] = [frames[at], frames.length - 1];
  await page.waitForFunction((step) => document.getElementById("step").textContent === step && !document.getAnimations().length, `${at} / ${last}`);
  assert.deepEqual(await drawn(page, frame.rows.length, frame.rows[0].length), frame.rows, `after step ${at}`);
  const left = samegame.tiles(frame.rows);
  const points = isScored ? `${frame.score} point${frame.score === 1 ? "" : "s"}${frame.end ? ` with a ${frame.end > 0 ? "bonus" : "penalty"} of ${Math.abs(frame.end)}` : ""}, ` : "";
  assert.deepEqual(await page.evaluate(() => {
    const text = (id) => document.getElementById(id).textContent;
    return {
      shown: [text("left"), text("coming"), Number(document.getElementById("slider").value)],
      score: document.getElementById("score").offsetParent && text("score"),
      current: [...document.querySelectorAll("#list [aria-current]")].map((one) => Number.parseInt(one.textContent, 10)),
      enabled: ["first", "back", "next", "last"].map((id) => !document.getElementById(id).disabled),
      said: text("say"),
    };
  }), {
    shown: [String(left), frame.coming, at],
    score: isScored ? String(frame.score) : null,
    current: at ? [at] : [],
    enabled: [at > 0, at > 0, at < last, at < last],
    said: `Step ${at} of ${last}, ${points}${left} tile${left === 1 ? "" : "s"} left.${at < last ? ` Next: ${frame.coming}.` : ""}`,
  });
}

const options = { visit: false, skip: missing };

for (const { name, game, ids, frames: all, tasks, answers, html } of REPLAYS) {
  const isScored = game === "samegame";
  check(`keys, buttons, the list and the slider go through the replay of ${name}`, options, async ({ page }) => {
    await load(page, html);
    for (const [number, frames] of all.entries()) {
      const last = frames.length - 1;
      if (ids.length > 1) await page.selectOption("#puzzle", { index: number });
      await page.evaluate(() => document.activeElement.blur());
      assert.equal(await page.locator("#list li").count(), last);
      const to = async (act, at) => {
        await act();
        await shows(page, frames, at, isScored);
      };
      const key = (name) => () => page.keyboard.press(name);
      await to(key("Home"), 0);
      for (let at = 1; at <= last; at++) await to(key("ArrowRight"), at);
      await to(key("ArrowRight"), last);
      for (let at = last - 1; at >= 0; at--) await to(key("ArrowLeft"), at);
      await to(key("End"), last);
      for (let digit = 0; digit < 10; digit++) await to(key(String(digit)), Math.floor((last * digit) / 9 + 0.5));
      await to(() => page.click("#first"), 0);
      await to(() => page.click("#next"), 1);
      await to(() => page.click("#last"), last);
      await to(() => page.click("#back"), last - 1);
      const middle = (last >> 1) + 1;
      await to(() => page.click(`#list li:nth-child(${middle}) button`), middle);
      await to(() => page.fill("#slider", "0"), 0);
    }
    const [statistics] = made(game, "verify", "--output", "jsonl", tasks, answers);
    assert.ok(statistics.valid && statistics.cleared === (samegame.tiles(all[0].at(-1).rows) === 0));
    if (isScored) assert.equal(statistics.score, all[0].at(-1).score);
  });

  check(`the moving picture of ${name} has the same boards, and none moves where motion is reduced`, options, async ({ page }) => {
    const moving = join(folder, `${name}.svg`);
    run([game, "replay", "--id", ids[0], tasks, answers, "--animate", moving]);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await load(page, moving);
    assert.equal(await page.locator("script").count(), 0);
    const [{ rows: [{ length: width }, ...{ length: above }] }] = all[0];
    for (const [at, { rows }] of all[0].entries()) {
      // The headline of a step appears when its tiles have come to rest.
      await page.evaluate((name) => {
        const every = document.getAnimations();
        for (const one of every) one.pause();
        const { effect } = every.find((one) => one.effect.target.id === name);
        const from = effect.getKeyframes().find(({ opacity }) => opacity === "1").offset * effect.getComputedTiming().duration;
        for (const one of every) one.currentTime = from + 1;
      }, `s${at}`);
      assert.deepEqual(await drawn(page, above + 1, width, ".t", ".f"), rows, `after step ${at}`);
    }
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.reload();
    assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    assert.deepEqual(await drawn(page, above + 1, width, ".t", ".f"), all[0][0].rows);
  });
}

check("space plays and pauses, fast keys are not delayed, and a tap continues", { ...options, context: { reducedMotion: "no-preference", hasTouch: true } }, async ({ page }) => {
  await load(page, big.html);
  const [frames] = big.frames;
  const play = (label) => page.waitForFunction((label) => document.getElementById("play").textContent === label, label);
  await page.keyboard.press(" ");
  await page.waitForFunction(() => document.getElementById("step").textContent.startsWith("1 "));
  assert.equal(await page.getAttribute("#say", "aria-live"), "off");
  await page.keyboard.press(" ");
  await play("Play");
  await shows(page, frames, Number.parseInt(await page.textContent("#step"), 10), true);
  for (const key of ["Home", ..."+++ "]) await page.keyboard.press(key);
  assert.equal(await page.inputValue("#speed"), "8");
  await play("Pause");
  await play("Play");
  await shows(page, frames, frames.length - 1, true);
  await page.keyboard.press("Home");
  for (let press = 0; press < 9; press++) await page.keyboard.press("ArrowRight");
  await shows(page, frames, 9, true);
  await page.tap("#next");
  await shows(page, frames, 10, true);
});

check("the controls have names and an order, and the focus is not lost at the ends", options, async ({ page }) => {
  await load(page, several.html);
  const [frames] = several.frames;
  const steps = frames.slice(0, -1).map(({ coming }, at) => `${at + 1}. ${coming}`);
  await page.keyboard.press("ArrowRight");
  await shows(page, frames, 1, false);
  for (const name of ["puzzle", "theme", "first", "back", "play", "next", "last", "slider", "speed", ...steps]) {
    await page.keyboard.press("Tab");
    const [focused, ring] = await page.evaluate(() => [document.activeElement.id || document.activeElement.textContent, getComputedStyle(document.activeElement).outline]);
    assert.equal(focused, name);
    assert.match(ring, /solid.*3px|3px.*solid/);
  }
  for (const [button, at] of [["next", frames.length - 1], ["first", 0]]) {
    await page.focus(`#${button}`);
    for (let press = 0; press < frames.length + 2; press++) await page.keyboard.press("Enter");
    await shows(page, frames, at, false);
    assert.equal(await page.evaluate(() => document.activeElement.id), "slider");
  }
  // The policy of the page forbids foreign scripts, but not those of tests.
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8"));
  const faults = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`));
  assert.deepEqual(faults, []);
});

check("a hostile name stays text, and the page forbids itself to fetch", { ...options, expected: /Content Security Policy|violates/ }, async ({ page }) => {
  await load(page, small.html);
  await page.selectOption("#puzzle", { index: small.ids.indexOf(HOSTILE) });
  assert.ok((await page.textContent("#title")).startsWith(HOSTILE) && (await page.title()).startsWith(HOSTILE));
  assert.deepEqual(await page.evaluate(() => [document.images.length, typeof window.taken]), [0, "undefined"]);
  const directive = await page.evaluate(() => new Promise((done) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
    fetch("http://127.0.0.1:1/").catch(() => {});
  }));
  assert.equal(directive, "connect-src");
});

check("pages are small, fit phones, and have a dark look", options, async ({ page }) => {
  for (const { name, html } of [big, several]) {
    assert.ok(statSync(html).size <= 150_000, `${name}: ${statSync(html).size} bytes`);
    await load(page, html);
    const isDark = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).reduce((sum, part) => sum + Number(part), 0) < 384);
    for (const [width, height, colorScheme] of [[1280, 800, "light"], [1280, 800, "dark"], [390, 844, "light"], [320, 640, "light"]]) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      assert.equal(await page.evaluate(() => document.scrollingElement.scrollWidth), width);
      assert.equal(await isDark(), colorScheme === "dark");
      await picture(page, `replay-${name}-${width}-${colorScheme}`);
    }
    await page.click("#theme");
    assert.equal(await isDark(), true);
  }
});

const BOOK = join(ROOT, "target/book/index.html");

check("the search of the site of documents needs no server", { visit: false, skip: existsSync(BOOK) ? false : "`bash .ci/book` builds the site" }, async ({ page }) => {
  await load(page, BOOK);
  await page.goto(`${pathToFileURL(BOOK).href}?search=sidecar`);
  await page.waitForSelector("#mdbook-searchresults a");
  assert.ok((await page.$$eval("#mdbook-searchresults a", (links) => links.map(({ href }) => href))).some((href) => href.includes("/records.html")));
});

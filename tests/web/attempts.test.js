// The attempts at daily boards: which results count, what help costs, and what is stored.

import assert from "node:assert/strict";
import { check, serveModules, visit } from "./support/browser.js";
import { MONDAY, on, playAnswer, playBadly, stars } from "./support/days.js";
import { clickCell, closeDialogs, mode, reload, text, until } from "./support/page.js";

serveModules();

check("the solver's line in Analyse counts as its answer, unless the board is finished", { visit: false }, async ({ another }) => {
  for (const ask of ["#solve", "#live"]) {
    const page = await on(await another(), MONDAY);
    await mode(page, "analyse");
    await page.locator(ask).click();
    await page.waitForSelector("#line button");
    await mode(page, "play");
    await playAnswer(page, "former", MONDAY);
    await page.waitForSelector("#result-dialog[open]");
    assert.equal(await stars(page), 0, ask);
    assert.match(await text(page, "#result-words"), /watched before: no stars/);
  }
  const page = await on(await another(), MONDAY);
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  await page.click("#result-again");
  await mode(page, "analyse");
  await page.click("#solve");
  await page.waitForSelector("#line button");
  await mode(page, "play");
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await stars(page), 3);
});

check("a game that is finished in Analyse counts at once, and its card waits for Play", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await mode(page, "analyse");
  await playAnswer(page, "former", MONDAY);
  assert.ok(await page.isHidden("#result-dialog"));
  assert.match(await text(page, "#best-words"), /your best \d+ · 1 day in a row/);
  await page.click("#puzzles");
  assert.equal(await page.locator("#today [data-kind=former] svg.on").count(), 3);
  await closeDialogs(page);
  await mode(page, "play");
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await stars(page), 3);
});

check("boards of days and sets are opened to play, also after an answer", { visit: false }, async ({ another }) => {
  const page = await on(await another(), "2026-12-01");
  const modeNow = () => page.evaluate(() => document.body.dataset.mode);
  await clickCell(page, 1, 1);
  for (const open of [
    () => page.click("#today [data-kind=mayan]"),
    () => page.locator("#sets summary").first().click().then(() => page.locator("#sets .numbers button").first().click()),
    () => page.click("#open").then(() => page.locator("#saved button").first().click()),
  ]) {
    await page.click("#puzzles");
    await page.locator("#yesterday button", { hasText: "Answer" }).first().click();
    assert.equal(await modeNow(), "analyse");
    await page.click("#puzzles");
    await open();
    assert.equal(await modeNow(), "play");
  }
  await mode(page, "analyse");
  await page.evaluate(() => {
    location.hash = "d=2026-11-29";
  });
  await until(page, "#title", /29 Nov/);
  assert.equal(await modeNow(), "play");
});

check("help is remembered of an attempt without a move", { visit: false }, async ({ another }) => {
  const page = await on(await another(), "2026-12-01");
  await page.click("#hint");
  await until(page, "#advice-step", /^1 of 3$/);
  const today = async (kind) => {
    await page.click("#puzzles");
    await page.click(`#today [data-kind=${kind}]`);
  };
  await today("mayan");
  await today("former");
  await playAnswer(page, "former", "2026-12-01");
  await page.waitForSelector("#result-dialog[open]");
  assert.match(await text(page, "#result-facts"), /hint1/);
  await closeDialogs(page);
  await page.click("#puzzles");
  await page.locator("#yesterday button", { hasText: "Answer" }).first().click();
  await page.click("[data-to=play]");
  await today("mayan");
  await page.click("#puzzles");
  await page.locator("#yesterday button").first().click();
  assert.equal(await text(page, "#at"), "0/0");
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await stars(page), 0);
});

check("a board begun before midnight counts for its day, and a visit after it opens the new board", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, MONDAY);
  await context.clock.setFixedTime(new Date(`${MONDAY}T23:58`));
  const line = await playAnswer(page, "former", MONDAY, 3);
  await page.waitForTimeout(400);
  await context.clock.setFixedTime(new Date("2026-12-01T00:02"));
  await reload(page);
  assert.deepEqual([await text(page, "#title"), await text(page, "#at")], ["Former · Tue 1 Dec", "0/0"], "a new day opens its board");
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `d=${MONDAY}`);
  await until(page, "#at", /^3\/3$/);
  for (const [row, col] of line.slice(3)) await clickCell(page, row, col);
  await page.waitForSelector("#result-dialog[open]");
  assert.match(await text(page, "#result-facts"), /day in a row1/);
  await page.waitForTimeout(400);
  for (const again of [page, await context.newPage()]) {
    await visit(again);
    assert.deepEqual([await text(again, "#title"), await text(again, "#at")], ["Former · Tue 1 Dec", "0/0"]);
    assert.ok(await again.isHidden("#result-dialog"));
    assert.match(await text(again, "#best-words"), /1 day in a row/);
  }
});

check("the text to share is that of the first end, also after a reload and practice", { visit: false, context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  const shared = async () => {
    await page.click("#result-share");
    await until(page, "#result-shared", /./);
    return (await page.evaluate(() => navigator.clipboard.readText())).split("\n")[0];
  };
  await playBadly(page);
  const words = await shared();
  assert.match(words, /^Former 30 Nov · \d+\/\d+ · [★☆]{3}$/);
  await page.waitForTimeout(400);
  await reload(page);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await shared(), words);
  await page.click("#result-again");
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await shared(), words, "the first end of the day is its result");
});

check("a text to share says that the answer was seen", { visit: false, context: { permissions: ["clipboard-read", "clipboard-write"] } }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await page.evaluate(async () => (await import("./views/watch.js")).watchBest());
  await mode(page, "play");
  await page.click("#restart");
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  await page.click("#result-share");
  await until(page, "#result-shared", /./);
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^Former 30 Nov · .* · answer seen\n/);
});

check("a Mayan puzzle that was not solved can be looked at for the lost move", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await page.evaluate(() => {
    location.hash = "d=2026-11-30-mayan";
  });
  await until(page, "#title", /^Mayan/);
  await page.evaluate(async () => {
    const { game, play } = await import("./state/store.js");
    while (!game.position.over) play(game.position.slides[0]);
  });
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await text(page, "#result-title"), "Not solved");
  await page.click("#result-lost");
  await until(page, "#advice-title", /1 of \d mistakes?/);
});

check("the moves of a look back are the player's", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await playBadly(page);
  await page.click("#result-lost");
  await until(page, "#advice-title", /1 of \d mistakes?/);
  assert.equal(await text(page, "#moves-title"), "Moves");
  await page.click("#advice-close");
  await page.evaluate(async () => (await import("./views/watch.js")).watchBest());
  assert.equal(await text(page, "#moves-title"), "The solver’s line");
});

check("a link to a board that its day does not have opens the main board of the day", { visit: false }, async ({ another }) => {
  const context = await another();
  await on(context, MONDAY);
  const page = await visit(await context.newPage(), "#d=2026-11-27-points");
  assert.equal(await text(page, "#title"), "Former · Fri 27 Nov");
});

check("a damaged file of results says so and changes nothing, and damaged results are left out", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await page.click("#puzzles");
  await page.locator("summary", { hasText: "Statistics" }).click();
  const good = { record: { v: 1, game: "samegame", rows: ["112", "221"] }, moves: [[1, 1]], at: 1, goal: null, over: false, time: 0, hints: 0, watched: false, begun: "2026-11-30T10:00:00.000Z", changed: "2026-11-30T10:00:00.000Z", value: null, stars: 0, on: null };
  const bad = { ...good, record: { v: 1, game: "samegame", rows: [1, 2] }, moves: [[9, 9]], kind: "former", day: "nonsense", on: "nonsense", changed: "zzz", stars: 3, value: -5 };
  const texts = [{ z: bad }, { z: good, y: { ...good, value: "<b>7</b>" } }, { y: { ...good, moves: [[9, 9]] } }, { y: { ...good, record: { rows: ["11"] } } }].map((attempts) => JSON.stringify({ tilefall: "attempts", attempts }));
  for (const words of [...texts, "rubbish", "null", "{}"]) {
    await page.evaluate(() => {
      document.getElementById("results-said").textContent = "";
    });
    await page.setInputFiles("#results-file", { name: "results.json", mimeType: "application/json", buffer: Buffer.from(words) });
    await until(page, "#results-said", /./);
    assert.equal(await text(page, "#results-said"), "this is no file of results", words);
    assert.equal(await page.evaluate(() => localStorage.getItem("tilefall.attempts")), null);
  }
  await page.evaluate((all) => localStorage.setItem("tilefall.attempts", JSON.stringify(all)), { z: bad, y: { ...good, value: "<b>7</b>" }, n: null });
  await reload(page);
  await page.click("#puzzles");
  await page.waitForSelector("#sets .numbers", { state: "attached" });
  await page.click("#today [data-kind=mayan]");
  assert.equal(await text(page, "#title"), "Mayan · Mon 30 Nov");
});

// The daily boards: the same for everybody, with results that are stored, and answers that no visit changes.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { NAME, check, picture, serveModules, visit } from "./support/browser.js";
import { MONDAY, boardOf, on, playAnswer, playBadly, stars } from "./support/days.js";
import { clickCell, closeDialogs, figures, link, listed, openRows, pairs, reload, seen, text, until } from "./support/page.js";

serveModules();

check("a visit opens Former of today, with its best number above the board", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, MONDAY);
  assert.equal(await text(page, "#title"), "Former · Mon 30 Nov");
  const { value, record } = await boardOf(page, "former", MONDAY);
  assert.equal(await text(page, "#clicks"), "0");
  assert.equal(await text(page, "#par"), String(value));
  assert.deepEqual((await seen(page)).length, record.rows.length);
  for (let again = 0; again < 3; again++) {
    await reload(page);
    assert.equal(await text(page, "#par"), String(value));
  }
});

check("the limits for stars of a board are the same in 20 visits, whatever a search finds", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  const limits = await page.evaluate(async () => {
    const [{ openDay }, { dayFrom, boardOf }, { learnGame }, { namesOf }, { timeline }, { dispatch }] = await Promise.all(["days/next", "days/day-boards", "state/knowledge", "state/timeline", "engine/calls", "state/store"].map((name) => import(`./${name}.js`)));
    const all = [];
    for (let visit = 0; visit < 20; visit++) {
      for (const [kind, date] of [["former", "2026-11-30"], ["points", "2026-11-28"]]) {
        const { record, line, value } = boardOf(kind, dayFrom(date));
        openDay(kind, dayFrom(date));
        // Teaches the page another result, as a longer search might find it.
        learnGame({ moves: line, names: namesOf(timeline(record, line), line.length) }, kind === "points" ? value + 10 * visit : value - (visit % 3));
        dispatch({ type: "learned" });
        all.push(`${kind} ${document.querySelector("#meter .marks").textContent}`);
      }
    }
    return [...new Set(all)];
  });
  assert.equal(limits.length, 2, limits.join("; "));
});

check("a finished day has its card, its stars and a row of days; the next day has the next board", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, MONDAY);
  const line = await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await text(page, "#result-value"), `${line.length} clicks`);
  assert.equal(await stars(page), 3);
  assert.equal(await page.locator("#result-stars .crowned").count(), 1);
  assert.match(await text(page, "#result-facts"), /day in a row1next board in12 h 0 min/);
  assert.ok(await page.isHidden("#result-lost"), "nothing was lost");
  await picture(page, "day-card");
  await reload(page);
  await page.waitForSelector("#result-dialog[open]");
  assert.equal(await stars(page), 3, "a finished day opens with its card");
  await on(context, "2026-12-01", page);
  await reload(page);
  assert.deepEqual([await text(page, "#title"), await text(page, "#at")], ["Former · Tue 1 Dec", "0/0"]);
  assert.match(await text(page, "#best-words"), /1 day in a row/);
  await playAnswer(page, "former", "2026-12-01");
  await page.waitForSelector("#result-dialog[open]");
  assert.match(await text(page, "#result-facts"), /days in a row2/);
  assert.equal(await page.locator("#result-days .day:not(.none)").count(), 2);
  await on(context, "2026-12-03", page);
  await reload(page);
  assert.doesNotMatch(await text(page, "#best-words"), /in a row/, "a day was left out");
});

check("a day that is finished later counts for its stars, and not for the row", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, "2026-12-01");
  await page.evaluate(() => {
    location.hash = "d=2026-11-30";
  });
  await until(page, "#title", /30 Nov/);
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  assert.match(await text(page, "#result-facts"), /days in a row0/);
  await closeDialogs(page);
  await page.click("#puzzles");
  assert.match(await text(page, "#yesterday"), /Former: best possible \d+, you \d+/);
});

check("a game in progress is gone on with, from wherever its board is opened", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, MONDAY);
  const line = await playAnswer(page, "former", MONDAY, 4);
  await openRows(page, ["112", "221"]);
  await page.click("#puzzles");
  assert.match(await text(page, "#today [data-kind=former]"), /Go on at move 4/);
  await page.click("#today [data-kind=former]");
  assert.equal(await text(page, "#at"), "4/4");
  assert.deepEqual(pairs(await listed(page)), line.slice(0, 4));
  const other = await on(context, MONDAY, await visit(await context.newPage()));
  await clickCell(other, ...line[4]);
  await openRows(page, ["112", "221"]);
  await page.click("#puzzles");
  await page.click("#today [data-kind=former]");
  assert.equal(await text(page, "#at"), "5/5", "another tab went on");
});

check("a game that comes by a link is a visitor's: it touches no attempt and no result", { visit: false }, async ({ another }) => {
  const friend = await on(await another(), MONDAY);
  const line = await playAnswer(friend, "former", MONDAY, 6);
  const href = await link(friend);
  const context = await another();
  const page = await on(context, MONDAY);
  await clickCell(page, ...line[0]);
  await page.waitForTimeout(400);
  await page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(href).hash);
  await until(page, "#at", /^6\/6$/);
  for (const [row, col] of line.slice(6)) await clickCell(page, row, col);
  await page.waitForTimeout(400);
  await closeDialogs(page);
  await page.click("#puzzles");
  assert.match(await text(page, "#today [data-kind=former]"), /Go on at move 1/);
});

check("help is counted: a hint is on the card, and a look at the answer leaves no stars", { visit: false }, async ({ another }) => {
  const context = await another();
  const page = await on(context, MONDAY);
  const [first, ...rest] = (await boardOf(page, "former", MONDAY)).line;
  await page.click("#hint");
  await until(page, "#advice-step", /^1 of 3$/);
  await clickCell(page, ...first);
  for (const [row, col] of rest) await clickCell(page, row, col);
  await page.waitForSelector("#result-dialog[open]");
  assert.match(await text(page, "#result-facts"), /hint1/);
  assert.equal(await stars(page), 3);
  assert.equal(await page.locator("#result-stars .crowned").count(), 0, "a hint costs the crown");
  const other = await on(await another(), "2026-12-01");
  await other.click("#puzzles");
  await other.locator("#yesterday button", { hasText: "Answer" }).first().click();
  await other.click("[data-to=play]");
  await other.click("#restart");
  await playAnswer(other, "former", MONDAY);
  await other.waitForSelector("#result-dialog[open]");
  assert.equal(await stars(other), 0);
});

check("where it was lost is shown on the board, proven, and an idea can be tried", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await playBadly(page);
  const mine = await text(page, "#at");
  await page.click("#result-lost");
  await until(page, "#advice-step, #advice-title", /1 of \d mistakes?/);
  assert.match(await text(page, "#advice"), /^Move \d+ \(outlined\) cost \d+ clicks?\. Find a better one on the board\.\d+ of your \d+ clicks gave something away\.$/);
  assert.ok((await page.locator("#board .tile.played").count()) > 0);
  await page.click("#advice-next");
  assert.match(await text(page, "#advice"), /was better: cleared in \d+ clicks was possible, then cleared in \d+ clicks\.$/);
  await picture(page, "mistake");
  const cell = await page.evaluate(async () => (await import("./state/knowledge.js")).known().line[0]);
  await clickCell(page, ...cell);
  await until(page, "#advice", /^Yes: cleared in \d+ clicks is still possible\.$/);
  await page.click("#advice-close");
  assert.equal(await text(page, "#at"), mine, "the player's game is back");
});

check("each day has a Mayan puzzle, and yesterday's boards have answers", { visit: false }, async ({ another }) => {
  const page = await on(await another(), "2026-12-01");
  await page.click("#puzzles");
  assert.match(await text(page, "#today"), /Mayaneasy, 3 moves/);
  await page.click("#today [data-kind=mayan]");
  assert.equal(await text(page, "#title"), "Mayan · Tue 1 Dec");
  assert.match(await text(page, "#task"), /^Clear the board in 3 moves/);
  await page.click("#puzzles");
  await page.click("#yesterday [aria-label='Answer of yesterday’s Mayan puzzle']");
  await until(page, "#at", /^(\d+)\/\1$/);
  assert.equal(await page.evaluate(() => document.body.dataset.mode), "analyse");
  assert.equal((await figures(page)).left, 0);
});

check("all days so far are in the calendar, and none to come", { visit: false }, async ({ another }) => {
  const page = await on(await another(), "2026-12-02");
  await page.click("#puzzles");
  await page.locator("summary", { hasText: "All days" }).click();
  const days = () => page.$$eval("#calendar .calendar button", (all) => all.map((button) => button.getAttribute("aria-label")));
  assert.deepEqual(await days(), ["Tuesday, 1 December", "Wednesday, 2 December"]);
  await page.click("#calendar [aria-label='The month before']");
  assert.equal((await days())[0], "Friday, 27 November");
  assert.ok(await page.isDisabled("#calendar [aria-label='The month before']"));
  await picture(page, "puzzles-days");
  await page.click("#calendar .segments button:nth-child(3)");
  assert.deepEqual(await days(), ["Saturday, 28 November", "Sunday, 29 November"]);
  await page.click("#calendar [aria-label='Sunday, 29 November']");
  assert.equal(await text(page, "#title"), "SameGame · Sun 29 Nov");
});

check("the way back closes a dialog, then returns to the board before", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await page.click("#puzzles");
  await page.click("#today [data-kind=mayan]");
  assert.equal(await text(page, "#title"), "Mayan · Mon 30 Nov");
  await page.click("#settings");
  await page.goBack();
  assert.ok(await page.isHidden("#settings-dialog"));
  assert.equal(await text(page, "#title"), "Mayan · Mon 30 Nov");
  await page.click("#help");
  await closeDialogs(page);
  await page.goBack();
  await until(page, "#title", /^Former/);
});

/** Returns the content of the file that a click saves. WebDriver BiDi, which drives Firefox, has no event for downloads; in Firefox a
 * function of the page is replaced to get the content. */
async function saved(page, button) {
  if (NAME === "chromium") {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    return readFile(await download.path());
  }
  await page.evaluate(() => {
    const create = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      globalThis.saved = blob.text();
      return create.call(URL, blob);
    };
  });
  await page.click(button);
  return Buffer.from(await page.evaluate(() => globalThis.saved));
}

check("results are saved as a file, and read by another browser", { visit: false }, async ({ another }) => {
  const page = await on(await another(), MONDAY);
  await playAnswer(page, "former", MONDAY);
  await page.waitForSelector("#result-dialog[open]");
  await closeDialogs(page);
  await page.click("#puzzles");
  await page.locator("summary", { hasText: "Statistics" }).click();
  assert.match(await text(page, "#statistics"), /1 played, 1 solved, 0\.0 from the best on average/);
  const buffer = await saved(page, "#results-save");
  const other = await on(await another(), MONDAY);
  await other.click("#puzzles");
  await other.locator("summary", { hasText: "Statistics" }).click();
  const nothing = { name: "nothing.json", mimeType: "application/json", buffer: Buffer.from('{"tilefall":"attempts","attempts":null}') };
  await other.setInputFiles("#results-file", nothing);
  await until(other, "#results-said", /this is no file of results/);
  await other.setInputFiles("#results-file", { ...nothing, buffer });
  await until(other, "#results-said", /^1 game added\.$/);
  assert.equal(await other.locator("#today [data-kind=former] svg.on").count(), 3);
});

// The solver beside the game: its answers in words, lines and replays.

import assert from "node:assert/strict";
import { check, picture } from "./support/browser.js";
import { clickCell, closeDialogs, figures, listed, mode, openPuzzle, openRows, pairs, seen, solve, text, until } from "./support/page.js";
import { file, records } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["1123", "3312", "2113", "3221"];

/** The first number in the solver's verdict: the best result found. */
const found = async (page) => Number((await text(page, "#verdict")).match(/[\d,]+/)[0].replaceAll(",", ""));

/** The names of the lines of the curve, and the number of positions of each. */
const curve = (page) =>
  page.$$eval("#curve path", (paths) => Object.fromEntries(paths.map((path) => [path.getAttribute("class"), path.getAttribute("d").match(/[ML]|H/g).length])));

check("nothing of the solver is shown before it is asked, although it has searched the board", async ({ page }) => {
  await openRows(page, SMALL);
  await until(page, "#best-words", /^Best possible/);
  await mode(page, "analyse");
  for (const id of ["#verdict", "#bound", "#effort", "#line"]) assert.ok(!(await page.isVisible(id)), id);
  assert.deepEqual(Object.keys(await curve(page)), ["mine"]);
});

check("a small board gets a proven best score", async ({ page }) => {
  await openRows(page, SMALL);
  await solve(page, "60000");
  const best = rules.best(SMALL);
  assert.equal(await text(page, "#verdict"), `Proven best: ${best} points`);
  assert.ok(!(await page.isVisible("#bound")), "a proven result needs no bound");
  // With a clock of whole milliseconds, the search may take no time, and then no effort is shown.
  assert.match(await text(page, "#effort"), /^(\d+k? positions .*\d\.\d s)?$/);
  assert.equal(rules.replay(SMALL, pairs(await listed(page, "#line"))).score, best);
});

check("results from the middle of a game include the points made so far", async ({ page }) => {
  const [first] = rules.clicks(SMALL);
  await openRows(page, SMALL);
  await clickCell(page, ...first);
  await solve(page, "60000");
  const points = (rules.group(SMALL, ...first).length - 2) ** 2;
  assert.equal(await found(page), points + rules.best(rules.click(SMALL, ...first)));
});

check("a board that cannot be cleared is named so, one that can be is not", async ({ page }) => {
  await openRows(page, ["11211"]);
  await mode(page, "analyse");
  await page.selectOption("#goal", "clear");
  await solve(page);
  assert.equal(await text(page, "#verdict"), "This board cannot be cleared.");
  assert.ok(!(await page.isVisible("#line")));
  await openRows(page, ["12211"]);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "The board can be cleared: proven.");
  const { board } = rules.replay(["12211"], pairs(await listed(page, "#line")));
  assert.equal(rules.tiles(board), 0);
  await clickCell(page, 1, 4);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "It cannot be cleared any more.");
  await clickCell(page, 1, 2);
  assert.equal(await text(page, "#verdict"), "The game is over, and the board is not cleared.");
});

check("each goal has its own words", async ({ page }) => {
  await openRows(page, SMALL);
  await mode(page, "analyse");
  for (const [goal, words] of [
    ["fewest", /^This board cannot be cleared\.$/],
    ["left", /^Proven best: 1 tile left$/],
    ["biggest", /^Proven best: 5 tiles at once$/],
    ["score", /^Proven best: 10 points$/],
  ]) {
    await page.selectOption("#goal", goal);
    await solve(page, "60000");
    assert.match(await text(page, "#verdict"), words);
  }
  await openRows(page, ["12211"]);
  await page.selectOption("#goal", "fewest");
  await solve(page, "60000");
  assert.equal(await text(page, "#verdict"), "Proven best: cleared in 2 clicks");
});

check("a Mayan puzzle that cannot be solved has a reason", async ({ page }) => {
  for (const [rows, more, verdict] of [
    [["1", "1"], { moves: 3 }, "Cannot be solved in the 3 moves left: colour 1 has only one or two blocks."],
    [["1221122"], {}, /^It cannot be solved: none of the \d+ reachable boards is empty\.$/],
    [["1..1..1"], { moves: 3 }, /^Cannot be solved in the 3 moves left: ./],
    [["1..1..1"], { moves: 4 }, "Proven best: solved in 4 moves"],
    [["1..1..1"], { moves: 4, mode: "exactly" }, "It can be solved: proven."],
  ]) {
    await openRows(page, rows, { game: "mayan", ...more });
    await solve(page);
    assert.match(await text(page, "#verdict"), verdict instanceof RegExp ? verdict : new RegExp(`^${verdict}$`));
    assert.doesNotMatch(await text(page, "#engine"), /\d{16}/);
  }
});

check("the verdict follows the position: what is known there, or that nothing is", async ({ page }) => {
  await openRows(page, SMALL);
  const [first] = rules.clicks(SMALL);
  await clickCell(page, ...first);
  await solve(page, "60000");
  const there = await text(page, "#verdict");
  assert.match(there, /^Proven best: /);
  await page.click("#back");
  assert.notEqual(await text(page, "#verdict"), "");
  const other = rules.clicks(SMALL).at(-1);
  await clickCell(page, ...other);
  await page.click("#back");
  await clickCell(page, ...first);
  assert.equal(await text(page, "#verdict"), there, "known again, whichever tile of the group is clicked");
});

check("Stop keeps the best list, and says that it was stopped", async ({ page }) => {
  const [puzzle] = records("data/bench/samegame15.jsonl");
  await openPuzzle(page, JSON.stringify(puzzle));
  await mode(page, "analyse");
  await page.selectOption("#time", "600000");
  await page.press("body", "s");
  await until(page, "#verdict", /^Best found so far: [\d,]+ points$/);
  await page.waitForSelector("#line button");
  assert.ok(await page.locator("#time-bar i").evaluate((bar) => bar.getAnimations().length > 0), "a bar for the time");
  await page.click("#stop");
  await until(page, "#effort", /^(.+ · )?\d+\.\d s, stopped$/);
  assert.ok(await page.isHidden("#stop"));
  assert.equal(rules.replay(puzzle.rows, pairs(await listed(page, "#line"))).score, await found(page));
});

check("the NOIP 2011 sample has the moves of the statement", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  await solve(page);
  assert.equal(await text(page, "#verdict"), "It can be solved: proven.");
  assert.deepEqual(await listed(page, "#line"), ["2 1 R", "3 1 R", "3 0 R"]);
  await picture(page, "mayan");
});

check("a CodinGame board is solved, with a bound", async ({ page }) => {
  const source = file("data/samples/codingame.txt");
  const rows = source.split("\n").slice(0, 15).map((line) => line.trim().split(/\s+/).map((word) => (word === "-1" ? "." : word)).join(""));
  await openPuzzle(page, source);
  await solve(page);
  assert.match(await text(page, "#effort"), /, time was up$/);
  assert.match(await text(page, "#bound"), /^At most [\d,]+ are possible\.$/);
  const score = await found(page);
  assert.equal(rules.replay(rows, pairs(await listed(page, "#line"))).score, score);
  assert.ok(score > 500, `${score} points`);
  await page.click("#line li:nth-child(8) button");
  await picture(page, "solved");
});

check("the solver's line is gone through by its items, by the buttons and by keys, and left by 'Back to my game'", async ({ page }) => {
  await openRows(page, SMALL);
  const [mine] = rules.clicks(SMALL);
  await clickCell(page, ...mine);
  await page.click("#undo");
  await solve(page, "60000");
  const line = pairs(await listed(page, "#line"));
  const boardAfter = (steps) => rules.shape(rules.replay(SMALL, line.slice(0, steps)).board);
  const board = async () => rules.shape(await seen(page));
  assert.ok(line.length >= 4);
  assert.ok(!(await page.isVisible("#mine")));
  await page.click("#line li:nth-child(3) button");
  assert.deepEqual(await board(), boardAfter(3));
  await page.click("#back");
  assert.deepEqual(await board(), boardAfter(2));
  assert.equal(await page.getAttribute('#line [aria-current="step"]', "data-move"), line[1].join(" "));
  assert.deepEqual(pairs(await listed(page, "#line")), line, "the line stays while the board follows it");
  await page.focus('#line [aria-current="step"]');
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.deepEqual(await board(), boardAfter(line.length));
  await closeDialogs(page);
  await page.click("#mine");
  assert.deepEqual(pairs(await listed(page)), [mine]);
  assert.deepEqual([await text(page, "#at"), await board()], ["0/1", rules.shape(SMALL)]);
  assert.ok(!(await page.isVisible("#mine")));
});

check("a step along the line leaves the rows of its other moves as they are", async ({ page }) => {
  await openRows(page, SMALL);
  await solve(page, "60000");
  const [first, ...others] = pairs(await listed(page, "#line"));
  const marks = () => page.$$eval("#line button", (rows) => rows.map((row) => row.mark ?? null));
  await page.$$eval("#line button", (rows) => rows.forEach((row, at) => Object.assign(row, { mark: at })));
  await clickCell(page, ...first);
  assert.deepEqual(pairs(await listed(page, "#line")), others);
  assert.deepEqual(await marks(), others.map((_, at) => at + 1));
  await page.click("#back");
  assert.deepEqual(pairs(await listed(page, "#line")), [first, ...others]);
  assert.deepEqual(await marks(), [null, ...others.map((_, at) => at + 1)]);
});

check("a game is replayed by the slider, by the button and faster", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  await openRows(page, SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  await closeDialogs(page);
  await mode(page, "analyse");
  const slide = (to) => page.locator("#slider").evaluate((slider, value) => {
    slider.value = value;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  }, to);
  for (const at of [1, list.length, 2, 0]) {
    await slide(at);
    assert.deepEqual(rules.shape(await seen(page)), rules.shape(rules.replay(SMALL, list.slice(0, at)).board));
  }
  const times = [];
  for (const speed of ["1", "5"]) {
    await page.selectOption("#speed", speed);
    const begun = Date.now();
    await page.click("#run");
    assert.equal(await page.getAttribute("#run", "aria-label"), "Pause");
    await until(page, "#at", new RegExp(`^${list.length}/`));
    times.push(Date.now() - begun);
    await page.waitForSelector('#run[aria-label="Replay"]');
  }
  assert.ok(times[0] > list.length * 500, `${times[0]} ms`);
  assert.ok(times[1] < times[0] / 2, `${times}`);
  await page.click("#run");
  await page.click("#run");
  assert.equal(await page.getAttribute("#run", "aria-label"), "Replay");
});

check("the curve shows the player's game, and the solver's line after a search", async ({ page }) => {
  await openRows(page, SMALL);
  for (const [row, col] of rules.anyGame(SMALL).slice(0, 2)) await clickCell(page, row, col);
  await mode(page, "analyse");
  assert.deepEqual(await curve(page), { mine: 3 });
  assert.equal(await text(page, "#curve-title"), "Score by move");
  await page.keyboard.press("Home");
  await solve(page, "60000");
  const line = await listed(page, "#line");
  assert.deepEqual(await curve(page), { mine: 3, theirs: line.length + 1 });
  assert.deepEqual(await page.$$eval("#curve .name", (names) => names.map((name) => name.textContent)), ["you", "solver"]);
  await page.selectOption("#goal", "left");
  assert.equal(await text(page, "#curve-title"), "Tiles left by move");
  await openPuzzle(page, file("data/samples/noip.txt"));
  assert.equal(await text(page, "#curve-title"), "Blocks left by move");
});

check("a list of moves is one stop for Tab", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  await openRows(page, SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  await closeDialogs(page);
  assert.equal(await page.locator('#moves button[tabindex="0"]').count(), 1);
  await page.focus('#moves button[tabindex="0"]');
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.move), list[1].join(" "));
  assert.equal((await figures(page)).score, rules.replay(SMALL, list.slice(0, 2)).score);
});

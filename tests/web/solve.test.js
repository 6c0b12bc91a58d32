// The solver beside the game: answers, lines, hints and replays.

import assert from "node:assert/strict";
import { check, picture } from "./support/browser.js";
import { clickCell, figures, listed, openPuzzle, openRows, pairs, seen, solve, text, until } from "./support/page.js";
import { file, records } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["1123", "3312", "2113", "3221"];

check("a small board gets a proven best score", async ({ page }) => {
  await openRows(page, SMALL);
  await solve(page, "60000");
  const best = rules.best(SMALL);
  assert.equal(await text(page, "#verdict"), "optimal: no list scores more");
  assert.equal(await text(page, "#bound"), String(best));
  assert.match(await text(page, "#found"), new RegExp(`^${best}\\b`));
  assert.equal(rules.replay(SMALL, pairs(await listed(page, "#line"))).score, best);
});

check("scores and bounds from the middle of a game include the points made so far", async ({ page }) => {
  const [first] = rules.clicks(SMALL);
  await openRows(page, SMALL);
  await clickCell(page, ...first);
  await solve(page, "60000");
  const points = (rules.group(SMALL, ...first).length - 2) ** 2;
  const best = points + rules.best(rules.click(SMALL, ...first));
  assert.deepEqual([await text(page, "#bound"), parseInt(await text(page, "#found"))], [String(best), best]);
});

check("a board that cannot be cleared is infeasible, one that can be is not", async ({ page }) => {
  await openRows(page, ["11211"]);
  await page.selectOption("#goal", "clear");
  await solve(page);
  assert.equal(await text(page, "#verdict"), "infeasible: it cannot be cleared from there");
  assert.equal(await text(page, "#found"), "–");
  await page.press("body", "h");
  await until(page, "#advice", /^No line leads to the goal from here\.$/);
  await openRows(page, ["12211"]);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "optimal: it can be cleared from there");
  const { board } = rules.replay(["12211"], pairs(await listed(page, "#line")));
  assert.equal(rules.tiles(board), 0);
});

check("a Mayan puzzle without a list has no bound, and the page says why there is none", async ({ page }) => {
  const puzzle = (rows, more = {}) => openRows(page, rows, { game: "mayan", ...more });
  for (const [rows, more, verdict, bound] of [
    [["1", "1"], { moves: 3 }, "infeasible: it cannot be solved in the moves left from there: colour 1 has only one or two blocks", "–"],
    [["1001100"], {}, /^infeasible: it cannot be solved from there: none of the \d+ reachable boards is empty$/, "–"],
    [["1..1..1"], { moves: 3 }, /^infeasible: it cannot be solved in the moves left from there: ./, "at least 4 moves"],
    [["1..1..1"], { moves: 4 }, /^optimal/, "at least 4 moves"],
  ]) {
    await puzzle(rows, more);
    await solve(page);
    assert.match(await text(page, "#verdict"), verdict instanceof RegExp ? verdict : new RegExp(`^${verdict}$`));
    assert.equal(await text(page, "#bound"), bound, JSON.stringify([rows, more]));
    assert.doesNotMatch(await text(page, "#analysis"), /\d{16}/);
  }
});

check("answers of another position say where they were asked for", async ({ page }) => {
  await openRows(page, SMALL);
  const [first] = rules.clicks(SMALL);
  await clickCell(page, ...first);
  await solve(page, "60000");
  assert.equal(await text(page, "#verdict"), "optimal: no list scores more");
  await page.click("#undo");
  assert.equal(await text(page, "#verdict"), "optimal: no list scores more (asked after move 1)");
  const other = rules.clicks(SMALL).at(-1);
  await clickCell(page, ...other);
  assert.equal(await text(page, "#verdict"), "optimal: no list scores more (asked after move 1 of other moves)");
});

check("the bonus of a list that clears the board is named", async ({ page }) => {
  await openRows(page, ["121", "121"]);
  await solve(page, "60000");
  assert.equal(await text(page, "#found"), "1004, cleared with a bonus of 1000");
  await openRows(page, ["11"], { rules: { score: "n1" } });
  await solve(page, "60000");
  assert.equal(await text(page, "#found"), "1, cleared");
});

check("a game that is over can be asked about as well", async ({ page }) => {
  await openRows(page, ["1213"]);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "optimal: no list scores more");
  await page.press("body", "h");
  await until(page, "#advice", /^The game is over/);
});

check("Stop keeps the best list, and says that it was stopped", async ({ page }) => {
  const [puzzle] = records("data/bench/samegame15.jsonl");
  await openPuzzle(page, JSON.stringify(puzzle));
  await page.selectOption("#time", "600000");
  await page.press("body", "s");
  await until(page, "#found", /^\d+/);
  await page.click("#stop");
  assert.equal(await text(page, "#verdict"), "feasible, stopped");
  assert.ok(await page.isDisabled("#stop"));
  const { score } = rules.replay(puzzle.rows, pairs(await listed(page, "#line")));
  assert.equal(parseInt(await text(page, "#found")), score);
});

check("the NOIP 2011 sample has the moves of the statement", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  await solve(page);
  assert.match(await text(page, "#verdict"), /^optimal/);
  assert.deepEqual(await listed(page, "#line"), ["2 1 R", "3 1 R", "3 0 R"]);
  await picture(page, "mayan");
});

check("a CodinGame board is solved", async ({ page }) => {
  const source = file("data/samples/codingame.txt");
  const rows = source.split("\n").slice(0, 15).map((line) => line.trim().split(/\s+/).map((word) => (word === "-1" ? "." : word)).join(""));
  await openPuzzle(page, source);
  await solve(page);
  assert.equal(await text(page, "#verdict"), "feasible, time is up");
  const { score } = rules.replay(rows, pairs(await listed(page, "#line")));
  assert.equal(parseInt(await text(page, "#found")), score);
  assert.ok(score > 500, `${score} points`);
  await page.click("#line li:nth-child(8) button");
  await picture(page, "solved");
});

check("the solver's line is gone through by its items, by Undo and by keys, and left by 'Back to my game'", async ({ page }) => {
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
  await page.click("#undo");
  assert.deepEqual(await board(), boardAfter(2));
  assert.equal(await text(page, '#line [aria-current="step"]'), line[1].join(" "));
  await page.focus('#line [aria-current="step"]');
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.deepEqual(await board(), boardAfter(line.length));
  assert.equal(await page.evaluate(() => document.activeElement.textContent), line.at(-1).join(" "));
  await page.click("#mine");
  assert.deepEqual(pairs(await listed(page)), [mine]);
  assert.deepEqual([await text(page, "#at"), await board()], ["0/1", rules.shape(SMALL)]);
  assert.ok(!(await page.isVisible("#mine")));
});

check("a hint has three steps: where to look, why, the whole line", async ({ page }) => {
  await openRows(page, SMALL);
  const advice = [];
  for (let step = 0; step < 3; step++) {
    await page.click("#hint");
    await page.waitForFunction((last) => !["", "Looking for a line…", last].includes(document.getElementById("advice").textContent), advice.at(-1) ?? "");
    advice.push(await text(page, "#advice"));
    assert.ok((await page.locator("#board .next").count()) > 0);
    assert.equal((await listed(page, "#line")).length > 0, step === 2, "the panel has the line when the hint has it");
    assert.equal(await page.locator("#curve polyline.line").count(), step === 2 ? 1 : 0);
    assert.equal(await page.isVisible("#hidden-line"), step < 2);
  }
  const [first] = pairs(await listed(page, "#line"));
  // Hints write a click as row, blank, column.
  const line = (await listed(page, "#line")).map((move) => move.replace(",", " "));
  assert.equal(advice[0], "Look at these.");
  assert.ok(!line.some((move) => advice[1].includes(move)), advice[1]);
  for (const move of line) assert.ok(advice[2].includes(move), advice[2]);
  await clickCell(page, ...first);
  assert.equal(await text(page, "#advice"), "");
});

check("a game is replayed by the slider, by the button and faster", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  await openRows(page, SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
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
  const points = (kind) => page.$$eval(`#curve polyline.${kind}`, (lines) => lines.map((line) => line.getAttribute("points").split(" ").length));
  assert.deepEqual([await points("you"), await points("line")], [[3], []]);
  await page.click("#restart");
  await solve(page, "60000");
  const line = await listed(page, "#line");
  assert.deepEqual([await points("you"), await points("line")], [[3], [line.length + 1]]);
});

check("a list of moves is one stop for Tab", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  await openRows(page, SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  assert.equal(await page.locator('#moves button[tabindex="0"]').count(), 1);
  await page.focus('#moves button[tabindex="0"]');
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await text(page, "#at"), `2/${list.length}`);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), list[1].join(" "));
  assert.equal((await figures(page)).score, rules.replay(SMALL, list.slice(0, 2)).score);
});

// Playing both games, by pointer and by keys, and taking moves back.

import assert from "node:assert/strict";
import { check, picture } from "./support/browser.js";
import { clickCell, drag, endCard, figures, listed, middle, openPuzzle, openRows, pairs, seen, text, walk } from "./support/page.js";
import { file, records } from "./support/program.js";
import * as rules from "./support/samegame.js";

const SMALL = ["11223", "13321", "22113", "33122"];

check("a whole game of 15 rows and columns by pointer has the boards and the score of the rules", async ({ page }) => {
  const [puzzle] = records("data/bench/samegame15.jsonl");
  await openPuzzle(page, JSON.stringify(puzzle));
  const list = rules.anyGame(puzzle.rows);
  let board = puzzle.rows;
  for (const [row, col] of list) {
    await clickCell(page, row, col);
    board = rules.click(board, row, col);
    assert.equal((await figures(page)).left, rules.tiles(board), `tiles after ${row},${col}`);
  }
  assert.deepEqual(rules.shape(await seen(page)), rules.shape(board));
  const { score } = rules.replay(puzzle.rows, list);
  assert.deepEqual(await figures(page), { score, best: score, left: rules.tiles(board), allowed: null });
});

check("a board that is cleared has the bonus, and a worse game leaves the best score", async ({ page }) => {
  await openRows(page, ["121", "121"]);
  await clickCell(page, 1, 2);
  await clickCell(page, 2, 2);
  assert.deepEqual(await figures(page), { score: 1004, best: 1004, left: 0, allowed: null });
  assert.equal(await text(page, "#status"), "4 yellow tiles removed: 4 points, 0 left; the board is cleared: a bonus of 1,000 points");
  await endCard(page);
  await page.click("#restart");
  for (const [row, col] of [[1, 1], [1, 1], [1, 1]]) await clickCell(page, row, col);
  assert.deepEqual(await figures(page), { score: 1000, best: 1004, left: 0, allowed: null });
});

check("a whole game by keys ends with the board and the score of the rules", async ({ page }) => {
  await openRows(page, SMALL);
  const list = rules.anyGame(SMALL);
  await page.focus("#board");
  let at = { row: 0, col: 0 };
  let board = SMALL;
  for (const [row, col] of list) {
    const to = { row: row - 1, col: col - 1 };
    await walk(page, at, to);
    await page.keyboard.press("Enter");
    at = to;
    board = rules.click(board, row, col);
    assert.deepEqual(rules.shape(await seen(page)), rules.shape(board));
  }
  const { score } = rules.replay(SMALL, list);
  assert.deepEqual(await figures(page), { score, best: score, left: rules.tiles(board), allowed: null });
  assert.deepEqual(pairs(await listed(page)), list);
  assert.match(await text(page, "#status"), /the game is over|the board is cleared/);
});

check("the group under the pointer or the cursor is lifted and shows its points; the cursor is announced", async ({ page }) => {
  await openRows(page, ["1112", "1222", "3312"]);
  const shown = async () => [await page.locator("#board .lit").count(), await page.locator("#board .bubble:visible").allTextContents()];
  const { x, y } = await middle(page, 1, 2);
  await page.mouse.move(x, y);
  assert.deepEqual(await shown(), [5, ["+9"]]);
  const single = await middle(page, 0, 2);
  await page.mouse.move(single.x, single.y);
  assert.deepEqual(await shown(), [0, []]);
  await page.mouse.move(x, y);
  await page.mouse.move(5, 5);
  assert.deepEqual(await shown(), [0, []]);
  await page.focus("#board");
  await walk(page, { row: 0, col: 0 }, { row: 1, col: 2 });
  assert.deepEqual(await shown(), [5, ["+9"]]);
  assert.equal(await text(page, "#status"), "row 2, column 3: blue, group of 5, 9 points");
  await page.keyboard.press("ArrowDown");
  assert.equal(await text(page, "#status"), "row 1, column 3: yellow");
});

check("a click on a single tile, with another button, or released on another group plays nothing", async ({ page }) => {
  await openRows(page, ["1112", "1222", "3312"]);
  await clickCell(page, 1, 3);
  assert.match(await text(page, "#status"), /no group$/);
  const [from, to] = [await middle(page, 1, 0), await middle(page, 0, 0)];
  await page.mouse.click(from.x, from.y, { button: "right" });
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
  assert.equal((await figures(page)).left, 12);
  await clickCell(page, 2, 1);
  assert.equal((await figures(page)).left, 8);
});

check("one point is a point, a penalty at the end is named, and counts once, however often moves are taken back", async ({ page }) => {
  await openRows(page, ["1123", "2211"], { rules: { score: "n1", clear_bonus: 50, left_penalty: "n2" } });
  await page.focus("#board");
  await walk(page, { row: 0, col: 0 }, { row: 0, col: 1 });
  assert.equal(await text(page, "#status"), "row 1, column 2: blue, group of 2, 1 point");
  await clickCell(page, 1, 1);
  for (let turn = 0; turn < 2; turn++) {
    assert.equal(await text(page, "#status"), "2 blue tiles removed: 1 point, 6 left");
    assert.equal((await figures(page)).score, 1, "a pair, before the game is over");
    await clickCell(page, 1, 3);
    assert.equal(await text(page, "#status"), "4 yellow tiles removed: 9 points, 2 left; the game is over: a penalty of 2 points");
    await endCard(page);
    await page.click("#undo");
  }
});

check("the status line follows undo, redo and restart", async ({ page }) => {
  await openRows(page, ["121", "121"]);
  await clickCell(page, 1, 2);
  await clickCell(page, 2, 2);
  await endCard(page);
  const first = "2 blue tiles removed: 0 points, 4 left";
  const last = "4 yellow tiles removed: 4 points, 0 left; the board is cleared: a bonus of 1,000 points";
  for (const [button, expected] of [["undo", first], ["redo", last], ["restart", "start: 6 left"]]) {
    await page.click(`#${button}`);
    assert.equal(await text(page, "#status"), expected, button);
  }
  await openPuzzle(page, file("data/samples/noip.txt"));
  for (const [x, y] of [[2, 1], [3, 1], [3, 0]]) await drag(page, x, y, "R");
  assert.equal(await text(page, "#status"), "3 0 R: 0 left; the board is cleared");
  await endCard(page);
  await page.click("#undo");
  assert.equal(await text(page, "#status"), "3 1 R: 12 left");
});

check("a board on which nothing can be played does not offer to take moves back", async ({ page }) => {
  await openRows(page, ["1213"]);
  await clickCell(page, 1, 1);
  assert.equal(await text(page, "#toast"), "the game is over");
  await page.press("body", "h");
  assert.equal(await text(page, "#advice"), "The game is over.");
});

check("a Mayan puzzle is won by drags", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  assert.deepEqual(await figures(page), { score: null, best: null, left: 12, allowed: 3 });
  await drag(page, 2, 1, "R");
  assert.deepEqual(rules.shape(await seen(page)), rules.shape([".....", ".....", ".....", "....4", "..4.3", ".1134", "12232"]));
  await drag(page, 3, 1, "R");
  await drag(page, 3, 0, "R");
  assert.deepEqual(await figures(page), { score: null, best: 3, left: 0, allowed: 0 });
  assert.deepEqual(await listed(page), ["2 1 R", "3 1 R", "3 0 R"]);
  assert.match(await text(page, "#status"), /the board is cleared$/);
});

check("a Mayan puzzle is won by keys", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  await page.focus("#board");
  await walk(page, { row: 0, col: 0 }, { row: 1, col: 2 });
  assert.equal(await text(page, "#status"), "x 2, y 1: orange; can slide left and right");
  await page.keyboard.press("Shift+ArrowRight");
  await walk(page, { row: 1, col: 2 }, { row: 1, col: 3 });
  await page.keyboard.press("Shift+ArrowRight");
  await walk(page, { row: 1, col: 3 }, { row: 0, col: 3 });
  await page.keyboard.press("Shift+ArrowRight");
  assert.deepEqual(await figures(page), { score: null, best: 3, left: 0, allowed: 0 });
});

check("a tap on a Mayan block shows where it may go, and a tap there moves it", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  const tap = async (row, col) => {
    const { x, y } = await middle(page, row, col);
    await page.mouse.click(x, y);
    return page.$$eval("#board .ghost", (ghosts) => ghosts.map((ghost) => window.placeOf(ghost)));
  };
  assert.deepEqual(await tap(1, 2), [[1, 5], [3, 5]]);
  assert.deepEqual(await tap(1, 2), [[1, 5], [3, 5]], "again");
  assert.deepEqual(await tap(1, 3), [], "there it goes");
  assert.equal(await text(page, "#allowed"), "2");
  await page.click("#undo");
  await tap(1, 2);
  await page.keyboard.press("r");
  assert.equal(await page.locator("#board .ghost").count(), 0, "another position has other ways");
});

check("a Mayan block that is only touched, or pulled down or over the edge, stays", async ({ page }) => {
  await openPuzzle(page, file("data/samples/noip.txt"));
  const { x, y } = await middle(page, 0, 4);
  await page.mouse.click(x, y);
  await page.mouse.down();
  // In Firefox, a test cannot move the pointer out of the window.
  await page.mouse.move(x, Math.min(y + 150, page.viewportSize().height - 1));
  await page.mouse.up();
  assert.deepEqual(await listed(page), []);
  await drag(page, 4, 0, "R");
  assert.equal(await text(page, "#toast"), "this move changes nothing");
  assert.equal((await figures(page)).left, 12);
});

check("undo, redo and restart go through the whole game", async ({ page }) => {
  const list = rules.anyGame(SMALL);
  await openRows(page, SMALL);
  for (const [row, col] of list) await clickCell(page, row, col);
  const end = await seen(page);
  await endCard(page);
  for (let at = list.length; at > 0; at--) {
    await (at % 2 ? page.click("#undo") : page.keyboard.press("u"));
    const { board } = rules.replay(SMALL, list.slice(0, at - 1));
    assert.deepEqual(rules.shape(await seen(page)), rules.shape(board));
    assert.equal(await text(page, "#at"), `${at - 1}/${list.length}`);
  }
  assert.ok(await page.isDisabled("#undo"));
  for (let at = 0; at < list.length; at++) await (at % 2 ? page.click("#redo") : page.keyboard.press("Control+y"));
  assert.ok(await page.isDisabled("#redo"));
  assert.deepEqual(await seen(page), end);
  await page.keyboard.press("Control+z");
  await page.click("#restart");
  assert.deepEqual(rules.shape(await seen(page)), rules.shape(SMALL));
  assert.equal((await figures(page)).score, 0);
});

check("a move after undo forgets the moves that were taken back", async ({ page }) => {
  await openRows(page, SMALL);
  const list = rules.anyGame(SMALL);
  for (const [row, col] of list.slice(0, 3)) await clickCell(page, row, col);
  await page.click("#undo");
  await page.click("#undo");
  const { board } = rules.replay(SMALL, list.slice(0, 1));
  const other = rules.clicks(board).at(-1);
  assert.notDeepEqual(other, list[1]);
  await clickCell(page, ...other);
  assert.deepEqual(pairs(await listed(page)), [list[0], other]);
  assert.ok(await page.isDisabled("#redo"));
  assert.deepEqual(rules.shape(await seen(page)), rules.shape(rules.click(board, ...other)));
});

check("a board of 64 rows and columns is played, and the pointer stays quick", async ({ page, t }) => {
  const rows = Array.from({ length: 64 }, (_, row) => Array.from({ length: 64 }, (_, col) => 1 + ((row * 7 + col * 3 + ((row * col) % 5)) % 4)).join(""));
  await page.evaluate(() => {
    const board = document.getElementById("board");
    board.replaceChildren = (well) => {
      window.placed = [...well.querySelectorAll(".tile")].filter((tile) => tile.style.translate).length;
      Element.prototype.replaceChildren.call(board, well);
    };
  });
  await openRows(page, rows);
  assert.equal(await page.evaluate(() => window.placed), 64 * 64, "tiles are placed before they are shown");
  assert.equal(await page.locator("#board .tile").first().evaluate((tile) => getComputedStyle(tile).backgroundImage), "none", "thousands of tiles are plain");
  const [row, col] = rules.clicks(rows)[0];
  await clickCell(page, row, col);
  assert.deepEqual(rules.shape(await seen(page)), rules.shape(rules.click(rows, row, col)));
  const spent = await page.evaluate(() => {
    const board = document.getElementById("board");
    const { left, top, width, height } = board.getBoundingClientRect();
    const begun = performance.now();
    for (let at = 0; at < 200; at++) {
      const place = { clientX: left + width / 2 + at, clientY: top + height / 2 + at / 2, bubbles: true };
      board.dispatchEvent(new PointerEvent("pointermove", place));
    }
    return (performance.now() - begun) / 200;
  });
  t.diagnostic(`a move of the pointer takes ${spent.toFixed(2)} ms on 64×64`);
  assert.ok(spent < 100);
  await picture(page, "large");
});

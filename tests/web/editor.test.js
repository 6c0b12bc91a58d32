// The editor: painting by pointer, by keys and by a finger, sizes, undo, and changes between the game and the editor.

import assert from "node:assert/strict";
import { check, picture, serveModules } from "./support/browser.js";
import { clickCell, drag, figures, middle, mode, openPuzzle, openRows, PHONE, reload, seen, text } from "./support/page.js";
import { file } from "./support/program.js";
import { shape } from "./support/samegame.js";

serveModules();

const CANVAS = "#canvas";

/** Goes to the editor. */
const edit = (page) => mode(page, "edit");

/** Goes back to the game. */
const back = (page) => mode(page, "play");

/** The record of the edited board. */
const record = (page) => page.evaluate(async () => (await import("./state/drawing.js")).recordDrawn());
const rows = async (page) => (await record(page)).rows;

/** The cells as they are painted, rows from the top. */
const cells = (page) => page.evaluate(async () => (await import("./state/drawing.js")).drawing.cells.map((row) => row.join("")).reverse());

/** The fill of each cell of the board shown in `host`, rows from the top; `null` without a tile. */
const fills = (page, host) =>
  page.evaluate((host) => {
    const well = document.querySelector(`${host} .well`);
    const [height, width] = ["--rows", "--cols"].map((name) => Number(well.style.getPropertyValue(name)));
    const made = Array.from({ length: height }, () => new Array(width).fill(null));
    for (const tile of well.querySelectorAll(".tile:not(.gone)")) {
      const [x, y] = window.placeOf(tile);
      made[y][x] = tile.style.getPropertyValue("--c");
    }
    return made;
  }, host);

/** The middle of a cell of the editor; rows count from the top. */
async function spot(page, row, col) {
  const height = (await cells(page)).length;
  return middle(page, height - 1 - row, col, CANVAS);
}

/** Paints from one cell to another; rows count from the top. */
async function stroke(page, from, to = from, button = "left") {
  const [start, end] = [await spot(page, ...from), await spot(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up({ button });
}

const choose = (page, value) => page.check(`#palette input[value="${value}"]`, { force: true });
const useTool = (page, value) => page.check(`#tools input[value="${value}"]`, { force: true });
const painted = (page) => seen(page, CANVAS);
const isEnabled = (page, id) => page.locator(`#${id}`).isEnabled();

check("the editor starts from the board at hand and keeps its colours, rules and moves", async ({ page }) => {
  const rules = { score: "n1", clear_bonus: 7, left_penalty: "none" };
  await openRows(page, ["a11Z", "Z1a1"], { rules });
  await clickCell(page, 1, 2);
  const board = await fills(page, "#board");
  await edit(page);
  assert.ok(!(await page.isVisible("#board")) && (await page.isVisible(CANVAS)));
  assert.deepEqual(await fills(page, CANVAS), board);
  assert.deepEqual(await record(page), { v: 1, game: "samegame", rows: ["a.Z.", "Za1."], rules });
  await choose(page, "Z");
  await stroke(page, [0, 1]);
  assert.deepEqual(await rows(page), ["aZZ.", "Za1."]);
  const drawn = await fills(page, CANVAS);
  await picture(page, "editor-at-hand");
  await page.click("#edit-play");
  assert.ok((await page.isVisible("#board")) && !(await page.isVisible(CANVAS)));
  assert.deepEqual(await fills(page, "#board"), drawn);
  await openPuzzle(page, file("data/samples/noip.txt"));
  await drag(page, 2, 1, "R");
  await edit(page);
  const { game, moves, mode, rows: left } = await record(page);
  assert.deepEqual([game, moves, mode, left], ["mayan", 2, "exactly", [".....", ".....", ".....", "....4", "..4.3", ".1134", "12232"]]);
});

check("the drawing stays while its game is looked at or played, and follows another game", async ({ page }) => {
  await openRows(page, ["1122", "3344"]);
  await edit(page);
  await choose(page, "1");
  await stroke(page, [0, 3]);
  await back(page);
  await edit(page);
  assert.deepEqual(await rows(page), ["1121", "3344"]);
  await page.click("#edit-play");
  await clickCell(page, 1, 1);
  await edit(page);
  assert.deepEqual(await rows(page), ["1121", "3344"], "after moves on its board");
  assert.ok(await isEnabled(page, "edit-undo"));
  await page.click("#edit-hand");
  assert.deepEqual(await rows(page), ["..21", "1144"], "the position of the game");
  await page.click("#edit-undo");
  assert.deepEqual(await rows(page), ["1121", "3344"]);
  await openRows(page, ["55", "66"]);
  assert.deepEqual(await rows(page), ["55", "66"], "a puzzle that is opened in the editor");
  assert.ok(!(await isEnabled(page, "edit-undo")));
});

check("a drawing comes back after a reload, and when its board is opened again", async ({ page }) => {
  const first = ["1122", "3344"];
  await openRows(page, first);
  await edit(page);
  await choose(page, "1");
  await stroke(page, [0, 3]);
  await reload(page);
  await edit(page);
  assert.deepEqual(await rows(page), ["1121", "3344"], "after a reload");
  await openRows(page, ["55", "66"]);
  assert.deepEqual(await rows(page), ["55", "66"]);
  await openRows(page, first);
  assert.deepEqual(await rows(page), ["1121", "3344"], "after another board");
  await page.click("#edit-play");
  assert.deepEqual(shape(await seen(page)), shape(["1121", "3344"]));
  await reload(page);
  await edit(page);
  await page.click("#edit-clear");
  await reload(page);
  await edit(page);
  assert.deepEqual(await rows(page), ["....", "...."], "the drawing of which the game was made");
  await page.click("#edit-hand");
  assert.deepEqual(await rows(page), ["1121", "3344"]);
});

check("a board keeps the letters and words of its author, edited and played", async ({ page }) => {
  await openPuzzle(page, "red,blue,blue\nred,red,X\n");
  await edit(page);
  const swatches = await page.$$eval("#palette input", (inputs) => inputs.map((input) => input.getAttribute("aria-label")));
  assert.deepEqual(swatches.slice(0, 3), ["colour blue", "colour red", "colour X"]);
  await page.check('#palette input[aria-label="colour red"]', { force: true });
  await stroke(page, [0, 2]);
  await page.click("#edit-play");
  await page.click("#settings");
  await page.selectOption("#marks", "names");
  await page.keyboard.press("Escape");
  const marks = (host) => page.$$eval(`${host} .tile:not(.gone)`, (tiles) => tiles.map(({ textContent }) => textContent).sort());
  assert.deepEqual(await marks("#board"), ["X", "blue", "red", "red", "red", "red"]);
  await edit(page);
  assert.deepEqual(await marks(CANVAS), ["X", "blue", "red", "red", "red", "red"]);
  await picture(page, "labels");
});

check("tiles in the air fall when a stroke ends, columns of SameGame close, and the Fall button keeps them up", async ({ page }) => {
  await openRows(page, ["1..", "12.", "122"]);
  await edit(page);
  await choose(page, "2");
  const { x, y } = await spot(page, 0, 2);
  await page.mouse.move(x, y);
  await page.mouse.down();
  assert.deepEqual(await cells(page), ["1.2", "12.", "122"], "it stays up during the stroke");
  await page.mouse.up();
  assert.deepEqual(await cells(page), ["1..", "122", "122"]);
  await useTool(page, "erase");
  await stroke(page, [1, 0], [2, 0]);
  assert.deepEqual(await cells(page), ["...", ".22", "122"]);
  await stroke(page, [2, 0]);
  assert.deepEqual(await cells(page), ["...", "22.", "22."]);
  assert.deepEqual(await painted(page), ["...", "aa.", "aa."]);
  await page.click("#edit-fall");
  await choose(page, "1");
  await stroke(page, [0, 2]);
  assert.deepEqual(await cells(page), ["..1", "22.", "22."]);
  assert.deepEqual(await rows(page), ["...", "22.", "221"], "they fall before the game");
  await page.click("#edit-fall");
  assert.deepEqual(await cells(page), ["...", "22.", "221"]);
  await page.selectOption("#edit-game", "mayan");
  await useTool(page, "erase");
  await stroke(page, [1, 0], [2, 0]);
  assert.deepEqual(await cells(page), ["...", ".2.", ".21"], "the columns of the Mayan puzzle stay");
});

check("columns stay in the editor where they stay by the rules", async ({ page }) => {
  await openRows(page, ["1.2", "1.2"], { rules: { columns: "stay", min_group: 1, score: "count" } });
  await edit(page);
  await useTool(page, "erase");
  await stroke(page, [0, 0], [1, 0]);
  assert.deepEqual(await rows(page), ["..2", "..2"]);
});

check("the tools brush, fill, erase and pick; a fast stroke has no gaps, and the other button erases", async ({ page }) => {
  await openRows(page, ["11111111", "12222221", "12111121", "12222221", "11111111"]);
  await edit(page);
  await choose(page, "3");
  await useTool(page, "fill");
  await stroke(page, [1, 1]);
  assert.deepEqual(await rows(page), ["11111111", "13333331", "13111131", "13333331", "11111111"]);
  await useTool(page, "pick");
  await stroke(page, [2, 3]);
  assert.ok(await page.isChecked('#palette input[value="1"]'));
  assert.ok(await page.isChecked('#tools input[value="brush"]'), "a colour that is picked is painted");
  await stroke(page, [1, 1], [1, 6]);
  assert.deepEqual((await rows(page))[1], "11111111");
  await stroke(page, [0, 0], [0, 2], "right");
  assert.deepEqual((await rows(page))[0], "...11111");
  await stroke(page, [0, 0]);
  assert.deepEqual((await rows(page))[0], "1..11111");
  const counts = await page.$$eval("#palette .swatch", (all) => all.map((one) => one.querySelector(".quiet").textContent));
  assert.deepEqual(counts.slice(0, 3), ["30", "", "8"]);
});

check("each stroke is undone and redone as a whole, by buttons and keys", async ({ page }) => {
  await openRows(page, ["....", "1122"]);
  await edit(page);
  const start = await rows(page);
  await choose(page, "2");
  await stroke(page, [0, 0], [0, 3]);
  const second = await rows(page);
  assert.deepEqual(second, ["2222", "1122"]);
  await page.click("#edit-clear");
  assert.deepEqual(await rows(page), ["....", "...."]);
  assert.ok(!(await isEnabled(page, "edit-play")));
  assert.equal(await text(page, "#edit-problem"), "Paint some tiles first.");
  await page.click("#edit-undo");
  assert.deepEqual(await rows(page), second);
  await page.keyboard.press("Control+z");
  assert.deepEqual(await rows(page), start);
  assert.ok(!(await isEnabled(page, "edit-undo")));
  await page.focus(CANVAS);
  await page.keyboard.press("r");
  assert.deepEqual(await rows(page), second);
  await stroke(page, [0, 0]);
  assert.ok(await isEnabled(page, "edit-redo"), "a stroke that changes nothing is no change");
  await choose(page, "1");
  await stroke(page, [0, 0]);
  assert.ok(!(await isEnabled(page, "edit-redo")));
});

check("the size changes by fields; rows are added at the top, columns on the right", async ({ page }) => {
  await openRows(page, ["0b", "ZZ"]);
  await edit(page);
  for (const [id, value] of [["rows", "4"], ["cols", "3"]]) {
    await page.fill(`#edit-${id}`, value);
    await page.press(`#edit-${id}`, "Tab");
  }
  assert.deepEqual(await rows(page), ["...", "...", "0b.", "ZZ."]);
  await page.click("#edit-undo");
  assert.deepEqual(await rows(page), ["..", "..", "0b", "ZZ"]);
});

check("a board is painted by keys, opened and played", async ({ page }) => {
  await openRows(page, ["1122", "3344"]);
  await edit(page);
  await page.fill("#edit-rows", "3");
  await page.press("#edit-rows", "Tab");
  await page.click("#edit-clear");
  await page.focus(CANVAS);
  await page.keyboard.press("1");
  for (let col = 0; col < 4; col++) for (const key of ["Enter", "ArrowRight"]) await page.keyboard.press(key);
  assert.equal(await text(page, "#status"), "row 1, column 4: colour 1");
  await page.keyboard.press("3");
  for (const key of ["ArrowUp", "ArrowLeft", " ", "ArrowLeft", "Enter", "ArrowLeft", "Enter", "Delete"]) await page.keyboard.press(key);
  assert.deepEqual(await rows(page), ["....", ".33.", "1111"]);
  assert.ok(await page.isVisible("#canvas .cursor"));
  await picture(page, "editor-keys");
  await page.keyboard.press("0");
  assert.ok(await page.isChecked('#tools input[value="erase"]'));
  await page.click("#edit-play");
  assert.equal((await figures(page)).left, 6);
  await clickCell(page, 1, 3);
  assert.deepEqual(shape(await seen(page)), shape(["....", "....", "33.."]));
});

check("a random fill has the colours that are asked for, and a Mayan one no three in a line", async ({ page }) => {
  await openRows(page, ["12345", "54321"]);
  await edit(page);
  for (const [id, value] of [["rows", "8"], ["cols", "8"], ["count", "3"]]) {
    await page.fill(`#edit-${id}`, value);
    await page.press(`#edit-${id}`, "Tab");
  }
  await page.click("#edit-random");
  const made = (await rows(page)).join("");
  assert.equal(made.length, 64);
  assert.deepEqual([...new Set(made)].sort(), ["1", "2", "3"]);
  await page.selectOption("#edit-game", "mayan");
  await page.click("#edit-random");
  const board = await rows(page);
  const columns = Array.from(board[0], (_, col) => board.map((row) => row[col]).join(""));
  for (const line of [...board, ...columns]) assert.doesNotMatch(line, /(.)\1\1/);
});

check("a board that cannot be played says why", async ({ page }) => {
  await openRows(page, ["123456789".repeat(2), "234567891".repeat(2)]);
  await edit(page);
  assert.equal(await text(page, "#edit-problem"), "No move can be made on this board.");
  assert.ok(await isEnabled(page, "edit-play"));
  await page.selectOption("#edit-game", "mayan");
  assert.equal(await text(page, "#edit-problem"), "This board cannot be played: 2 rows and 18 columns, expected at most 8 of each");
  assert.ok(!(await isEnabled(page, "edit-play")));
  await page.fill("#edit-cols", "5");
  await page.press("#edit-cols", "Tab");
  await page.fill("#edit-moves", "2");
  await page.press("#edit-moves", "Tab");
  assert.equal(await text(page, "#edit-problem"), "");
  await page.click("#edit-play");
  assert.equal((await figures(page)).allowed, 2);
});

check("on a phone a board is painted by a finger", { context: PHONE }, async ({ page, context }) => {
  await openRows(page, [".....", "11122"]);
  await edit(page);
  assert.ok(await page.isVisible("#palette"), "the sheet is up");
  await page.locator('#palette label:has([value="2"])').tap();
  const touch = await context.newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const [from, to] = [await spot(page, 0, 0), await spot(page, 0, 3)];
  await send("touchStart", [from]);
  for (const part of [0.3, 0.7, 1]) await send("touchMove", [{ x: from.x + (to.x - from.x) * part, y: from.y + 2 * part }]);
  await send("touchEnd", []);
  assert.deepEqual(await rows(page), ["2222.", "11122"]);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
  await picture(page, "phone-editor");
});

check("two fingers move a large board and paint nothing", { context: PHONE }, async ({ page, context }) => {
  const large = Array.from({ length: 40 }, () => "12".repeat(20));
  await openRows(page, large);
  await edit(page);
  const touch = await context.newCDPSession(page);
  const send = (type, points) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y, id]) => ({ x, y, id })) });
  const place = () => page.evaluate(() => [document.getElementById("canvas").scrollLeft, document.getElementById("canvas").scrollTop]);
  const [left, top] = await place();
  assert.ok(left === 0 && top > 100, "it begins at the lower left");
  await send("touchStart", [[200, 250, 0]]);
  await send("touchStart", [[200, 250, 0], [260, 250, 1]]);
  for (const way of [20, 40, 60]) await send("touchMove", [[200 - way, 250 + way, 0], [260 - way, 250 + way, 1]]);
  await send("touchEnd", []);
  const after = await place();
  assert.ok(Math.abs(after[0] - 60) < 8 && Math.abs(top - after[1] - 60) < 8, `${left},${top} to ${after}`);
  assert.deepEqual(await rows(page), large);
  assert.ok(!(await isEnabled(page, "edit-undo")));
});

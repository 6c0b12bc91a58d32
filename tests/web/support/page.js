// What a visitor does on the page, and what stands there.

/** Presses a button by its id, also one in a dialog that is not open. */
export const press = (page, id) => page.evaluate((id) => document.getElementById(id).click(), id);

/** Pastes a text into the box and opens it. The dialog stays open if something is wrong. */
export async function openText(page, text, format = "") {
  if (!(await page.locator("#open-dialog").evaluate((dialog) => dialog.open))) await press(page, "open");
  await page.selectOption("#format", format);
  await page.fill("#text", text);
  await page.click("#read");
}

/** Opens a text that holds one puzzle, or the first of several. */
export async function openPuzzle(page, text, format = "") {
  await openText(page, text, format);
  await closeDialogs(page);
}

/** Opens a SameGame board, or another record. */
export const openRows = (page, rows, more = {}) => openPuzzle(page, JSON.stringify({ v: 1, game: "samegame", rows, ...more }));

export const closeDialogs = (page) => page.evaluate(() => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close()));

/** The board that is seen: rows from the top, a letter for each colour, `.` where nothing is. */
export const seen = (page, host = "#board") =>
  page.evaluate((host) => {
    const well = document.querySelector(`${host} .well`);
    const [rows, cols] = ["--rows", "--cols"].map((name) => Number(well.style.getPropertyValue(name)));
    const made = Array.from({ length: rows }, () => new Array(cols).fill("."));
    const colours = [];
    for (const tile of well.querySelectorAll(".tile:not(.gone)")) {
      const [x, y, colour] = ["--x", "--y", "--c"].map((name) => tile.style.getPropertyValue(name));
      if (!colours.includes(colour)) colours.push(colour);
      made[y][x] = String.fromCharCode(97 + colours.indexOf(colour));
    }
    return made.map((row) => row.join(""));
  }, host);

/** The middle of a cell on the screen; row and column from 0 at the bottom left. */
export const middle = (page, row, col, host = "#board") =>
  page.evaluate(
    ([row, col, host]) => {
      const well = document.querySelector(`${host} .well`);
      const { left, bottom, width } = well.getBoundingClientRect();
      const [cols, numbers] = ["--cols", "--numbers"].map((name) => Number(well.style.getPropertyValue(name) || 0));
      const side = width / (cols + 0.44 + 0.55 * numbers);
      return { x: left + (col + 0.72 + 0.55 * numbers) * side, y: bottom - (row + 0.72 + 0.55 * numbers) * side };
    },
    [row, col, host],
  );

/** Clicks a cell, row and column from 1. */
export async function clickCell(page, row, col) {
  const { x, y } = await middle(page, row - 1, col - 1);
  await page.mouse.click(x, y);
}

/** Drags a Mayan block one cell to a side. */
export async function drag(page, x, y, side) {
  const from = await middle(page, y, x);
  const to = await middle(page, y, side === "R" ? x + 1 : x - 1);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y + 3);
  await page.mouse.move(to.x, to.y);
  await page.mouse.up();
}

/** Goes to a cell by keys; row and column from 0. The board has the focus. */
export async function walk(page, from, to) {
  const steps = [
    [to.row - from.row, "ArrowUp", "ArrowDown"],
    [to.col - from.col, "ArrowRight", "ArrowLeft"],
  ];
  for (const [number, more, less] of steps) {
    for (let step = 0; step < Math.abs(number); step++) await page.keyboard.press(number > 0 ? more : less);
  }
}

/** The figures above the board, `null` where one does not count, and the best score of this board. */
export const figures = (page) =>
  page.evaluate(async () => {
    const { game } = await import("./store.js");
    const number = (id) => {
      const node = document.getElementById(id);
      return node ? Number(node.textContent.replaceAll(",", "")) : null;
    };
    return { score: number("score"), best: game.best, left: number("left"), allowed: number("allowed") };
  });

/** What stands in an element. */
export const text = (page, selector) => page.locator(selector).evaluate((element) => element.textContent);

/** The moves of a list of buttons, as they are written. */
export const listed = (page, list = "#moves") => page.$$eval(`${list} button`, (buttons) => buttons.map((button) => button.textContent));

/** Clicks of a list as pairs of numbers. */
export const pairs = (texts) => texts.map((words) => words.split(" ", 2).map(Number));

/** Waits until the text of an element fits. */
export const until = (page, selector, pattern) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector).textContent),
    [selector, pattern.source],
  );

/** Asks for a search, and waits for its end. */
export async function solve(page, time = "2000") {
  await page.selectOption("#time", time);
  await page.click("#solve");
  await until(page, "#verdict", /^(optimal|infeasible|feasible|unknown|error)/);
}

// Actions of a visitor on the page, and readings of what the page shows.

/** Presses a button by its id, also one in a dialog that is not open. */
export const press = (page, id) => page.evaluate((id) => document.getElementById(id).click(), id);

/** Pastes a text into the box and opens it. The dialog stays open if something is wrong. */
export async function openText(page, text, format = "") {
  if (!(await page.locator("#open-dialog").evaluate((dialog) => dialog.open))) {
    await closeDialogs(page);
    await press(page, "puzzles");
    await page.click("#open");
  }
  // The list of formats is filled in once the engine is loaded.
  await page.waitForSelector("#format option:nth-child(2)", { state: "attached" });
  await page.selectOption("#format", format);
  await page.fill("#text", text);
  await page.click("#read");
}

/** Opens the first puzzle of a text, and closes the dialog. */
export async function openPuzzle(page, text, format = "") {
  await openText(page, text, format);
  await closeDialogs(page);
}

/** Opens a record of SameGame; `more` adds to its parts or replaces them, like `{ game: "mayan" }`. */
export const openRows = (page, rows, more = {}) => openPuzzle(page, JSON.stringify({ v: 1, game: "samegame", rows, ...more }));

export const closeDialogs = (page) => page.evaluate(() => document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close()));

/** Waits for the card at the end of a game and closes it. */
export async function endCard(page) {
  await page.waitForSelector("#result-dialog[open]");
  await page.click("#result-dialog [data-close]");
  await page.waitForSelector("#result-dialog[open]", { state: "detached" });
}

/** The board that the page shows: rows from the top, a letter for each fill, `.` for an empty cell. */
export const seen = (page, host = "#board") =>
  page.evaluate((host) => {
    const well = document.querySelector(`${host} .well`);
    const part = (node, name) => node.style.getPropertyValue(name);
    const [rows, cols] = ["--rows", "--cols"].map((name) => Number(part(well, name)));
    const made = Array.from({ length: rows }, () => new Array(cols).fill("."));
    const fills = [];
    for (const tile of well.querySelectorAll(".tile:not(.gone)")) {
      const fill = part(tile, "--c");
      if (!fills.includes(fill)) fills.push(fill);
      const [x, y] = window.placeOf(tile);
      made[y][x] = String.fromCharCode(97 + fills.indexOf(fill));
    }
    return made.map((row) => row.join(""));
  }, host);

/** The middle of a cell on the screen; row and column from 0 at the bottom left. */
export const middle = (page, row, col, host = "#board") =>
  page.evaluate(
    ([row, col, host]) => {
      const well = document.querySelector(`${host} .well`);
      const [rows, cols, numbers] = ["--rows", "--cols", "--numbers"].map((name) => Number(well.style.getPropertyValue(name)));
      const box = well.getBoundingClientRect();
      const side = box.width / (cols + 0.44 + 0.55 * numbers);
      return { x: box.left + (col + 0.72 + 0.55 * numbers) * side, y: box.top + (rows - row - 0.28) * side };
    },
    [row, col, host],
  );

/** Clicks a cell, row and column from 1. */
export async function clickCell(page, row, col) {
  const { x, y } = await middle(page, row - 1, col - 1);
  await page.mouse.click(x, y);
  // The page draws the board first, and all else after that frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => setTimeout(done)))));
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

/** Moves the cursor between cells by arrow keys; rows and columns count from 0. The board must have the focus. */
export async function walk(page, from, to) {
  const steps = [
    [to.row - from.row, "ArrowUp", "ArrowDown"],
    [to.col - from.col, "ArrowRight", "ArrowLeft"],
  ];
  for (const [number, more, less] of steps) {
    for (let step = 0; step < Math.abs(number); step++) await page.keyboard.press(number > 0 ? more : less);
  }
}

const number = (text) => (text?.match(/-?\d[\d,]*/) ? Number(text.match(/-?\d[\d,]*/)[0].replaceAll(",", "")) : null);

/** The figures above the board and the player's best score, `null` for those not shown; `clicks` is left out if it is not shown. */
export const figures = (page) =>
  page
    .evaluate(() => {
      const texts = Object.fromEntries(["score", "left", "allowed"].map((id) => [id, document.getElementById(id)?.textContent ?? null]));
      const clicks = document.getElementById("clicks")?.textContent;
      return { ...texts, ...(clicks && { clicks }), best: document.getElementById("best-words").textContent.match(/your best (\S+)/)?.[1] ?? null };
    })
    .then((texts) => Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, number(text)])));

/** The text of an element. */
export const text = (page, selector) => page.locator(selector).evaluate((element) => element.textContent);

/** The moves of a list of buttons as they are written in records: `1 2`, `2 1 R`. */
export const listed = (page, list = "#moves") => page.$$eval(`${list} button`, (buttons) => buttons.map((button) => button.dataset.move));

/** The texts of clicks, like `1 2`, as pairs of numbers. */
export const pairs = (texts) => texts.map((words) => words.split(" ", 2).map(Number));

/** Changes the mode of the page to `play`, `analyse` or `edit`; on a phone by the menu. */
export const mode = async (page, name) => {
  const button = page.locator(`#modes [data-to="${name}"]`);
  if ((await button.getAttribute("aria-pressed")) === "true") return;
  if (await page.isVisible("#menu")) await page.click("#menu");
  await button.click();
};

/** Waits until the text of an element matches a pattern. */
export const until = (page, selector, pattern) =>
  page.waitForFunction(
    ([selector, source]) => new RegExp(source).test(document.querySelector(selector)?.textContent ?? ""),
    [selector, pattern.source],
  );

/** Plays the first group until the game is over. */
export const finish = (page) =>
  page.evaluate(async () => {
    const { game, play } = await import("./state/store.js");
    while (!game.position.over) {
      const [row, col] = game.position.groups[0].cells[0];
      play([row + 1, col + 1]);
    }
  });

/** Starts a search of `time` milliseconds in the solver's panel, and waits for its end. */
export async function solve(page, time = "2000") {
  await mode(page, "analyse");
  await page.selectOption("#time", time);
  await page.click("#solve");
  await page.waitForSelector("#stop", { state: "hidden" });
}

/** Loads the page again, and waits until it can be used. */
export async function reload(page) {
  await page.reload();
  await page.waitForSelector("html[data-ready]", { state: "attached" });
}

/** The link to the game, with its moves, in the dialog for sharing. */
export async function link(page) {
  await press(page, "share");
  // By default, a daily board is shared without its moves.
  await page.evaluate(() => {
    const what = document.getElementById("what");
    what.value = "mine";
    what.dispatchEvent(new Event("change"));
  });
  await page.waitForFunction(() => document.getElementById("link").value.includes("#z="));
  const href = await page.inputValue("#link");
  await closeDialogs(page);
  return href;
}

/** The options of a browser context for a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

// Helpers for tests of daily boards.

import { visit } from "./browser.js";
import { clickCell } from "./page.js";

export const MONDAY = "2026-11-30";

/** Sets the clock of `context` to noon of a day; returns `page`, or by default opens the page. */
export async function on(context, date, page = null) {
  await context.clock.setFixedTime(new Date(`${date}T12:00`));
  return page ?? (await visit(await context.newPage()));
}

/** The board of a kind on a day, given as `2026-11-30`. */
export const boardOf = (page, kind, date) => page.evaluate(async ([kind, date]) => (await import("./days/day-boards.js")).boardOf(kind, new Date(`${date}T00:00`)), [kind, date]);

/** Plays the answer to the board of a day, or its first `number` moves; returns the whole answer. */
export async function playAnswer(page, kind, date, number = 99) {
  const { line } = await boardOf(page, kind, date);
  for (const [row, col] of line.slice(0, number)) await clickCell(page, row, col);
  return line;
}

/** Plays a bad game to its end by always clicking the last group. */
export async function playBadly(page) {
  for (let move = 0; move < 60; move++) {
    const cell = await page.evaluate(async () => (await import("./state/store.js")).game.position.groups.at(-1)?.cells[0] ?? null);
    if (!cell) break;
    await clickCell(page, cell[0] + 1, cell[1] + 1);
  }
  await page.waitForSelector("#result-dialog[open]");
}

export const stars = (page) => page.locator("#result-stars svg.on").count();

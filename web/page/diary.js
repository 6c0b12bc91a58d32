// The results of the player, kept in the browser: the best one of each puzzle and unit of results, its stars, and the days on which
// boards of the day were finished.

import { nameOf } from "./rules.js";
import { game, tell } from "./store.js";
import { keep, kept } from "./settings.js";
import { dayOf } from "./names.js";
import { gain, unit } from "./values.js";

const KEY = "tilefall.results";
/** The maximum number of results; the oldest ones are discarded. */
const MOST = 3000;

/**
 * A result: the best value, the stars, the day on which the puzzle was finished first, and the day of a board of the day.
 * @typedef {{ value: number, stars: number, first: number, day?: number, game?: string }} Entry
 */

/** A day as a number: 20260131. */
export const numberOf = (/** @type {Date} */ day) => day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();

const whole = (/** @type {any} */ one) => Number.isFinite(one?.value) && Number.isInteger(one.stars) && Number.isInteger(one.first);

/** @returns {Map<string, Entry>} */
function all() {
  const found = kept(KEY, {});
  return new Map(Object.entries(found && typeof found === "object" ? found : {}).filter(([, one]) => whole(one)));
}

const keyOf = (/** @type {any} */ record, /** @type {string} */ of) => `${nameOf(record)} ${of}`;

/** The result of a puzzle in a unit, or `null`. */
export const resultOf = (record = game.record, of = unit()) => all().get(keyOf(record, of)) ?? null;

/** The results of several puzzles in a unit. */
export function resultsOf(/** @type {any[]} */ records, /** @type {string} */ of) {
  const entries = all();
  return records.map((record) => entries.get(keyOf(record, of)) ?? null);
}

/** Notes the result of the game on the board. Returns the result before, or `null`. */
export function note(/** @type {number} */ value, /** @type {number} */ stars) {
  const entries = all();
  const key = keyOf(game.record, unit());
  const before = entries.get(key) ?? null;
  const day = dayOf(game.record);
  const best = before && gain(value, before.value) <= 0 ? before.value : value;
  const entry = { ...(before ?? { first: numberOf(new Date()) }), value: best, stars: Math.max(stars, before?.stars ?? 0), ...(day && { day: numberOf(day), game: game.record.game }) };
  entries.delete(key);
  entries.set(key, entry);
  keep(KEY, Object.fromEntries([...entries].slice(-MOST)));
  tell("noted");
  return before;
}

/** The results of boards of the day of a game by day. */
export function resultsByDay(/** @type {string} */ of) {
  return new Map([...all().values()].filter((one) => one.day && one.game === of).map((one) => [one.day, one]));
}

/** A day before or after another one. */
export const dayAfter = (/** @type {Date} */ day, /** @type {number} */ days) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);

/** The number of days in a row, up to today or yesterday, on which a board of that day was finished. */
export function streak(today = new Date()) {
  const finished = new Set([...all().values()].filter(({ day, first }) => day === first).map(({ day }) => day));
  let day = finished.has(numberOf(today)) ? today : dayAfter(today, -1);
  let days = 0;
  while (finished.has(numberOf(day))) [day, days] = [dayAfter(day, -1), days + 1];
  return days;
}

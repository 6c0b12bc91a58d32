// Names of games for people.

import { dayBoard } from "./days.js";
import { KINDS } from "./strings.js";

/** A day in words: "Friday, 27 November".
 * @param {Date} day */
export const dayInWords = (day) => day.toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" }).replace(/^(\w+) /, "$1, ");

/** A day in short: "Fri 27 Nov".
 * @param {Date} day */
export const dayInShort = (day) => day.toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short" }).replace(",", "");

/** Names of new boards are their seeds, which say nothing. */
const MADE = /^(samegame|mayan) \d+$/;

/** The name of a game: the kind and day of a board of a day, the id of a puzzle, or the kind of game.
 * @param {any} record */
export function nameOfGame(record) {
  const board = dayBoard(record);
  if (board) return `${KINDS[board.kind].name} · ${dayInShort(board.day)}`;
  return record.id && !MADE.test(record.id) ? record.id : KINDS[record.game === "samegame" ? "points" : "mayan"].long;
}

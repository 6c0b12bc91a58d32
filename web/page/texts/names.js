// Names of games for people.

import { dayBoard } from "../days/day-boards.js";
import { nameInSets } from "../days/sets.js";
import { t } from "./strings.js";

/** Names of new boards are their seeds, which say nothing. */
const MADE = /^(samegame|mayan) \d+$/;

/** The name of a game: the kind and day of a board of a day, the name of a puzzle of the sets, the id of a puzzle, or the kind of
 * game. @param {import("../types.d.ts").Record} record */
export function nameOfGame(record) {
  const board = dayBoard(record);
  if (board) return `${t("kind", board.kind)} · ${t("dayInShort", board.day)}`;
  if (record.id && !MADE.test(record.id)) return nameInSets(record.id) ?? record.id;
  return t(record.game === "samegame" ? "samegame" : "mayanPuzzle");
}

// The names of games for people, and the result of a game as a short text to send, without a move: "Former 26 Nov · 15/13 · ★★☆".

import { dayOnBoard } from "../engine/best-known.js";
import { resultOfDay } from "../state/attempts.js";
import { dayBoard } from "./day-boards.js";
import { nameInSets } from "./sets.js";
import { starText } from "./medals.js";
import { game } from "../state/store.js";
import { t } from "../texts/strings.js";
import { inWords } from "../state/results.js";
import { count } from "../texts/formats.js";

/** Ids of new boards: a game and a seed, which say nothing to people. */
const MADE = /^(samegame|mayan) \d+$/;

/** The name of a game: the kind and day of a board of a day, the name of a puzzle of the sets, the id of a puzzle, or the kind of
 * game. @param {import("../types.d.ts").Record} record */
export function nameOfGame(record) {
  const board = dayBoard(record);
  if (board) return `${t("kind", board.kind)} · ${t("dayInShort", board.day)}`;
  if (record.id && !MADE.test(record.id)) return nameInSets(record.id) ?? record.id;
  return t(record.game === "samegame" ? "samegame" : "mayanPuzzle");
}

/** The text of a result: `Former 26 Nov · 15/13 · ★★☆`. @param {import("../types.d.ts").Finish} finish */
export function boast({ value, stars, left, hints, watched }) {
  const board = dayOnBoard();
  const name = board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : `tilefall · ${nameOfGame(game.record)}`;
  const result = value === null ? t("leftAfter", left) : board ? `${count(value)}/${count(board.value)}` : inWords(value);
  return [name, result, starText(stars), ...(hints ? [t("hints", hints)] : []), ...(watched ? [t("boastWatched")] : [])].join(" · ");
}

/** The text to share for the board of a day: its name, or after its first end the result. It contains no move. */
export function dayText() {
  const finish = resultOfDay();
  const board = dayOnBoard();
  return finish ? boast(finish) : board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : "";
}

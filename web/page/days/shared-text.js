// The names of games as players see them, and results as short texts to share, without a move: "Former 26 Nov · 15/13 · ★★☆".

import { dayOnBoard } from "../engine/best-known.js";
import { resultOfDay } from "../state/attempts.js";
import { dayBoard } from "./day-boards.js";
import { nameInSets } from "./sets.js";
import { starText } from "./medals.js";
import { game } from "../state/store.js";
import { t } from "../texts/strings.js";
import { inWords } from "../state/results.js";
import { count } from "../texts/formats.js";

/** Ids of generated boards, a game and a seed like `mayan 7`: no names to show. */
const MADE = /^(samegame|mayan) \d+$/;

/** The name of a puzzle to show: for a daily board its kind and day, for a puzzle of the sets its name, otherwise its id, or without
 * one the name of the game. @param {import("../types.d.ts").Record} record */
export function nameOfGame(record) {
  const board = dayBoard(record);
  if (board) return `${t("kind", board.kind)} · ${t("dayInShort", board.day)}`;
  if (record.id && !MADE.test(record.id)) return nameInSets(record.id) ?? record.id;
  return t(record.game === "samegame" ? "samegame" : "mayanPuzzle");
}

/** The text to share for a finished game: `Former 26 Nov · 15/13 · ★★☆`. @param {import("../types.d.ts").Finish} finish */
export function boast({ value, stars, left, hints, watched }) {
  const board = dayOnBoard();
  const name = board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : `tilefall · ${nameOfGame(game.record)}`;
  const result = value === null ? t("leftAfter", left) : board ? `${count(value)}/${count(board.value)}` : inWords(value);
  return [name, result, starText(stars), ...(hints ? [t("hints", hints)] : []), ...(watched ? [t("boastWatched")] : [])].join(" · ");
}

/** The text to share for a daily board, without a move: its name, or once it was finished the first result. */
export function dayText() {
  const finish = resultOfDay();
  const board = dayOnBoard();
  return finish ? boast(finish) : board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : "";
}

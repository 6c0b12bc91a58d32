// The next puzzle after the one on the board: of the same set, of the same day, or of yesterday.

import { game, setMode } from "../state/store.js";
import { dayOnBoard } from "../engine/best-known.js";
import { attemptsAt, goOn, playedByDay } from "../state/attempts.js";
import { FIRST, boardOf, dateOf, dayAfter, kindsOf } from "./day-boards.js";
import { field } from "../views/elements.js";
import { placeOf } from "./sets.js";
import { t } from "../texts/strings.js";
import { goalOf } from "../state/results.js";

/** Opens a board of a day. @param {import("./day-boards.js").Kind} kind */
export function openDay(kind, day = new Date()) {
  const { record, goal } = boardOf(kind, day);
  goOn(record, goal);
  setMode("play");
}

/** Opens a puzzle of a set. @param {import("./sets.js").PuzzleSet} set @param {number} at */
export function openOfSet(set, at) {
  goOn(set.puzzles[at].record, goalOf(set.unit));
  setMode("play");
}

/** The index of the first unsolved puzzle after puzzle `at` of a set; if all are solved, the index of the next puzzle.
 * @param {{ set: import("./sets.js").PuzzleSet, at: number }} place */
function after({ set, at }) {
  const { length } = set.puzzles;
  const tried = attemptsAt(set.puzzles.map(({ record }) => record), goalOf(set.unit));
  for (let step = 1; step < length; step++) if ((tried[(at + step) % length]?.value ?? null) === null) return (at + step) % length;
  return (at + 1) % length;
}

/** The name of the next puzzle, and a function that opens it: the next puzzle of a set, or an unplayed board of the same day or of
 * yesterday. If there is none, the function opens the dialog with all puzzles. */
export function nextStep() {
  const place = placeOf(game.record);
  if (place) return { name: t("next"), open: () => openOfSet(place.set, after(place)) };
  const board = dayOnBoard();
  const all = { name: t("moreBoards"), open: () => field("puzzles").click() };
  if (!board) return all;
  const unplayed = (/** @type {Date} */ day) => kindsOf(day).find((kind) => (kind !== board.kind || dateOf(day) !== dateOf(board.day)) && !playedByDay(kind).has(dateOf(day)));
  const [today, yesterday] = [dateOf(new Date()), dayAfter(new Date(), -1)];
  const other = unplayed(board.day);
  if (other) return { name: dateOf(board.day) === today ? t("ofToday", t("kind", other)) : `${t("kind", other)} · ${t("dayInDigits", board.day)}`, open: () => openDay(other, board.day) };
  const before = dateOf(board.day) === today && yesterday >= FIRST && unplayed(yesterday);
  if (before) return { name: t("yesterday"), open: () => openDay(before, yesterday) };
  return all;
}

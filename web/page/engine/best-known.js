// The best result known of the whole board: the answer of a board of a day or of a puzzle of the sets, which no search changes,
// or the best one that the solver has found.

import { namesOf } from "../state/timeline.js";
import { dayBoard } from "../days/day-boards.js";
import { embedded } from "../views/embedded.js";
import { known, learnBound, learnGame } from "../state/knowledge.js";
import { timeline } from "./calls.js";
import { isSearching, lastSearch, searchWhole } from "./search.js";
import { placeOf, seemsOfSets, sets } from "../days/sets.js";
import { sameMoves } from "../state/reducer.js";
import { dispatch, game, isSameGame } from "../state/store.js";
import { unit } from "../state/results.js";

/** The best result known, whether it is proven, its moves, and whether it is that of the game on the board.
 * @typedef {{ value: number, proven: boolean, line: import("../tilefall.d.ts").Move[], own: boolean }} BestKnown */

/** The record that was looked up last, and its day.
 * @type {{ record: unknown, goal: string, board: import("../days/day-boards.js").DayBoard | null }} */
let looked = { record: null, goal: "", board: null };

/** The board of a day that is on the board with its goal, or `null`. */
export function dayOnBoard() {
  const { record, goal } = game;
  if (looked.record !== record || looked.goal !== goal) {
    const board = dayBoard(record);
    looked = { record, goal, board: board && (!isSameGame() || board.goal === goal) ? board : null };
  }
  return looked.board;
}

/** The best result known; `null` if there is none, or only the player's own while the solver still searches.
 * @returns {BestKnown | null} */
export function bestKnown() {
  const day = dayOnBoard();
  if (day) return { value: day.value, proven: true, line: day.line, own: false };
  const { best: value, proven, whole } = known(0);
  if (value === null || !whole) return null;
  const own = !game.looking && sameMoves(whole, game.moves);
  if (own && !proven && (isSearching() || !lastSearch())) return null;
  return { value, proven, line: whole, own };
}

/** Whether the solver still looks for a better result of the board. */
export const isOpen = () => !dayOnBoard() && isSearching("par");

/** The answer that comes with a board, or `null`. */
function answer() {
  const place = placeOf(game.record);
  return dayOnBoard() ?? (place && place.set.unit === unit() ? place.set.puzzles[place.at] : null);
}

/** Adds the answer that comes with a board to what is known. */
function teach() {
  const found = answer();
  if (!found) return;
  const { value, line } = found;
  const proven = !("proven" in found) || found.proven;
  if (known(0).proven) return;
  learnGame({ moves: line, names: namesOf(timeline(game.record, line), line.length) }, value);
  if (proven) learnBound([], { bound: value });
}

/** The time until the search of an opened board begins, in milliseconds, so that boards that are only passed do not start one. */
const PAUSE = 400;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** Learns the answer of an opened board, and searches for one. */
export function view() {
  clearTimeout(due);
  if (embedded) return;
  teach();
  const { record } = game;
  due = setTimeout(async () => {
    if (!placeOf(record) && seemsOfSets(record)) await sets().then(teach, () => {});
    if (record === game.record && game.mode !== "edit") searchWhole();
    dispatch({ type: "learned" });
  }, PAUSE);
}

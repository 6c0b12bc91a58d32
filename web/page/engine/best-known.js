// The best result known of the whole board: the stored answer of a daily board or of a puzzle of the sets, or otherwise the best
// result that the solver has found.

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

/** The best result known, whether it is proven, its moves, and in `own` whether these are the moves of the game on the board.
 * @typedef {{ value: number, proven: boolean, line: import("../tilefall.d.ts").Move[], own: boolean }} BestKnown */

/** The record and goal of the last call of `dayOnBoard`, and its result.
 * @type {{ record: unknown, goal: string, board: import("../days/day-boards.js").DayBoard | null }} */
let looked = { record: null, goal: "", board: null };

/** The daily board that is being played with its own goal; `null` if another puzzle or goal is played. */
export function dayOnBoard() {
  const { record, goal } = game;
  if (looked.record !== record || looked.goal !== goal) {
    const board = dayBoard(record);
    looked = { record, goal, board: board && (!isSameGame() || board.goal === goal) ? board : null };
  }
  return looked.board;
}

/** The best result known; `null` if no result is known, or only the player's own and the solver still searches.
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

/** Whether the solver is still searching the whole board for a better result. */
export const isOpen = () => !dayOnBoard() && isSearching("par");

/** The stored answer of the board, if it is a daily board or a puzzle of the sets; otherwise `null`. */
function answer() {
  const place = placeOf(game.record);
  return dayOnBoard() ?? (place && place.set.unit === unit() ? place.set.puzzles[place.at] : null);
}

/** Adds the stored answer of the board to the knowledge of its positions. */
function teach() {
  const found = answer();
  if (!found) return;
  const { value, line } = found;
  const proven = !("proven" in found) || found.proven;
  if (known(0).proven) return;
  learnGame({ moves: line, names: namesOf(timeline(game.record, line), line.length) }, value);
  if (proven) learnBound([], { bound: value });
}

/** Milliseconds from opening a board to the start of its search, so that a board that is soon left starts none. */
const PAUSE = 400;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** Learns the stored answer of an opened board, then searches the whole board unless the best result is proven. */
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

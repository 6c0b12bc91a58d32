// The best result known of the whole board: the answer of a puzzle of the sets, or what the solver has found.

import { game } from "./store.js";
import { answerOf } from "./sets.js";
import { better, goalNow } from "./stars.js";

/**
 * The best result known, whether it is proven, and its moves.
 * @typedef {{ value: number, proven: boolean, line: any[] }} Par
 */

/** @returns {Par | null} */
function solved() {
  return null;
}

/** @returns {Par | null} */
export function par() {
  const [one, other] = [answerOf(game.record, goalNow()), solved()];
  if (!one || !other) return one ?? other;
  if (other.proven) return other;
  return one.proven || !better(other.value, one.value) ? one : other;
}

/** Calls a function after each change of the best result known. */
export function watchPar(/** @type {() => void} */ watcher) {
  addEventListener("answers", watcher);
}

// The best line known, replayed on the board.

import { notify } from "./status.js";
import { isOpen, par } from "./par.js";
import { attemptAt } from "./attempts.js";
import { t } from "./strings.js";
import { begin } from "./replay.js";
import { dispatch, follow, game, setMode } from "./store.js";

/** Whether there is a line to replay, other than the game on the board. */
export const canWatch = () => {
  const best = par();
  return best !== null && best.line.length > 0 && !best.own;
};

/** Replays the best line known from the start, in the mode for analysis. */
export function watchBest() {
  const best = par();
  if (!best) return;
  if ((attemptAt()?.value ?? null) === null) dispatch({ type: "helped", by: "watch" });
  setMode("analyse");
  follow([], best.line, 0);
  begin();
}

/** The record whose answer is awaited.
 * @type {object | null} */
let awaited = null;

/** Replays the best line of the board that was opened just now, when the solver has found one. */
export function watchAnswer() {
  setMode("analyse");
  awaited = game.record;
  notify(t("lookingForBest"));
}

/** @type {import("./types.d.ts").View} */
export function view({ type }) {
  if (type === "opened" || type === "played") awaited = null;
  if (awaited === null || isOpen() || !par()) return;
  awaited = null;
  watchBest();
}

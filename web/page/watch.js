// The best line known, replayed on the board.

import { par } from "./par.js";
import { attemptAt } from "./attempts.js";
import { begin } from "./replay.js";
import { dispatch, follow, setMode } from "./store.js";

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

// The best line known, replayed on the board.

import { follow, setMode } from "./store.js";
import { par } from "./par.js";

/** Whether there is a line to replay. */
export const canWatch = () => (par()?.line?.length ?? 0) > 0;

/** Replays the best line known from the start, in the mode for analysis. */
export function watchBest() {
  const best = par();
  if (!best?.line?.length) return;
  setMode("analyse");
  follow([], best.line, 0);
  document.getElementById("run").click();
}

// The best line known, replayed on the board.

import { bestKnown } from "../engine/best-known.js";
import { noteWatched } from "../state/attempts.js";
import { shownGame } from "./solver-line.js";
import { begin } from "./replay.js";
import { follow, game, setMode } from "../state/store.js";

/** Whether there is a line to replay, other than the game on the board. */
export const canWatch = () => {
  const best = bestKnown();
  return best !== null && best.line.length > 0 && !best.own;
};

/** Replays the best line known from the start, in the mode for analysis. */
export function watchBest() {
  const best = bestKnown();
  if (!best) return;
  noteWatched();
  setMode("analyse");
  follow([], best.line, 0);
  begin();
}

/** Notes that the solver's panel shows its line of the player's own game. */
export const view = () => game.mode === "analyse" && game.from === "own" && shownGame() && noteWatched();

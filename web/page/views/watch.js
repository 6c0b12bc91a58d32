// Replays the best line known on the board.

import { bestKnown } from "../engine/best-known.js";
import { noteWatched } from "../state/attempts.js";
import { shownGame } from "./solver-line.js";
import { begin } from "./replay.js";
import { follow, game, setMode } from "../state/store.js";

/** Whether a best line is known to replay that is not the game on the board itself. */
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

/** Notes as help that the solver's panel shows a line, if the game is the player's own. */
export const view = () => game.mode === "analyse" && game.from === "own" && shownGame() && noteWatched();

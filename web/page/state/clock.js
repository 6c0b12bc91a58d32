// The time that the player has spent on the game: from the first move to the end, paused while the page is hidden.

import { dispatch, game } from "./store.js";

/** The time stamp up to which the time of the game is counted; `null` while the clock is paused. @type {number | null} */
let since = null;

const runs = () => Boolean(game.record) && game.mode === "play" && !document.hidden && game.moves.length > 0 && !game.position.over && !game.looking;

/** Adds the time since `since` to the time of the game, and starts, continues or pauses the clock. */
export function tick() {
  const now = performance.now();
  if (since !== null) dispatch({ type: "timed", time: game.time + now - since });
  since = runs() ? now : null;
}

/** @type {import("../types.d.ts").View} */
export function view(action) {
  if (action.type === "opened") since = null;
  tick();
  if (action.type === "played" && action.move && game.moves.length === 1) dispatch({ type: "timed", time: 0 });
}
document.addEventListener("visibilitychange", tick);

// The time that the player has spent on the game: from the first move to the end, paused while the page is hidden.

import { game, watch } from "./store.js";

/** When the time was added up last, or `null` while it is paused.
 * @type {number | null} */
let since = null;

/** The moves of the game that the clock has seen.
 * @type {unknown} */
let seen = null;

const runs = () => game.record !== null && game.mode === "play" && !document.hidden && game.moves.length > 0 && !game.position.over && !game.looking;

/** Adds the time up to now, and pauses or goes on. */
export function tick() {
  const now = performance.now();
  if (since !== null) game.time += now - since;
  since = runs() ? now : null;
}

watch((change) => {
  const begins = change === "played" && game.moves !== seen && game.moves.length === 1;
  if (change === "opened") since = null;
  tick();
  if (begins) game.time = 0;
  seen = game.moves;
}, ["opened", "played", "jumped", "mode", "leaving"]);
document.addEventListener("visibilitychange", tick);

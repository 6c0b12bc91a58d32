// Games saved in the browser: played games by puzzle, and the current game.

import { nameOf } from "./rules.js";
import { MOVED, game, own, watch } from "./store.js";
import { embedded } from "./embedded.js";
import { keep, kept } from "./settings.js";

const KEY = "tilefall.games";
/** The current game: each tab has its own, and a new tab starts with that of the tab used last. */
const LAST = "tilefall.last";
const MOST = 30;

const whole = (one) => typeof one?.name === "string" && Array.isArray(one.record?.rows) && Array.isArray(one.moves);

function all() {
  const games = kept(KEY, []);
  return Array.isArray(games) ? games.filter(whole) : [];
}

/** The games, the last one first. */
export function saved() {
  save();
  return all();
}

/** The current game of the last visit, or `null`. An embedded board has none. */
export function last() {
  const one = embedded ? null : (kept(LAST, null, "sessionStorage") ?? kept(LAST, null));
  return whole(one) ? one : null;
}

const top = (...scores) => scores.reduce((best, score) => (Number.isFinite(score) ? Math.max(best ?? score, score) : best), null);

/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;
/** Whether the player has moved in the game since it was opened. */
let touched = false;

/** Writes pending changes. */
function save() {
  if (due === undefined) return;
  clearTimeout(due);
  due = undefined;
  const name = nameOf(game.record);
  const date = new Date().toISOString().slice(0, 10);
  const one = { name, ...own(), mine: game.looking ? null : game.mine, best: game.best, time: Math.round(game.time), date };
  if (!embedded) for (const store of /** @type {const} */ (["sessionStorage", "localStorage"])) keep(LAST, one, store);
  if (touched) keep(KEY, [one, ...all().filter((other) => other.name !== name)].slice(0, MOST));
}

// A board that is opened again keeps its best score. A game that was only opened is the current game, but not among
// the saved games. Games are written when the player pauses, and before the page is unloaded.
watch((change) => {
  if (change === "opened") {
    const name = nameOf(game.record);
    const before = all().find((one) => one.name === name);
    game.best = top(game.best, before?.best);
    if (game.moves.length && Number.isFinite(before?.time)) game.time = before.time;
    touched = false;
  } else if (change !== "goal" && !game.looking) {
    touched = true;
  }
  clearTimeout(due);
  due = setTimeout(save, 300);
}, [...MOVED, "goal"]);
watch(save, ["leaving"]);
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", save);

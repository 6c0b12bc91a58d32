// Games that are kept in the browser: those that were played, by puzzle, and the game at hand.

import { nameOf } from "./rules.js";
import { game, own, watch } from "./store.js";
import { embedded } from "./embedded.js";
import { keep, kept } from "./settings.js";

const KEY = "tilefall.games";
/** The game at hand: each tab has its own, and a new tab takes that of the tab that was used last. */
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

/** The game at hand of the last visit, or `null`. A board inside another page has none. */
export function last() {
  const one = embedded ? null : (kept(LAST, null, "sessionStorage") ?? kept(LAST, null));
  return whole(one) ? one : null;
}

const top = (...scores) => scores.reduce((best, score) => (Number.isFinite(score) ? Math.max(best ?? score, score) : best), null);

let due = null;
/** Whether the player has gone through the game since it was opened. */
let touched = false;

/** Writes what is due. */
function save() {
  if (due === null) return;
  clearTimeout(due);
  due = null;
  const name = nameOf(game.record);
  const date = new Date().toISOString().slice(0, 10);
  const one = { name, ...own(), mine: game.looking ? null : game.mine, best: game.best, date };
  if (!embedded) for (const store of ["sessionStorage", "localStorage"]) keep(LAST, one, store);
  if (touched) keep(KEY, [one, ...all().filter((other) => other.name !== name)].slice(0, MOST));
}

// A board that is opened again has the best score of before. A game that was only opened is the game at hand, but not among
// the saved games. Games are written when the player rests, and before the page goes away.
watch((change) => {
  if (change === "opened") {
    const name = nameOf(game.record);
    game.best = top(game.best, all().find((one) => one.name === name)?.best);
    touched = false;
  } else if (!game.looking) {
    touched = true;
  }
  clearTimeout(due);
  due = setTimeout(save, 300);
});
watch(save, ["leaving"]);
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", save);

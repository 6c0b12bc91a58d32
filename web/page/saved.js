// Games that are kept in the browser: the last ones, by puzzle.

import { nameOf } from "./rules.js";
import { game, watch } from "./store.js";
import { keep, kept } from "./settings.js";

const KEY = "tilefall.games";
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

const top = (...scores) => scores.reduce((best, score) => (Number.isFinite(score) ? Math.max(best ?? score, score) : best), null);

let due = null;

/** Writes what is due. */
function save() {
  if (due === null) return;
  clearTimeout(due);
  due = null;
  const { record, moves, at, best, mine } = game;
  const name = nameOf(record);
  const date = new Date().toISOString().slice(0, 10);
  const one = { name, record, moves, at, mine, best, date };
  keep(KEY, [one, ...all().filter((other) => other.name !== name)].slice(0, MOST));
}

// A board that is opened again has the best score of before. What was only opened is not saved; moves are, when the player
// rests, and before the page goes away.
watch((change) => {
  if (change === "opened") {
    const name = nameOf(game.record);
    game.best = top(game.best, all().find((one) => one.name === name)?.best);
  } else {
    clearTimeout(due);
    due = setTimeout(save, 300);
  }
});
watch(save, ["leaving"]);
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", save);

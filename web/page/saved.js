// Games that are kept in the browser: the last ones, by puzzle.

import { nameOf } from "./rules.js";
import { game, watch } from "./store.js";
import { keep, kept } from "./settings.js";

const KEY = "tilefall.games";
const MOST = 30;

/** The games, the last one first. */
export const saved = () => kept(KEY, []);

function save() {
  const { record, moves, at, best } = game;
  const name = nameOf(record);
  const before = saved().find((one) => one.name === name);
  const top = [best, before?.best ?? null].filter((score) => score !== null);
  const date = new Date().toISOString().slice(0, 10);
  const one = { name, record, moves, at, best: top.length ? Math.max(...top) : null, date };
  keep(KEY, [one, ...saved().filter((other) => other.name !== name)].slice(0, MOST));
  game.best = one.best;
}

/** Saves after each move, not what was only opened. */
export const start = () => watch((change) => change !== "opened" && save());

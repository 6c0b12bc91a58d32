// The modules of the page in Node, with the engine for Node of `target/web`.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

// The files that the page fetches, by name.
const FILES = { "days.json": "../../../data/days.json", "puzzles.json": "../../../target/web/puzzles.json" };
globalThis.fetch = async (name) => new Response(readFileSync(new URL(FILES[name], import.meta.url)));

const engine = createRequire(import.meta.url)("../../../target/web/node/engine.js");

/** Imports modules of the page that need no document; returns their exports. */
export async function modules(...names) {
  const [{ use }, ...all] = await Promise.all(["engine/calls.js", ...names].map((name) => import(`../../../web/page/${name}`)));
  use(engine);
  return all;
}

/** Returns a function of n that returns random whole numbers from 0 to n − 1, the same for the same seed. */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

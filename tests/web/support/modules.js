// The modules of the page in Node, with the engine for Node of `target/web`.

import { createRequire } from "node:module";

const engine = createRequire(import.meta.url)("../../../target/web/node/engine.js");

/** The exports of some modules that need no document. */
export async function modules(...names) {
  const [{ use }, ...all] = await Promise.all(["rules.js", ...names].map((name) => import(`../../../web/page/${name}`)));
  use(engine);
  return all;
}

/** Numbers from 0 to below n, the same for one seed. */
export function random(seed) {
  let state = seed >>> 0;
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

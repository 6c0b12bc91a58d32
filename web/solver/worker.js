// A worker that runs one search or analysis, in browsers and in Node.js.

import { analyse, load, solve } from "./index.js";

/** @type {import("./node.d.ts").Port} */
const port = /** @type {import("./node.d.ts").Host} */ (globalThis).process?.getBuiltinModule?.("node:worker_threads").parentPort ?? self;

port.onmessage = async (/** @type {MessageEvent} */ { data: { task, puzzle, options } }) => {
  const onReport = (/** @type {object} */ report) => port.postMessage({ report });
  try {
    await load();
    const [record, moves] = puzzle;
    const asked = { ...options, onReport };
    port.postMessage({ result: task === "solve" ? solve(record, asked) : analyse(record, moves, asked) });
  } catch (error) {
    port.postMessage({ message: error instanceof Error ? error.message : String(error) });
  }
};

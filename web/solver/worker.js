// A worker that runs one search, in browsers and in Node.js.

import { analyse, load, solve } from "./index.js";

/** @type {import("./node.d.ts").Port} */
const port = /** @type {import("./node.d.ts").Host} */ (globalThis).process?.getBuiltinModule?.("node:worker_threads").parentPort ?? self;

port.onmessage = async (/** @type {MessageEvent} */ { data: { task, puzzle, options } }) => {
  const onReport = (/** @type {object} */ report) => port.postMessage({ report });
  try {
    await load();
    const search = /** @type {(...words: any[]) => any} */ (task === "solve" ? solve : analyse);
    port.postMessage({ result: search(...puzzle, { ...options, onReport }) });
  } catch (error) {
    port.postMessage({ message: error instanceof Error ? error.message : String(error) });
  }
};

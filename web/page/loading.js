// The engine: loaded and compiled once, for the page and for all of its workers.

import { start } from "./rules.js";

/** The bytes of the engine, which the build fills in. */
const BYTES = Number("{{engine bytes}}");

/** @type {WebAssembly.Module} */
let engine;

/** Shows how much of the engine is loaded.
 * @param {ReadableStream<Uint8Array>} body */
async function showProgress(body) {
  const bar = /** @type {HTMLProgressElement | null} */ (document.getElementById("loaded"));
  let loaded = 0;
  for (const reader = body.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done || !bar) return;
    loaded += value.length;
    bar.value = loaded / BYTES;
  }
}

async function load() {
  const response = await fetch("engine_bg.wasm");
  if (!response.ok || !response.body) throw new Error(`engine_bg.wasm: ${response.status} ${response.statusText}`);
  // From the cache of an earlier visit the engine is there at once.
  const body = navigator.serviceWorker?.controller ? null : response.clone().body;
  if (body) showProgress(body).catch(() => {});
  const streams = response.headers.get("content-type") === "application/wasm";
  engine = await (streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer()));
  await start(engine);
}

/** Resolves when the engine can be used. */
export const ready = load();

/** Starts a worker, which shares the compiled engine. After `ready`. */
export function startWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  worker.postMessage({ engine });
  return worker;
}

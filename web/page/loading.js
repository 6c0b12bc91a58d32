// Loads the engines: first a small one with boards and rules, enough to play; then the whole one, which is compiled once for all
// workers.

import initialize, * as boards from "./boards.js";
import { use } from "./engine/calls.js";

/** The size of the small engine in bytes, filled in by the build. */
const BYTES = Number("{{bytes}}");

/** Shows in a bar how much of the small engine is loaded, while `body` arrives. @param {ReadableStream<Uint8Array>} body */
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

/** Loads and compiles the engine in the file `name`; `show` gets a copy of the stream. @param {string} name @param {(body: ReadableStream<Uint8Array>) => Promise<void>} [show] */
async function load(name, show) {
  const response = await fetch(name);
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  // A service worker has the engine in its cache, so that it arrives at once and needs no progress bar.
  const body = show && !navigator.serviceWorker?.controller ? response.clone().body : null;
  if (body) show?.(body).catch(() => {});
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

use(boards);

/** Resolves when the small engine can be used. */
export const ready = load("boards_bg.wasm", showProgress).then((module) => initialize({ module_or_path: module }));

/** The compiled whole engine. Its load begins now: the small engine, requested in the first lines of the page, is nearly loaded. */
const compiled = load("engine_bg.wasm");
compiled.catch(() => {});

async function useWhole() {
  const engine = await import("./engine.js");
  await engine.default({ module_or_path: await compiled });
  use(engine);
}

/** @type {Promise<void> | undefined} */
let asked;

/** Switches the page to the whole engine, for texts and hints. Resolves once it is loaded; the engine is loaded only once. */
export const whole = () => (asked ??= useWhole());

/** Starts a worker, and sends it the compiled engine as soon as the engine is loaded. */
export function startWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  compiled.then((engine) => worker.postMessage({ engine }), ({ message }) => worker.dispatchEvent(new ErrorEvent("error", { message })));
  return worker;
}

// The engines: a small one with boards and rules, with which one can play, and then the whole one for workers, which is compiled
// once.

import initialize, * as boards from "./boards.js";
import { use } from "./engine/calls.js";

/** The size of the small engine in bytes, filled in by the build. */
const BYTES = Number("{{bytes}}");

/** Shows how much of the small engine is loaded. @param {ReadableStream<Uint8Array>} body */
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

/** Loads and compiles an engine. @param {string} name @param {(body: ReadableStream<Uint8Array>) => Promise<void>} [show] */
async function load(name, show) {
  const response = await fetch(name);
  if (!response.ok || !response.body) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  // A service worker has the engine in its cache: it comes at once, without progress.
  const body = show && !navigator.serviceWorker?.controller ? response.clone().body : null;
  if (body) show?.(body).catch(() => {});
  const streams = response.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

use(boards);

/** Resolves when the small engine can be used. */
export const ready = load("boards_bg.wasm", showProgress).then((module) => initialize({ module_or_path: module }));

/** The compiled whole engine. The small one is nearly there by now, since the page asks for it in its first lines. */
const compiled = load("engine_bg.wasm");
compiled.catch(() => {});

async function useWhole() {
  const engine = await import("./engine.js");
  await engine.default({ module_or_path: await compiled });
  use(engine);
}

/** @type {Promise<void> | undefined} */
let asked;

/** Lets the page itself call the whole engine: for texts and hints. Resolves when it can, at once if it was asked before. */
export const whole = () => (asked ??= useWhole());

/** Starts a worker, which gets the compiled engine as soon as it is loaded. */
export function startWorker() {
  const worker = new Worker("worker.js", { type: "module" });
  compiled.then((engine) => worker.postMessage({ engine }), ({ message }) => worker.dispatchEvent(new ErrorEvent("error", { message })));
  return worker;
}

// New puzzles, made by the engine in a worker, because some options take a while.

import { startWorker } from "./loading.js";
import { t } from "./strings.js";

/** @typedef {{ game: "samegame" | "mayan", seed: number, rows?: number, cols?: number, colors?: number, clearable?: boolean,
 * balanced?: boolean, rules?: object, moves?: number, difficulty?: number[] }} Wish */

/**
 * Makes a puzzle, unless it is given up by the signal; then the promise stays open. @param {Wish} wish
 * @param {AbortSignal} [signal] @returns {Promise<import("./types.d.ts").Record>}
 */
export function generate(wish, signal) {
  return new Promise((resolve, reject) => {
    const worker = startWorker();
    const fail = (/** @type {{ message?: string }} */ { message }) => reject(new Error(message ?? t("noBoardMade")));
    worker.onerror = fail;
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (signal?.aborted) return;
      if (data.record) resolve(data.record);
      else fail(data);
    };
    signal?.addEventListener("abort", () => worker.terminate());
    worker.postMessage({ wish });
  });
}

/** A random seed that is short enough to type. */
export const randomSeed = () => Math.floor(Math.random() * 1e9);

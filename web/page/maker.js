// New puzzles, made by the engine in a worker, because some options take a while.

import { startWorker } from "./loading.js";

/** @typedef {{ game: "samegame" | "mayan", seed: number, rows?: number, cols?: number, colors?: number, clearable?: boolean,
 * balanced?: boolean, rules?: object, moves?: number, difficulty?: number[] }} Wish */

/** @type {Worker | null} */
let worker = null;

/** Gives up the puzzle that is being made. */
export function giveUp() {
  worker?.terminate();
  worker = null;
}

/**
 * Makes a puzzle; a puzzle that is still being made is given up, and its promise stays open.
 * @param {Wish} wish
 * @returns {Promise<any>} the record
 */
export function generate(wish) {
  giveUp();
  return new Promise((resolve, reject) => {
    const mine = (worker = startWorker());
    const fail = (/** @type {{ message?: string }} */ { message }) => reject(new Error(message ?? "no board could be made"));
    mine.onerror = (event) => {
      if (mine !== worker) return;
      giveUp();
      fail(event);
    };
    mine.onmessage = ({ data }) => {
      if (mine !== worker) return;
      giveUp();
      if (data.record) resolve(data.record);
      else fail(data);
    };
    mine.postMessage({ wish });
  });
}

/** A random seed that is short enough to type. */
export const randomSeed = () => Math.floor(Math.random() * 1e9);

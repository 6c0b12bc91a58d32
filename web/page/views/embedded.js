// The page inside another page: `?embed` shows only the board, and the other page controls it by messages. `tilefall.js`
// is the other end.

import { whole } from "../loading.js";
import { read } from "../engine/calls.js";
import { game, isSameGame, open, played, scoreNow } from "../state/store.js";
import { analysis } from "./solver-panel.js";

/** Whether the page is inside another one. */
export const embedded = new URLSearchParams(location.search).has("embed");

const state = () => ({
  record: game.record,
  moves: played(),
  score: isSameGame() ? scoreNow() : null,
  over: game.position.over,
  cleared: game.position.cleared,
});

/** @typedef {import("../tilefall.d.ts").Move} Move */

/** An order of the outer page; each order has some of these fields.
 * @typedef {{ record?: import("../types.d.ts").Record, text?: string, moves?: Move[], move: Move, time?: number }} Order */

/** Opens the puzzle of an order. @param {Order} order */
async function opened({ record, text = "", moves = [] }) {
  if (record) return open(record, moves);
  await whole();
  const { puzzles, errors } = read(text, "", "input");
  if (!puzzles.length) throw new Error(errors[0]);
  return open(puzzles[0].record, moves);
}

/** Sends a message to the outer page. */
let tell = (/** @type {object} */ _) => {};

/** Sends a change and the new state to the outer page. @type {import("../types.d.ts").View} */
export const view = ({ type }) => tell({ change: type, state: state() });

/** Adds the handler of the outer page's orders, if the page is embedded in another one.
 * @param {{ play: (move: Move) => unknown, solve: (asked: { time?: number }) => unknown, stop: () => unknown }} actions */
export function start({ play, solve, stop }) {
  if (!embedded) return;
  document.body.classList.add("embedded");
  if (parent === window) return;
  tell = (message) => parent.postMessage({ tilefall: 1, ...message }, "*");
  /** @type {Record<string, (order: Order) => unknown>} */
  const orders = {
    open: opened,
    play: ({ move }) => play(move),
    solve: ({ time }) => solve({ time }),
    stop,
    state: () => undefined,
    line: () => undefined,
  };
  let last = Promise.resolve();
  /** @param {MessageEvent} event */
  async function answer({ source, data }) {
    if (source !== parent || data?.tilefall !== 1 || !Object.hasOwn(orders, data.order)) return;
    try {
      await orders[data.order](data);
      tell({ answer: data.number, state: state(), analysis: analysis() });
    } catch (error) {
      tell({ answer: data.number, error: /** @type {Error} */ (error).message });
    }
  }
  // Orders are handled one after the other, because opening a text may have to wait for the engine.
  addEventListener("message", (event) => {
    last = last.then(() => answer(event));
  });
  tell({ change: "ready", state: state() });
}

// A board in your page: `const board = await tilefall(element, { text: "1..\n122\n" })`. Types are in tilefall.d.ts.

/** @typedef {import("./tilefall.d.ts").Move} Move @typedef {import("./tilefall.d.ts").PuzzleRecord} Record @typedef {import("./tilefall.d.ts").State} State */
/** @typedef {{ state: State, analysis: import("./tilefall.d.ts").Analysis }} Answer */

/** Puts a board into an element, in an `iframe` that fills the element.
 * @param {Element} element
 * @param {{ record?: Record, text?: string, moves?: Move[] }} puzzle */
export function tilefall(element, puzzle = {}) {
  const frame = document.createElement("iframe");
  const url = new URL("./?embed", import.meta.url);
  Object.assign(frame, { src: url.href, title: "tilefall" });
  frame.style.cssText = "width:100%;height:100%;border:0";
  /** @type {Map<number, { resolve: (answer: Answer) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  /** @type {Set<(state: State) => void>} */
  const heard = new Set();
  let number = 0;
  const send = (/** @type {string} */ order, /** @type {object} */ words = {}) =>
    new Promise((/** @type {(answer: Answer) => void} */ resolve, reject) => {
      number += 1;
      waiting.set(number, { resolve, reject });
      frame.contentWindow?.postMessage({ tilefall: 1, order, number, ...words }, url.origin);
    });
  const board = {
    frame,
    open: (/** @type {object} */ words) => send("open", words).then(({ state }) => state),
    play: (/** @type {Move} */ move) => send("play", { move }).then(({ state }) => state),
    solve: (/** @type {number | undefined} */ time) => send("solve", { time }).then(() => undefined),
    stop: () => send("stop").then(() => undefined),
    state: () => send("state").then(({ state }) => state),
    analysis: () => send("line").then(({ analysis }) => analysis),
    onChange: (/** @type {(state: State) => void} */ listener) => {
      heard.add(listener);
      return () => heard.delete(listener);
    },
    remove: () => {
      removeEventListener("message", hear);
      frame.remove();
    },
  };
  /** @type {PromiseWithResolvers<void>} */
  const { promise: ready, resolve: begun } = Promise.withResolvers();
  /** @param {MessageEvent} event */
  function hear({ source, origin, data }) {
    if (source !== frame.contentWindow || origin !== url.origin || data?.tilefall !== 1) return;
    if (data.change === "ready") begun();
    else if (data.change) for (const listener of heard) listener(data.state);
    const asked = waiting.get(data.answer);
    if (!asked) return;
    waiting.delete(data.answer);
    if (data.error) asked.reject(new Error(data.error));
    else asked.resolve(data);
  }
  addEventListener("message", hear);
  element.append(frame);
  return ready.then(async () => {
    if (puzzle.record || puzzle.text) await board.open(puzzle);
    return board;
  });
}

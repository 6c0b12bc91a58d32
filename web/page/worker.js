// A worker for one search, one analysis or one new puzzle. The page terminates it to stop; improvements were reported by then.

import initialize, * as engine from "./engine.js";
import { namesOf } from "./state/timeline.js";
import { analyse, make, solve, timeline, use } from "./engine/calls.js";

/** The minimum milliseconds between two reports; more for long games, because naming their moves takes time. */
const BEAT = 60;
let rest = BEAT;

let posted = 0;
/** @typedef {import("./types.d.ts").Message} Message */

/** A better list that is not yet reported. @type {Message | null} */
let held = null;

/** The position to search: after `moves` of a record; `asked` are the options of the search.
 * @typedef {{record: import("./types.d.ts").Record, moves: import("./types.d.ts").Move[], asked: object}} Task */

/** The names of the moves of the last game. @type {{text: string, names: string[]}} */
let named = { text: "", names: [] };

/** Adds to a found line the whole game, `before` and the line, with the names of its moves.
 * @param {Task["record"]} record @param {Task["moves"]} before @param {Message} found @returns {Message} */
function withGame(record, before, found) {
  if (!found.moves) return found;
  const begun = performance.now();
  const whole = [...before, ...found.moves];
  const text = JSON.stringify(whole);
  // Positions along the best line have the same whole game, so that its names are computed once.
  if (named.text !== text) named = { text, names: namesOf(timeline(record, whole), whole.length) };
  rest = Math.max(BEAT, 10 * (performance.now() - begun));
  return { ...found, whole: { moves: whole, names: named.names } };
}

/** @param {Message} message */
function post(message) {
  self.postMessage(message);
  posted = performance.now();
  held = null;
}

/** @param {Task} task */
function search({ record, moves, asked }) {
  const report = (/** @type {Message} */ message) => {
    if (message.moves) held = message;
    if (performance.now() - posted < rest) return;
    post(withGame(record, moves, { ...held, ...message }));
  };
  return withGame(record, moves, solve(record, moves, asked, report));
}

/** Searches all positions of a game; each position is reported with its best game. @param {Task} task */
function review({ record, moves, asked }) {
  const withLine = (/** @type {import("../solver/index.d.ts").Analysed} */ { line, ...one }) => ({ ...one, whole: withGame(record, moves.slice(0, one.at), { moves: one.best === null ? null : line }).whole });
  let searched = false;
  const report = (/** @type {import("../solver/index.d.ts").ReviewReport} */ { positions }) => {
    post({ kind: "analysed", positions: positions.map(withLine), searched });
    searched = true;
  };
  const { positions, ...more } = analyse(record, moves, asked, report);
  return { ...more, positions: positions.map(withLine) };
}

use(engine);

/** Resolves when the engine runs. Its module arrives in a separate message, after the task if the module is still loading.
 * @type {PromiseWithResolvers<unknown>} */
const { promise: started, resolve: begin } = Promise.withResolvers();

self.onmessage = async ({ data }) => {
  try {
    if (data.engine) return begin(initialize({ module_or_path: data.engine }));
    await started;
    if (data.wish) return post({ kind: "made", record: make(data.wish) });
    post({ ...(data.review ? review(data) : search(data)), kind: "done" });
  } catch (error) {
    post({ kind: "failed", message: error instanceof Error ? error.message : String(error) });
  }
};

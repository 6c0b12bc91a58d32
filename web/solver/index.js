// The npm package: the solver for other programs. Types and documentation are in index.d.ts.

import initialize, * as whole from "../page/engine.js";
import * as engine from "../page/engine/calls.js";
import { check, checked, checkedWish, checkJson } from "./arguments.js";

/** @typedef {import("./index.d.ts").Puzzle} Puzzle */

engine.use(whole);

// `fetch` cannot read files in Node.js, so the engine is read from the file system here.
const node = /** @type {import("./node.d.ts").Host} */ (globalThis).process?.getBuiltinModule;
if (node) whole.initSync({ module: node("node:fs").readFileSync(new URL("../page/engine_bg.wasm", import.meta.url)) });

/** @type {Promise<void> | undefined} */
let loading;

/** @type {typeof import("./index.d.ts").load} */
export const load = async (source) => {
  if (source !== undefined) check({ source });
  loading ??= initialize(source && { module_or_path: source }).then(
    () => {},
    (error) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
};

/** @type {typeof import("./index.d.ts").read} */
export const read = (text, options = {}) => {
  check({ text });
  const { format = "", name = "text", rules } = checked(options, "format name rules");
  return engine.read(text, format, name, rules);
};

/** Returns the record of a puzzle; for a text, the record of its first puzzle.
 * @param {Puzzle} puzzle */
function recordOf(puzzle) {
  check({ puzzle });
  if (typeof puzzle !== "string") {
    checkJson(puzzle);
    return puzzle;
  }
  const { puzzles, errors } = read(puzzle);
  if (!puzzles.length) throw new Error(errors[0] ?? "text: no puzzle");
  return puzzles[0].record;
}

const ignore = () => {};
const ANALYSE = "time nodes seed goal onReport";
const SOLVE = `${ANALYSE} moves from`;

/** @type {typeof import("./index.d.ts").solve} */
export const solve = (puzzle, options = {}) => {
  const { moves = [], onReport = ignore, ...limits } = checked(options, SOLVE);
  return engine.solve(recordOf(puzzle), moves, limits, onReport);
};

/** @type {typeof import("./index.d.ts").analyse} */
export const analyse = (puzzle, moves, options = {}) => {
  check({ moves });
  const { onReport = ignore, ...limits } = checked(options, ANALYSE);
  return engine.analyse(recordOf(puzzle), moves, limits, onReport);
};

/** Runs a search or an analysis in a worker, and terminates the worker when the signal is aborted.
 * @template Result
 * @param {"solve" | "analyse"} task @param {unknown[]} puzzle @param {{ onReport?(report: object): void, signal?: AbortSignal }} options
 * @returns {Promise<Result>} */
function inWorker(task, puzzle, { onReport = ignore, signal, ...options }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    // Bundlers include the worker that a plain string names: the one for browsers. The template string hides the one for Node.js.
    const worker = node ? new (node("node:worker_threads").Worker)(new URL("./worker.js", `${import.meta.url}`)) : new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    const stop = () => end(() => reject(signal?.reason));
    const end = (/** @type {() => void} */ settle) => {
      signal?.removeEventListener("abort", stop);
      worker.terminate();
      settle();
    };
    const hear = (/** @type {import("./node.d.ts").Heard} */ { report, result, message }) => {
      if (report) onReport(report);
      else if (result) end(() => resolve(/** @type {Result} */ (result)));
      else end(() => reject(new Error(message)));
    };
    signal?.addEventListener("abort", stop);
    if ("on" in worker) worker.on("message", hear).on("error", hear);
    else Object.assign(worker, { onmessage: (/** @type {MessageEvent} */ { data }) => hear(data), onerror: hear });
    try {
      worker.postMessage({ task, puzzle, options });
    } catch (error) {
      end(() => reject(error));
    }
  });
}

/** @type {typeof import("./index.d.ts").solveInWorker} */
export const solveInWorker = async (puzzle, options = {}) => {
  check({ puzzle });
  return inWorker("solve", [puzzle], checked(options, `${SOLVE} signal`));
};

/** @type {typeof import("./index.d.ts").analyseInWorker} */
export const analyseInWorker = async (puzzle, moves, options = {}) => {
  check({ puzzle, moves });
  return inWorker("analyse", [puzzle, moves], checked(options, `${ANALYSE} signal`));
};

/** @type {typeof import("./index.d.ts").position} */
export const position = (puzzle, moves = []) => {
  check({ moves });
  return engine.position(recordOf(puzzle), moves);
};

/** @type {typeof import("./index.d.ts").timeline} */
export const timeline = (puzzle, moves = []) => {
  check({ moves });
  return engine.timeline(recordOf(puzzle), moves);
};

/** @type {typeof import("./index.d.ts").hint} */
export const hint = (puzzle, moves, line, goal = "score") => {
  check({ moves, line, goal });
  return engine.hints(recordOf(puzzle), moves, line, goal);
};

/** @type {typeof import("./index.d.ts").reasons} */
export const reasons = (puzzle, moves, goal = "score") => {
  check({ moves, goal });
  return engine.reasons(recordOf(puzzle), moves, goal);
};

/** @type {typeof import("./index.d.ts").write} */
export const write = (puzzle, moves, kind) => {
  check({ moves, kind });
  return engine.write(recordOf(puzzle), moves, kind);
};

/** @type {typeof import("./index.d.ts").hash} */
export const hash = (puzzle) => engine.nameOf(recordOf(puzzle));

/** @type {typeof import("./index.d.ts").rulesOf} */
export const rulesOf = (puzzle) => engine.rulesOf(recordOf(puzzle));

/** @type {typeof import("./index.d.ts").generate} */
export const generate = (options) => engine.make(checkedWish(options));

/** @type {typeof import("./index.d.ts").stars} */
export const stars = (goal, result, best) => {
  check({ goal, best, ...(result !== undefined && { result }) });
  return engine.stars(goal, /** @type {number} */ (result), best);
};

export { formats, presets } from "../page/engine/calls.js";

/** @type {typeof import("./index.d.ts").Game} */
export class Game {
  #moves;
  #at;

  constructor(/** @type {Puzzle} */ puzzle, /** @type {import("./index.d.ts").Move[]} */ moves = []) {
    check({ moves });
    this.record = recordOf(puzzle);
    this.#moves = [...moves];
    this.#at = moves.length;
    this.position = position(this.record, moves);
  }

  get moves() {
    return this.#moves.slice(0, this.#at);
  }

  get score() {
    return this.record.game === "samegame" ? (timeline(this.record, this.moves).steps.at(-1)?.score ?? 0) : null;
  }

  get legalMoves() {
    const { groups, slides } = this.position;
    return [...groups.map(({ cells: [[row, col]] }) => /** @type {[number, number]} */ ([row + 1, col + 1])), ...slides];
  }

  play(/** @type {import("./index.d.ts").Move} */ move) {
    check({ move });
    const moves = [...this.moves, move];
    this.position = position(this.record, moves);
    this.#moves = moves;
    this.#at = moves.length;
  }

  /** Goes to the position after `at` moves; returns `false` if the game has no such position.
   * @param {number} at */
  #go(at) {
    if (at < 0 || at > this.#moves.length) return false;
    this.#at = at;
    this.position = position(this.record, this.moves);
    return true;
  }

  undo() {
    return this.#go(this.#at - 1);
  }

  redo() {
    return this.#go(this.#at + 1);
  }

  solve(/** @type {import("./index.d.ts").SolveOptions} */ options = {}) {
    return solve(this.record, { ...options, moves: this.moves });
  }
}

// The searches of the page, each in several workers, from a position of the game. One search runs at a time; knowledge.js stores
// the results.

import { startWorker } from "../loading.js";
import { biggestNow, dispatch, game, isSameGame, pointsNow } from "../state/store.js";
import { announce, known, learnBound, learnGame, losses, names, playedNamed } from "../state/knowledge.js";
import { boundOf, gain, resultOf } from "../state/results.js";
import { settings } from "../state/settings.js";

/** @typedef {import("../types.d.ts").Move} Move @typedef {import("../types.d.ts").Search} Search @typedef {Search["kind"]} Kind */

/** @type {Search | null} */
let search = null;
/** @type {Worker[]} */
let workers = [];
/** Workers that have loaded the engine and wait for the next search of the live solver. @type {Worker[]} */
const spare = [];

/** The current search, or the last one; `null` before the first. */
export const lastSearch = () => search;

/** Whether a search started from the current position. @param {Search | null} from */
export const isFromHere = (from) => from?.start.names.join() === playedNamed().names.join();

/** The last search for the solver's panel: none for a hint, and none in the background. @type {Search | null} */
let solvers = null;
export const lastAsked = () => solvers;

/** Whether a search of one of `kinds` is running; without arguments, of any kind. @param {Kind[]} kinds */
export const isSearching = (...kinds) => search !== null && search.running > 0 && (!kinds.length || kinds.includes(search.kind));

/** Whether the player has asked the solver about this game; until then, the results of searches are hidden. */
let asked = false;
export const isAsked = () => asked;

/** The number of workers: of a review all cores, up to four; of the solver as the settings say, or one for Mayan. */
const CORES = Math.min(4, navigator.hardwareConcurrency ?? 2);
const most = () => (isSameGame() ? settings.cores : 1);

/** Starts or ends spare workers: enough for one search while the solver is live, otherwise none. */
function prepare() {
  const wanted = live ? most() : 0;
  while (spare.length > wanted) spare.pop()?.terminate();
  while (spare.length < wanted) spare.push(startWorker());
}

function end() {
  for (const each of workers) each.terminate();
  workers = [];
  if (search) search.running = 0;
}

/** Stops the search and keeps what was found. */
export function stop() {
  if (!search?.running) return;
  end();
  search.seconds = Math.max(search.seconds, (performance.now() - search.begun) / 1000);
  search.reason = "interrupt";
  search.status ??= search.line ? "feasible" : "unknown";
  announce();
  dispatch({ type: "search" });
}

/** Ends the running search and starts one of `limit` milliseconds with `number` workers; `more` returns a worker's extra message.
 * @param {Kind} kind @param {import("../types.d.ts").Named} start @param {number} limit @param {number} number @param {(options: object, seed: number) => object} more */
function begin(kind, start, limit, number, more) {
  if (isSearching("par") && search && kind !== "par") rested = search.limit - (performance.now() - search.begun);
  end();
  asked ||= kind === "once";
  const here = start.moves.length > 0;
  const before = { moves: start.moves.length, points: here && isSameGame() ? pointsNow() : 0, biggest: here ? biggestNow() : 0 };
  /** @type {Search} */
  const mine = { kind, start, before, limit, begun: performance.now(), running: number, nodes: [], seconds: 0, status: null, reason: null, line: null, score: null, best: null, bound: null };
  search = mine;
  if (asked && !["par", "hint"].includes(kind)) solvers = mine;
  for (let seed = 1; seed <= number; seed++) {
    const each = spare.shift() ?? startWorker();
    each.onmessage = ({ data }) => search === mine && hear(mine, seed - 1, data);
    each.onerror = ({ message }) => search === mine && hear(mine, seed - 1, { kind: "failed", message });
    const options = { goal: isSameGame() ? game.goal : undefined, time: limit, seed };
    each.postMessage({ record: game.record, moves: start.moves, asked: options, ...more(options, seed) });
    workers.push(each);
  }
  dispatch({ type: "search" });
}

/** Handles a message of worker `number` of a search. @param {Search} mine @param {number} number @param {import("../types.d.ts").Message} message */
function hear(mine, number, message) {
  mine.nodes[number] = Math.max(mine.nodes[number] ?? 0, message.nodes ?? 0);
  mine.seconds = Math.max(mine.seconds, message.seconds ?? 0);
  if (message.positions) {
    review(mine, message.positions, message.searched ?? true);
  } else note(mine, message);
  if (message.kind === "failed") {
    end();
    Object.assign(mine, { status: "error", reason: message.message });
  } else if (message.kind === "done") {
    mine.running -= 1;
    const proven = !message.positions && (message.status === "optimal" || message.status === "infeasible");
    if (proven || mine.running === 0) {
      end();
      mine.status = message.positions ? null : proven ? (message.status ?? null) : mine.line ? "feasible" : "unknown";
      mine.reason = proven ? null : (message.stopped_by ?? null);
    }
  }
  if (mine.running) return;
  announce();
  dispatch({ type: "search" });
  if (mine.kind !== "live" && live) restart();
  else if (mine.kind === "hint") resume();
}

/** Adds the results in a message about the position where the search started.
 * @param {Search} mine @param {import("../types.d.ts").Message} message */
function note(mine, { moves, whole, score = null, cleared, left, biggest, bound: own = null, status, cause = null }) {
  const best = moves ? resultOf(mine.before, { moves, score: score ?? 0, cleared, left, biggest }) : null;
  const better = best !== null && (mine.best === null || gain(best, mine.best) > 0);
  if (better) {
    Object.assign(mine, { line: moves, score, best });
    if (whole) learnGame(whole, best);
  }
  if (own !== null && (mine.bound === null || gain(mine.bound, own) > 0)) mine.bound = own;
  const bound = status === "optimal" ? best : own === null ? null : boundOf(mine.before, own);
  const infeasible = status === "infeasible";
  const searched = better || Boolean(status);
  if (searched || bound !== null) learnBound(mine.start.names, { bound, infeasible, searched, why: cause });
}

/** Adds the positions in a report of a review. `searched` is `false` in the first report of a worker, which comes before any search.
 * @param {Search} mine @param {import("../types.d.ts").Analysed[]} positions @param {boolean} searched */
function review(mine, positions, searched) {
  for (const { at, best, bound, status, whole } of positions) {
    learnBound(mine.start.names.slice(0, at), { bound, infeasible: status === "infeasible", searched });
    if (best !== null && whole) learnGame(whole, best);
  }
}

/** Returns a function that adds `line`, the best line known, to the options of a search, which then starts from it. @param {Move[] | null} line */
const from = (line) => (/** @type {object} */ options) => (line?.length && isSameGame() ? { asked: { ...options, from: line } } : {});

/** Searches from the current position for some milliseconds. @param {{time: number, kind?: "once" | "live" | "hint"}} options */
export function searchHere({ time, kind = "once" }) {
  begin(kind, playedNamed(), time, most(), from(known().line));
}

/** Searches all positions of the game for some milliseconds, unless all are proven or a review runs. `isQuiet` keeps its results hidden.
 * @param {{time: number, isQuiet?: boolean}} options */
export function reviewGame({ time, isQuiet = false }) {
  asked ||= !isQuiet;
  const isDone = losses().every(({ proven }) => proven) || (isSearching("review") && search?.start.moves === game.moves);
  if (isDone) dispatch({ type: "search" });
  else begin("review", { moves: game.moves, names: names() }, time, CORES, (options, seed) => ({ review: true, asked: { ...options, part: [seed - 1, CORES] } }));
}

/** Milliseconds left for `par`, the search of the whole board, when another search has interrupted it. */
let rested = 0;

/** Searches the whole board in the background, until another search begins. After a search for a hint, the search resumes.
 * @param {{time?: number}} options */
export function searchWhole({ time = 6000 } = {}) {
  rested = time;
  resume();
}

function resume() {
  if (rested < 500 || isSearching() || known(0).proven) return;
  const time = rested;
  rested = 0;
  begin("par", { moves: [], names: [] }, time, Math.min(2, most()), from(known(0).line));
}

/** Whether the solver is live: it searches each position that the player reaches. */
let live = false;
let liveTime = () => 10_000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

export const isLive = () => live;

/** Turns the live solver on or off. `time` returns the milliseconds for each position.
 * @param {boolean} on @param {() => number} time */
export function setLive(on, time) {
  [live, liveTime] = [on, time];
  asked ||= on;
  if (on) restart(0);
  else if (isSearching("live")) stop();
  prepare();
}

/** Milliseconds from a change of the position to its live search, so that several quick changes start only one search. */
const PAUSE = 30;

function restart(pause = PAUSE) {
  clearTimeout(due);
  due = setTimeout(() => {
    if (!live || document.hidden || isSearching("review", "once")) return;
    if (known().proven) {
      if (isSearching("live")) stop();
      return;
    }
    if (isSearching("live") && isFromHere(search)) return;
    searchHere({ time: liveTime(), kind: "live" });
    // New spare workers start later, so that they do not delay the drawing of the click.
    setTimeout(prepare, PAUSE);
  }, pause);
}

/** Ends the search when another board is opened, and restarts the live solver at the new position. @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "opened" || type === "goal") {
    rested = 0;
    end();
    [search, solvers, asked] = [null, null, live];
  }
  if (isSearching("hint")) end();
  if (live) restart();
}

document.addEventListener("visibilitychange", () => {
  if (!live) return;
  if (document.hidden && isSearching("live")) stop();
  else restart();
});

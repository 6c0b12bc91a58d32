// The facts about each position of the puzzle, for its rules and goal: the best result of a whole game through the position,
// a bound on the results of such games, and the moves of the best game. All searches add to this knowledge.

import { biggestNow, dispatch, game, isSameGame, leftAt, played, scoreNow } from "./store.js";
import { namesOf } from "./timeline.js";
import { gain, isToClear, unit } from "./results.js";

/** @typedef {import("../types.d.ts").Move} Move @typedef {import("../types.d.ts").Known} Known @typedef {import("../types.d.ts").Loss} Loss @typedef {import("../types.d.ts").Named} Named */

/** The knowledge of a position. `whole` is the best game through it, `next` the next positions by move, `searched` if a search began there.
 * @typedef {Pick<Known, "best" | "bound" | "searched" | "whole" | "why"> & { infeasible: boolean, next: Map<string, Node> }} Node */

/** @returns {Node} */
const blank = () => ({ best: null, bound: null, infeasible: false, searched: false, whole: null, why: null, next: new Map() });

let root = blank();

/** @param {Node} node @param {string} name */
function stepTo(node, name) {
  const next = node.next.get(name) ?? blank();
  node.next.set(name, next);
  return next;
}

/** @type {{timeline: unknown, names: string[]}} */
let named = { timeline: null, names: [] };

/** The names of the game's moves; see [`namesOf`]. */
export function names() {
  const { timeline, moves } = game;
  if (named.timeline !== timeline) named = { timeline, names: namesOf(timeline, moves.length) };
  return named.names;
}

/** The sharper one of two bounds; `null` is no bound. @param {number | null} a @param {number | null} b */
const sharper = (a, b) => (a === null || (b !== null && gain(a, b) > 0) ? b : a);

/** The knowledge of the position after `depth` moves; `bound` and `infeasible` include facts about earlier positions, which still hold.
 * @param {Node | undefined} node @param {number | null} bound @param {boolean} infeasible @param {number} depth @returns {Known} */
function read(node, bound, infeasible, depth) {
  const best = node?.best ?? null;
  const proven = best === null ? infeasible : unit() === "cleared" || best === bound;
  const status = best === null ? (infeasible ? "infeasible" : "unknown") : proven ? "optimal" : "feasible";
  const whole = node?.whole ?? null;
  return { best, bound, status, proven, searched: node?.searched ?? false, why: node?.why ?? null, whole, get line() { return whole?.slice(depth) ?? null; } };
}

/** The knowledge of the positions after 0, 1, … up to `number` moves of the game. @returns {Known[]} */
export function knownAlong(number = game.moves.length) {
  const all = [];
  /** @type {Node | undefined} */
  let node = root;
  let [bound, infeasible] = [root.bound, root.infeasible];
  for (let at = 0; ; at++) {
    all.push(read(node, bound, infeasible, at));
    if (at === number) return all;
    node = node?.next.get(names()[at]);
    if (node) [bound, infeasible] = [sharper(bound, node.bound), infeasible || node.infeasible];
  }
}

/** The knowledge of the position after `at` moves, by default of the current one. @returns {Known} */
export const known = (at = game.at) => /** @type {Known} */ (knownAlong(at).at(-1));

/** The loss of the move between two positions. If both are proven, the loss is exact. Otherwise it is a lower bound: the best result
 * before the move against the bound after it, because two unproven results may differ without a loss. @param {Known} before @param {Known} after @returns {Loss} */
function lossBetween(before, after) {
  const { best } = before;
  const isExact = before.proven && after.proven;
  if (best === null) return { amount: before.status === "infeasible" ? 0 : null, win: false, proven: isExact, before, after };
  if (after.status === "infeasible") return { amount: null, win: true, proven: true, before, after };
  const limit = isExact ? after.best : after.bound;
  const least = limit === null ? 0 : gain(best, limit);
  return { amount: isExact ? Math.max(0, least) : least > 0 ? least : null, win: false, proven: isExact, before, after };
}

/** The loss of each move of the game. @returns {Loss[]} */
export function losses() {
  const all = knownAlong();
  return all.slice(1).map((after, at) => lossBetween(all[at], after));
}

/** The number of moves, up to the current one, after which a way to the goal is known: the largest such number; `null` if there is
 * none. */
export function lastWon() {
  const at = knownAlong(game.at).findLastIndex(({ best }) => best !== null);
  return at < 0 ? null : at;
}

/** The minimum milliseconds between two `learned` actions; more after a slow redraw, so that the page stays responsive. */
const BEAT = 100;
let rest = BEAT;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;

/** Dispatches `learned`, so that the views show new knowledge. */
export function announce() {
  clearTimeout(due);
  due = undefined;
  const begun = performance.now();
  dispatch({ type: "learned" });
  rest = Math.max(BEAT, 4 * (performance.now() - begun));
}

/** Dispatches `learned` after a delay, because workers report lists faster than the views can draw them. */
function announceSoon() {
  due ??= setTimeout(announce, rest);
}

/** The moves played, with their names. @returns {Named} */
export const playedNamed = () => ({ moves: played(), names: names().slice(0, game.at) });

/** Adds what was found about the position after the moves `names`: a bound on the results of whole games, a proof that no game
 * reaches the goal, or that a search began there.
 * @param {string[]} names @param {{bound?: number | null, infeasible?: boolean, searched?: boolean, why?: Known["why"]}} found */
export function learnBound(names, { bound = null, infeasible = false, searched = false, why = null }) {
  const node = names.reduce(stepTo, root);
  node.searched ||= searched;
  node.bound = sharper(node.bound, bound);
  if (infeasible && node.best === null) Object.assign(node, { infeasible, why: why ?? node.why });
  announceSoon();
}

/** Adds a whole game with its result, which all positions of the game can reach. @param {Named} whole @param {number} best */
export function learnGame({ moves, names }, best) {
  let node = root;
  for (let at = 0; ; at++) {
    if (node.best === null || gain(best, node.best) > 0) Object.assign(node, { best, whole: moves });
    if (at === moves.length) break;
    node = stepTo(node, names[at]);
  }
  announceSoon();
}

/** The result of a game that is over; `null` if the game does not reach the goal. */
export function resultNow() {
  const { cleared, moves_left: left } = game.position;
  const solved = cleared && (isSameGame() || game.record.mode !== "exactly" || left === 0);
  if (isToClear()) return !solved ? null : unit() === "cleared" ? 0 : game.at;
  return unit() === "points" ? scoreNow() : unit() === "left" ? leftAt(game.at) : biggestNow();
}

/** The record and goal of the knowledge, as JSON. */
let about = "";

/** Discards the knowledge of another puzzle or goal, and learns the result of a game that is over. */
export function view() {
  const now = JSON.stringify([{ ...game.record, id: null }, isSameGame() ? game.goal : null]);
  if (now !== about) [about, root] = [now, blank()];
  if (!game.position.over) return;
  const best = resultNow();
  learnBound(playedNamed().names, { bound: best, infeasible: best === null });
  if (best !== null) learnGame(playedNamed(), best);
}

// The state of the game. Only `dispatch` changes the state; then the views follow, in the order of views.js. Views store nothing
// that belongs to the game.

import { goalAmong, impliedGoal, reduce, sameMoves } from "./reducer.js";
import { rulesOf } from "../engine/calls.js";

/** @typedef {import("../types.d.ts").Move} Move @typedef {import("../types.d.ts").Action} Action @typedef {import("../types.d.ts").Game} Game */

/** The state of the game. The record, and the parts that follow from it, are missing until a puzzle is opened. */
export const game = /** @type {Game} */ (/** @type {Partial<Game>} */ ({
  moves: [], at: 0, ends: false, goal: "score", usual: "score", time: 0, hints: 0, watched: false, from: "own", looking: false, mine: null, mode: "play",
}));

/** The views in the order in which they follow an action; those that are `late` may wait for a frame. @type {{ view: import("../types.d.ts").View, types: Action["type"][], late: boolean }[]} */
let views = [];

/** Sets the views. `now` follow at once; `later`, the parts beside the board, follow a click after the next frame.
 * @param {import("../types.d.ts").Followed[]} now @param {import("../types.d.ts").Followed[]} later */
export function setViews(now, later) {
  const all = (/** @type {import("../types.d.ts").Followed[]} */ list, /** @type {boolean} */ late) => list.map(([view, ...types]) => ({ view, types, late }));
  views = [...all(now, false), ...all(later, true)];
}

/** The views that wait for the frame after a click on the board; `null` without such a click. @type {(() => unknown)[] | null} */
let waiting = null;

/** The actions that views have not followed yet, with the states before them. @type {{ action: Action, before: Game }[]} */
const queue = [];

/** @param {Action} action @param {Game} before */
function show(action, before) {
  for (const { view, types, late } of views) {
    if (!types.includes(action.type)) continue;
    if (late && waiting) waiting.push(() => view(action, game, before));
    else view(action, game, before);
  }
}

/** Makes the next state, and calls the views; returns whether the action was possible. If a view dispatches another action, the
 * views are called for it after all of them were called for the first one. @param {Action} action */
export function dispatch(action) {
  const next = reduce(game, action);
  if (!next) return false;
  if (action.type === "opened" && game.record) show({ type: "leaving" }, game);
  queue.push({ action, before: { ...game } });
  Object.assign(game, next);
  if (queue.length > 1) return true;
  try {
    for (const one of queue) show(one.action, one.before);
  } finally {
    queue.length = 0;
  }
  return true;
}

/** Calls a function after the browser has drawn the next frame. @param {() => void} call */
export const afterFrame = (call) => requestAnimationFrame(() => setTimeout(call));

/** Resolves after some milliseconds. */
export const pause = (milliseconds = 0) => new Promise((done) => setTimeout(done, milliseconds));

/** Makes a change and draws only the board, so that the player sees it in the next frame; all else is drawn after that frame.
 * @param {() => unknown} change */
export function boardFirst(change) {
  waiting ??= [];
  change();
  afterFrame(drawWaiting);
}

function drawWaiting() {
  const calls = waiting ?? [];
  waiting = null;
  for (const call of calls) call();
}

/** Opens a puzzle with moves, of which `at` are played, and with a goal, or `null` for the goal of the rules. `help` has the time,
 * help and origin of its attempt. Throws if the puzzle or a move is invalid.
 * @param {Game["record"]} record @param {Move[]} moves @param {Game["mine"]} mine @param {unknown} goal @param {import("../types.d.ts").Help} help */
export const open = (record, moves = [], at = moves.length, mine = null, goal = null, help = {}) => dispatch({ type: "opened", record, moves, at, mine, goal, help });

/** Plays a move and discards undone moves. Returns whether it could be played. @param {Move} move */
export const play = (move) => dispatch({ type: "played", move });

/** Goes to the position after a number of moves. @param {number} at */
export function jump(at) {
  const to = Math.max(0, Math.min(game.moves.length, at));
  return dispatch(to === game.at + 1 ? { type: "played", move: null } : { type: "jumped", at: to });
}

/** Shows the position after the moves `start` and `steps` moves of a solver's `line`; the player's own moves are kept.
 * @param {Move[]} start @param {Move[]} line @param {number} steps */
export const follow = (start, line, steps) => dispatch({ type: "jumped", moves: [...start, ...line], at: start.length + steps, as: "line" });

/** Shows the position after `at` of other `moves`. With `study`, moves that are played there do not change the player's own game;
 * with `own`, `moves` become the player's game. @param {Move[]} moves @param {number} at @param {"study" | "own"} as */
export const study = (moves, at, as = "study") => dispatch({ type: "jumped", moves, at, as });

/** Returns to the player's own moves. */
export const back = () => game.mine && study(game.mine.moves, game.mine.at, "own");

/** Changes the mode of the page: playing, analysis or the editor. @param {Game["mode"]} mode */
export const setMode = (mode) => dispatch({ type: "mode", mode });

/** Changes the goal; does nothing for a text that names no goal. @param {string} goal */
export const setGoal = (goal) => dispatch({ type: "goal", goal });

/** The moves up to the current position, without undone ones. */
export const played = () => game.moves.slice(0, game.at);

/** Whether the board shows a solver's line, and not moves of the player that are studied. */
export const onLine = () => game.looking && !sameMoves(game.moves, game.mine?.moves ?? []);

/** The player's own game, which is saved and shared; a solver's line on the board does not change it. */
export function own() {
  const { record, looking, mine } = game;
  const { moves, at } = looking && mine ? mine : game;
  return { record, moves, at, goal: goalToKeep() };
}

/** The goal, or `undefined` if the rules imply it. */
const goalToKeep = () => (isSameGame() && game.goal !== impliedGoal(game) ? game.goal : undefined);

/** The goal with which a puzzle is opened. @param {Game["record"]} record @param {unknown} goal */
export const goalFor = (record, goal) => goalAmong(rulesOf(record), goal, game.usual);

/** Whether the puzzle on the board is one of SameGame, not a Mayan one. */
export const isSameGame = () => game.record.game === "samegame";

/** The number of timeline steps up to the position after some moves; an initial fall is one more step. @param {number} at */
export const stepsAt = (at) => at + game.timeline.steps.length - game.moves.length;

/** The sums of points after 0, 1, 2, … moves, without a bonus or penalty at the end. */
function sums() {
  const all = [0];
  for (const { points } of game.timeline.steps.slice(stepsAt(0))) all.push(all[all.length - 1] + points);
  return all;
}

/** The scores after 0, 1, 2, … moves; after the last move of a finished game with the bonus or penalty. */
export function scores() {
  const { timeline, moves, ends } = game;
  const all = sums();
  if (moves.length && ends) all[moves.length] = timeline.steps[timeline.steps.length - 1].score;
  return all;
}

/** The bonus at the end of the game, or the penalty as a number below 0; 0 before the end. */
export const pointsAtEnd = () => scores()[game.at] - sums()[game.at];

/** The points of the moves up to the current position, without a bonus or penalty. */
export const pointsNow = () => sums()[game.at];

/** The score at the current position. */
export const scoreNow = () => scores()[game.at];

/** The tiles left after a number of moves. @param {number} at */
export const leftAt = (at) => {
  const steps = stepsAt(at);
  return steps > 0 ? game.timeline.steps[steps - 1].left : game.timeline.tiles.length;
};

/** The largest number of tiles that one move up to the current position has removed. */
export function biggestNow() {
  const sizes = game.timeline.steps.slice(0, stepsAt(game.at)).map(({ lit }) => lit.length);
  return Math.max(0, ...sizes);
}

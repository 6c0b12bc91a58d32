// The state of the game. `dispatch` makes the next state of it, and the views follow in the order of views.js; nothing else
// changes the state, and views store nothing that belongs to the game.

import { goalAmong, impliedGoal, reduce, sameMoves } from "./reducer.js";
import { rulesOf } from "../engine/calls.js";

/** @typedef {import("../types.d.ts").Move} Move @typedef {import("../types.d.ts").Action} Action @typedef {import("../types.d.ts").Game} Game */

/** The state of the game. The record, and the parts that follow from it, are missing until a puzzle is opened. */
export const game = /** @type {Game} */ (/** @type {Partial<Game>} */ ({
  moves: [], at: 0, ends: false, goal: "score", usual: "score", time: 0, hints: 0, watched: false, from: "own", looking: false, mine: null, mode: "play",
}));

/** The views, in their order. @type {{ view: import("../types.d.ts").View, types: Action["type"][], late: boolean }[]} */
let views = [];

/** Sets the views: those that follow at once, and the parts beside the board, which are drawn after the frame of a click.
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

/** Makes the next state, and lets the views follow; returns whether the action was possible. The views of an action that a view
 * dispatches follow when all views have followed the action before. @param {Action} action */
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

/** Calls a function when the browser has shown what has changed. @param {() => void} call */
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

/** Opens a puzzle with optional moves, of which `at` are played, and the goal if the rules do not imply it. The attempt's time,
 * help and origin come with it. Throws on errors.
 * @param {Game["record"]} record @param {Move[]} moves @param {Game["mine"]} mine @param {unknown} goal @param {import("../types.d.ts").Help} help */
export const open = (record, moves = [], at = moves.length, mine = null, goal = null, help = {}) => dispatch({ type: "opened", record, moves, at, mine, goal, help });

/** Plays a move and discards undone moves. Returns whether it could be played. @param {Move} move */
export const play = (move) => dispatch({ type: "played", move });

/** Goes to the position after a number of moves. @param {number} at */
export function jump(at) {
  const to = Math.max(0, Math.min(game.moves.length, at));
  return dispatch(to === game.at + 1 ? { type: "played", move: null } : { type: "jumped", at: to });
}

/** Shows a solver's line after a number of its moves; the player's own moves are kept.
 * @param {Move[]} start @param {Move[]} line @param {number} steps */
export const follow = (start, line, steps) => dispatch({ type: "jumped", moves: [...start, ...line], at: start.length + steps, as: "line" });

/** Shows a position of other moves. `study` only looks at them, and a move there leaves the player's game as it is; with `own` they
 * become the player's game. @param {Move[]} moves @param {number} at @param {"study" | "own"} as */
export const study = (moves, at, as = "study") => dispatch({ type: "jumped", moves, at, as });

/** Returns to the player's own moves. */
export const back = () => game.mine && study(game.mine.moves, game.mine.at, "own");

/** Changes what the page is used for. @param {Game["mode"]} mode */
export const setMode = (mode) => dispatch({ type: "mode", mode });

/** Changes the goal; does nothing for a text that names no goal. @param {string} goal */
export const setGoal = (goal) => dispatch({ type: "goal", goal });

/** The moves played. */
export const played = () => game.moves.slice(0, game.at);

/** Whether the board shows a solver's line, and not moves of the player that are studied. */
export const onLine = () => game.looking && !sameMoves(game.moves, game.mine?.moves ?? []);

/** The player's own game, which is saved and shared; a solver's line on the board does not change it. */
export function own() {
  const { record, looking, mine } = game;
  const { moves, at } = looking && mine ? mine : game;
  return { record, moves, at, goal: goalToKeep() };
}

/** The goal, if the rules do not imply it. */
const goalToKeep = () => (isSameGame() && game.goal !== impliedGoal(game) ? game.goal : undefined);

/** The goal with which a puzzle is opened. @param {Game["record"]} record @param {unknown} goal */
export const goalFor = (record, goal) => goalAmong(rulesOf(record), goal, game.usual);

/** Whether the puzzle on the board is one of SameGame, not a Mayan one. */
export const isSameGame = () => game.record.game === "samegame";

/** The number of timeline steps up to the position after some moves; an initial fall is one more step. @param {number} at */
export const stepsAt = (at) => at + game.timeline.steps.length - game.moves.length;

/** The points of the moves after each number of moves, from 0, without the points at the end. */
function sums() {
  const all = [0];
  for (const { points } of game.timeline.steps.slice(stepsAt(0))) all.push(all[all.length - 1] + points);
  return all;
}

/** The points after each number of moves, from 0, with the bonus or penalty when the game is over. */
export function scores() {
  const { timeline, moves, ends } = game;
  const all = sums();
  if (moves.length && ends) all[moves.length] = timeline.steps[timeline.steps.length - 1].score;
  return all;
}

/** The bonus, or the penalty below 0, if the game is over. */
export const pointsAtEnd = () => scores()[game.at] - sums()[game.at];

/** The points of the moves played, without the points at the end. */
export const pointsNow = () => sums()[game.at];

/** The score after the moves played. */
export const scoreNow = () => scores()[game.at];

/** The tiles left after a number of moves. @param {number} at */
export const leftAt = (at) => {
  const steps = stepsAt(at);
  return steps > 0 ? game.timeline.steps[steps - 1].left : game.timeline.tiles.length;
};

/** The largest number of tiles that a move has removed at once. */
export function biggestNow() {
  const sizes = game.timeline.steps.slice(0, stepsAt(game.at)).map(({ lit }) => lit.length);
  return Math.max(0, ...sizes);
}

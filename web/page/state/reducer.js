// The transitions of the game: pure functions that return the next state after an action.

import * as rules from "../engine/calls.js";
import { extended } from "./timeline.js";
import { t } from "../texts/strings.js";

/** @typedef {import("../types.d.ts").Game} Game @typedef {import("../types.d.ts").Move} Move */

/** The goals by name. @type {import("../types.d.ts").Goal[]} */
export const GOALS = ["score", "clear", "fewest", "left", "biggest"];

/** The maximum number of cells of a board. */
const MOST = 16384;

/** Whether a value is the name of a goal. @param {unknown} goal @returns {goal is import("../types.d.ts").Goal} */
const isGoal = (goal) => GOALS.some((one) => one === goal);

/** Whether two lists have the same moves. @param {Move[]} a @param {Move[]} b */
export const sameMoves = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The goal of a puzzle: `goal` if valid, otherwise the goal of its rules; if that is the score or missing, `usual`.
 * @param {Game["family"]} family @param {unknown} goal @param {Game["usual"]} usual @returns {Game["goal"]} */
export const goalAmong = (family, goal, usual) => (isGoal(goal) ? goal : family && family.goal !== "score" ? family.goal : usual);

/** The parts of the state that follow from a list of moves. @param {Game["record"]} record @param {Move[]} moves */
const course = (record, moves) => ({ moves, timeline: rules.timeline(record, moves), ends: rules.position(record, moves).over });

/** The state of a game at the position after `at` moves. @param {Game} game @param {number} at */
const moved = (game, at) => ({ ...game, at, position: rules.position(game.record, game.moves.slice(0, at)) });

/** Whether a Mayan move changes the board. @param {Game["position"]} position @param {Move} move */
export function changes({ slides }, [col, row, side]) {
  const there = side === "R" ? col + 1 : col - 1;
  const other = side === "R" ? "L" : "R";
  // `slides` has a swap of two blocks once, as a move to the right.
  return slides.some(([x, y, s]) => y === row && ((x === col && s === side) || (x === there && s === other)));
}

/** The state with another puzzle and its moves, of which `at` are played. Throws if the puzzle or a move is invalid.
 * @param {Game} game @param {Extract<import("../types.d.ts").Action, { type: "opened" }>} action @returns {Game} */
function opened(game, { record, moves, at, mine, goal, help: { time = 0, hints = 0, watched = false, from = "own" } }) {
  const cells = record.rows.length * Math.max(...record.rows.map((row) => row.length));
  if (cells > MOST) throw new Error(t("tooManyCells", cells, MOST));
  const to = Math.max(0, Math.min(moves.length, Math.floor(Number(at)) || 0));
  if (mine) rules.position(record, mine.moves);
  const family = rules.rulesOf(record);
  const state = { ...game, record, family, goal: goalAmong(family, goal, game.usual), mine, looking: false, time, hints, watched, from };
  return moved({ ...state, ...course(record, moves) }, to);
}

/** The state after a move, in which undone moves are discarded; `null` if the move cannot be played.
 * @param {Game} game @param {Move} move @returns {Game | null} */
function played(game, move) {
  const { record, timeline, position, family } = game;
  const moves = [...game.moves.slice(0, game.at), move];
  if (record.game === "mayan" && !changes(position, move)) return null;
  try {
    const steps = game.at + timeline.steps.length - game.moves.length;
    const next = { moves, at: moves.length, timeline: extended(record, timeline, steps, move, family?.rules.clear_factor), position: rules.position(record, moves) };
    return { ...game, ...next, looking: false, ends: next.position.over };
  } catch {
    return null;
  }
}

/** The state at another position: of the same moves, or by `as` of a solver's line, of studied moves, or of the player's own moves.
 * @param {Game} game @param {Extract<import("../types.d.ts").Action, { type: "jumped" }>} action @returns {Game | null} */
function jumped(game, { at, moves = game.moves, as }) {
  if (!as) return at === game.at ? null : moved(game, at);
  const isSame = sameMoves(moves, game.moves);
  const next = moved({ ...game, ...(isSame ? {} : course(game.record, moves)) }, at);
  if (as === "own") return { ...next, looking: false, mine: null };
  if (as === "study") return { ...next, looking: true, mine: game.mine ?? { moves, at } };
  return isSame ? next : { ...next, looking: true, mine: game.looking ? game.mine : { moves: game.moves, at: game.at } };
}

/** The goal that the rules of a game imply. @param {Game} game */
export const impliedGoal = (game) => game.family?.goal ?? "score";

/** The state after an action; `null` if the action is not possible or changes nothing. Throws if a puzzle cannot be opened.
 * @param {Game} game @param {import("../types.d.ts").Action} action @returns {Game | null} */
export function reduce(game, action) {
  switch (action.type) {
    case "opened": return opened(game, action);
    case "played": return action.move ? played(game, action.move) : game.at < game.moves.length ? moved(game, game.at + 1) : null;
    case "jumped": return jumped(game, action);
    case "goal": {
      const { goal } = action;
      return isGoal(goal) ? { ...game, goal, usual: impliedGoal(game) === "score" ? goal : game.usual } : null;
    }
    case "mode": return action.mode === game.mode ? null : { ...game, mode: action.mode };
    case "helped": return action.by === "hint" ? { ...game, hints: game.hints + 1 } : { ...game, watched: true };
    case "timed": return { ...game, time: action.time };
    default: return game;
  }
}

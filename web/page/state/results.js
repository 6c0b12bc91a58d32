// Results of whole games in the unit of the goal: computing, comparing, and formatting them.

import { game, isSameGame } from "./store.js";
import { t } from "../texts/strings.js";

/** The units of results. Larger is better for `points` and `biggest`, smaller for all others; a `cleared` board has the result 0.
 * @typedef {"points" | "cleared" | "clicks" | "left" | "biggest" | "moves"} Unit */

const UNITS = /** @type {const} */ ({ score: "points", clear: "cleared", fewest: "clicks", left: "left", biggest: "biggest" });

/** The unit of the game's results. @returns {Unit} */
export const unit = () => (isSameGame() ? UNITS[game.goal] : "moves");

/** The goal whose results have a unit; for `moves`, the unit of a Mayan puzzle, the goal `fewest`. @param {string} of @returns {import("../types.d.ts").Goal} */
export const goalOf = (of) => /** @type {import("../types.d.ts").Goal[]} */ (Object.keys(UNITS)).find((goal) => UNITS[goal] === of) ?? "fewest";

/** Whether larger results are better. */
export const isMoreBetter = () => ["points", "biggest"].includes(unit());

/** How much better a result is than another; negative if it is worse. @param {number} result @param {number} other */
export const gain = (result, other) => (isMoreBetter() ? result - other : other - result);

/** Whether the goal is to empty the board. */
export const isToClear = () => ["cleared", "clicks", "moves"].includes(unit());

/** The moves before the start of a search: their points, the size of their largest removal, and their number.
 * @typedef {{points: number, biggest: number, moves: number}} Before */

/** The result of a whole game: the moves before a search, then a list that the search found; `null` if the game does not reach the goal.
 * @param {Before} before @param {{moves: unknown[], score?: number, cleared?: boolean, left?: number, biggest?: number}} found */
export function resultOf(before, { moves, score = 0, cleared = false, left, biggest = 0 }) {
  const all = before.moves + moves.length;
  switch (unit()) {
    case "points": return before.points + score;
    case "cleared": return cleared ? 0 : null;
    case "clicks": return cleared ? all : null;
    case "left": return left ?? null;
    case "biggest": return Math.max(before.biggest, biggest);
    default: return all;
  }
}

/** The bound on the results of whole games by a bound of a search on the rest of the game. @param {Before} before @param {number} bound */
export function boundOf(before, bound) {
  switch (unit()) {
    case "points": return before.points + bound;
    case "cleared": return null;
    case "left": return bound;
    case "biggest": return Math.max(before.biggest, bound);
    default: return before.moves + bound;
  }
}

/** A result in words: "4,083 points", "cleared in 12 clicks". @param {number} result */
export function inWords(result) {
  switch (unit()) {
    case "points": return t("resultPoints", result);
    case "cleared": return t("resultCleared");
    case "clicks": return t("resultClicks", result);
    case "left": return t("resultLeft", result);
    case "biggest": return t("resultBiggest", result);
    default: return t("resultMoves", result);
  }
}

/** A bound as a sentence: "At most 5,210 are possible." @param {number} bound */
export function boundInWords(bound) {
  switch (unit()) {
    case "points": case "biggest": return t("boundMost", bound);
    case "left": return bound > 0 ? t("boundLeft", bound) : "";
    case "clicks": return t("boundClicks", bound);
    case "moves": return t("boundMoves", bound);
    default: return "";
  }
}

/** A loss in a few characters: "−38", "+2 clicks", or "≥ 38" for the least that is certain. @param {number} amount */
export function lossInWords(amount, isExact = true) {
  const kinds = /** @type {const} */ ({ points: "lossPoints", biggest: "lossPoints", left: "lossTiles", clicks: "lossClicks", cleared: "lossMoves", moves: "lossMoves" });
  const text = t(kinds[unit()], amount);
  return isExact ? text : text.replace(/^[+−]/, "≥ ");
}

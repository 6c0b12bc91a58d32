// The result of a game as a short text to send: the puzzle, the stars and the result in squares, without a move.

import { game } from "./store.js";
import { nameOfGame } from "./names.js";
import { starText } from "./stars.js";
import { inWords, isMoreBetter, unit } from "./values.js";

const SQUARES = 10;

/** Ten squares for the share of the best result that was reached. */
function squares(/** @type {number} */ share) {
  const full = Math.max(0, Math.min(SQUARES, Math.floor(SQUARES * share + 1e-9)));
  return "🟦".repeat(full) + (full < SQUARES ? "🟨" : "") + "⬜".repeat(Math.max(0, SQUARES - full - 1));
}

/** The share of the best result that was reached, from 0 to 1; `null` if the goal has none. */
function shareOf(/** @type {number | null} */ value, /** @type {number | null} */ best) {
  if (value === null || best === null || unit() === "cleared") return null;
  if (isMoreBetter()) return best > 0 ? value / best : null;
  return value <= best ? 1 : (best + 1) / (value + 1);
}

/** The text.
 * @param {{ value: number | null, best: number | null, stars: number, left: number }} result */
export function boast({ value, best, stars, left }) {
  const share = shareOf(value, best);
  const result = value === null ? `${left} left` : inWords(value);
  const kind = game.record.game === "mayan" ? " (Mayan)" : "";
  return [`tilefall · ${nameOfGame(game.record)}${kind}`, `${best === null && stars === 0 ? "" : `${starText(stars)} `}${result}`, ...(share === null ? [] : [squares(share)])].join("\n");
}

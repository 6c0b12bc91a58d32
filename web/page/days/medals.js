// Stars and medals for a result, by its distance from the best result known.

import * as rules from "../engine/calls.js";
import { gain, goalOf, unit } from "../state/results.js";
import { icon, make } from "../views/tiles.js";
import { t } from "../texts/strings.js";

/** The maximum number of stars, and the medal above three stars. */
const MOST = 3;
const CROWN = 4;

/** The number of stars of a result; 0 for `null`, a game that did not reach the goal. @param {number | null} value @param {number} best
 * @returns {number} */
export const starsOf = (value, best) => (value === null ? 0 : rules.stars(goalOf(unit()), value, best));

/** The worst result that earns a number of stars. @param {number} best @param {number} number */
export const resultFor = (best, number) => rules.resultFor(goalOf(unit()), best, number);

/** Whether a result is at least as good as the best result known, and so may earn a crown. @param {number | null} value @param {number} best */
export const isBest = (value, best) => value !== null && gain(value, best) >= 0;

/** The medal of a finished game: its stars, 0 to 3, or 4, the crown, for a result that is proven to be the best. Help lowers the medal:
 * one hint costs the crown, as many hints as half of the moves leave at most one star, and a look at a solver's line leaves none.
 * @param {Pick<import("../types.d.ts").Finish, "value" | "hints" | "watched" | "moves">} finish @param {import("../engine/best-known.js").BestKnown | null} best */
export function medalOf({ value, hints, watched, moves }, best) {
  if (watched || value === null) return 0;
  const stars = best ? starsOf(value, best.value) : 1;
  if (hints && 2 * hints >= moves.length) return Math.min(1, stars);
  return best?.proven && !hints && isBest(value, best.value) ? CROWN : stars;
}

/** A row of three stars, of which the earned ones are lit; the medal 4 has a crown above. @param {number} medal */
export function starRow(medal) {
  const [number, crowned] = [Math.min(MOST, medal), medal === CROWN];
  const row = make("span", crowned ? "stars crowned" : "stars");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", t("starsOf", number, MOST, crowned));
  for (let at = 0; at < MOST; at++) {
    const star = icon("star");
    if (at < number) star.classList.add("on");
    row.append(star);
  }
  if (crowned) row.prepend(icon("crown"));
  return row;
}

/** A medal as characters, without missing stars: `★★`. @param {number} medal */
export const medalText = (medal) => (medal === CROWN ? "♛" : "★".repeat(medal));

/** A medal as characters, with missing stars: `★★☆`. @param {number} medal */
export const starText = (medal) => (medal === CROWN ? "♛" : "★".repeat(medal) + "☆".repeat(MOST - medal));

// Stars and medals by the distance of a result to the best one known.

import * as rules from "../engine/calls.js";
import { gain, goalOf, unit } from "../state/results.js";
import { icon, make } from "../views/tiles.js";
import { t } from "../texts/strings.js";

/** The maximum number of stars, and the medal above. */
const MOST = 3;
const CROWN = 4;

/** The number of stars of a result; a game that did not reach the goal has none. @param {number | null} value @param {number} best
 * @returns {number} */
export const starsOf = (value, best) => (value === null ? 0 : rules.stars(goalOf(unit()), value, best));

/** The worst result that earns a number of stars. @param {number} best @param {number} number */
export const resultFor = (best, number) => rules.resultFor(goalOf(unit()), best, number);

/** Whether a result is the best one, or better: it earns a crown. @param {number | null} value @param {number} best */
export const isBest = (value, best) => value !== null && gain(value, best) >= 0;

/** The medal of the end of a game: its stars, or 4, a crown, for what is proven to be the best. Help lowers it: with a hint there is no
 * crown, with as many hints as half of the moves one star at most, and none after a look at a solver's line.
 * @param {Pick<import("../types.d.ts").Finish, "value" | "hints" | "watched" | "moves">} finish @param {import("../engine/best-known.js").BestKnown | null} best */
export function medalOf({ value, hints, watched, moves }, best) {
  if (watched || value === null) return 0;
  const stars = best ? starsOf(value, best.value) : 1;
  if (hints && 2 * hints >= moves.length) return Math.min(1, stars);
  return best?.proven && !hints && isBest(value, best.value) ? CROWN : stars;
}

/** A row of stars, some of them lit, under a crown for the best result. @param {number} medal */
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

/** A medal as characters, without the stars that are missing. @param {number} medal */
export const medalText = (medal) => (medal === CROWN ? "♛" : "★".repeat(medal));

/** The stars of a medal as characters, missing ones too: `★★☆`. @param {number} medal */
export const starText = (medal) => (medal === CROWN ? "♛" : "★".repeat(medal) + "☆".repeat(MOST - medal));

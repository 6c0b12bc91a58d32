// Stars by the distance of a result to the best one known.

import * as rules from "./rules.js";
import { gain, goalOf, unit } from "./values.js";
import { icon, make } from "./tiles.js";
import { t } from "./strings.js";

/** The maximum number of stars. */
const MOST = 3;

/** The number of stars of a result; a game that did not reach the goal has none. @param {number | null} value @param {number} best
 * @returns {number} */
export const starsOf = (value, best) => (value === null ? 0 : rules.stars(goalOf(unit()), value, best));

/** The worst result that earns some stars. @param {number} best @param {number} number */
export const resultFor = (best, number) => rules.resultFor(goalOf(unit()), best, number);

/** Whether a result is the best one, or better: it earns a crown. @param {number | null} value @param {number} best */
export const isBest = (value, best) => value !== null && gain(value, best) >= 0;

/** A row of stars, some of them lit, under a crown for the best result. @param {number} number */
export function starRow(number, crowned = false) {
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

/** Stars as characters. @param {number} number */
export const starText = (number) => "★".repeat(number) + "☆".repeat(MOST - number);

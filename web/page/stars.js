// Stars by the distance of a result to the best one known.

import * as rules from "./rules.js";
import { goalOf, unit } from "./values.js";
import { icon, make } from "./tiles.js";
import { several } from "./words.js";

/** The maximum number of stars. */
const MOST = 3;

/** The number of stars of a result; a game that did not reach the goal has none.
 * @param {number | null} value @param {number} best
 * @returns {number} */
export const starsOf = (value, best) => (value === null ? 0 : rules.stars(goalOf(unit()), value, best));

/** The result that earns two stars.
 * @param {number} best */
export const twoStars = (best) => rules.twoStars(goalOf(unit()), best);

/** A row of stars, some of them lit.
 * @param {number} number */
export function starRow(number, most = MOST) {
  const row = make("span", "stars");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `${number} of ${several(most, "star")}`);
  for (let at = 0; at < most; at++) {
    const star = icon("star");
    if (at < number) star.classList.add("on");
    row.append(star);
  }
  return row;
}

/** Stars as characters.
 * @param {number} number */
export const starText = (number) => "★".repeat(number) + "☆".repeat(MOST - number);

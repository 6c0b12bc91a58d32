// Results of games in the units of their goals, and stars by the distance to the best result known.

import * as rules from "./rules.js";
import { biggestNow, game, isSameGame, leftAt, scoreNow } from "./store.js";
import { icon, make } from "./tiles.js";
import { several } from "./words.js";

/** The maximum number of stars. */
export const MOST = 3;

/** The goal, which for a Mayan puzzle is the fewest moves. */
export const goalNow = () => (isSameGame() ? game.goal : "moves");

/** Whether a smaller result of a goal is a better one. */
const isSmall = (/** @type {string} */ goal) => ["fewest", "left", "moves"].includes(goal);

/** Whether a result of the goal is better than another one; `null` is no result. */
export function better(value, than, goal = goalNow()) {
  if (value === null || than === null) return value !== null;
  return isSmall(goal) ? value < than : value > than;
}

/** The result of the moves played; `null` if the goal needs an empty board and there are tiles left. */
export function reached() {
  const { cleared } = game.position;
  const left = leftAt(game.at);
  switch (goalNow()) {
    case "clear": return cleared ? scoreNow() : null;
    case "fewest":
    case "moves": return cleared ? game.at : null;
    case "left": return left;
    case "biggest": return biggestNow();
    default: return scoreNow();
  }
}

/** The number of stars of a result. */
export const starsOf = (value, best, goal = goalNow()) => (value === null ? 0 : rules.stars(goal === "moves" ? "fewest" : goal, value, best));

/** The result that earns two stars; `null` if the goal has none. */
export function twoStars(best, goal = goalNow()) {
  if (goal === "clear") return null;
  const away = Math.floor(Math.abs(best) / 4);
  if (goal === "score") return best - away;
  return isSmall(goal) ? best + Math.max(1, away) : best - Math.max(1, away);
}

/** A result in words. */
export function inWords(value, goal = goalNow()) {
  switch (goal) {
    case "fewest": return several(value, "click");
    case "moves": return several(value, "move");
    case "left": return `${several(value, "tile")} left`;
    case "biggest": return `${several(value, "tile")} at once`;
    default: return several(value, "point");
  }
}

/** A row of stars, some of them lit. */
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

/** Stars as characters. */
export const starText = (number) => "★".repeat(number) + "☆".repeat(MOST - number);


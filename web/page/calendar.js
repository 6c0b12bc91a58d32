// The boards of the last weeks with their stars.

import { dayAfter, numberOf, resultsByDay } from "./diary.js";
import { dayInWords } from "./names.js";
import { button, make } from "./tiles.js";
import { several } from "./words.js";

const WEEKS = 5;
const DAYS = ["M", "T", "W", "T", "F", "S", "S"];

/** A calendar of the last weeks up to today; `chosen` is called with the day that is clicked.
 * @param {string} game @param {(day: Date) => void} chosen */
export function calendar(game, chosen) {
  const today = new Date();
  const results = resultsByDay(game);
  const grid = make("div", "calendar");
  grid.append(...DAYS.map((name) => {
    const head = make("span", "head", name);
    head.setAttribute("aria-hidden", "true");
    return head;
  }));
  const monday = dayAfter(today, -((today.getDay() + 6) % 7) - 7 * (WEEKS - 1));
  for (let at = 0; at < 7 * WEEKS; at++) {
    const day = dayAfter(monday, at);
    if (numberOf(day) > numberOf(today)) break;
    const result = results.get(numberOf(day));
    const made = button("", () => chosen(day), result ? "done" : "");
    made.append(make("span", "", String(day.getDate())), make("small", "", result ? "★".repeat(result.stars) : ""));
    made.setAttribute("aria-label", `${dayInWords(day)}${result ? `, ${several(result.stars, "star")}` : ""}`);
    if (at === 0 || day.getDate() === 1) made.dataset.month = day.toLocaleDateString("en-GB", { month: "short" });
    grid.append(made);
  }
  return grid;
}

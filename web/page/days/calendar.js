// The calendar of daily boards with their stars, a month at a time.

import { playedByDay } from "../state/attempts.js";
import { FIRST, dateOf, dayAfter, kindsOf } from "./day-boards.js";
import { medalText } from "./medals.js";
import { t } from "../texts/strings.js";
import { button, icon, make } from "../views/tiles.js";
import { date } from "../texts/formats.js";

/** The first letters of the weekdays, from Monday to Sunday. */
const weekdays = () => Array.from({ length: 7 }, (_, at) => date(dayAfter(new Date(2024, 0, 1), at), { weekday: "narrow" }));

/** The first day of the month that is `months` after the month of a day. @param {Date} day @param {number} months */
const monthAfter = (day, months) => new Date(day.getFullYear(), day.getMonth() + months, 1);

/** The button of a day, with the medal of the day's `result`. @param {Date} day @param {import("../types.d.ts").Attempt | undefined} result @param {() => void} act */
function dayButton(day, result, act) {
  const made = button("", act, result ? "done" : "");
  made.append(make("span", "", String(day.getDate())), make("small", "", result && (medalText(result.stars) || "·")));
  made.setAttribute("aria-label", result ? t("dayWithStars", t("dayInWords", day), result.value === null ? null : Math.min(3, result.stars)) : t("dayInWords", day));
  if (dateOf(day) === dateOf(new Date())) made.setAttribute("aria-current", "date");
  return made;
}

/** A calendar of a month. `chosen` is called with a clicked day, `turned` with the first day of another month to show.
 * @param {import("./day-boards.js").Kind} kind @param {Date} month @param {(day: Date) => void} chosen @param {(month: Date) => void} turned */
export function calendar(kind, month, chosen, turned) {
  const [first, today] = [monthAfter(month, 0), new Date()];
  const results = playedByDay(kind);
  const head = make("div", "month");
  const turn = (/** @type {string} */ name, /** @type {string} */ picture, /** @type {number} */ by, /** @type {boolean} */ can) => {
    const made = button("", () => turned(monthAfter(first, by)), "icon");
    made.append(icon(picture));
    made.setAttribute("aria-label", name);
    made.disabled = !can;
    return made;
  };
  head.append(
    turn(t("monthBefore"), "back", -1, first > FIRST),
    make("b", "", t("monthAndYear", first)),
    turn(t("monthAfter"), "next", 1, monthAfter(first, 1) <= today),
  );
  const grid = make("div", "calendar");
  grid.append(...weekdays().map((name) => {
    const made = make("span", "head", name);
    made.setAttribute("aria-hidden", "true");
    return made;
  }), ...Array.from({ length: (first.getDay() + 6) % 7 }, () => make("span")));
  for (let day = first; day.getMonth() === first.getMonth(); day = dayAfter(day, 1)) {
    const open = day >= FIRST && day <= today && kindsOf(day).includes(kind);
    const of = day;
    grid.append(open ? dayButton(of, results.get(dateOf(of)), () => chosen(of)) : make("span", "none", String(day.getDate())));
  }
  return [head, grid];
}

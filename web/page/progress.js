// The card of this board in play: how far the game is on the way to the best result known, with marks for the stars.

import { MOVED, game, leftAt, scoreNow, biggestNow, watch } from "./store.js";
import { resultOf, streak } from "./diary.js";
import { embedded } from "./embedded.js";
import { dayOf } from "./names.js";
import { par, watchPar } from "./par.js";
import { seemsOfSets, sets } from "./sets.js";
import { goalNow, reached, starText, starsOf, twoStars } from "./stars.js";
import { make } from "./tiles.js";
import { count, several } from "./words.js";

const field = (id) => document.getElementById(id);

const track = make("div", "track");
const fill = make("i");
const tick = make("b");
track.append(fill, tick);
const marks = make("div", "marks");
const labels = [1, 2, 3].map((number) => {
  const label = make("span");
  label.append(make("span", "", "★".repeat(number)), make("em"));
  marks.append(label);
  return label;
});
field("meter").append(track, marks);
track.setAttribute("role", "meter");
track.setAttribute("aria-labelledby", "progress-title");
track.setAttribute("aria-valuemin", "0");
track.setAttribute("aria-valuemax", "100");

/** The share of the way to the best result: of the points or tiles, or of the tiles removed. */
function share(best) {
  const goal = goalNow();
  if (goal === "score" || goal === "biggest") {
    if (best === null || best.value <= 0) return 0;
    return (goal === "score" ? scoreNow() : biggestNow()) / best.value;
  }
  return 1 - leftAt(game.at) / Math.max(1, leftAt(0));
}

/** The results for one, two and three stars, in words. */
function limits(best) {
  const goal = goalNow();
  const first = ["score", "left", "biggest"].includes(goal) ? "finish" : "clear";
  if (goal === "clear") return ["", "", "clear the board"];
  if (!best) return [first, "…", "…"];
  const atMost = goal === "fewest" || goal === "moves" || goal === "left";
  const unit = goal === "left" ? " left" : "";
  return [first, `${atMost ? "≤ " : ""}${count(twoStars(best.value))}${unit}`, `${atMost && best.value > 0 ? "≤ " : ""}${count(best.value)}${unit}`];
}

/** What is known of the board, and of the player's results on it. */
function words(best, mine) {
  const goal = goalNow();
  const parts = [];
  if (goal !== "clear") parts.push(best ? `${best.proven ? "Best possible" : "Best found so far"} ${count(best.value)}` : "Looking for a good game…");
  const own = goal === "score" ? game.best ?? mine?.value : mine?.value;
  if (own !== undefined && own !== null) parts.push(goal === "clear" ? "you have cleared it" : `your best ${count(own)}`);
  const days = dayOf(game.record) ? streak() : 0;
  if (days > 0) parts.push(`${several(days, "day")} in a row`);
  const text = parts.join(" · ");
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

function show() {
  if (!game.record) return;
  const best = par();
  const mine = resultOf();
  const part = Math.max(0, Math.min(1, share(best)));
  fill.style.setProperty("--part", part.toFixed(4));
  track.setAttribute("aria-valuenow", String(Math.round(100 * part)));
  const goal = goalNow();
  tick.hidden = !["score", "biggest"].includes(goal);
  // While the game goes on, stars are lit only where more moves cannot lose them.
  const now = goal === "score" || goal === "biggest" || game.position.over ? reached() : null;
  const lit = now !== null && best ? starsOf(now, best.value) : 0;
  limits(best).forEach((text, at) => {
    labels[at].lastChild.textContent = text;
    labels[at].hidden = text === "";
    labels[at].classList.toggle("on", at > 0 && at < lit);
  });
  track.setAttribute("aria-valuetext", `${Math.round(100 * part)} % of the way${lit ? `, ${starText(lit)}` : ""}`);
  field("best-words").textContent = words(best, mine);
}

watch((change) => {
  if (change === "opened" && !embedded && seemsOfSets(game.record)) sets().catch(() => {});
  show();
}, [...MOVED, "goal"]);
watchPar(show);
addEventListener("noted", show);

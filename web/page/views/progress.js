// The card "This board": the results that earn stars, the best result known, and the player's best.

import { field } from "./elements.js";
import { biggestNow, game, scoreNow } from "../state/store.js";
import { attemptAt, streak } from "../state/attempts.js";
import { resultNow } from "../state/knowledge.js";
import { dayOnBoard, bestKnown } from "../engine/best-known.js";
import { isBest, resultFor, starsOf } from "../days/medals.js";
import { t } from "../texts/strings.js";
import { make } from "./tiles.js";
import { isMoreBetter, unit } from "../state/results.js";
import { count } from "../texts/formats.js";

const marks = make("div", "marks");
const labels = ["★", "★★", "★★★", "♛"].map((mark) => {
  const label = make("span");
  label.append(make("span", "", mark), make("em"));
  marks.append(label);
  return label;
});
field("meter").append(marks);

/** The results that earn one, two and three stars and the crown, in words; an empty text hides an entry. @param {import("../engine/best-known.js").BestKnown | null} best */
function limits(best) {
  const of = unit();
  if (of === "cleared") return ["", "", "", t("clearIt")];
  const first = t(["clicks", "moves"].includes(of) ? "clearShort" : "finishShort");
  // If all solutions have the same number of moves, only the crown is shown, because each of them is the best.
  const most = game.record.moves ?? Infinity;
  if (of === "moves" && (game.record.mode === "exactly" || best?.value === most)) return ["", "", "", t("solveIn", most)];
  if (!best) return [first, "…", "…", "…"];
  const words = (/** @type {number} */ value) => t(isMoreBetter() || value === 0 ? "atLeast" : "atMost", value, of === "left");
  return [first, words(resultFor(best.value, 2)), words(resultFor(best.value, 3)), count(best.value)];
}

/** The best result known, and the player's own, in words. @param {import("../engine/best-known.js").BestKnown | null} best */
function words(best) {
  const parts = [];
  const own = attemptAt()?.value ?? null;
  if (unit() !== "cleared") {
    parts.push(best ? t(best.proven ? "bestPossible" : "bestSoFar", best.value) : t("lookingForGood"));
    if (own !== null) parts.push(t("yourBest", own));
  } else if (own !== null) parts.push(t("youCleared"));
  const days = dayOnBoard() ? streak() : 0;
  if (days > 0) parts.push(t("daysInRow", days));
  return parts.join(" · ");
}

/** Updates the card. */
export function view() {
  const best = bestKnown();
  // Before the end of the game, stars are lit only for points and the largest group, which further moves cannot lower.
  const now = unit() === "points" ? scoreNow() : unit() === "biggest" ? biggestNow() : game.position.over ? resultNow() : null;
  const lit = now !== null && best ? starsOf(now, best.value) : 0;
  limits(best).forEach((text, at) => {
    labels[at].hidden = text === "";
    labels[at].classList.toggle("on", at === 3 ? now !== null && best !== null && isBest(now, best.value) : at > 0 && at < lit);
    /** @type {Element} */ (labels[at].lastChild).textContent = text;
  });
  field("best-words").textContent = words(best);
}

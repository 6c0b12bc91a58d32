// The end of a game in words, for the card that end-card.js draws. The words depend only on the arguments and the unit of the game.

import { isSameGame } from "../state/store.js";
import { gain, inWords, isMoreBetter, lossInWords, unit } from "../state/results.js";
import { count, date } from "./formats.js";
import { t } from "./strings.js";

/** The end of a game: whether it is practice after the `first` end of its daily board, the best result known, the loss of each move, and
 * the best result of `later` games. For a daily board: the days played in a row, the minutes to the next board, and the last days' results.
 * @typedef {import("../types.d.ts").Finish} Finish
 * @typedef {Finish & { isPractice: boolean, best: import("../engine/best-known.js").BestKnown | null, first: Finish | null, losses: import("../types.d.ts").Loss[], later: number | null,
 * day: { streak: number, minutes: number, last: { day: Date, isPlayed: boolean, value: number | null, best: number }[] } | null }} Ended */

/** The title of the card: the end in a few words, like `Very good`. @param {Ended} ended */
function title({ value, stars, watched, isPractice }) {
  if (isPractice) return t("practice");
  if (value === null) return t(isSameGame() ? "notCleared" : "notSolved");
  return watched ? t("gameOver") : t("grade", stars);
}

/** The result, which the card shows in large letters. @param {Ended} ended */
function result({ value, left, moves }) {
  if (value === null) return t(isSameGame() ? "resultLeft" : "blocksLeft", left);
  if (unit() === "moves") return t("moves", value);
  return unit() === "cleared" || unit() === "clicks" ? t("clicks", moves.length) : inWords(value);
}

/** A sentence that compares the result with the best result known. @param {Ended} ended */
function comparison({ value, stars, watched, isPractice, first, best }) {
  if (isPractice && first) return t("dayStays", first.value === null ? t("leftAfter", first.left) : inWords(first.value));
  if (watched && value !== null) return t("watchedBefore");
  if (!best) return t("lookingForGood");
  if (unit() === "cleared") return value === null && (best.proven || best.line) ? t("canBeClearedToo") : "";
  const known = t(best.proven ? "bestPossible" : "bestSoFar", best.value);
  if (value === null) return known;
  if (stars === 4) return t("nothingBetter");
  const lost = -gain(value, best.value);
  const part = isMoreBetter() ? value / best.value : best.value / value;
  return [known, ...(lost ? [lossInWords(lost)] : []), ...(part >= 0 && best.value > 0 ? [`${Math.floor(100 * part)} %`] : [])].join(" · ");
}

/** Sentences about the first move with a loss, and about the best result of later games. @param {Ended} ended */
function more({ losses, later, isPractice }) {
  const at = losses.findIndex(({ amount, win }) => win || (amount ?? 0) > 0);
  const isSure = at >= 0 && losses.slice(0, at + 1).every(({ proven }) => proven);
  const first = !isSure ? "" : losses[at].win ? t("thrownAway", at + 1) : t("firstLost", at + 1, lossInWords(losses[at].amount ?? 0));
  return [first, !isPractice && later !== null ? t("later", later) : ""].join(" ").trim();
}

/** The figures on the card, each a value and its name. @param {Ended} ended @returns {[value: string, name: string][]} */
function facts({ left, moves, time, hints, day }) {
  const seconds = Math.round(time / 1000);
  // A result in clicks or moves is already on the card, above the figures.
  const isCounted = ["clicks", "moves"].includes(unit());
  return [
    ...(isCounted ? [] : /** @type {[string, string][]} */ ([[count(left), t("tilesLeftName", left)], [count(moves.length), t("clicksName", moves.length)]])),
    [`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`, t("timeFact")],
    ...(hints ? /** @type {[string, string][]} */ ([[count(hints), t("hintsFact", hints)]]) : []),
    ...(day ? /** @type {[string, string][]} */ ([[count(day.streak), t("daysFact", day.streak)], [t("hoursMinutes", Math.floor(day.minutes / 60), day.minutes % 60), t("nextFact")]]) : []),
  ];
}

/** The last days as bars, each with its height in `part`, from 0.08 to 1 for the best possible result. @param {Ended} ended */
const bars = ({ day: today }) => (today?.last ?? []).map(({ day, isPlayed, value, best }) => {
  const part = value === null ? 0 : isMoreBetter() ? value / best : best / value;
  return { part: Math.max(0.08, Math.min(1, part)), isPlayed, isBest: value !== null && gain(value, best) >= 0, text: value !== null ? count(value) : isPlayed ? "–" : "", name: date(day, { weekday: "narrow" }) };
});

/** The texts of the card for an end. @param {Ended} ended */
export const describe = (ended) => ({ title: title(ended), value: result(ended), words: comparison(ended), more: more(ended), facts: facts(ended), days: bars(ended) });

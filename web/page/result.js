// The card at the end of a game: what was reached, its stars, the best result known, and what to do next.

import { field } from "./field.js";
import { game, isSameGame, jump, leftAt, pause } from "./store.js";
import { wellNode } from "./board.js";
import { boast, dayText, phases } from "./boast.js";
import { tick } from "./clock.js";
import { confetti } from "./confetti.js";
import { attemptAt, keepRow, noteFinish, playedByDay, resultOfDay, streak } from "./attempts.js";
import { boardOf, dateOf, dayAfter } from "./days.js";
import { embedded } from "./embedded.js";
import { nextStep } from "./next.js";
import { losses, resultNow } from "./knowledge.js";
import { dayOnBoard, par } from "./par.js";
import { TIME, lookForMistakes } from "./mistakes.js";
import { sameMoves } from "./reduce.js";
import { isSearching, reviewGame } from "./search.js";
import { linkTo, linkToDay } from "./share.js";
import { isBest, medalOf, starRow, starText } from "./stars.js";
import { gain, inWords, isMoreBetter, lossInWords, unit } from "./values.js";
import { still } from "./settings.js";
import { t } from "./strings.js";
import { make } from "./tiles.js";
import { count, date, touch } from "./words.js";
import { canWatch, watchBest } from "./watch.js";

const dialog = field("result-dialog");

/** The moves of the game whose end was noted last, whose card was shown last, and that was celebrated last.
 * @type {Record<"noted" | "shown" | "rained", import("./types.d.ts").Move[] | null>} */
const last = { noted: null, shown: null, rained: null };
/** The end on the card, and whether it is practice, after the result of its day. @type {import("./types.d.ts").Finish & { isPractice: boolean }} */
let result = { moves: [], value: null, left: 0, stars: 0, hints: 0, watched: false, time: 0, isPractice: false };

/** A time in minutes and seconds: `1:05`. */
const inMinutes = (/** @type {number} */ milliseconds) => {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The end of the game in a few words. */
function title() {
  const { value, stars, watched, isPractice } = result;
  if (isPractice) return t("practice");
  if (value === null) return t(isSameGame() ? "notCleared" : "notSolved");
  return watched ? t("gameOver") : t("grade", stars);
}

/** The result in comparison with the best one known. */
function comparison() {
  const best = par();
  const { value, stars, watched, isPractice } = result;
  const first = resultOfDay();
  if (isPractice && first) return t("dayStays", first.value === null ? t("leftAfter", first.left) : inWords(first.value));
  if (watched && value !== null) return t("watchedBefore");
  if (!best) return t("lookingForGood");
  if (unit() === "cleared") return value === null && (best.proven || best.line) ? t("canBeClearedToo") : "";
  if (value === null) return t(best.proven ? "bestPossible" : "bestSoFar", best.value);
  if (stars === 4) return t("nothingBetter");
  const lost = -gain(value, best.value);
  const part = isMoreBetter() ? value / best.value : best.value / value;
  return [t(best.proven ? "bestPossible" : "bestSoFar", best.value), ...(lost ? [lossInWords(lost)] : []), ...(part >= 0 && best.value > 0 ? [`${Math.floor(100 * part)} %`] : [])].join(" · ");
}

/** The first move that gave something away, and the best result of later games. */
function more() {
  const all = sameMoves(result.moves, game.moves) ? losses() : [];
  const at = all.findIndex(({ amount, win }) => win || (amount ?? 0) > 0);
  const isSure = at >= 0 && all.slice(0, at + 1).every(({ proven }) => proven);
  const later = dayOnBoard() && game.from === "own" ? attemptAt()?.later : null;
  return [isSure ? (all[at].win ? t("thrownAway", at + 1) : t("firstLost", at + 1, lossInWords(all[at].amount ?? 0))) : "", !result.isPractice && typeof later === "number" ? t("later", later) : ""].join(" ").trim();
}

/** The result in a few words. */
function bigWords() {
  const { value, left, moves } = result;
  if (value === null) return t(isSameGame() ? "resultLeft" : "blocksLeft", left);
  if (unit() === "moves") return t("moves", value);
  return unit() === "cleared" || unit() === "clicks" ? t("clicks", moves.length) : inWords(value);
}

function facts() {
  const { left, moves, time, hints } = result;
  // A result that is a number of moves stands above them.
  const counts = ["clicks", "moves"].includes(unit()) ? [] : [[count(left), isSameGame() ? t("tilesLeftName", left) : t("blocksLeftName")], [count(moves.length), isSameGame() ? t("clicksName", moves.length) : t("movesName")]];
  const list = [...counts, [inMinutes(time), t("timeFact")]];
  if (hints) list.push([count(hints), t("hintsFact", hints)]);
  if (dayOnBoard()) {
    const days = streak();
    list.push([count(days), t("daysFact", days)], [untilNext(), t("nextFact")]);
  }
  return list.map(([value, name]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), make("dd", "", value));
    return pair;
  });
}

/** The time until the next board, in hours and minutes. */
function untilNext(now = new Date()) {
  const minutes = Math.ceil((dayAfter(now, 1).getTime() - now.getTime()) / 60_000);
  return t("hoursMinutes", Math.floor(minutes / 60), minutes % 60);
}

/** The last seven days of the board's kind as bars: how near to the best each came. */
function lastDays() {
  const board = dayOnBoard();
  if (!board) return [];
  const done = playedByDay(board.kind);
  return Array.from({ length: 7 }, (_, at) => dayAfter(board.day, at - 6)).map((day) => {
    const mine = done.get(dateOf(day));
    const bar = make("div", mine ? "day" : "day none");
    const best = mine ? boardOf(board.kind, day).value : 0;
    const value = mine?.value ?? null;
    const part = value === null ? 0 : unit() === "points" ? value / best : best / value;
    bar.style.setProperty("--part", Math.max(0.08, Math.min(1, part)).toFixed(3));
    bar.append(make("span", "", value !== null ? count(value) : mine ? "–" : ""), make("i"), make("small", "", date(day, { weekday: "narrow" })));
    if (value !== null && gain(value, best) >= 0) bar.classList.add("best");
    return bar;
  });
}

/** Fills the card. The medal and the comparison change while the solver still looks for a better game. */
function fill() {
  const best = par();
  if (!dayOnBoard() || resultOfDay() === null) {
    const before = result.stars;
    result.stars = medalOf(result, best);
    if (before !== result.stars) note();
  }
  const stars = field("result-stars");
  // Stars that are there already do not pop again.
  if (stars.dataset.medal !== String(result.stars)) stars.replaceChildren(...(result.isPractice ? [] : [starRow(result.stars)]));
  stars.dataset.medal = String(result.stars);
  field("result-title").textContent = title();
  field("result-lost").hidden = result.moves.length < 2 || !sameMoves(result.moves, game.moves) || (best ? isBest(result.value, best.value) : result.value === null);
  field("result-words").textContent = comparison();
  field("result-more").textContent = more();
  field("result-watch").disabled = !canWatch();
  if (dialog.open) celebrate();
  // The text to share is the same from its first moment on.
  field("result-share").disabled = hasRow() && resultOfDay()?.row === undefined && isSearching("review");
}

/** Lets confetti rain once for three stars. */
function celebrate() {
  if (dialog.open && result.stars >= 3 && !result.isPractice && last.rained !== result.moves) confetti(document.body);
  if (result.stars >= 3) last.rained = result.moves;
}

/** Notes the end on the card with its attempt. */
function note() {
  const { isPractice: _, ...finish } = result;
  noteFinish(finish);
}

/** Notes the end of the game on the board and fills the card; a card that is opened again shows the result of its day. */
function finish(isAgain = false) {
  last.noted = game.moves;
  tick();
  const [value, first, before] = [resultNow(), resultOfDay(), attemptAt()?.value ?? null];
  const now = { moves: game.moves, value, left: leftAt(game.at), stars: -1, hints: game.hints, watched: game.watched, time: Math.round(game.time) };
  const isNow = !first || sameMoves(first.moves, game.moves);
  result = first && (isNow || isAgain) ? { ...first, isPractice: false } : { ...now, isPractice: !isNow };
  field("result-new").hidden = Boolean(dayOnBoard()) || value === null || before === null || gain(value, before) <= 0;
  field("result-shared").textContent = "";
  field("result-stars").dataset.medal = "";
  if (result.isPractice) note();
  fill();
  field("result-value").textContent = bigWords();
  field("result-next").textContent = nextStep().name;
  field("result-facts").replaceChildren(...facts());
  field("result-days").replaceChildren(...lastDays());
  if (hasRow() && resultOfDay()?.row === undefined) reviewGame({ time: TIME, isQuiet: true });
  fillOpen();
}

/** Whether the game on the board is the result of its day, whose row by phases can be found. */
const hasRow = () => game.moves.length > 0 && last.noted === game.moves && sameMoves(resultOfDay()?.moves ?? [], game.moves);

/** Fills the open card, and keeps the row by phases once it is known, or the stars where it cannot be found out. */
export function fillOpen() {
  if (hasRow() && resultOfDay()?.row === undefined) {
    const row = phases(par()?.value ?? 0) || (isSearching("review") ? "" : starText(result.stars));
    if (row) keepRow(row);
  }
  if (dialog.open) fill();
}

/** Places the card beside the board, over the panel; on a phone it is at the foot of the page. */
function fit() {
  const { left, top } = field("strip").getBoundingClientRect();
  dialog.style.setProperty("--left", `${left.toFixed(0)}px`);
  dialog.style.setProperty("--top", `${Math.max(8, top).toFixed(0)}px`);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dialog.open && !document.querySelector("dialog:modal")) dialog.close();
});
field("stage").addEventListener("pointerdown", () => dialog.close());
addEventListener("resize", () => dialog.open && fit());

/** Waits for the end of all motion on the board. */
async function rested() {
  const moving = () => wellNode().getAnimations({ subtree: true }).filter((/** @type {Animation} */ one) => one.effect?.getComputedTiming().iterations === 1);
  while (moving().length) await Promise.allSettled(moving().map((/** @type {Animation} */ { finished }) => finished));
  if (!still()) await pause(250);
}

/** Notes the result of a game that has ended, and shows its card in play, after the motion of its last move. */
export async function end() {
  const { position, moves } = game;
  if (!position.over || game.mode === "edit" || game.looking || embedded || !moves.length) return;
  if (moves !== last.noted) finish();
  if (moves === last.shown || game.mode !== "play") return;
  last.shown = moves;
  await rested();
  if (game.moves !== moves || game.at !== moves.length || game.mode !== "play" || document.querySelector("dialog[open]")) return;
  fill();
  // The page stays usable: moves can be taken back while the card is there.
  dialog.show();
  // The attribute `autofocus` is an error inside a page of another site.
  field("result-next").focus();
  fit();
  celebrate();
}

export const close = () => dialog.open && dialog.close();

/** Shows the card of a board of a day that was finished before. */
export function reopen() {
  last.shown = last.noted = game.moves;
  if (!dayOnBoard() || !game.position.over || game.from === "link" || game.at !== game.moves.length || !game.moves.length || embedded) return;
  const { moves } = game;
  setTimeout(() => {
    if (game.moves !== moves || document.querySelector("dialog[open]")) return;
    finish(true);
    last.rained = result.moves;
    dialog.show();
    fit();
  });
}

async function share() {
  const board = dayOnBoard();
  const text = board ? dayText() : boast(result);
  const url = board ? linkToDay(board) : linkTo({ record: game.record, moves: [], at: 0, goal: isSameGame() ? game.goal : undefined });
  try {
    if (navigator.share && touch) await navigator.share({ text, url });
    else {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      field("result-shared").textContent = t("copied");
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") field("result-shared").textContent = t("cannotCopy");
  }
}

const actions = {
  next: () => nextStep().open(),
  again: () => jump(0),
  watch: watchBest,
  lost: lookForMistakes,
};
for (const [name, act] of Object.entries(actions)) {
  field(`result-${name}`).addEventListener("click", () => {
    dialog.close();
    act();
  });
}
field("result-share").addEventListener("click", share);

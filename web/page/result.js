// The card at the end of a game: what was reached, its stars, the best result known, and what to do next.

import { field } from "./field.js";
import { game, isSameGame, leftAt, pause } from "./store.js";
import { wellNode } from "./board.js";
import { notify } from "./status.js";
import { boast, phases } from "./boast.js";
import { tick } from "./clock.js";
import { confetti } from "./confetti.js";
import { attemptAt, finishedByDay, keepRow, noteResult, rowKept, streak } from "./attempts.js";
import { boardOf, dateOf, dayAfter } from "./days.js";
import { embedded } from "./embedded.js";
import { again, openNext } from "./next.js";
import { resultNow } from "./knowledge.js";
import { dayOnBoard, isOpen, par } from "./par.js";
import { TIME, lookForMistakes } from "./mistakes.js";
import { reviewGame } from "./search.js";
import { linkTo, linkToDay } from "./share.js";
import { isBest, starRow, starsOf } from "./stars.js";
import { gain, inWords, unit } from "./values.js";
import { still } from "./settings.js";
import { t } from "./strings.js";
import { make } from "./tiles.js";
import { count, date, touch } from "./words.js";
import { canWatch, watchBest } from "./watch.js";

const dialog = field("result-dialog");

/** The moves of the game whose result was noted last, and of the one whose card was shown last.
 * @type {{ noted: import("./types.d.ts").Move[] | null, shown: import("./types.d.ts").Move[] | null }} */
const last = { noted: null, shown: null };
/** The result on the card and its stars. */
let result = { value: /** @type {number | null} */ (null), stars: -1 };

/** A time in minutes and seconds: `1:05`. */
const inMinutes = (/** @type {number} */ milliseconds) => {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** The end of the game in a few words. */
function title() {
  const { cleared } = game.position;
  if (!isSameGame()) return t(cleared ? "solved" : "notSolved");
  if (cleared) return t("cleared");
  return t(result.value === null ? "notCleared" : "gameOver");
}

/** The result in comparison with the best one known. */
function comparison() {
  const best = par();
  if (game.watched && result.value !== null) return t("watchedBefore");
  if (dayOnBoard() && best && result.value !== null && gain(result.value, best.value) > 0) return t("beatBest", inWords(best.value));
  if (!best) return t("lookingForGood");
  const { value } = result;
  if (unit() === "cleared") return value === null ? (best.proven || best.line ? t("canBeClearedToo") : "") : "";
  const theirs = inWords(best.value);
  if (value === null || value !== best.value) return t(best.proven ? "theBestPossible" : "theBestSoFar", theirs);
  if (best.proven) return t("nothingBetter");
  if (!best.own) return t("asGood");
  return t(isOpen() ? "stillLooking" : "noneBetter");
}

/** The result in a few words. */
function bigWords(/** @type {{ value: number | null }} */ { value }) {
  if (value === null) return t(isSameGame() ? "tilesLeft" : "blocksLeft", leftAt(game.at));
  if (unit() === "moves") return t("moves", value);
  return unit() === "cleared" || unit() === "clicks" ? t("clicks", game.at) : inWords(value);
}

function facts() {
  const left = leftAt(game.at);
  // A result that is a number of moves stands above them.
  const more = ["clicks", "moves"].includes(unit()) ? [] : [[count(left), t(isSameGame() ? "tilesLeftFact" : "blocksLeftName")], [count(game.at), t(isSameGame() ? "clicksFact" : "movesName")]];
  const list = [...more, [inMinutes(game.time), t("timeFact")]];
  if (game.hints) list.push([count(game.hints), t("hintsFact", game.hints)]);
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
  const done = finishedByDay(board.kind);
  return Array.from({ length: 7 }, (_, at) => dayAfter(board.day, at - 6)).map((day) => {
    const mine = done.get(dateOf(day));
    const bar = make("div", mine ? "day" : "day none");
    const best = mine ? boardOf(board.kind, day).value : 0;
    const value = mine?.value ?? 0;
    const part = !mine ? 0 : unit() === "points" ? value / best : best / value;
    bar.style.setProperty("--part", Math.max(0.08, Math.min(1, part)).toFixed(3));
    bar.append(make("span", "", mine ? count(value) : ""), make("i"), make("small", "", date(day, { weekday: "narrow" })));
    if (mine && gain(value, best) >= 0) bar.classList.add("best");
    return bar;
  });
}

/** Fills the card. The stars and the comparison change while the solver still looks for a better game. */
function fill() {
  const best = par();
  const stars = game.watched ? 0 : best ? starsOf(result.value, best.value) : result.value === null ? 0 : 1;
  if (stars !== result.stars) {
    result.stars = stars;
    field("result-stars").replaceChildren(starRow(stars, best !== null && !game.watched && isBest(result.value, best.value)));
    if (result.value !== null) noteResult(result.value, stars);
  }
  field("result-lost").hidden = game.at < 2 || (best ? isBest(result.value, best.value) : result.value === null);
  field("result-words").textContent = comparison();
  field("result-watch").disabled = !canWatch();
}

/** Notes the result of the game and fills the card. */
function finish() {
  last.noted = game.moves;
  tick();
  const value = resultNow();
  const before = attemptAt()?.value ?? null;
  result = { value, stars: -1 };
  const isNew = value !== null && before !== null && gain(value, before) > 0;
  field("result-title").textContent = title();
  field("result-value").textContent = bigWords(result);
  field("result-new").hidden = !isNew;
  field("result-shared").textContent = "";
  fill();
  field("result-facts").replaceChildren(...facts());
  field("result-days").replaceChildren(...lastDays());
  if (hasRow() && !rowKept()) reviewGame({ time: TIME, isQuiet: true });
}

/** Whether the game on the board has a row by phases: the player's own, finished, on a board of a day whose best is proven. */
const hasRow = () => last.noted === game.moves && result.value !== null && game.from === "own" && dayOnBoard()?.proven;

/** Fills the open card, and keeps the row by phases once it is known. */
export function fillOpen() {
  if (dialog.open) fill();
  const row = hasRow() && !rowKept() && phases(par()?.value ?? 0);
  if (row) keepRow(row);
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
  if (position.cleared || result.stars === 3) confetti(document.body);
}

export const close = () => dialog.open && dialog.close();

/** Shows the card of a board of a day that was finished before. */
export function reopen() {
  last.shown = last.noted = game.moves;
  result = { value: null, stars: -1 };
  if (!dayOnBoard() || !game.position.over || game.from === "link" || game.at !== game.moves.length || !game.moves.length || embedded) return;
  const { moves } = game;
  setTimeout(() => {
    if (game.moves !== moves || document.querySelector("dialog[open]")) return;
    finish();
    dialog.show();
    fit();
  });
}

async function share() {
  const { value, stars } = result;
  const text = boast({ value, best: par()?.value ?? null, stars, left: leftAt(game.at), hints: game.hints, watched: game.watched });
  const board = dayOnBoard();
  const url = board ? linkToDay(board) : linkTo({ record: game.record, moves: [], at: 0, goal: isSameGame() ? game.goal : undefined });
  try {
    if (navigator.share && touch) await navigator.share({ text, url });
    else {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      field("result-shared").textContent = t("copiedText");
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") field("result-shared").textContent = t("cannotCopy");
  }
}

const actions = {
  next: () => openNext().catch((error) => notify(error.message)),
  again,
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

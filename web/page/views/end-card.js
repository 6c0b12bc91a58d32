// The card at the end of a game, and what to do next; describe.js makes its texts.

import { field } from "./elements.js";
import { game, isSameGame, jump, leftAt, pause } from "../state/store.js";
import { wellNode } from "./board.js";
import { boast, dayText } from "../days/shared-text.js";
import { tick } from "../state/clock.js";
import { confetti } from "./confetti.js";
import { attemptAt, noteFinish, playedByDay, resultOfDay, streak } from "../state/attempts.js";
import { boardOf, dateOf, dayAfter } from "../days/day-boards.js";
import { embedded } from "./embedded.js";
import { nextStep } from "../days/next.js";
import { losses, resultNow } from "../state/knowledge.js";
import { dayOnBoard, bestKnown } from "../engine/best-known.js";
import { TIME, lookForMistakes } from "./mistakes.js";
import { sameMoves } from "../state/reducer.js";
import { reviewGame } from "../engine/search.js";
import { linkTo, linkToDay } from "./open-link.js";
import { isBest, medalOf, starRow } from "../days/medals.js";
import { gain } from "../state/results.js";
import { still } from "../state/settings.js";
import { describe } from "../texts/describe.js";
import { t } from "../texts/strings.js";
import { make } from "./tiles.js";
import { touch } from "../texts/formats.js";
import { canWatch, watchBest } from "./watch.js";

const dialog = field("result-dialog");

/** The moves of the last game whose end was stored, of the last game whose card was shown, and of the last one with confetti.
 * @type {Record<"noted" | "shown" | "rained", import("../types.d.ts").Move[] | null>} */
const last = { noted: null, shown: null, rained: null };
/** The end on the card; `isPractice` if it came after the result of its daily board. @type {import("../types.d.ts").Finish & { isPractice: boolean }} */
let result = { moves: [], value: null, left: 0, stars: 0, hints: 0, watched: false, time: 0, isPractice: false };

/** The end on the card with all that describe.js needs. @returns {import("../texts/describe.js").Ended} */
function ended(now = new Date()) {
  const board = dayOnBoard();
  const done = board && playedByDay(board.kind);
  const days = board && Array.from({ length: 7 }, (_, at) => dayAfter(board.day, at - 6)).map((day) => {
    const mine = done?.get(dateOf(day));
    return { day, isPlayed: Boolean(mine), value: mine?.value ?? null, best: mine ? boardOf(board.kind, day).value : 0 };
  });
  return {
    ...result, best: bestKnown(), first: resultOfDay(),
    losses: sameMoves(result.moves, game.moves) ? losses() : [],
    later: board && game.from === "own" ? (attemptAt()?.later ?? null) : null,
    day: days && { streak: streak(), minutes: Math.ceil((dayAfter(now, 1).getTime() - now.getTime()) / 60_000), last: days },
  };
}

/** Fills the card. The medal and the comparison change while the solver still looks for a better game. */
function fill() {
  const best = bestKnown();
  if (!dayOnBoard() || resultOfDay() === null) {
    const before = result.stars;
    result.stars = medalOf(result, best);
    if (before !== result.stars) note();
  }
  const { title, value, words, more, facts, days } = describe(ended());
  for (const [name, text] of Object.entries({ title, value, words, more })) field(`result-${name}`).textContent = text;
  field("result-facts").replaceChildren(...facts.map(([value, name]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), make("dd", "", value));
    return pair;
  }));
  field("result-days").replaceChildren(...days.map(({ part, isPlayed, isBest, text, name }) => {
    const bar = make("div", `day${isPlayed ? "" : " none"}${isBest ? " best" : ""}`);
    bar.style.setProperty("--part", part.toFixed(3));
    bar.append(make("span", "", text), make("i"), make("small", "", name));
    return bar;
  }));
  const stars = field("result-stars");
  // Unchanged stars stay, so that their animation does not start again.
  if (stars.dataset.medal !== String(result.stars)) stars.replaceChildren(...(result.isPractice ? [] : [starRow(result.stars)]));
  stars.dataset.medal = String(result.stars);
  field("result-lost").hidden = result.moves.length < 2 || !sameMoves(result.moves, game.moves) || (best ? isBest(result.value, best.value) : result.value === null);
  field("result-watch").disabled = !canWatch();
  if (dialog.open) celebrate();
}

/** Lets confetti rain once for three stars. */
function celebrate() {
  if (dialog.open && result.stars >= 3 && !result.isPractice && last.rained !== result.moves) confetti(document.body);
  if (result.stars >= 3) last.rained = result.moves;
}

/** Stores the end on the card in the attempt of its game. */
function note() {
  const { isPractice: _, ...finish } = result;
  noteFinish(finish);
}

/** Stores the end of the game on the board and fills the card. With `isAgain`, the card shows the result of the daily board. */
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
  field("result-next").textContent = nextStep().name;
  // A search in the background finds the first move that lost something.
  if (!isAgain && !first && dayOnBoard() && game.from === "own") reviewGame({ time: TIME, isQuiet: true });
}

/** Updates the card if it is open. */
export const fillOpen = () => dialog.open && fill();

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

/** Stores the result of a game that has ended, and in play shows its card after the animation of the last move. */
export async function end() {
  const { position, moves } = game;
  if (!position.over || game.mode === "edit" || game.looking || embedded || !moves.length) return;
  if (moves !== last.noted) finish();
  if (moves === last.shown || game.mode !== "play") return;
  last.shown = moves;
  await rested();
  if (game.moves !== moves || game.at !== moves.length || game.mode !== "play" || document.querySelector("dialog[open]")) return;
  fill();
  // The dialog is not modal, so that moves can be undone while it is open.
  dialog.show();
  // The attribute `autofocus` is an error inside a page of another site.
  field("result-next").focus();
  fit();
  celebrate();
}

export const close = () => dialog.open && dialog.close();

/** Shows the card of an opened daily board that was finished before. */
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
  try {
    const url = board ? linkToDay(board) : await linkTo({ record: game.record, moves: [], at: 0, goal: isSameGame() ? game.goal : undefined });
    if (navigator.share && touch) await navigator.share({ text, url });
    else {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      field("result-shared").textContent = t("copied");
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") field("result-shared").textContent = t("cannotCopy");
  }
}

for (const [name, act] of Object.entries({ next: () => nextStep().open(), again: () => jump(0), watch: watchBest, lost: lookForMistakes })) {
  field(`result-${name}`).addEventListener("click", () => {
    dialog.close();
    act();
  });
}
field("result-share").addEventListener("click", share);

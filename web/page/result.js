// The card at the end of a game: what was reached, its stars, the best result known, and what to do next.

import { field } from "./field.js";
import { game, isSameGame, leftAt, watch } from "./store.js";
import { wellNode } from "./board.js";
import { notify } from "./status.js";
import { boast } from "./boast.js";
import { tick } from "./clock.js";
import { confetti } from "./confetti.js";
import { note, resultOf, streak } from "./diary.js";
import { embedded } from "./embedded.js";
import { dayOf } from "./names.js";
import { again, openNext } from "./next.js";
import { resultNow } from "./knowledge.js";
import { isOpen, par } from "./par.js";
import { linkTo } from "./share.js";
import { starRow, starsOf } from "./stars.js";
import { gain, inWords, unit } from "./values.js";
import { still } from "./settings.js";
import { make } from "./tiles.js";
import { count, several } from "./words.js";
import { canWatch, watchBest } from "./watch.js";

const dialog = field("result-dialog");

/** The moves of the game whose end was shown last.
 * @type {import("./types.d.ts").Move[] | null} */
let shown = null;
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
  if (!isSameGame()) return cleared ? "Solved!" : "Not solved";
  if (cleared) return "Board cleared!";
  return result.value === null ? "Not cleared" : "Game over";
}

/** The result in comparison with the best one known. */
function comparison() {
  const best = par();
  if (!best) return "Looking for a good game…";
  const { value } = result;
  if (unit() === "cleared") return value === null ? (best.proven || best.line ? "It can be cleared: the solver has found a way." : "") : "";
  const theirs = inWords(best.value);
  if (value === null || value !== best.value) return best.proven ? `The best possible: ${theirs}.` : `The best found so far: ${theirs}.`;
  if (best.proven) return "Nothing better is possible: this is proven.";
  if (!best.own) return "As good as the best that the solver has found.";
  return isOpen() ? "The solver still looks for something better…" : "The solver has found nothing better.";
}

/** The result in a few words. */
function bigWords(/** @type {{ value: number | null }} */ { value }) {
  if (value === null) return `${several(leftAt(game.at), isSameGame() ? "tile" : "block")} left`;
  if (unit() === "moves") return several(value, "move");
  return unit() === "cleared" || unit() === "clicks" ? several(game.at, "click") : inWords(value);
}

function facts() {
  const left = leftAt(game.at);
  const list = [[count(left), isSameGame() ? "tiles left" : "blocks left"], [count(game.at), isSameGame() ? "clicks" : "moves"], [inMinutes(game.time), "time"]];
  const days = dayOf(game.record) ? streak() : 0;
  if (days > 0) list.push([count(days), days === 1 ? "day in a row" : "days in a row"]);
  return list.map(([value, name]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), make("dd", "", value));
    return pair;
  });
}

/** Fills the card. The stars and the comparison change while the solver still looks for a better game. */
function fill() {
  const best = par();
  const stars = best ? starsOf(result.value, best.value) : result.value === null ? 0 : 1;
  if (stars !== result.stars) {
    result.stars = stars;
    field("result-stars").replaceChildren(starRow(stars));
    if (result.value !== null) note(result.value, stars);
  }
  field("result-words").textContent = comparison();
  field("result-watch").disabled = !canWatch();
}

/** Notes the result of the game and fills the card. */
function finish() {
  tick();
  const value = resultNow();
  const before = resultOf();
  result = { value, stars: -1 };
  const isNew = value !== null && before !== null && gain(value, before.value) > 0;
  field("result-title").textContent = title();
  field("result-value").textContent = bigWords(result);
  field("result-new").hidden = !isNew;
  field("result-shared").textContent = "";
  fill();
  field("result-facts").replaceChildren(...facts());
}

/** Places the card over the upper part of the board, because the tiles left lie at its foot; on a phone, where the card is at
 * the foot of the page, the board moves up as far as there is room. */
function fit() {
  // Offsets do not depend on motion, which may go on.
  const { offsetTop, offsetLeft, offsetWidth, offsetHeight } = field("stage");
  const high = Math.min(offsetHeight, wellNode().offsetHeight);
  const top = offsetTop + (offsetHeight - high) / 2;
  dialog.style.setProperty("--left", `${(offsetLeft + offsetWidth / 2).toFixed(0)}px`);
  dialog.style.setProperty("--top", `${Math.max(8, top + Math.min(48, high / 12)).toFixed(0)}px`);
  const head = /** @type {HTMLElement} */ (document.querySelector("header")).offsetHeight;
  const isSheet = dialog.offsetWidth >= innerWidth - 1;
  const up = isSheet ? Math.max(0, Math.min(top - head - 8, top + high + 12 - (innerHeight - dialog.offsetHeight))) : 0;
  field("stage").style.setProperty("translate", `0 ${-up.toFixed(0)}px`);
  // The title makes room where it is in the way.
  document.body.toggleAttribute("data-lifted", up > top - offsetTop);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && dialog.open && !document.querySelector("dialog:modal")) dialog.close();
});
field("stage").addEventListener("pointerdown", () => dialog.close());
addEventListener("resize", () => dialog.open && fit());

dialog.addEventListener("close", () => {
  field("stage").style.removeProperty("translate");
  document.body.removeAttribute("data-lifted");
});

/** Waits for the end of all motion on the board. */
async function rested() {
  const moving = () => wellNode().getAnimations({ subtree: true }).filter((/** @type {Animation} */ one) => one.effect?.getComputedTiming().iterations === 1);
  while (moving().length) await Promise.allSettled(moving().map((/** @type {Animation} */ { finished }) => finished));
  if (!still()) await new Promise((done) => setTimeout(done, 250));
}

watch(async () => {
  const { position, moves } = game;
  if (moves === shown || !position.over || game.mode !== "play" || game.looking || embedded || !moves.length) return;
  shown = moves;
  finish();
  await rested();
  if (game.moves !== moves || game.at !== moves.length || game.mode !== "play" || document.querySelector("dialog[open]")) return;
  fill();
  // The page stays usable: moves can be taken back while the card is there.
  dialog.show();
  // The attribute `autofocus` is an error inside a page of another site.
  field("result-next").focus();
  fit();
  if (position.cleared || result.stars === 3) confetti(document.body);
}, ["played"]);

watch(() => {
  if (dialog.open) dialog.close();
}, ["opened", "jumped", "mode"]);
watch(() => {
  shown = game.moves;
}, ["opened"]);
watch(() => dialog.open && fill(), ["learned", "search"]);

async function share() {
  const { value, stars } = result;
  const text = boast({ value, best: par()?.value ?? null, stars, left: leftAt(game.at) });
  const url = linkTo({ record: game.record, moves: [], at: 0, goal: isSameGame() ? game.goal : undefined });
  try {
    if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ text, url });
    else {
      await navigator.clipboard.writeText(`${text}\n${url}`);
      field("result-shared").textContent = "Copied: paste it where you like.";
    }
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") field("result-shared").textContent = "The text cannot be copied here.";
  }
}

const actions = {
  next: () => openNext().catch((error) => notify(error.message)),
  again,
  watch: watchBest,
};
for (const [name, act] of Object.entries(actions)) {
  field(`result-${name}`).addEventListener("click", () => {
    dialog.close();
    act();
  });
}
field("result-share").addEventListener("click", share);

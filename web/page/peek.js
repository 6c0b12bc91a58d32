// The small board that is shown beside a move of a list while the pointer is on the move, or the focus.

import { indexIn } from "./roving.js";
import { drawMove } from "./picture.js";
import { isSameGame } from "./store.js";
import { tilesOf } from "./steps.js";
import { make } from "./tiles.js";

const card = make("div", "peek");
const canvas = /** @type {HTMLCanvasElement} */ (make("canvas"));
const words = make("div", "peek-words");
card.append(canvas, words);
card.setAttribute("aria-hidden", "true");
card.hidden = true;
document.body.append(card);

/** Milliseconds until the board is shown under a resting pointer. */
const DELAY = 120;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** A move: the timeline, the number of steps before the move, and lines of text.
 * @typedef {{timeline: import("./types.d.ts").Timeline, steps: number, lines: string[]}} Described */

/** The list and the row whose board is shown. @type {{list: HTMLElement | null, at: number}} */
let shown = { list: null, at: -1 };

/** Hides the small board. */
export function hidePeek() {
  clearTimeout(timer);
  card.hidden = true;
  shown = { list: null, at: -1 };
}

/** @param {HTMLElement} list @param {number} at @param {(at: number) => Described} describe */
function show(list, at, describe) {
  const row = list.children[at];
  if (!row) return hidePeek();
  const { timeline, steps, lines } = describe(at);
  drawMove(canvas, timeline, steps, tilesOf(timeline.steps[steps]), isSameGame());
  words.replaceChildren(...lines.filter(Boolean).map((line) => make("p", "", line)));
  card.hidden = false;
  shown = { list, at };
  const [box, own] = [row.getBoundingClientRect(), card.getBoundingClientRect()];
  // Beside the list on its left, over or under the row where there is no room.
  const beside = list.getBoundingClientRect().left - own.width - 14;
  const left = beside >= 4 ? beside : Math.min(innerWidth - own.width - 4, Math.max(4, box.left + box.width / 2 - own.width / 2));
  const middle = beside >= 4 ? box.top + box.height / 2 - own.height / 2 : box.top > own.height + 8 ? box.top - own.height - 6 : box.bottom + 6;
  card.style.setProperty("left", `${left}px`);
  card.style.setProperty("top", `${Math.max(4, Math.min(innerHeight - own.height - 4, middle))}px`);
}

/** Shows small boards beside the rows of a list. `describe` returns the move of a row.
 * @param {HTMLElement} list @param {(at: number) => Described} describe */
export function peeks(list, describe) {
  const over = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch") return;
    const at = indexIn(list, /** @type {Element} */ (event.target));
    if (at < 0 || (shown.list === list && shown.at === at)) return;
    clearTimeout(timer);
    timer = setTimeout(() => show(list, at, describe), card.hidden ? DELAY : 0);
  };
  list.addEventListener("pointerover", over);
  list.addEventListener("pointerleave", hidePeek);
  list.addEventListener("click", hidePeek);
  list.addEventListener("scroll", hidePeek, { passive: true });
  list.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches(":focus-visible")) show(list, indexIn(list, target), describe);
  });
  list.addEventListener("focusout", hidePeek);
  list.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || card.hidden) return;
    event.stopPropagation();
    hidePeek();
  });
}

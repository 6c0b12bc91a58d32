// Lists of buttons as one tab stop: arrows, Home and End move inside.

import { afterFrame } from "../state/store.js";
import { make } from "./tiles.js";

/** An entry of a list. `fill` fills the button of its row, again only when `key` changes.
 * @typedef {{key: string, fill: (button: HTMLButtonElement) => void}} Entry */

/** The button of a row. @param {Element} row */
const buttonOf = (row) => /** @type {HTMLButtonElement} */ (row.firstElementChild);

/** Makes a list interactive: `chosen` is called with the number of the clicked button from 0. Returns a function that shows
 * entries, and which of them is the current one (−1: none). @param {HTMLElement} list @param {(at: number) => void} chosen */
export function rovingList(list, chosen) {
  /** @type {string[]} */
  let shown = [];
  /** @type {HTMLButtonElement | null} */
  let stop = null;
  /** @type {HTMLButtonElement | null} */
  let current = null;

  /** @param {HTMLButtonElement | null} button */
  function reach(button) {
    if (stop) stop.tabIndex = -1;
    stop = button;
    if (stop) stop.tabIndex = 0;
  }

  /** @param {HTMLButtonElement | null} button */
  function mark(button) {
    current?.removeAttribute("aria-current");
    current = button;
    current?.setAttribute("aria-current", "step");
    // Waits for the next frame, which computes the layout.
    if (current) afterFrame(reveal);
  }

  /** Scrolls the list, and nothing else, to the current row. */
  function reveal() {
    if (!current) return;
    const [inside, outside] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inside.top < outside.top) list.scrollTop -= outside.top - inside.top;
    if (inside.bottom > outside.bottom) list.scrollTop += inside.bottom - outside.bottom;
  }

  new ResizeObserver(reveal).observe(list);

  list.addEventListener("click", ({ target }) => {
    const at = indexIn(list, /** @type {Element} */ (target));
    if (at >= 0) chosen(at);
  });

  list.addEventListener("keydown", (event) => {
    const [at, last] = [indexIn(list, document.activeElement), list.children.length - 1];
    /** @type {Record<string, number>} */
    const ways = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: last };
    if (!(event.key in ways) || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const row = list.children[ways[event.key]];
    if (!row) return;
    reach(buttonOf(row));
    buttonOf(row).focus();
  });

  /** A new row without content. */
  function added() {
    const [row, button] = [make("li"), Object.assign(make("button"), { type: "button", tabIndex: -1 })];
    row.append(button);
    return row;
  }

  /** Adds or removes rows at the start, so that all others can stay: after a move, a solver's line gains or loses its first move.
   * @param {Entry[]} entries */
  function shift(entries) {
    const [gone, more] = [shown.indexOf(entries[0]?.key), entries.findIndex(({ key }) => key === shown[0])];
    for (let at = 0; at < gone; at++) list.firstElementChild?.remove();
    if (more > 0) list.prepend(...Array.from({ length: more }, added));
    shown = [...Array.from({ length: Math.max(0, more) }, () => ""), ...shown.slice(Math.max(0, gone))];
  }

  return (/** @type {Entry[]} */ entries, /** @type {number} */ at) => {
    shift(entries);
    while (list.children.length > entries.length) list.lastElementChild?.remove();
    entries.forEach(({ key, fill }, number) => {
      if (number >= list.children.length) {
        list.append(added());
      } else if (shown[number] === key) return;
      const button = buttonOf(list.children[number]);
      button.replaceChildren();
      fill(button);
    });
    shown = entries.map(({ key }) => key);
    const row = list.children[at];
    const button = row ? buttonOf(row) : null;
    if (button !== current || !current?.isConnected) mark(button);
    if (button || !stop?.isConnected) reach(button ?? (list.firstElementChild && buttonOf(list.firstElementChild)));
  };
}

/** The number of the row that contains an element; −1 if there is none.
 * @param {HTMLElement} list @param {Element | null} element */
export function indexIn(list, element) {
  const row = element?.closest("li");
  return row?.parentElement === list ? [...list.children].indexOf(row) : -1;
}

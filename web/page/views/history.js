// The browser's Back: it closes a dialog or the sheet of a phone, then returns to the board before.

import { goOn } from "../state/attempts.js";
import { embedded } from "./embedded.js";
import { isSheetUp, lowerSheet } from "./sheet.js";
import { game } from "../state/store.js";

/** What an entry of the browser's history stands for: a board with its goal, and the number of layers over it.
 * @typedef {{ record: import("../types.d.ts").Record, goal: string, open: number }} Entry */

/** The current entry; `null` if it has no board, because a link or another version of the page made it. */
const now = () => /** @type {Entry | null} */ (history.state?.record ? history.state : null);
/** The entry that the page made or reached last, to compare with the next one. */
let last = now();
/** Whether the page is opening the board of an entry itself, which makes no new entry. */
let isOwn = false;

/** The layers over the board, which Back closes; the top one is last. */
const layers = () => [...(isSheetUp() ? [{ close: lowerSheet }] : []), ...["#result-dialog[open]", "dialog:modal"].flatMap((which) => [.../** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll(which))])];
const isSameBoard = (/** @type {Entry} */ one, /** @type {Entry} */ other) => JSON.stringify([one.record, one.goal]) === JSON.stringify([other.record, other.goal]);

/** Makes an entry when a layer opens. If the layer is not closed by Back, its entry stays, and Back skips the entry. */
function follow() {
  const open = layers().length;
  const entry = now();
  if (!entry || open <= entry.open) return;
  last = { ...entry, open };
  history.pushState(last, "");
}

if (!embedded) {
  const watch = new MutationObserver(follow);
  for (const node of [document.body, ...document.querySelectorAll("dialog")]) watch.observe(node, { attributeFilter: ["open", "data-sheet"] });

  addEventListener("popstate", () => {
    const [from, to] = [last, now()];
    last = to;
    if (!to || !from) return;
    const over = layers().slice(to.open);
    for (const layer of over.reverse()) layer.close();
    if (isSameBoard(from, to)) return from.open > to.open && !over.length ? history.back() : undefined;
    isOwn = true;
    goOn(to.record, to.goal);
    isOwn = false;
  });
}

/** Makes an entry for an opened board; replaces the current entry if that is of a dialog or the sheet. */
export function view() {
  if (isOwn || embedded) return;
  const entry = now();
  const board = { record: game.record, goal: game.goal, open: 0 };
  if (entry && isSameBoard(entry, board)) return;
  last = board;
  if (entry?.open === 0) history.pushState(board, "");
  else history.replaceState(board, "");
  // A layer that stays open over the new board gets its own entry.
  setTimeout(follow);
}

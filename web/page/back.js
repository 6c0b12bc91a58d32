// The way back of the browser: it closes a dialog, then returns to the board before.

import { goOn } from "./attempts.js";
import { embedded } from "./embedded.js";
import { game } from "./store.js";

/** What an entry of the browser's history stands for: a dialog, or the number of a board that was opened.
 * @typedef {{ dialog?: boolean, board?: number }} Entry */

/** The boards that were opened during the visit, with their goals.
 * @type {{ record: import("./types.d.ts").Record, goal: string }[]} */
const boards = [];
/** Whether the board of an entry is being opened. */
let isOwn = false;

const now = () => /** @type {Entry | null} */ (history.state);
const dialogs = () => [...document.querySelectorAll("dialog:modal")];

/** Makes an entry when a dialog opens. When it is closed otherwise, the entry stays, and the way back leaves it out. */
function follow() {
  if (dialogs().length && !now()?.dialog) history.pushState({ ...now(), dialog: true }, "");
}

if (!embedded) {
  for (const dialog of document.querySelectorAll("dialog")) new MutationObserver(follow).observe(dialog, { attributeFilter: ["open"] });

  addEventListener("popstate", () => {
    const [top] = dialogs().slice(-1);
    if (top) return /** @type {HTMLDialogElement} */ (top).close();
    const board = boards[now()?.board ?? -1];
    if (!board) return;
    if (board.record === game.record) return history.back();
    isOwn = true;
    goOn(board.record, board.goal);
    isOwn = false;
  });
}

/** Makes an entry for a board that was opened. */
export function view() {
  if (isOwn || embedded) return;
  const at = boards.push({ record: game.record, goal: game.goal }) - 1;
  // A link makes an entry of its own.
  if (at === 0 || now() === null || now()?.dialog) history.replaceState({ ...now(), board: at }, "");
  else history.pushState({ board: at }, "");
}

// Opening puzzles: texts, links and saved games, and the dialog for them.

import { field } from "./elements.js";
import { whole } from "../loading.js";
import { formats, position, read } from "../engine/calls.js";
import { afterFrame, game, open, setMode } from "../state/store.js";
import { boardButton } from "./board-picture.js";
import { attempts, goOn, last, resume, save } from "../state/attempts.js";
import { t } from "../texts/strings.js";
import { dateOf, dayBoard } from "../days/day-boards.js";
import { openHash } from "./open-link.js";
import { nameOfGame } from "../days/shared-text.js";
import { openDay } from "../days/next.js";

const dialog = /** @type {HTMLDialogElement} */ (field("open-dialog"));

/** The maximum length of a text that is put into the text box, and the length above which a board takes a moment to open. */
const MOST = 100_000;
const LARGE = 5000;

/** A puzzle of a text, and the moves that came with it.
 * @typedef {{ record: import("../types.d.ts").Record, moves: import("../types.d.ts").Move[] }} Item */

/** Shows the dialog. */
function show() {
  if (!dialog.open) dialog.showModal();
}

/** Shows an error. @param {Error} error */
function fail({ message }) {
  field("problem").textContent = message;
  show();
  return false;
}

/** Calls `opening`, and shows its error; returns whether there was none. @param {() => void} opening */
function attempt(opening) {
  try {
    opening();
    return true;
  } catch (error) {
    return fail(error);
  }
}

/** The part of a link behind the `#`, if a text is or contains a link to a game, as a message of a friend does.
 * @param {string} text */
const hashIn = (text) => /(?:^|\s)(?:https?:\/\/[^\s#]*)?(#[bdgz]=[^\s#]+)/.exec(text)?.[1] ?? null;

/** Opens the first puzzle of a text, or the game of a link in it. If nothing can be read, keeps the current game, and shows the dialog
 * with the text and an error. @param {string} text @param {string} [name] */
export async function openText(text, name = "input") {
  if (text.length <= MOST) field("text").value = text;
  const hash = hashIn(text);
  if (hash) {
    showSeveral([]);
    return openHash(hash).then(close).then(() => true, fail);
  }
  try {
    await whole();
  } catch (error) {
    return fail(error);
  }
  if (text.length > LARGE) {
    field("problem").textContent = t("openingBoard");
    await new Promise((shown) => afterFrame(() => shown(null)));
  }
  const { puzzles, errors, more } = read(text, field("format").value, name, field("open-rules").value);
  const left = more ? [t("leftOut", more)] : [];
  field("problem").textContent = [...errors, ...left].join("\n");
  showSeveral(puzzles.length > 1 ? puzzles : []);
  if (!puzzles.length) {
    show();
    return false;
  }
  if (!attempt(() => begin(puzzles[0]))) return true;
  if (errors.length || puzzles.length > 1) show();
  else close();
  return true;
}

/** Closes the dialog and empties it. */
function close() {
  dialog.close();
  field("text").value = "";
  field("problem").textContent = "";
}

/** The moves of a list without those that cannot be played: a list may contain moves that do nothing. @param {Item} item */
function playable({ record, moves }) {
  /** @type {Item["moves"]} */
  let good = [];
  for (const move of moves) {
    try {
      position(record, [...good, move]);
      good = [...good, move];
    } catch {}
  }
  return good;
}

/** Opens a puzzle: with moves as a visitor's game, before its first move; without moves where the player left it.
 * @param {Item} item */
const begin = (item) => (item.moves.length ? open(item.record, playable(item), 0, null, null, { from: "link" }) : goOn(item.record));

/** @param {import("../types.d.ts").Record} record */
const sizeOf = ({ rows }) => `${rows.length}×${rows[0]?.length ?? 0}`;

/** Fills the list element `id` with a button for each item; `chosen` is called with the item of a clicked button.
 * @template T @param {string} id @param {T[]} items @param {(item: T, at: number) => Parameters<typeof boardButton>[0]} card @param {(item: T) => void} chosen */
function choices(id, items, card, chosen) {
  const made = items.map((item, at) => {
    const line = document.createElement("li");
    line.append(boardButton(card(item, at), () => attempt(() => chosen(item)) && dialog.close()));
    return line;
  });
  field(id).replaceChildren(...made);
  field(`${id}-part`).hidden = made.length === 0;
}

/** @param {Item[]} puzzles */
function showSeveral(puzzles) {
  choices("several", puzzles, ({ record }, at) => ({ title: record.id ?? t("boardNumber", at + 1, sizeOf(record)), record }), begin);
}

/** The card of an attempt. @param {import("../types.d.ts").Attempt} attempt */
function savedCard({ record, moves, at, value, changed }) {
  const title = record.id ? nameOfGame(record) : `${nameOfGame(record)} ${sizeOf(record)}`;
  return { title, more: t("savedGame", moves.length, Number.isFinite(value) ? value : null, t("dayInDigits", new Date(changed))), record, moves: moves.slice(0, at) };
}

/** Continues the last game if it was changed today and is not a finished board of an earlier day; otherwise opens today's board. The
 * older game stays among the saved games. */
export function openLast() {
  const one = last();
  const today = dateOf(new Date());
  const board = one?.over ? dayBoard(one.record) : null;
  if (!one || one.seen !== today || (board && dateOf(board.day) !== today)) return openDay("former");
  try {
    resume(one);
  } catch {
    openDay("former");
  }
}

/** The day on which the page was last visible. On a later day, today's board replaces a daily board, unless a game is in progress. */
let seen = dateOf(new Date());
document.addEventListener("visibilitychange", () => {
  const today = dateOf(new Date());
  if (document.hidden || today === seen) return;
  seen = today;
  const board = dayBoard(game.record);
  if (board && (game.position.over || !game.moves.length) && game.mode === "play") openDay(board.kind);
});

/** Adds the handlers of the dialog. */
export function start() {
  field("open").addEventListener("click", () => {
    save();
    choices("saved", attempts(), savedCard, (one) => {
      resume(one);
      setMode("play");
    });
    field("problem").textContent = "";
    show();
  });
  field("open").addEventListener("click", async () => {
    await whole();
    for (const { name, doc } of formats()) field("format").append(new Option(`${name}: ${doc}`, name));
  }, { once: true });
  field("read").addEventListener("click", () => openText(field("text").value));
}

// Opening puzzles: pasted, dropped, and saved in the browser.

import { formats, read } from "./rules.js";
import { open, playable } from "./store.js";
import { last, saved } from "./saved.js";
import { several } from "./words.js";
import { openDaily } from "./daily.js";

const field = (id) => document.getElementById(id);
const dialog = field("open-dialog");

/** The text opened last. */
let openedText = "";

/** The record of the first puzzle in the text box; `null` if there is no text, or it was opened already. Throws if
 * it cannot be read. */
export function pasted() {
  const text = field("text").value;
  if (!text.trim() || text === openedText) return null;
  const { puzzles, errors } = read(text, field("format").value, "input", field("open-rules").value);
  if (!puzzles.length) throw new Error(errors.join("\n"));
  return puzzles[0].record;
}

/** Opens the puzzles of a text; keeps the current game if nothing can be read. */
export function openText(text, name = "input") {
  const { puzzles, errors, more } = read(text, field("format").value, name, field("open-rules").value);
  const left = more ? [`left out: ${several(more, "more puzzle")}`] : [];
  field("problem").textContent = [...errors, ...left].join("\n");
  showSeveral(puzzles.length > 1 ? puzzles : []);
  if (!puzzles.length) {
    if (!dialog.open) dialog.showModal();
    return false;
  }
  openedText = text;
  if (attempt(() => begin(puzzles[0])) && !errors.length && puzzles.length === 1) dialog.close();
  return true;
}

/** Opens a puzzle at its first position, without the moves of its list that do nothing. */
const begin = ({ record, moves }) => open(record, playable(record, moves), 0);

/** Opens something, or shows the error. */
function attempt(opening) {
  try {
    opening();
    return true;
  } catch (error) {
    field("problem").textContent = error.message;
    if (!dialog.open) dialog.showModal();
    return false;
  }
}

const sizeOf = ({ rows }) => `${rows.length}×${rows[0]?.length ?? 0}`;
const titleOf = ({ record }, at) => record.id ?? `board ${at + 1}, ${sizeOf(record)}`;

function choices(list, items, title, chosen) {
  const made = items.map((item, at) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: title(item, at) });
    button.addEventListener("click", () => {
      if (attempt(() => chosen(item))) dialog.close();
    });
    line.append(button);
    return line;
  });
  list.replaceChildren(...made);
}

function showSeveral(puzzles) {
  field("several-title").hidden = puzzles.length === 0;
  choices(field("several"), puzzles, titleOf, begin);
}

/** Opens a saved game. */
const reopen = ({ record, moves, at, best, mine, goal }) => open(record, moves, at, best ?? null, mine ?? null, goal);

function showSaved() {
  const title = ({ record, moves, best, date }) =>
    `${record.id ?? `${record.game === "mayan" ? "Mayan" : "SameGame"} ${sizeOf(record)}`}: ${several(moves.length, "move")}${Number.isFinite(best) ? `, best ${best}` : ""}, ${date}`;
  choices(field("saved"), saved(), title, reopen);
  field("saved-title").hidden = field("saved").children.length === 0;
}

/** Continues the game of the last visit, if there is one; an unplayed board of the day does not count. */
export function openLast() {
  const game = last();
  if (!game || (game.moves.length === 0 && /^board of \d{8}$/.test(game.record.id))) return openDaily();
  try {
    reopen(game);
  } catch {
    openDaily();
  }
}

/** The maximum length of a dropped text that is put into the text box for editing. */
const MOST = 100_000;

async function drop(event) {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer.files[0];
  const text = file ? await file.text() : event.dataTransfer.getData("text");
  if (!text) return;
  if (text.length <= MOST) field("text").value = text;
  openText(text, file ? file.name : "input");
}

/** Adds the handlers of the buttons. */
export function start() {
  for (const { name, doc } of formats()) field("format").add(new Option(`${name}: ${doc}`, name));
  field("open").addEventListener("click", () => {
    showSaved();
    field("problem").textContent = "";
    dialog.showModal();
  });
  field("close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("submit", (event) => event.preventDefault());
  field("read").addEventListener("click", () => openText(field("text").value));
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  document.addEventListener("drop", drop);
}

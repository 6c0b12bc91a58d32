// Opening puzzles: pasted, dropped, made anew, the board of the day, painted, and those saved in the browser.

import { formats, make, read } from "./rules.js";
import { open } from "./store.js";
import { saved } from "./saved.js";

const field = (id) => document.getElementById(id);
const dialog = field("open-dialog");

/** Opens what a text holds; a game that is under way is left alone if it holds nothing that can be read. */
export function openText(text, name = "input") {
  const { puzzles, errors, more } = read(text, field("format").value, name);
  const left = more ? [`${more} more puzzles are left out`] : [];
  field("problem").textContent = [...errors, ...left].join("\n");
  showSeveral(puzzles.length > 1 ? puzzles : []);
  if (!puzzles.length) {
    if (!dialog.open) dialog.showModal();
    return false;
  }
  open(puzzles[0].record, puzzles[0].moves, 0);
  if (!errors.length && puzzles.length === 1) dialog.close();
  return true;
}

const titleOf = ({ record }, at) => record.id ?? `board ${at + 1}, ${record.rows.length}×${record.rows[0].length}`;

function choices(list, items, title, chosen) {
  const made = items.map((item, at) => {
    const line = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: title(item, at) });
    button.addEventListener("click", () => {
      chosen(item);
      dialog.close();
    });
    line.append(button);
    return line;
  });
  list.replaceChildren(...made);
}

function showSeveral(puzzles) {
  field("several-title").hidden = puzzles.length === 0;
  choices(field("several"), puzzles, titleOf, ({ record, moves }) => open(record, moves, 0));
}

function showSaved() {
  const title = ({ record, moves, best, date }) =>
    `${titleOf({ record }, 0)}: ${moves.length} moves${best === null ? "" : `, best ${best}`}, ${date}`;
  choices(field("saved"), saved(), title, ({ record, moves, at, best }) => open(record, moves, at, best));
}

/** A number that a person can type again. */
const randomSeed = () => Math.floor(Math.random() * 1e9);

/** The day as a number, 20260131. */
function today() {
  const now = new Date();
  return now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate();
}

function wish() {
  const number = (id) => Number(field(id).value);
  const seed = field("new-seed").value === "" ? randomSeed() : Math.max(0, Math.floor(number("new-seed")));
  if (field("new-game").value === "mayan") {
    const range = field("new-difficulty").value;
    const difficulty = range ? range.split("-").map(Number) : undefined;
    return { game: "mayan", seed, moves: number("new-moves"), difficulty };
  }
  const [rows, cols, colors] = [number("new-rows"), number("new-cols"), number("new-colors")];
  return { game: "samegame", seed, rows, cols, colors, clearable: field("new-clearable").checked };
}

function makeNew() {
  const asked = wish();
  try {
    const record = make(asked);
    const { seed, game } = asked;
    open({ ...record, id: `${game} ${seed}` });
    field("new-problem").textContent = "";
    field("new-dialog").close();
  } catch (error) {
    field("new-problem").textContent = error.message;
  }
}

/** A board that is the same for everybody on one day. */
export function openDaily() {
  const day = today();
  open({ ...make({ game: "samegame", seed: day, balanced: true }), id: `board of ${day}` });
}

async function drop(event) {
  event.preventDefault();
  document.body.classList.remove("dropping");
  const file = event.dataTransfer.files[0];
  const text = file ? await file.text() : event.dataTransfer.getData("text");
  if (text) openText(text, file ? file.name : "input");
}

/** Listens to the buttons. */
export function start() {
  for (const { name, doc } of formats()) field("format").add(new Option(`${name}: ${doc}`, name));
  field("open").addEventListener("click", () => {
    showSaved();
    dialog.showModal();
  });
  field("read").addEventListener("click", () => openText(field("text").value));
  field("new").addEventListener("click", () => field("new-dialog").showModal());
  field("daily").addEventListener("click", openDaily);
  field("make").addEventListener("click", makeNew);
  field("new-game").addEventListener("change", () => {
    const mayan = field("new-game").value === "mayan";
    document.querySelector(".of-mayan").hidden = !mayan;
    document.querySelector(".of-samegame").hidden = mayan;
  });
  document.addEventListener("dragover", (event) => {
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => document.body.classList.remove("dropping"));
  document.addEventListener("drop", drop);
}

// The editor: its fields and buttons; makes a drawing of the game's position, and a game of the drawing.

import { field } from "./elements.js";
import { say } from "./messages.js";
import { atHand, begin, clear, depths, drawing, recordDrawn, redo, replace, resize, scatter, setFalls, setTask, stored, undo } from "../state/drawing.js";
import { redrawCanvas } from "./editor-board.js";
import { redrawPalette } from "./editor-palette.js";
import { attemptAt, keepDrawing } from "../state/attempts.js";
import * as rules from "../engine/calls.js";
import { game, open, setMode } from "../state/store.js";
import { t } from "../texts/strings.js";

/** The game where the drawing began: its record, and the number of moves played; −1 if the game was made of the drawing.
 * @type {{ record: import("../types.d.ts").Record, at: number } | null} */
let origin = null;
/** The error message if no drawing could be made of the current position; empty after it was shown. */
let problem = "";

/** Starts a drawing of the current position, unless there is one already. */
function enter() {
  if (origin && game.record === origin.record && (game.at === origin.at || origin.at < 0)) return;
  const kept = attemptAt()?.drawing;
  const isKept = kept && (kept.at === game.at || kept.at < 0);
  origin = { record: game.record, at: isKept ? kept.at : game.at };
  try {
    if (isKept) begin(kept.source, [kept.names], kept);
    else begin(atHand(), game.record.rows);
  } catch (error) {
    begin({ game: "samegame", rows: [".....", ".....", "....."] });
    problem = /** @type {Error} */ (error).message;
  }
}

/** Whether the drawing can be played, and why not, or a remark. */
function verdict() {
  if (drawing.cells.every((row) => row.every((name) => name === "."))) return { can: false, why: t("paintFirst") };
  try {
    const { over } = rules.position(recordDrawn(), []);
    return { can: true, why: over ? t("noMovesHere") : "" };
  } catch (error) {
    return { can: false, why: t("cannotPlay", /** @type {Error} */ (error).message.replace(/^puzzle: /, "")) };
  }
}

function show() {
  const { undo: back, redo: forth } = depths();
  field("edit-undo").disabled = back === 0;
  field("edit-redo").disabled = forth === 0;
  field("edit-fall").setAttribute("aria-pressed", String(drawing.falls));
  field("edit-rows").value = String(drawing.cells.length);
  field("edit-cols").value = String(drawing.cells[0].length);
  field("edit-game").value = drawing.game;
  field("edit-moves").value = String(drawing.moves ?? "");
  field("edit-moves-label").hidden = drawing.game !== "mayan";
  const { can, why } = verdict();
  field("edit-play").disabled = !can;
  field("edit-problem").textContent = problem || why;
  problem = "";
}

/** Opens the drawing as a game. */
function play() {
  const record = recordDrawn();
  // With −1, `enter` continues this drawing after any number of moves.
  origin = { record, at: -1 };
  open(record);
  keepDrawing({ ...stored(), at: -1 });
  setMode("play");
}

/** Redraws the editor after a change of the marks on tiles. */
export function redraw() {
  if (!origin) return;
  redrawPalette();
  redrawCanvas();
}

export { redo, undo };

const task = () => setTask(/** @type {"samegame" | "mayan"} */ (field("edit-game").value), field("edit-moves").value === "" ? null : Math.max(1, Math.floor(Number(field("edit-moves").value)) || 1));

field("edit-undo").addEventListener("click", undo);
field("edit-redo").addEventListener("click", redo);
field("edit-fall").addEventListener("click", () => setFalls(!drawing.falls));
field("edit-play").addEventListener("click", play);
field("edit-clear").addEventListener("click", clear);
field("edit-hand").addEventListener("click", () => replace(atHand()));
field("edit-random").addEventListener("click", () => scatter(Math.floor(Number(field("edit-count").value)) || 1));
for (const id of ["edit-rows", "edit-cols"]) field(id).addEventListener("change", () => resize(Number(field("edit-rows").value), Number(field("edit-cols").value)));
for (const id of ["edit-game", "edit-moves"]) field(id).addEventListener("change", task);

/** Updates the fields, stores the drawing, and announces its number of tiles. @type {import("../types.d.ts").View} */
export function viewDrawing({ type }) {
  show();
  if (type === "sketched") return;
  if (origin) keepDrawing({ ...stored(), at: origin.at });
  say(t("tilesNow", drawing.cells.flat().filter((name) => name !== ".").length));
}

export function view() {
  if (game.mode === "edit") enter();
}

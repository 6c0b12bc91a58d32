// The board of the editor on the screen: its tiles, and painting by pointer and keys.

import { field } from "./elements.js";
import { say } from "./messages.js";
import { EMPTY, cancel, drawing, fill, lift, put, rest } from "../state/drawing.js";
import { animate } from "./animation.js";
import { chooseColour, chooseTool, colour, drawTile, tool } from "./editor-palette.js";
import { t } from "../texts/strings.js";
import { make, place } from "./tiles.js";

/** @typedef {{ row: number, col: number }} Cell */

const host = /** @type {HTMLElement} */ (field("canvas"));
const well = make("div", "well");
const cursorMark = make("div", "cursor");
const ghost = make("div", "ghost");

/** For each cell, by number, the element of its tile and the name of the tile's colour.
 * @type {({ name: string, node: HTMLElement } | undefined)[]} */
let shown = [];
let cursor = { row: 0, col: 0 };

const rows = () => drawing.cells.length;
const cols = () => drawing.cells[0].length;
/** @param {number} row */
const yOf = (row) => rows() - 1 - row;

/** Updates the tiles of the cells that have changed. */
function draw() {
  drawing.cells.forEach((row, y) => row.forEach((name, x) => {
    const at = y * row.length + x;
    if ((shown[at]?.name ?? EMPTY) === name) return;
    shown[at]?.node.remove();
    shown[at] = undefined;
    if (name === EMPTY) return;
    const node = drawTile(name);
    place(node, x, yOf(y));
    well.append(node);
    shown[at] = { name, node };
  }));
}

/** Draws the whole board again, for another size or other marks on tiles. */
export function redrawCanvas() {
  for (const [name, value] of [["--rows", rows()], ["--cols", cols()]]) well.style.setProperty(String(name), String(value));
  shown = [];
  well.replaceChildren(ghost, cursorMark);
  ghost.hidden = true;
  draw();
  cursor = { row: Math.min(cursor.row, rows() - 1), col: Math.min(cursor.col, cols() - 1) };
  showCursor();
}

function showCursor() {
  cursorMark.hidden = !host.matches(":focus-visible");
  place(cursorMark, cursor.col, yOf(cursor.row));
}

/** The side of a cell in pixels. */
const side = () => well.getBoundingClientRect().width / (cols() + 0.44);

/** The cell under a pointer; it may lie beside the board.
 * @param {MouseEvent} event @returns {Cell} */
function cellOf(event) {
  const { left, bottom } = well.getBoundingClientRect();
  return { row: Math.floor((bottom - event.clientY) / side() - 0.22), col: Math.floor((event.clientX - left) / side() - 0.22) };
}

/** @param {Cell} cell */
const inside = ({ row, col }) => drawing.cells[row]?.[col] !== undefined;

/** Uses the tool `kind` on a cell.
 * @param {Cell} cell @param {string} kind */
function use({ row, col }, kind) {
  const name = drawing.cells[row]?.[col];
  if (name === undefined) return;
  if (kind === "pick") {
    if (name === EMPTY) chooseTool("erase");
    else chooseColour(name);
  } else if (kind === "fill") {
    fill(row, col, colour());
  } else {
    put(row, col, kind === "erase" ? EMPTY : colour());
  }
}

/** The cells of a straight line after its first cell.
 * @param {Cell} from @param {Cell} to @returns {Cell[]} */
function line(from, to) {
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.col - from.col));
  const part = (/** @type {"row" | "col"} */ name, /** @type {number} */ step) => Math.round(from[name] + ((to[name] - from[name]) * step) / steps);
  return Array.from({ length: steps }, (_, at) => ({ row: part("row", at + 1), col: part("col", at + 1) }));
}

/** The stroke that is being painted: its tool and its last cell.
 * @type {{ kind: string, last: Cell } | null} */
let stroke = null;

host.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary || event.button === 1) return;
  const at = cellOf(event);
  if (!inside(at)) return;
  stroke = { kind: event.button === 2 ? "erase" : tool(), last: at };
  lift();
  use(at, stroke.kind);
  host.setPointerCapture(event.pointerId);
});

host.addEventListener("pointermove", (event) => {
  if (!event.isPrimary) return;
  const at = cellOf(event);
  ghost.hidden = !inside(at) || event.pointerType !== "mouse";
  place(ghost, at.col, yOf(at.row));
  if (!stroke || stroke.kind === "fill") return;
  const { kind, last } = stroke;
  for (const cell of line(last, at)) use(cell, kind);
  stroke.last = at;
});

/** The position of each finger on the board. Two fingers scroll a board that is larger than its frame.
 * @type {Map<number, { x: number, y: number }>} */
const fingers = new Map();

host.addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "touch") return;
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (fingers.size < 2) return;
  cancel();
  stroke = null;
});
host.addEventListener("pointermove", (event) => {
  const from = fingers.get(event.pointerId);
  if (!from) return;
  if (fingers.size > 1) host.scrollBy((from.x - event.clientX) / fingers.size, (from.y - event.clientY) / fingers.size);
  fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
});
for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, (event) => fingers.delete(/** @type {PointerEvent} */ (event).pointerId));

function end() {
  if (stroke) rest();
  stroke = null;
}
host.addEventListener("pointerup", end);
host.addEventListener("pointercancel", end);
host.addEventListener("pointerleave", () => {
  ghost.hidden = true;
});
host.addEventListener("contextmenu", (event) => event.preventDefault());

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
/** @type {Record<string, string>} */
const TOOLS = { b: "brush", f: "fill", e: "erase", p: "pick" };

/** Announces the cell of the cursor. */
function announce() {
  const name = drawing.cells[cursor.row][cursor.col];
  const what = name === EMPTY ? t("empty") : t("colourOf", drawing.colours[drawing.names.indexOf(name)].name);
  say(t("cell", cursor.row + 1, cursor.col + 1, what));
}

/** Uses the tool `kind` at the cursor.
 * @param {string} kind */
function useHere(kind) {
  lift();
  use(cursor, kind);
  rest();
  announce();
}

/** The action of a key; `null` if the editor does not use the key.
 * @param {string} key @returns {(() => void) | null} */
function action(key) {
  const step = STEPS[key];
  if (step) {
    return () => {
      cursor = { row: Math.max(0, Math.min(rows() - 1, cursor.row + step[0])), col: Math.max(0, Math.min(cols() - 1, cursor.col + step[1])) };
      showCursor();
      cursorMark.scrollIntoView({ block: "nearest", inline: "nearest" });
      announce();
    };
  }
  if (key === "Enter" || key === " ") return () => useHere(tool());
  if (key === "Delete" || key === "Backspace") return () => useHere("erase");
  if (key === "0") return () => chooseTool("erase");
  if (/^[1-9]$/.test(key)) return () => chooseColour(drawing.names[Number(key) - 1]);
  const name = TOOLS[key.toLowerCase()];
  return name ? () => chooseTool(name) : null;
}

host.addEventListener("keydown", (event) => {
  const change = event.ctrlKey || event.metaKey || event.altKey ? null : action(event.key);
  if (!change) return;
  change();
  event.preventDefault();
  event.stopPropagation();
});
host.addEventListener("focus", showCursor);
host.addEventListener("blur", showCursor);

well.setAttribute("aria-hidden", "true");
host.append(well);

/** Shows the drawing, and animates tiles that fell. @type {import("../types.d.ts").View} */
export function view(action) {
  const size = `${rows()} ${cols()}`;
  const same = action.type !== "sketched" && host.dataset.size === size;
  host.dataset.size = size;
  if (!same) redrawCanvas();
  if (action.type === "sketched") host.scrollTo(0, host.scrollHeight);
  if (!same) return;
  draw();
  const fall = action.type === "drawn" ? action.fall : null;
  if (!fall?.phases.length) return;
  /** @type {HTMLElement[]} */
  const moving = [];
  fall.to.forEach(([row, col], tile) => {
    const node = shown[row * cols() + col]?.node;
    if (node) moving[tile] = node;
  });
  animate(well, moving, fall.phases, fall.from, rows());
}

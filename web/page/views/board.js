// The board: its tiles, the lifted group under the pointer, and clicks by mouse, touch and keys. Drags are in drag.js.

import { field } from "./elements.js";
import { changes } from "../state/reducer.js";
import { boardFirst, game, isSameGame, play, stepsAt } from "../state/store.js";
import { placesAfter } from "../state/timeline.js";
import { airOf, animate, isHurried, rest, rise } from "./animation.js";
import { settings } from "../state/settings.js";
import { overNow, pointsCount, sayAlone, sayCell, sayPosition } from "./announcements.js";
import { notify, say } from "./messages.js";
import { make, place, putTile, tileOf } from "./tiles.js";
import { t } from "../texts/strings.js";
import { rescale } from "./zoom.js";

/** @typedef {import("../types.d.ts").Cell} Cell @typedef {import("../types.d.ts").Group} Group */

const host = field("board");

let /** @type {HTMLElement} */ well, /** @type {HTMLElement[]} */ tiles, /** @type {HTMLElement} */ cursorMark;
const bubble = make("div", "bubble");
/** The number of cells above which tiles are plain: thousands of gradients and shadows take too long to paint. */
const MANY = 1600;
/** The cell of each tile; for each cell, its tile and its group that can be removed. @type {[(Cell | null)[], number[], (Group | undefined)[]]} */
let [places, tileOn, groupOn] = [[], [], []];
/** The cell at which each tile is drawn. @type {string[]} */
let drawn = [];
/** The lifted tiles. @type {HTMLElement[]} */
let lit = [];
/** The tiles lit by a hint, and the outlined tiles. @type {{ next: HTMLElement[], played: HTMLElement[] }} */
const marked = { next: [], played: [] };
/** The group or the tile that is lifted under the pointer or the cursor. @type {Group | number | null} */
let lifted = null;
/** The cell under the pointer, whose tiles are lifted again after a move. @type {ReturnType<typeof cellOf>} */
let under = null;
let cursor = { row: 0, col: 0, shown: false };

const cell = (/** @type {number} */ row, /** @type {number} */ col) => row * game.timeline.cols + col;
export const tileAt = (/** @type {number} */ row, /** @type {number} */ col) => tileOn[cell(row, col)] ?? -1;
export const tileNode = (/** @type {number} */ row, /** @type {number} */ col) => /** @type {HTMLElement | undefined} */ (tiles[tileAt(row, col)]) ?? null;
const nodesOf = (/** @type {Cell[]} */ cells) => cells.map(([row, col]) => tileNode(row, col)).filter((tile) => tile !== null);
const groupAt = (/** @type {number} */ row, /** @type {number} */ col) => groupOn[cell(row, col)];
const yOf = (/** @type {number} */ row) => game.timeline.rows - 1 - row;

/** The element that contains the tiles. */
export const wellNode = () => well;

/** Updates the tile and the group of each cell. */
function survey() {
  places = placesAfter(game.timeline, stepsAt(game.at));
  [tileOn, groupOn] = [[], []];
  places.forEach((where, tile) => where && (tileOn[cell(...where)] = tile));
  for (const group of game.position.groups) for (const [row, col] of group.cells) groupOn[cell(row, col)] = group;
}

function number(/** @type {number} */ text, /** @type {number} */ x, /** @type {number} */ y) {
  const mark = make("div", "number", String(text));
  place(mark, x, y);
  well.append(mark);
}

/** Moves each tile to its cell, except tiles that are there already, so that their styles are not computed again. */
function settle() {
  places.forEach((where, tile) => {
    const name = String(where);
    if (drawn[tile] === name) return;
    drawn[tile] = name;
    putTile(tiles[tile], where, game.timeline.rows);
  });
}

/** Lifts the tiles of some cells, and shows their points above them. @param {Cell[]} cells @param {number | null} points */
function lift(cells, points = null) {
  lifted = null;
  for (const tile of lit) tile.classList.remove("lit");
  lit = nodesOf(cells);
  for (const tile of lit) tile.classList.add("lit");
  const shown = points !== null && lit.length > 0;
  // The hidden bubble keeps its layout; appending it again would compute the layout again.
  bubble.style.visibility = shown ? "visible" : "hidden";
  if (!shown) return;
  const top = Math.max(...cells.map(([row]) => row));
  const cols = cells.filter(([row]) => row === top).map(([, col]) => col);
  const [x, y] = [(Math.min(...cols) + Math.max(...cols)) / 2 + 0.72, yOf(top) + 0.1];
  const text = `${points > 0 ? "+" : ""}${points}`;
  if (bubble.textContent !== text) bubble.textContent = text;
  const edge = Math.max(0.8, Math.min(game.timeline.cols - 0.4, x));
  bubble.style.transform = `translate(calc(var(--cell) * ${edge} - 50%), calc(var(--cell) * ${y} - ${yOf(top) > 0 ? "100%" : "-20%"}))`;
  if (bubble.parentNode !== airOf(well)) airOf(well).append(bubble);
}

/** The tiles that a click on a cell would remove, or the block that a drag would move. @returns {Cell[]} */
const taken = (/** @type {number} */ row, /** @type {number} */ col) => (isSameGame() ? (groupAt(row, col)?.cells ?? []) : tileAt(row, col) >= 0 ? [[row, col]] : []);

/** Lifts the tiles that a click on a cell would remove. */
function lookAt(/** @type {number} */ row, /** @type {number} */ col) {
  const group = groupAt(row, col);
  const what = group ?? tileAt(row, col);
  if (what === lifted) return;
  lift(taken(row, col), group ? (pointsCount() ? group.points : group.cells.length) : null);
  lifted = what;
}

/** Lifts the tiles that a click on a cell would remove, and announces them. */
function look(/** @type {number} */ row, /** @type {number} */ col) {
  lookAt(row, col);
  sayCell(row, col, tileAt(row, col), groupAt(row, col), sides(row, col));
}

/** The sides to which a block can slide. */
const sides = (/** @type {number} */ row, /** @type {number} */ col) => (isSameGame() ? [] : /** @type {const} */ (["L", "R"]).filter((side) => moveTo(row, col, side)).map((side) => t(side === "L" ? "left" : "right")));

/** The move that slides the block of a cell to a side; `null` if there is no block or the move changes nothing.
 * @param {number} row @param {number} col @param {"L" | "R"} side @returns {import("../types.d.ts").Move | null} */
export function moveTo(row, col, side) {
  /** @type {[number, number, "L" | "R"]} */
  const move = [col, row, side];
  return tileAt(row, col) >= 0 && changes(game.position, move) ? move : null;
}

/** Plays a move, or shows a message if the game is over or the move changes nothing. */
export function take(/** @type {import("../types.d.ts").Move | null} */ move) {
  if (game.position.over) return notify(overNow());
  if (!move || !play(move)) notify(t("nothingMoves"));
}

function click(/** @type {number} */ row, /** @type {number} */ col) {
  if (groupAt(row, col)) return take([row + 1, col + 1]);
  if (game.position.over) notify(overNow());
  else sayAlone(row, col, tileAt(row, col));
}

/** The cell under a pointer, with the side of a cell in pixels; `null` beside the board. */
export function cellOf(/** @type {MouseEvent} */ event) {
  const box = well.getBoundingClientRect();
  const { rows, cols } = game.timeline;
  const numbers = settings.numbers ? 0.55 : 0;
  const side = box.width / (cols + 0.44 + numbers);
  const col = Math.floor((event.clientX - box.left) / side - 0.22 - numbers);
  const row = rows - 1 - Math.floor((event.clientY - box.top) / side - 0.22);
  const inside = row >= 0 && row < rows && col >= 0 && col < cols;
  return inside ? { row, col, side } : null;
}

/** The cell where the current press started. @type {ReturnType<typeof cellOf>} */
let press = null;

host.addEventListener("pointermove", (event) => {
  if (!isSameGame() && event.buttons) return;
  under = cellOf(event);
  if (under) lookAt(under.row, under.col);
  else lift([]);
});
host.addEventListener("pointerleave", () => {
  under = null;
  lift([]);
});
host.addEventListener("pointerdown", (event) => {
  press = event.button === 0 && event.isPrimary ? cellOf(event) : null;
  if (press && isSameGame()) lookAt(press.row, press.col);
});
host.addEventListener("pointerup", (event) => {
  if (!press || !event.isPrimary || !isSameGame()) return;
  const { row, col } = press;
  press = null;
  const to = cellOf(event);
  // Press and release must be on the same group for a click.
  const same = to && (cell(to.row, to.col) === cell(row, col) || (groupAt(row, col) && groupAt(to.row, to.col) === groupAt(row, col)));
  if (same) boardFirst(() => click(row, col));
});
host.addEventListener("pointercancel", () => {
  press = null;
});

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });

host.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows, cols } = game.timeline;
  const step = STEPS[event.key];
  if (step && event.shiftKey && step[1] && !isSameGame()) {
    take(moveTo(cursor.row, cursor.col, step[1] > 0 ? "R" : "L"));
  } else if (step) {
    cursor.row = Math.max(0, Math.min(rows - 1, cursor.row + step[0]));
    cursor.col = Math.max(0, Math.min(cols - 1, cursor.col + step[1]));
    lookAtCursor();
  } else if (event.key.toLowerCase() === "g") {
    walk(event.shiftKey ? -1 : 1);
  } else if ((event.key === "Enter" || event.key === " ") && isSameGame()) {
    click(cursor.row, cursor.col);
  } else {
    return;
  }
  event.preventDefault();
});

/** Shows the cursor, and announces its cell. */
function lookAtCursor() {
  showCursor(true);
  look(cursor.row, cursor.col);
  cursorMark.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Moves the cursor to the next (1) or the previous (−1) group to remove or block to slide, by columns, each from below. */
function walk(/** @type {1 | -1} */ by) {
  const { groups, slides } = game.position;
  const all = isSameGame() ? groups.map(({ cells }) => cells[0]) : slides.map(([x, y]) => /** @type {Cell} */ ([y, x]));
  const order = (/** @type {Cell} */ [row, col]) => by * (col * game.timeline.rows + row);
  const sorted = all.sort((a, b) => order(a) - order(b));
  const next = sorted.find((one) => order(one) > order([cursor.row, cursor.col])) ?? sorted[0];
  if (!next) return;
  [cursor.row, cursor.col] = next;
  lookAtCursor();
}
host.addEventListener("focus", () => showCursor(host.matches(":focus-visible")));
host.addEventListener("blur", () => showCursor(false));

function showCursor(/** @type {boolean} */ shown) {
  cursor.shown = shown;
  if (!cursorMark) return;
  cursorMark.hidden = !shown;
  place(cursorMark, cursor.col, yOf(cursor.row));
}

/** Marks the tiles of cells by a class until the position changes.
 * @param {"next" | "played"} name @param {Cell[]} cells */
function mark(name, cells) {
  for (const tile of marked[name]) tile.classList.remove(name);
  marked[name] = nodesOf(cells);
  for (const tile of marked[name]) tile.classList.add(name);
  marked[name][0]?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return marked[name].length > 0;
}

/** Outlines the tiles of cells: of a mistake that the player made, or of the group that a hint removes. */
export const outline = (/** @type {Cell[]} */ cells) => mark("played", cells);
/** Lights the tiles of cells and dims all other tiles; without cells, dims none. */
export const point = (/** @type {Cell[]} */ cells) => well.classList.toggle("dimmed", mark("next", cells));

/** Builds the elements of the board, for an opened puzzle or after a change of the settings. */
export function redraw() {
  rest();
  const { rows, cols, first, colours } = game.timeline;
  host.className = isSameGame() ? "samegame" : "mayan";
  well = make("div", rows * cols > MANY ? "well many" : "well");
  const numbers = settings.numbers ? 1 : 0;
  for (const [name, value] of Object.entries({ "--rows": rows, "--cols": cols, "--numbers": numbers })) well.style.setProperty(name, String(value));
  if (numbers) {
    for (let row = 0; row < rows; row++) number(row + first, -0.75, yOf(row));
    for (let col = 0; col < cols; col++) number(col + first, col, rows - 0.12);
  }
  tiles = game.timeline.tiles.map(([colour]) => tileOf(colours[colour], colour, settings.marks));
  // Tiles are placed before they are appended: placing them later lays them out twice, which is slow for many.
  drawn = [];
  settle();
  cursorMark = make("div", "cursor");
  well.append(...tiles, cursorMark);
  well.setAttribute("aria-hidden", "true");
  host.replaceChildren(well);
  rescale(well, rows, cols, numbers);
  showCursor(cursor.shown);
}

/** Shows the position after an action, and animates a move. @type {import("../types.d.ts").View} */
export function view(action) {
  const isAnimated = action.type === "played" && (action.move !== null || !isHurried());
  const before = isAnimated ? placesAfter(game.timeline, stepsAt(game.at) - 1) : null;
  survey();
  if (action.type === "opened") {
    cursor = { row: 0, col: 0, shown: cursor.shown };
    [under, press, lit, marked.next, marked.played, lifted] = [null, null, [], [], [], null];
    redraw();
    return;
  }
  point([]);
  outline([]);
  lift([]);
  rest();
  settle();
  if (before) {
    const step = game.timeline.steps[stepsAt(game.at) - 1];
    animate(well, tiles, step.phases, before, game.timeline.rows);
    const gone = step.phases.flatMap((phase) => phase.gone ?? []).map((tile) => /** @type {Cell} */ (before[tile]));
    if (isSameGame() && game.goal === "score") rise(well, step.points > 0 ? `+${step.points}` : "", gone, game.timeline.rows);
  }
  if (under) lookAt(under.row, under.col);
}

/** Announces the position. @type {import("../types.d.ts").View} */
export function viewWords({ type }) {
  if (type === "opened" && game.at === 0) say("");
  else sayPosition();
}

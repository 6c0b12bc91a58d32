// The board in the editor: its cells, its undo and redo, and the record made of it. Each change is dispatched as an action, so that
// the views of the editor follow.

import { SYMBOLS, placesAfter, rowsOf } from "./timeline.js";
import * as rules from "../engine/calls.js";
import { dispatch, game, stepsAt } from "./store.js";
import { t } from "../texts/strings.js";

/** The maximum number of rows and of columns. */
const MOST = 128;
/** The minimum number of colours to choose from. */
const FEWEST = 8;
/** The maximum number of changes that can be undone. */
const DEPTH = 500;
/** The name of an empty cell. */
export const EMPTY = ".";

/** @typedef {import("../types.d.ts").Snapshot} Snapshot @typedef {import("../types.d.ts").Fall} Fall */

/** The drawing. `cells` has rows from the bottom, and for each cell the name of its colour, or `EMPTY`. */
export const drawing = {
  /** The record with which editing began; the drawing keeps its rules, task and labels. @type {import("../types.d.ts").Record} */
  source: { game: "samegame", rows: [] },
  /** @type {Snapshot["game"]} */
  game: "samegame",
  /** Mayan: the number of moves allowed. @type {number | null} */
  moves: null,
  /** @type {string[][]} */
  cells: [],
  /** The names of the colours in the palette. @type {string[]} */
  names: [],
  /** The label, fill and ink of each colour of `names`, in the same order. @type {{ name: string, fill: string, ink: string }[]} */
  colours: [],
  /** Whether tiles in the air fall after each change. */
  falls: true,
};

/** @type {Snapshot[]} */
let past = [];
/** @type {Snapshot[]} */
let future = [];
/** The board before the stroke in progress; `null` between strokes. @type {Snapshot | null} */
let before = null;

const rowsDown = () => drawing.cells.map((row) => row.join("")).reverse();

/** @returns {Snapshot} */
const snapshot = () => ({ game: drawing.game, moves: drawing.moves, rows: rowsDown() });

/** @param {Snapshot} taken */
function restore(taken) {
  Object.assign(drawing, { game: taken.game, moves: taken.moves, cells: taken.rows.map((row) => [...row]).reverse() });
}

/** Sets the palette: the colours in `rows`, and unused colours up to `fewest` in all. @param {string[]} rows @param {number} fewest */
function choose(rows, fewest) {
  const own = [...SYMBOLS].filter((name) => rows.some((row) => row.includes(name)));
  // Unused names after the last own one come first: added in this order, they do not change how the other colours are drawn.
  const start = SYMBOLS.indexOf(own.at(-1) ?? "") + 1;
  const free = [...SYMBOLS.slice(start), ...SYMBOLS.slice(0, start)].filter((name) => !own.includes(name));
  drawing.names = [...own, ...free.slice(0, Math.max(1, fewest - own.length))].slice(0, SYMBOLS.length);
  const drawn = rules.timeline({ game: "samegame", rows: [SYMBOLS.slice(0, drawing.names.length)] }, []).colours;
  drawing.colours = drawing.names.map((name, number) => ({ ...drawn[number], name: drawing.source.labels?.[name] ?? name }));
}

/** The current position of the game as a record, with the moves left as its task. */
export function atHand() {
  const { record, position } = game;
  const rows = rowsOf(record, game.timeline, placesAfter(game.timeline, stepsAt(game.at)));
  return { ...record, rows, moves: position.moves_left ?? undefined };
}

/** The drawing in the form in which attempts store it. */
export const stored = () => ({ ...snapshot(), source: drawing.source, names: drawing.names.join("") });

/** Starts a drawing of `record`, or continues its drawing `taken`. Throws if the board is too large. The palette has the colours in
 * the rows `all`, even those that no tile has. @param {import("../types.d.ts").Record} record @param {string[]} all @param {Snapshot} taken */
export function begin(record, all = record.rows, taken = { ...record, moves: record.moves ?? null }) {
  const { rows } = taken;
  const [height, width] = [rows.length, rows[0].length];
  if (Math.max(height, width) > MOST) throw new Error(t("tooLargeToEdit", height, width, MOST));
  [past, future, before] = [[], [], null];
  drawing.source = record;
  restore(taken);
  choose(all, FEWEST);
  dispatch({ type: "sketched" });
}

/** Adds up to four unused colours to the palette. */
export function moreColours() {
  choose([drawing.names.join("")], drawing.names.length + 4);
  dispatch({ type: "sketched" });
}

/** Whether the rules close gaps between columns. */
function closes() {
  if (drawing.game !== "samegame") return false;
  const own = drawing.source.game === "samegame" ? drawing.source.rules : undefined;
  return rules.rulesOf({ game: "samegame", rows: [EMPTY], rules: own })?.rules.columns === "close";
}

/** Lets tiles fall and columns close. Returns the motion of the tiles, for the animation. @returns {Fall} */
function settle() {
  const { cells } = drawing;
  const width = cells[0].length;
  const columns = cells[0].map((_, col) => cells.flatMap((row, at) => (row[col] === EMPTY ? [] : [{ name: row[col], row: at, col }])));
  const standing = closes() ? [...columns.filter(({ length }) => length), ...columns.filter(({ length }) => !length)] : columns;
  /** @type {[[number, number, number][], [number, number, number][], Fall["from"], Fall["to"]]} */
  const [down, left, from, to] = [[], [], [], []];
  const made = cells.map((row) => row.map(() => EMPTY));
  standing.forEach((column, goal) => column.forEach(({ name, row, col }, at) => {
    const tile = row * width + col;
    made[at][goal] = name;
    [from[tile], to[tile]] = [[row, col], [at, goal]];
    if (at !== row) down.push([tile, at, col]);
    if (goal !== col) left.push([tile, at, goal]);
  }));
  drawing.cells = made;
  const phases = [down, left].filter(({ length }) => length).map((glide) => ({ glide }));
  return { phases, from, to };
}

/** Starts a stroke: the changes until `rest` are undone together. */
export function lift() {
  before ??= snapshot();
}

/** Ends a stroke: tiles in the air fall if `falls` is set, and the stroke can be undone. */
export function rest() {
  if (!before) return;
  const fall = drawing.falls ? settle() : undefined;
  if (JSON.stringify(before) !== JSON.stringify(snapshot())) {
    past = [...past, before].slice(-DEPTH);
    future = [];
  }
  before = null;
  dispatch({ type: "drawn", fall });
}

/** Cancels the stroke in progress, and restores the board before it. */
export function cancel() {
  if (!before) return;
  restore(before);
  before = null;
  dispatch({ type: "drawn" });
}

/** Makes a change that can be undone. @param {() => void} change */
function once(change) {
  lift();
  change();
  rest();
}

/** Paints a cell within a stroke. @param {number} row @param {number} col @param {string} name */
export function put(row, col, name) {
  if (drawing.cells[row]?.[col] === undefined || drawing.cells[row][col] === name) return;
  drawing.cells[row][col] = name;
  dispatch({ type: "painted" });
}

/** Paints a cell and all connected cells of its colour. @param {number} row @param {number} col @param {string} name */
export function fill(row, col, name) {
  const { cells } = drawing;
  const old = cells[row]?.[col];
  if (old === undefined || old === name) return;
  const open = [[row, col]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [y, x] = next;
    if (cells[y]?.[x] !== old) continue;
    cells[y][x] = name;
    open.push([y + 1, x], [y - 1, x], [y, x + 1], [y, x - 1]);
  }
  dispatch({ type: "painted" });
}

/** Changes the size; rows are added and removed at the top, columns on the right. @param {number} height @param {number} width */
export function resize(height, width) {
  const within = (/** @type {number} */ size) => Math.max(1, Math.min(MOST, Math.floor(size) || 1));
  const [rows, cols] = [within(height), within(width)];
  once(() => {
    drawing.cells = Array.from({ length: rows }, (_, row) => Array.from({ length: cols }, (_, col) => drawing.cells[row]?.[col] ?? EMPTY));
  });
}

/** Chooses the game, and the number of moves of a Mayan puzzle. @param {Snapshot["game"]} kind @param {number | null} moves */
export const setTask = (kind, moves) => once(() => Object.assign(drawing, { game: kind, moves }));

/** Sets whether tiles in the air fall after each change, and applies it at once. @param {boolean} falls */
export function setFalls(falls) {
  drawing.falls = falls;
  once(() => {});
}

/** Removes all tiles. */
export const clear = () => once(() => {
  drawing.cells = drawing.cells.map((row) => row.map(() => EMPTY));
});

/** Puts one of the first `count` colours on each cell at random; for the Mayan puzzle without three equal ones in a line. @param {number} count */
export const scatter = (count) => once(() => {
  const names = drawing.names.slice(0, Math.max(1, count));
  /** @type {string[][]} */
  const made = [];
  drawing.cells.forEach((row, y) => {
    made.push([]);
    row.forEach((_, x) => {
      const lines = [[made[y][x - 1], made[y][x - 2]], [made[y - 1]?.[x], made[y - 2]?.[x]]];
      const runs = lines.filter(([one, two]) => one !== undefined && one === two).map(([one]) => one);
      const free = drawing.game === "mayan" ? names.filter((name) => !runs.includes(name)) : names;
      const from = free.length ? free : names;
      made[y].push(from[Math.floor(Math.random() * from.length)]);
    });
  });
  drawing.cells = made;
});

/** Replaces the board by the rows of a record. @param {import("../types.d.ts").Record} record */
export const replace = ({ game: kind, moves, rows }) => once(() => restore({ game: kind, moves: moves ?? null, rows }));

/** The numbers of changes that can be undone and redone. */
export const depths = () => ({ undo: past.length, redo: future.length });

/** @param {Snapshot[]} from @param {Snapshot[]} to */
function swap(from, to) {
  const taken = from.pop();
  if (!taken) return;
  to.push(snapshot());
  restore(taken);
  dispatch({ type: "drawn" });
}

/** Undoes the last change. */
export const undo = () => swap(past, future);

/** Redoes the last undone change. */
export const redo = () => swap(future, past);

/** A record of the drawing after all its tiles have fallen; the drawing itself stays as it is. */
export function recordDrawn() {
  const { source, game: kind, moves } = drawing;
  const same = source.game === kind;
  const kept = drawing.cells;
  settle();
  const rows = rowsDown();
  drawing.cells = kept;
  // In rows of a Mayan board, 0 is an empty cell unless it has a label.
  const labels = kind === "mayan" && rows.some((row) => row.includes("0")) ? { 0: "0", ...source.labels } : source.labels;
  const task = kind === "samegame" ? { rules: same ? source.rules : undefined } : { moves: moves ?? undefined, mode: same ? source.mode : "within", allow_noop: same ? source.allow_noop : undefined };
  return JSON.parse(JSON.stringify({ v: 1, game: kind, rows, labels, ...task }));
}

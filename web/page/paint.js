// Painting a board, from the pasted text or the current board. The painted board is put into the text
// box as a record, and read like any other text.

import { placesAfter, rowsOf } from "./course.js";
import { pasted } from "./open.js";
import { timeline } from "./rules.js";
import { settings } from "./settings.js";
import { game, stepsAt } from "./store.js";
import { drawTile, element, SYMBOLS, SIZE } from "./tiles.js";

const field = (id) => document.getElementById(id);
/** The maximum number of rows and columns of a painted board. */
const MOST = 64;
/** The minimum number of colours to choose from. */
const FEWEST = 8;

/** The record of the start, whose rules and task are kept. */
let source = null;
/** Rows from the top; a cell is the name of its colour, or a dot. */
let cells = [];
/** The tile of each colour, by name. */
let colours = new Map();
let colour = ".";
let painting = false;
let cursor = [0, 0];

const isSameGame = () => field("paint-game").value === "samegame";
const size = (id) => Math.max(1, Math.min(MOST, Math.floor(Number(field(id).value)) || 1));

/** The current board as a record, with the moves left as its task. */
function atHand() {
  const { record, position } = game;
  const rows = rowsOf(record, game.timeline, placesAfter(game.timeline, stepsAt(game.at)));
  return { ...record, rows, moves: position.moves_left ?? undefined };
}

/** The colours to choose from: the colours of some rows, and unused ones. */
function choose(rows) {
  const names = [...SYMBOLS];
  const own = names.filter((name) => rows.some((row) => row.includes(name)));
  // Colours are drawn in the order of their names, so names that come later do not change the others.
  const start = names.indexOf(own.at(-1)) + 1;
  const free = [...names.slice(start), ...names.slice(0, start)].filter((name) => !own.includes(name));
  const all = [...own, ...free.slice(0, Math.max(1, FEWEST - own.length))];
  const drawn = timeline({ game: "samegame", rows: [SYMBOLS.slice(0, all.length)] }, []).colours;
  const labelOf = (name) => source.labels?.[name] ?? name;
  colours = new Map(all.map((name, number) => [name, { ...drawn[number], name: labelOf(name), number }]));
  const choice = (name, label, ...content) => {
    const line = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "colour", value: name });
    radio.setAttribute("aria-label", label);
    radio.addEventListener("change", () => {
      colour = name;
    });
    line.append(radio, ...content);
    return line;
  };
  const swatch = (name) => {
    const svg = element("svg", { viewBox: `0 0 ${SIZE} ${SIZE}`, "aria-hidden": "true" });
    svg.append(tileOf(name, "names"));
    return svg;
  };
  field("palette").replaceChildren(choice(".", "nothing", "nothing"), ...all.map((name) => choice(name, `colour ${labelOf(name)}`, swatch(name))));
  colour = all[0];
  field("palette").querySelector(`[value="${colour}"]`).checked = true;
}

const tileOf = (name, marks) => drawTile(colours.get(name), colours.get(name).number, marks);

/** Lets tiles fall, and for SameGame columns close. */
function settle() {
  const height = cells.length;
  const fallen = cells[0].map((_, col) => cells.map((row) => row[col]).filter((name) => name !== "."));
  const columns = isSameGame() ? [...fallen.filter(({ length }) => length), ...fallen.filter(({ length }) => !length)] : fallen;
  cells = cells.map((_, row) => columns.map((column) => column[row - (height - column.length)] ?? "."));
  draw();
  write();
}

/** Puts the board into the text box. */
function write() {
  const same = source.game === field("paint-game").value;
  const moves = field("paint-moves").value === "" ? undefined : Number(field("paint-moves").value);
  const task = isSameGame() ? { rules: source.rules } : { moves, mode: same ? source.mode : "within", allow_noop: same ? source.allow_noop : undefined };
  const rows = cells.map((row) => row.join(""));
  field("format").value = "";
  field("text").value = JSON.stringify({ v: 1, game: field("paint-game").value, rows, labels: source.labels, ...task });
}

function draw() {
  const [height, width] = [cells.length, cells[0].length];
  const svg = element("svg", { viewBox: `0 0 ${width * SIZE} ${height * SIZE}` });
  cells.forEach((row, at) =>
    row.forEach((name, col) => {
      const place = { x: col * SIZE, y: at * SIZE, width: SIZE, height: SIZE };
      if (name !== ".") {
        const tile = tileOf(name, settings.marks);
        tile.setAttribute("transform", `translate(${place.x} ${place.y})`);
        svg.append(tile);
      }
      svg.append(element("rect", { class: "cell", ...place }));
    }),
  );
  const [row, col] = cursor;
  svg.append(element("rect", { class: "cursor", x: col * SIZE, y: row * SIZE, width: SIZE, height: SIZE }));
  field("canvas").replaceChildren(svg);
}

/** Resizes the board to the typed size; rows are added and removed at the top. */
function resize() {
  const [height, width] = [size("paint-rows"), size("paint-cols")];
  const more = cells.length - height;
  cells = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, col) => cells[row + more]?.[col] ?? "."));
  field("paint-moves-label").hidden = isSameGame();
  cursor = [Math.min(cursor[0], height - 1), Math.min(cursor[1], width - 1)];
  settle();
}

function paint(row, col) {
  if (cells[row]?.[col] === undefined || cells[row][col] === colour) return;
  cells[row][col] = colour;
  draw();
}

/** Ends a stroke: floating tiles fall. */
function rest() {
  if (painting) settle();
  painting = false;
}

function under(event) {
  const box = field("canvas").firstChild.getBoundingClientRect();
  const [height, width] = [cells.length, cells[0].length];
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [box.left + (box.width - width * scale) / 2, box.top + (box.height - height * scale) / 2];
  return [Math.floor((event.clientY - top) / scale), Math.floor((event.clientX - left) / scale)];
}

/** Starts from the text or the board, or shows the error. */
function begin() {
  try {
    const text = pasted();
    const record = text ?? atHand();
    const [height, width] = [record.rows.length, record.rows[0].length];
    if (Math.max(height, width) > MOST) throw new Error(`this board has ${height} rows and ${width} columns, expected at most ${MOST} to paint`);
    source = record;
    cells = record.rows.map((row) => [...row]);
    // The current board keeps its colours, even those without a tile.
    choose((text ?? game.record).rows);
    field("paint-game").value = record.game;
    field("paint-rows").value = height;
    field("paint-cols").value = width;
    if (record.game === "mayan") field("paint-moves").value = record.moves ?? "";
    // A text stays as it is until something is painted.
    if (!text) write();
  } catch (error) {
    field("problem").textContent = error.message;
    return false;
  }
  field("problem").textContent = "";
  field("painter").hidden = false;
  field("paint-moves-label").hidden = isSameGame();
  cursor = [0, 0];
  draw();
  return true;
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Adds the handlers of the buttons. */
export function start() {
  const canvas = field("canvas");
  canvas.tabIndex = 0;
  field("paint").addEventListener("click", () => begin() && canvas.focus());
  // If the text is changed meanwhile, painting continues from it.
  field("text").addEventListener("change", () => field("painter").hidden || begin());
  field("open-dialog").addEventListener("close", () => {
    field("painter").hidden = true;
  });
  field("clear").addEventListener("click", () => {
    cells = cells.map((row) => row.map(() => "."));
    settle();
  });
  for (const id of ["paint-rows", "paint-cols", "paint-game", "paint-moves"]) field(id).addEventListener("change", resize);
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    painting = true;
    paint(...under(event));
  });
  canvas.addEventListener("pointermove", (event) => painting && paint(...under(event)));
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) canvas.addEventListener(name, rest);
  canvas.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step) {
      cursor = [Math.max(0, Math.min(cells.length - 1, cursor[0] + step[0])), Math.max(0, Math.min(cells[0].length - 1, cursor[1] + step[1]))];
      draw();
    } else if (event.key === " " || event.key === "Enter") {
      paint(...cursor);
      settle();
    } else {
      return;
    }
    event.preventDefault();
  });
}

// A board that is painted. The painted board stands in the text box as a record, so it is read as any other text.

import { drawTile, element, SIZE } from "./tiles.js";

const field = (id) => document.getElementById(id);
const FILLS = ["#e6194b", "#4363d8", "#ffe119", "#3cb44b", "#911eb4", "#46f0f0", "#f58231", "#f032e6"];
const NAMES = ["red", "blue", "yellow", "green", "purple", "cyan", "orange", "pink"];

let cells = [];
let colour = 1;
let painting = false;
let cursor = [0, 0];

const size = (id) => Math.max(1, Math.min(20, Math.floor(Number(field(id).value)) || 1));

/** Rows from the top, as records have them: tiles fall, and for SameGame columns close. */
function rows() {
  const height = cells.length;
  let columns = cells[0].map((_, col) => cells.map((row) => row[col]).filter((name) => name > 0));
  if (field("paint-game").value === "samegame") columns = columns.filter((column) => column.length).concat(columns.filter((column) => !column.length));
  const text = (row) => columns.map((column) => column[row - (height - column.length)] ?? ".").join("");
  return cells.map((_, row) => text(row));
}

function write() {
  const game = field("paint-game").value;
  const task = game === "mayan" ? { moves: Number(field("paint-moves").value), mode: "within" } : {};
  field("format").value = "";
  field("text").value = JSON.stringify({ v: 1, game, rows: rows(), ...task });
}

function draw() {
  const [height, width] = [cells.length, cells[0].length];
  const svg = element("svg", { viewBox: `0 0 ${width * SIZE} ${height * SIZE}` });
  cells.forEach((row, at) =>
    row.forEach((name, col) => {
      const place = { x: col * SIZE, y: at * SIZE, width: SIZE, height: SIZE };
      if (name) {
        const tile = drawTile({ name: String(name), fill: FILLS[name - 1], ink: "#000" }, name, "none");
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

function resize() {
  const [height, width] = [size("paint-rows"), size("paint-cols")];
  cells = Array.from({ length: height }, (_, row) => Array.from({ length: width }, (_, col) => cells[row]?.[col] ?? 0));
  field("paint-moves-label").hidden = field("paint-game").value !== "mayan";
  cursor = [Math.min(cursor[0], height - 1), Math.min(cursor[1], width - 1)];
  draw();
  write();
}

function paint(row, col) {
  if (cells[row]?.[col] === undefined || cells[row][col] === colour) return;
  cells[row][col] = colour;
  draw();
  write();
}

function under(event) {
  const box = field("canvas").firstChild.getBoundingClientRect();
  const [height, width] = [cells.length, cells[0].length];
  const scale = Math.min(box.width / width, box.height / height);
  const [left, top] = [box.left + (box.width - width * scale) / 2, box.top + (box.height - height * scale) / 2];
  return [Math.floor((event.clientY - top) / scale), Math.floor((event.clientX - left) / scale)];
}

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** Listens to the buttons. */
export function start() {
  const canvas = field("canvas");
  canvas.tabIndex = 0;
  ["nothing", ...NAMES].forEach((name, at) => {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "colour", value: at, checked: at === 1 });
    radio.addEventListener("change", () => {
      colour = at;
    });
    label.append(radio, name);
    field("palette").append(label);
  });
  field("paint").addEventListener("click", () => {
    field("painter").hidden = false;
    resize();
    canvas.focus();
  });
  for (const id of ["paint-rows", "paint-cols", "paint-game", "paint-moves"]) field(id).addEventListener("change", resize);
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    painting = true;
    paint(...under(event));
  });
  canvas.addEventListener("pointermove", (event) => painting && paint(...under(event)));
  for (const name of ["pointerup", "pointercancel", "pointerleave"]) canvas.addEventListener(name, () => (painting = false));
  canvas.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (step) {
      cursor = [Math.max(0, Math.min(cells.length - 1, cursor[0] + step[0])), Math.max(0, Math.min(cells[0].length - 1, cursor[1] + step[1]))];
      draw();
    } else if (event.key === " " || event.key === "Enter") {
      paint(...cursor);
    } else {
      return;
    }
    event.preventDefault();
  });
}

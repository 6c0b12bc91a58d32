// The board: tiles that glide, the group under the pointer, and play by mouse, touch and keys.

import { game, isSameGame, leftAt, play, played, stepsAt, watch } from "./store.js";
import { settings, still } from "./settings.js";
import { drawTile, element, SIZE } from "./tiles.js";

const host = document.getElementById("board");
const status = document.getElementById("status");
const PHASE = 150;

let svg, tiles, cursorMark;
/** Where each tile is now, and which tile is on a cell. */
let places = [];
let cursor = { row: 0, col: 0, shown: false };
/** Grows with every change, so that an animation knows that it is out of date. */
let turn = 0;
let drag = null;
/** What a hint points at. */
let pointed = [];

const x = (col) => (col + 1) * SIZE;
const y = (row) => (game.timeline.rows - 1 - row) * SIZE;
const tileAt = (row, col) => places.findIndex((place) => place && place[0] === row && place[1] === col);

function put(tile) {
  const place = places[tile];
  tiles[tile].classList.toggle("gone", !place);
  if (place) tiles[tile].style.transform = `translate(${x(place[1])}px, ${y(place[0])}px)`;
}

/** Where the tiles are after some steps of the timeline. */
function after(steps) {
  const { timeline } = game;
  const now = timeline.tiles.map(([, row, col]) => [row, col]);
  for (const { phases } of timeline.steps.slice(0, steps)) for (const phase of phases) apply(now, phase);
  return now;
}

function apply(now, { gone, glide }) {
  for (const tile of gone ?? []) now[tile] = null;
  for (const [tile, row, col] of glide ?? []) now[tile] = [row, col];
}

function build() {
  const { rows, cols, first, colours } = game.timeline;
  host.className = isSameGame() ? "samegame" : "mayan";
  svg = element("svg", { viewBox: `0 0 ${(cols + 1) * SIZE + 4} ${(rows + 1) * SIZE}`, "aria-hidden": "true" });
  for (let row = 0; row < rows; row++) number(SIZE / 2, y(row) + SIZE / 2, row + first);
  for (let col = 0; col < cols; col++) number(x(col) + SIZE / 2, rows * SIZE + SIZE / 2, col + first);
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      svg.append(element("rect", { class: "cell", x: x(col), y: y(row), width: SIZE, height: SIZE }));
    }
  }
  tiles = game.timeline.tiles.map(([colour]) => drawTile(colours[colour], colour, settings.marks));
  cursorMark = element("rect", { class: "cursor", width: SIZE, height: SIZE, rx: 5, visibility: "hidden" });
  svg.append(...tiles, cursorMark);
  host.replaceChildren(svg);
}

function number(cx, cy, text) {
  const mark = element("text", { class: "number", x: cx, y: cy });
  mark.textContent = text;
  svg.append(mark);
}

/** Draws the position at once. */
function settle() {
  turn += 1;
  svg.classList.remove("moving");
  places = after(stepsAt(game.at));
  tiles.forEach((_, tile) => put(tile));
  light([]);
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Lets the last step happen phase by phase. */
async function fall() {
  const mine = ++turn;
  const { phases } = game.timeline.steps[stepsAt(game.at) - 1];
  places = after(stepsAt(game.at) - 1);
  svg.classList.remove("moving");
  tiles.forEach((_, tile) => put(tile));
  light([]);
  const pace = PHASE / settings.speed;
  host.style.setProperty("--pace", `${pace}ms`);
  // The browser has to know where the tiles begin.
  svg.getBoundingClientRect();
  svg.classList.add("moving");
  for (const phase of phases) {
    apply(places, phase);
    for (const tile of phase.gone ?? []) put(tile);
    for (const [tile] of phase.glide ?? []) put(tile);
    await pause(pace);
    if (mine !== turn) return;
  }
  svg.classList.remove("moving");
}

function light(cells, kind = "lit") {
  for (const tile of tiles) tile.classList.remove("lit", "next");
  const all = cells.length ? cells : pointed;
  const mark = cells.length ? kind : "next";
  for (const [row, col] of all) {
    const tile = tileAt(row, col);
    if (tile >= 0) tiles[tile].classList.add(mark);
  }
}

const groupAt = (row, col) =>
  game.position.groups.find(({ cells }) => cells.some(([r, c]) => r === row && c === col));

/** Lights what a click on a cell would take, and says so. */
function look(row, col) {
  if (!isSameGame()) {
    const [side] = sides(row, col);
    light(tileAt(row, col) >= 0 ? [[row, col]] : []);
    say(describe(row, col) + (side ? `; can slide ${sides(row, col).join(" and ")}` : ""));
    return;
  }
  const group = groupAt(row, col);
  light(group ? group.cells : []);
  say(describe(row, col) + (group ? `, group of ${group.cells.length}, ${group.points} points` : ""));
}

function describe(row, col) {
  const { first, tiles: all, colours } = game.timeline;
  const tile = tileAt(row, col);
  const what = tile < 0 ? "empty" : `colour ${colours[all[tile][0]].name}`;
  return isSameGame()
    ? `row ${row + first}, column ${col + first}: ${what}`
    : `x ${col + first}, y ${row + first}: ${what}`;
}

/** The sides to which a block can slide. */
const sides = (row, col) =>
  ["L", "R"]
    .filter((side) => moveTo(row, col, side))
    .map((side) => (side === "L" ? "left" : "right"));

/** The move that slides the block of a cell to a side, if it changes the board. */
function moveTo(row, col, side) {
  const there = side === "R" ? col + 1 : col - 1;
  const is = ([a, b, c], x, s) => a === x && b === row && c === s;
  // A swap of two blocks is in the list once, as a move to the right.
  return tileAt(row, col) >= 0 &&
    game.position.slides.some((move) => is(move, col, side) || is(move, there, side === "R" ? "L" : "R"))
    ? [col, row, side]
    : null;
}

export const say = (text) => {
  status.textContent = text;
};

function take(move) {
  if (game.position.over) return say("the game is over: take moves back, or restart");
  if (!move || !play(move)) say("this move changes nothing");
}

function click(row, col) {
  if (!isSameGame()) return;
  if (!groupAt(row, col)) {
    say(game.position.over ? "the game is over: take moves back, or restart" : `${describe(row, col)}, no group`);
    return;
  }
  take([row + 1, col + 1]);
}

/** The cell under a pointer. */
function cellOf(event) {
  const box = svg.getBoundingClientRect();
  const view = svg.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  const left = box.left + (box.width - view.width * scale) / 2;
  const top = box.top + (box.height - view.height * scale) / 2;
  const { rows, cols } = game.timeline;
  const col = Math.floor((event.clientX - left) / scale / SIZE) - 1;
  const row = rows - 1 - Math.floor((event.clientY - top) / scale / SIZE);
  return row >= 0 && row < rows && col >= 0 && col < cols ? { row, col } : null;
}

host.addEventListener("pointermove", (event) => {
  const cell = cellOf(event);
  if (drag || !cell) return;
  look(cell.row, cell.col);
});
host.addEventListener("pointerleave", () => light([]));
host.addEventListener("pointerdown", (event) => {
  if (isSameGame()) return;
  drag = cellOf(event);
  if (drag) host.setPointerCapture(event.pointerId);
});
host.addEventListener("pointerup", (event) => {
  const cell = cellOf(event);
  if (isSameGame()) {
    if (cell) click(cell.row, cell.col);
  } else if (drag) {
    const { row, col } = drag;
    const to = cell ? cell.col : event.clientX > svg.getBoundingClientRect().x ? col + 1 : col - 1;
    drag = null;
    if (to !== col) take(moveTo(row, col, to > col ? "R" : "L"));
    else look(row, col);
  }
});
host.addEventListener("pointercancel", () => {
  drag = null;
});

const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

host.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { rows, cols } = game.timeline;
  const step = STEPS[event.key];
  if (step && event.shiftKey && step[1] && !isSameGame()) {
    take(moveTo(cursor.row, cursor.col, step[1] > 0 ? "R" : "L"));
  } else if (step) {
    cursor.row = Math.max(0, Math.min(rows - 1, cursor.row + step[0]));
    cursor.col = Math.max(0, Math.min(cols - 1, cursor.col + step[1]));
    showCursor(true);
    look(cursor.row, cursor.col);
  } else if ((event.key === "Enter" || event.key === " ") && isSameGame()) {
    click(cursor.row, cursor.col);
  } else {
    return;
  }
  event.preventDefault();
});
host.addEventListener("focus", () => showCursor(host.matches(":focus-visible")));
host.addEventListener("blur", () => showCursor(false));

function showCursor(shown) {
  cursor.shown = shown;
  cursorMark.setAttribute("visibility", shown ? "visible" : "hidden");
  cursorMark.setAttribute("x", x(cursor.col));
  cursorMark.setAttribute("y", y(cursor.row));
}

/** Points at cells until the position changes. */
export function point(cells) {
  pointed = cells;
  light([]);
}

/** Draws the board anew, with other marks. */
export function redraw() {
  build();
  settle();
}

watch((change) => {
  pointed = [];
  if (change === "opened") {
    cursor = { row: 0, col: 0, shown: false };
    build();
    settle();
    return;
  }
  if (tiles.length !== game.timeline.tiles.length) build();
  if (change === "played" && !still()) fall();
  else settle();
  if (change === "played") {
    const step = game.timeline.steps[stepsAt(game.at) - 1];
    const gain = isSameGame() ? `${step.points} points, ` : "";
    const end = !game.position.over ? "" : game.position.cleared ? "; the board is cleared" : "; the game is over";
    say(`${step.label}: ${gain}${leftAt(played().length)} left${end}`);
  }
});

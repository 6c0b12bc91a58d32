// The board: animated tiles, the group under the pointer, and play by mouse, touch and keys.

import { changes, game, isSameGame, leftAt, play, pointsAtEnd, stepsAt, watch } from "./store.js";
import { apply, placesAfter } from "./course.js";
import { settings, still } from "./settings.js";
import { drawTile, element, SIZE } from "./tiles.js";
import { several } from "./words.js";

const host = document.getElementById("board");
const status = document.getElementById("status");
const PHASE = 150;
/** The maximum side of a cell. */
const MOST = 64;

let svg, tiles, cursorMark;
/** The cell of each tile at rest; by cell, the tile and the group. */
let places = [];
let tileOn = [];
let groupOn = [];
/** The highlighted tiles, and the cell under the pointer. */
let lit = [];
/** The tiles in motion. */
let moving = [];
let under = null;
let cursor = { row: 0, col: 0, shown: false };
/** Incremented with every change, so that an outdated animation stops. */
let turn = 0;
/** The position where a press started. */
let press = null;
/** The cells that a hint points at. */
let pointed = [];

const x = (col) => (col + 1) * SIZE;
const y = (row) => (game.timeline.rows - 1 - row) * SIZE;
const cell = (row, col) => row * game.timeline.cols + col;
const tileAt = (row, col) => tileOn[cell(row, col)] ?? -1;
const groupAt = (row, col) => groupOn[cell(row, col)];

function put(tile, place) {
  tiles[tile].classList.toggle("gone", !place);
  if (place) tiles[tile].style.transform = `translate(${x(place[1])}px, ${y(place[0])}px)`;
}

/** Updates the tile and the group of each cell. */
function survey() {
  places = placesAfter(game.timeline, stepsAt(game.at));
  [tileOn, groupOn] = [[], []];
  places.forEach((place, tile) => place && (tileOn[cell(...place)] = tile));
  for (const group of game.position.groups) for (const [row, col] of group.cells) groupOn[cell(row, col)] = group;
}

function build() {
  const { rows, cols, first, colours } = game.timeline;
  host.className = isSameGame() ? "samegame" : "mayan";
  svg = element("svg", { viewBox: `0 -3 ${(cols + 1) * SIZE + 4} ${(rows + 1) * SIZE + 3}`, "aria-hidden": "true" });
  svg.style.maxWidth = `${(cols + 1) * MOST}px`;
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

/** Ends all motion; returns whether there was any. */
function rest() {
  const some = moving.length > 0;
  for (const tile of moving) tile.classList.remove("moving");
  moving = [];
  return some;
}

/** Draws the position without animation. */
function settle() {
  turn += 1;
  rest();
  places.forEach((place, tile) => put(tile, place));
  relight();
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Animates the last step, phase by phase. */
async function fall() {
  const mine = ++turn;
  const steps = stepsAt(game.at) - 1;
  const { phases } = game.timeline.steps[steps];
  const now = placesAfter(game.timeline, steps);
  light([]);
  const pace = PHASE / settings.speed;
  host.style.setProperty("--pace", `${pace}ms`);
  if (rest()) {
    now.forEach((place, tile) => put(tile, place));
    // The browser needs the start positions of the tiles, unless they were at rest.
    svg.getBoundingClientRect();
  }
  for (const phase of phases) {
    apply(now, phase);
    const some = (phase.gone ?? phase.glide.map(([tile]) => tile)).map((tile) => tiles[tile]);
    for (const tile of some) tile.classList.add("moving");
    moving.push(...some);
    for (const tile of phase.gone ?? []) put(tile, null);
    for (const [tile] of phase.glide ?? []) put(tile, now[tile]);
    await pause(pace);
    if (mine !== turn) return;
  }
  rest();
  relight();
}

function light(cells, kind = "lit") {
  for (const tile of lit) tile.classList.remove("lit", "next");
  lit = [];
  const all = cells.length ? cells : pointed;
  const mark = cells.length ? kind : "next";
  for (const [row, col] of all) {
    const tile = tileAt(row, col);
    if (tile < 0) continue;
    tiles[tile].classList.add(mark);
    lit.push(tiles[tile]);
  }
}

/** The tiles that a click on a cell would remove. */
const taken = (row, col) => (isSameGame() ? (groupAt(row, col)?.cells ?? []) : tileAt(row, col) >= 0 ? [[row, col]] : []);

/** Highlights the tiles under a resting pointer. */
const relight = () => light(under ? taken(under.row, under.col) : []);

/** Highlights the tiles that a click on a cell would remove, and announces them. */
function look(row, col) {
  light(taken(row, col));
  const group = groupAt(row, col);
  const ways = isSameGame() ? [] : sides(row, col);
  const slides = ways.length ? `; can slide ${ways.join(" and ")}` : "";
  say(describe(row, col) + (group ? `, group of ${group.cells.length}, ${several(group.points, "point")}` : slides));
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
  const move = [col, row, side];
  return tileAt(row, col) >= 0 && changes(move) ? move : null;
}

export const say = (text) => {
  if (status.textContent !== text) status.textContent = text;
};

/** The text for a game without a move. */
export const overNow = () => `the game is over${game.at > 0 ? ": take moves back, or restart" : ""}`;

/** The text for the end of the game, with the bonus or penalty; empty if the game is not over. */
function ending() {
  const { over, cleared } = game.position;
  if (!over) return "";
  const points = isSameGame() ? pointsAtEnd() : 0;
  const what = points > 0 ? `: a bonus of ${several(points, "point")}` : points < 0 ? `: a penalty of ${several(-points, "point")}` : "";
  return (cleared ? "; the board is cleared" : "; the game is over") + what;
}

/** Announces the last move, its points, and the tiles left. */
function sayPosition() {
  const step = game.at > 0 ? game.timeline.steps[stepsAt(game.at) - 1] : null;
  const gain = step && isSameGame() ? `${several(step.points, "point")}, ` : "";
  say(`${step ? step.label : "start"}: ${gain}${leftAt(game.at)} left${ending()}`);
}

function take(move) {
  if (game.position.over) return say(overNow());
  if (!move || !play(move)) say("this move changes nothing");
}

function click(row, col) {
  if (!isSameGame()) return;
  if (!groupAt(row, col)) {
    say(game.position.over ? overNow() : `${describe(row, col)}, no group`);
    return;
  }
  take([row + 1, col + 1]);
}

/** The cell under a pointer, or `null`; and the width of a cell. */
function cellOf(event) {
  const box = svg.getBoundingClientRect();
  const view = svg.viewBox.baseVal;
  const scale = Math.min(box.width / view.width, box.height / view.height);
  const left = box.left + (box.width - view.width * scale) / 2;
  const top = box.top + (box.height - view.height * scale) / 2;
  const { rows, cols } = game.timeline;
  const col = Math.floor((event.clientX - left) / scale / SIZE) - 1;
  const row = rows - 1 - Math.floor(((event.clientY - top) / scale + view.y) / SIZE);
  const inside = row >= 0 && row < rows && col >= 0 && col < cols;
  return inside ? { row, col, width: scale * SIZE, from: event.clientX } : null;
}

host.addEventListener("pointermove", (event) => {
  if (press && !isSameGame()) return;
  under = cellOf(event);
  if (under) look(under.row, under.col);
  else light([]);
});
host.addEventListener("pointerleave", () => {
  under = null;
  light([]);
});
host.addEventListener("pointerdown", (event) => {
  press = event.button === 0 && event.isPrimary ? cellOf(event) : null;
  if (!press || isSameGame()) return;
  host.setPointerCapture(event.pointerId);
  look(press.row, press.col);
});
host.addEventListener("pointerup", (event) => {
  if (!press || !event.isPrimary) return;
  const { row, col, width, from } = press;
  press = null;
  if (isSameGame()) {
    const to = cellOf(event);
    // Press and release must be on the same group for a click.
    const same = to && (cell(to.row, to.col) === cell(row, col) || (groupAt(row, col) && groupAt(to.row, to.col) === groupAt(row, col)));
    if (same) click(row, col);
  } else if (Math.abs(event.clientX - from) >= width / 2) {
    take(moveTo(row, col, event.clientX > from ? "R" : "L"));
  }
});
host.addEventListener("pointercancel", () => {
  press = null;
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

/** Marks cells until the position changes. */
export function point(cells) {
  pointed = cells;
  light([]);
}

/** Redraws the board with other marks. */
export function redraw() {
  build();
  settle();
  showCursor(cursor.shown);
}

watch((change) => {
  pointed = [];
  survey();
  if (change === "opened") {
    cursor = { row: 0, col: 0, shown: cursor.shown };
    [under, press] = [null, null];
    build();
    settle();
    showCursor(cursor.shown);
    if (game.at > 0) sayPosition();
    else say("");
    return;
  }
  if (change === "played" && !still()) fall();
  else settle();
  sayPosition();
});

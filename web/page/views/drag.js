// Drags of Mayan blocks: the block follows the pointer, a ghost shows its target, and without a move the block springs back. A tap on
// a block shows where it may go, and a tap there moves it.

import { field } from "./elements.js";
import { game, isSameGame } from "../state/store.js";
import { cellOf, moveTo, take, tileAt, tileNode, wellNode } from "./board.js";
import { spring } from "./animation.js";
import { make, place } from "./tiles.js";

const host = field("board");
const ghost = make("div", "ghost");

/** The block that is dragged: its cell, its element, and in pixels the side of a cell, the pointer's start, and the block's way so far.
 * @typedef {{ row: number, col: number, side: number, node: HTMLElement, from: number, dx: number }} Block
 * @type {Block | null} */
let held = null;

/** The targets of the tapped block: for each the cell, the ghost shown there, and the move. @type {{ row: number, col: number, node: HTMLElement, move: import("../types.d.ts").Move }[]} */
let ways = [];

/** Hides the targets of the tapped block; called when the position changes. */
export function forget() {
  for (const { node } of ways) node.remove();
  ways = [];
}

/** Shows the targets of a block: the neighbour with which it changes places, or the cell to which it falls. @param {number} row @param {number} col */
function showWays(row, col) {
  for (const side of /** @type {const} */ (["L", "R"])) {
    const move = moveTo(row, col, side);
    const to = col + (side === "R" ? 1 : -1);
    let at = row;
    while (move && at > 0 && tileAt(row, to) < 0 && tileAt(at - 1, to) < 0) at -= 1;
    if (move) ways.push({ row: at, col: to, node: make("div", "ghost"), move });
  }
  for (const way of ways) {
    place(way.node, way.col, game.timeline.rows - 1 - way.row);
    wellNode().append(way.node);
  }
}

/** The side to which the pointer has pulled the block far enough, or `null`. @param {Block} block @param {MouseEvent} event */
function sideOf({ from, side }, event) {
  const dx = event.clientX - from;
  if (Math.abs(dx) < side / 2) return null;
  return dx > 0 ? "R" : "L";
}

/** @param {Block} block @param {MouseEvent} event */
function follow(block, event) {
  const { row, col, side, node, from } = block;
  // The block follows the pointer by one cell at most, and by a quarter of the way to a side without a move.
  const dx = Math.max(-side, Math.min(side, event.clientX - from));
  const way = moveTo(row, col, dx > 0 ? "R" : "L");
  block.dx = way ? dx : dx / 4;
  node.style.transform = `translateX(${block.dx.toFixed(1)}px)`;
  if (!way) return ghost.remove();
  place(ghost, col + Math.sign(dx), game.timeline.rows - 1 - row);
  wellNode().append(ghost);
}

/** @param {HTMLElement} node */
function release(node) {
  node.classList.remove("held");
  node.style.transform = "";
  ghost.remove();
  held = null;
}

/** Lets go of the block without a move. */
function drop() {
  if (!held) return;
  const { node, dx } = held;
  release(node);
  spring(node, dx);
}

host.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) return drop();
  const at = event.button === 0 && !isSameGame() ? cellOf(event) : null;
  const way = at && ways.find(({ row, col }) => row === at.row && col === at.col);
  forget();
  if (way) return take(way.move);
  const node = at && tileNode(at.row, at.col);
  if (!node) return;
  held = { ...at, node, from: event.clientX, dx: 0 };
  node.classList.add("held");
  host.setPointerCapture(event.pointerId);
});

host.addEventListener("pointermove", (event) => {
  if (held && event.isPrimary) follow(held, event);
});

host.addEventListener("pointerup", (event) => {
  if (!held || !event.isPrimary) return;
  const { row, col, node, dx, from, side: width } = held;
  const side = sideOf(held, event);
  release(node);
  const move = side && moveTo(row, col, side);
  if (move) take(move);
  else spring(node, dx);
  if (side && !move) take(null);
  else if (Math.abs(event.clientX - from) < width / 8) showWays(row, col);
});

host.addEventListener("pointercancel", drop);

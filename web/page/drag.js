// Drags of Mayan blocks: the block follows the pointer, a ghost shows its target, and without a move the block springs back.

import { field } from "./field.js";
import { game, isSameGame } from "./store.js";
import { cellOf, moveTo, take, tileAt, tileNode, wellNode } from "./board.js";
import { spring } from "./motion.js";
import { make, place } from "./tiles.js";

const host = field("board");
const ghost = make("div", "ghost");

/** The block that is dragged: its cell, its element, the side of a cell, and the pointer's start.
 * @type {any} */
let held = null;

/** The side to which the pointer has pulled the block far enough, or `null`. */
function sideOf(event) {
  const dx = event.clientX - held.from;
  if (Math.abs(dx) < held.side / 2) return null;
  return dx > 0 ? "R" : "L";
}

function follow(event) {
  const { row, col, side, node, from } = held;
  // The block moves one cell at most, and stays near its place where there is no move.
  const dx = Math.max(-side, Math.min(side, event.clientX - from));
  const way = moveTo(row, col, dx > 0 ? "R" : "L");
  held.dx = way ? dx : dx / 4;
  node.style.transform = `translateX(${held.dx.toFixed(1)}px)`;
  if (!way) return ghost.remove();
  place(ghost, col + Math.sign(dx), game.timeline.rows - 1 - row);
  wellNode().append(ghost);
}

function release() {
  const { node, dx } = held;
  node.classList.remove("held");
  node.style.transform = "";
  ghost.remove();
  held = null;
  return { node, dx };
}

host.addEventListener("pointerdown", (event) => {
  const at = event.button === 0 && event.isPrimary && !isSameGame() ? cellOf(event) : null;
  if (!at || tileAt(at.row, at.col) < 0) return;
  held = { ...at, node: tileNode(at.row, at.col), from: event.clientX, dx: 0 };
  held.node.classList.add("held");
  host.setPointerCapture(event.pointerId);
});

host.addEventListener("pointermove", (event) => {
  if (held && event.isPrimary) follow(event);
});

host.addEventListener("pointerup", (event) => {
  if (!held || !event.isPrimary) return;
  const { row, col } = held;
  const side = sideOf(event);
  const { node, dx } = release();
  const move = side && moveTo(row, col, side);
  if (move) take(move);
  else spring(node, dx);
  if (side && !move) take(null);
});

host.addEventListener("pointercancel", () => {
  if (!held) return;
  const { node, dx } = release();
  spring(node, dx);
});

// A quiet arrow over the board, from some cells to others.

import { still } from "./settings.js";
import { game } from "./store.js";
import { element } from "./tiles.js";

/** @typedef {import("./types.d.ts").Cell} Cell */

/** The middle of the cell that is nearest to the middle of all, in columns and rows from the top left. @param {Cell[]} cells */
function middle(cells) {
  const mean = (/** @type {0 | 1} */ part) => cells.reduce((sum, cell) => sum + cell[part], 0) / cells.length;
  const far = (/** @type {Cell} */ [row, col]) => Math.hypot(row - mean(0), col - mean(1));
  const [row, col] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [col + 0.5, game.timeline.rows - 0.5 - row];
}

/** An arrow from some cells to others, bent to the side; it is drawn along its way unless motion is off.
 * @param {Cell[]} from @param {Cell[]} to */
export function wayFrom(from, to) {
  const [[x, y], [toX, toY]] = [middle(from), middle(to)];
  const [dx, dy] = [toX - x, toY - y];
  const bend = [x + dx / 2 - dy / 5, y + dy / 2 + dx / 5];
  const angle = Math.atan2(toY - bend[1], toX - bend[0]);
  const wing = (/** @type {number} */ turn) => `${toX - 0.4 * Math.cos(angle + turn)} ${toY - 0.4 * Math.sin(angle + turn)}`;
  const { rows, cols } = game.timeline;
  const made = element("svg", { class: still() ? "way" : "way moves-in", viewBox: `0 0 ${cols} ${rows}`, "aria-hidden": "true" });
  const paths = [`M${x} ${y}Q${bend.join(" ")} ${toX} ${toY}`, `M${wing(0.6)}L${toX} ${toY}L${wing(-0.6)}`];
  for (const kind of ["halo", "ink"]) for (const d of paths) made.append(element("path", { class: kind, d, pathLength: 1 }));
  return made;
}

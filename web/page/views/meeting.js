// Tiles of a colour that the next moves of a line bring together: the reason for a click, shown by an arrow over the board.

import { placesAfter } from "../state/timeline.js";
import { position, timeline as timelineOf } from "../engine/calls.js";
import { still } from "../state/settings.js";
import { game, played } from "../state/store.js";
import { element } from "./tiles.js";

/** @typedef {import("../types.d.ts").Cell} Cell */

/** The maximum number of moves before a meeting; a later one does not explain the first move. */
const MOST = 3;

/** A meeting: after a number of moves the tiles of these cells, which are apart now, are one group of a colour.
 * @typedef {{ after: number, colour: number, cells: Cell[] }} Meeting */

/** The meeting after the fewest moves of a line; of several, that of the next click, or the largest. `null` if none comes within `MOST`.
 * @param {import("../tilefall.d.ts").Move[]} line @returns {Meeting | null} */
export function meeting(line) {
  const before = played();
  const start = game.timeline.steps.length - (game.moves.length - game.at);
  const now = placesAfter(game.timeline, start);
  const nameOf = (/** @type {Cell} */ cell) => cell.join();
  /** @type {Map<string, number>} */
  const groupAt = new Map(game.position.groups.flatMap(({ cells }, at) => cells.map((cell) => /** @type {[string, number]} */ ([nameOf(cell), at]))));
  for (let after = 1; after <= Math.min(MOST, line.length - 1); after++) {
    const moves = [...before, ...line.slice(0, after)];
    const timeline = timelineOf(game.record, moves);
    const tileAt = new Map(placesAfter(timeline, timeline.steps.length).flatMap((cell, tile) => (cell ? [[nameOf(cell), tile]] : [])));
    const [row, col] = line[after];
    const met = position(game.record, moves).groups.map(({ cells }) => {
      const tiles = cells.map((cell) => /** @type {number} */ (tileAt.get(nameOf(cell))));
      const from = tiles.map((tile) => /** @type {Cell} */ (now[tile]));
      // A tile that is in no group is apart from all others.
      const parts = new Set(from.map((cell) => groupAt.get(nameOf(cell)) ?? nameOf(cell)));
      const isNext = cells.some(([r, c]) => r + 1 === row && c + 1 === col);
      return { after, colour: timeline.tiles[tiles[0]][0], cells: from, apart: parts.size > 1 && (isNext || cells.length > 3), worth: cells.length + (isNext ? 100 : 0) };
    });
    const [best] = met.filter(({ apart }) => apart).sort((a, b) => b.worth - a.worth);
    if (best) return best;
  }
  return null;
}

/** The middle of the cell that is nearest to the middle of all, in columns and rows from the top left. @param {Cell[]} cells */
function middle(cells) {
  const mean = (/** @type {0 | 1} */ part) => cells.reduce((sum, cell) => sum + cell[part], 0) / cells.length;
  const far = (/** @type {Cell} */ [row, col]) => Math.hypot(row - mean(0), col - mean(1));
  const [row, col] = cells.reduce((best, cell) => (far(cell) < far(best) ? cell : best));
  return [col + 0.5, game.timeline.rows - 0.5 - row];
}

/** A curved arrow from some cells to others; unless motion is off, the arrow appears along its way.
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

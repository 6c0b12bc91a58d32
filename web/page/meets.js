// Tiles of a colour that the next moves of a line bring together: the reason for a click that a player sees on the board.

import { placesAfter } from "./course.js";
import { position, timeline as timelineOf } from "./rules.js";
import { game, played } from "./store.js";

/** @typedef {import("./types.d.ts").Cell} Cell */

/** The number of moves after which a meeting is a reason for the first one. */
const MOST = 3;

/** A meeting: after a number of moves the tiles of these cells, which are apart now, are one group of a colour.
 * @typedef {{ after: number, colour: number, cells: Cell[] }} Meeting */

/** The largest meeting by the fewest moves of a line; `null` if nothing meets soon.
 * @param {import("./tilefall.d.ts").Move[]} line @returns {Meeting | null} */
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

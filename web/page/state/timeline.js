// The timeline of a game: the positions of tiles after some steps, and appending a step.

import * as rules from "../engine/calls.js";

/** The characters that stand for colours in records, in their usual order. */
export const SYMBOLS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** @typedef {import("../types.d.ts").Timeline} Timeline @typedef {import("../types.d.ts").Phase} Phase */
/** @typedef {[number, number] | null} Place */

/** Applies one phase of a step to the positions of tiles. @param {Place[]} places @param {Phase} phase */
function apply(places, { gone, glide }) {
  for (const tile of gone ?? []) places[tile] = null;
  for (const [tile, row, col] of glide ?? []) places[tile] = [row, col];
}

/** The position of each tile after some steps; `null` for removed tiles. @param {Timeline} timeline @param {number} steps */
export function placesAfter(timeline, steps) {
  /** @type {Place[]} */
  const places = timeline.tiles.map(([, row, col]) => [row, col]);
  for (const { phases } of timeline.steps.slice(0, steps)) for (const phase of phases) apply(places, phase);
  return places;
}

/** The rows of a record after its tiles have moved to `places`.
 * @param {import("../types.d.ts").Record} record @param {Timeline} timeline @param {Place[]} places */
export function rowsOf(record, timeline, places) {
  const { rows, cols, tiles } = timeline;
  const made = Array.from({ length: rows }, () => new Array(cols).fill("."));
  places.forEach((place, tile) => {
    const [, row, col] = tiles[tile];
    if (place) made[rows - 1 - place[0]][place[1]] = record.rows[record.rows.length - 1 - row][col];
  });
  return made.map((row) => row.join(""));
}

/**
 * The timeline with one more move. The engine computes only that move, so that the last move of a
 * large board takes no longer than the first. An empty board multiplies all points by `clearFactor`. Throws if the move
 * cannot be played. @param {import("../types.d.ts").Record} record @param {Timeline} timeline @param {number} steps
 * @param {import("../types.d.ts").Move} move @returns {Timeline}
 */
export function extended(record, timeline, steps, move, clearFactor = 1) {
  const places = placesAfter(timeline, steps);
  const one = rules.timeline({ ...record, rows: rowsOf(record, timeline, places) }, [move]);
  const { rows, cols } = timeline;
  const on = new Array(rows * cols).fill(-1);
  places.forEach((place, tile) => {
    if (place) on[place[0] * cols + place[1]] = tile;
  });
  const same = one.tiles.map(([, row, col]) => on[row * cols + col]);
  const phase = (/** @type {Phase} */ { gone, glide }) =>
    gone ? { gone: gone.map((tile) => same[tile]) } : { glide: glide?.map(([tile, row, col]) => /** @type {[number, number, number]} */ ([same[tile], row, col])) };
  const [step] = one.steps;
  const before = timeline.steps.slice(0, steps);
  const points = before.reduce((sum, other) => sum + other.points, 0);
  const made = { ...step, lit: step.lit?.map((tile) => same[tile]), phases: step.phases.map(phase), score: (step.left === 0 ? clearFactor : 1) * points + step.score };
  return { ...timeline, steps: [...before, made] };
}

/** The names of the last `number` steps of a timeline. Equal moves have equal names, whichever tile of a group was clicked and
 * whichever block of a swap was moved. @param {Timeline} timeline @param {number} number */
export function namesOf({ steps, scored }, number) {
  return steps.slice(steps.length - number).map(({ label, lit, phases }) => {
    if (scored) return String(Math.min(...lit));
    return phases[0]?.glide?.map((glide) => glide.join()).sort().join(" ") ?? label;
  });
}

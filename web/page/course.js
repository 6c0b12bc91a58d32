// The course of a game: where tiles are after some steps, and one step more at the end.

import * as rules from "./rules.js";

/** Lets one phase of a step happen to places. */
export function apply(places, { gone, glide }) {
  for (const tile of gone ?? []) places[tile] = null;
  for (const [tile, row, col] of glide ?? []) places[tile] = [row, col];
}

/** Where each tile is after some steps; `null` for those that are gone. */
export function placesAfter(timeline, steps) {
  const places = timeline.tiles.map(([, row, col]) => [row, col]);
  for (const { phases } of timeline.steps.slice(0, steps)) for (const phase of phases) apply(places, phase);
  return places;
}

/** The rows of a record where tiles stand on these places. */
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
 * The timeline of these first steps and one move more. Only that move is asked of the engine, so that the last move of a
 * large board takes no longer than its first. Throws if it cannot be played.
 */
export function extended(record, timeline, steps, move) {
  const places = placesAfter(timeline, steps);
  const one = rules.timeline({ ...record, rows: rowsOf(record, timeline, places) }, [move]);
  const { rows, cols } = timeline;
  const on = new Array(rows * cols).fill(-1);
  places.forEach((place, tile) => place && (on[place[0] * cols + place[1]] = tile));
  const same = one.tiles.map(([, row, col]) => on[row * cols + col]);
  const phase = ({ gone, glide }) =>
    gone ? { gone: gone.map((tile) => same[tile]) } : { glide: glide.map(([tile, row, col]) => [same[tile], row, col]) };
  const [step] = one.steps;
  const before = timeline.steps.slice(0, steps);
  const points = before.reduce((sum, other) => sum + other.points, 0);
  const made = { ...step, lit: step.lit?.map((tile) => same[tile]), phases: step.phases.map(phase), score: points + step.score };
  return { ...timeline, steps: [...before, made] };
}

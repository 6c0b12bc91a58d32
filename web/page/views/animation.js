// Motion: tiles that burst, fall and slide. The style of a tile is always its final one; animations only delay what is seen,
// so the next move can cancel them at any time.

import { make, spot } from "./tiles.js";
import { settings, still } from "../state/settings.js";

const BURST = 190;
/** The time of a fall of one cell in milliseconds; a fall of n cells takes √n times as long. */
const FALL = 95;
const REST = 30;
/** The maximum number of tiles that burst with a spray; if a step removes more, none of them has a spray. */
const SPRAYS = 40;

/** @typedef {import("../types.d.ts").Cell} Cell */
/** A part of the path of a tile: a way from cell to cell, or the burst at the end; times are in milliseconds.
 * @typedef {{ gone?: undefined, from: Cell, to: Cell, begin: number, end: number }} Way @typedef {{ gone: true, from: Cell, begin: number }} End */

/** Steps that follow each other within this time in milliseconds are not animated. */
const HURRY = 200;

/** @type {Animation[]} */
let running = [];
let stepped = 0;

/** Notes the time of a step through the moves; returns whether the last step was too recent for an animation to be seen. */
export function isHurried() {
  const before = stepped;
  stepped = performance.now();
  return stepped - before < HURRY / settings.speed;
}

/** Cancels all animations, so that tiles are at their cells. */
export function rest() {
  for (const animation of running) animation.cancel();
  running = [];
}

/** Returns the layer above the tiles of a board, for sprays and points. The layer has its own layout, so that changes in it do not lay
 * out the tiles again.
 * @param {HTMLElement} well */
export function airOf(well) {
  const there = well.querySelector(".air");
  if (there) return there;
  const air = make("div", "air");
  well.append(air);
  return air;
}

/** Starts an animation that `rest` can cancel. @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function start(node, frames, options) {
  const animation = node.animate(frames, options);
  running.push(animation);
  return animation;
}

/** The CSS translation of a cell on a board with `rows` rows. */
const at = (/** @type {Cell} */ [row, col], /** @type {number} */ rows) => spot(col, rows - 1 - row);

const timeOf = (/** @type {Cell} */ [row, col], /** @type {Cell} */ [to, target]) => FALL * Math.sqrt(Math.abs(row - to) + Math.abs(col - target)) + REST;

/** The path of each tile through the phases of a step, from the cells `before`, and the time of the whole step in milliseconds.
 * @param {import("../types.d.ts").Phase[]} phases @param {(Cell | null)[]} before */
function paths(phases, before) {
  /** @type {Map<number, (Way | End)[]>} */
  const made = new Map();
  const now = /** @type {Cell[]} */ ([...before]);
  let time = 0;
  for (const { gone, glide } of phases) {
    let longest = gone ? BURST * 0.6 : 0;
    for (const [tile, row, col] of glide ?? []) {
      const from = now[tile];
      /** @type {Cell} */
      const to = [row, col];
      const takes = timeOf(from, to);
      const part = { from, to, begin: time, end: time + takes };
      made.set(tile, [...(made.get(tile) ?? []), part]);
      now[tile] = to;
      longest = Math.max(longest, takes);
    }
    for (const tile of gone ?? []) made.set(tile, [...(made.get(tile) ?? []), { gone: true, from: now[tile], begin: time }]);
    time += longest;
  }
  return { made, time };
}

/** @param {HTMLElement} tile @param {Way[]} parts @param {number} total @param {number} rows @param {number} pace */
function glide(tile, parts, total, rows, pace) {
  /** @type {Keyframe[]} */
  const frames = [{ offset: 0, translate: at(parts[0].from, rows) }];
  for (const { from, to, begin, end } of parts) {
    const falls = from[1] === to[1];
    frames.push({ offset: begin / total, translate: at(from, rows), easing: falls ? "cubic-bezier(.35,0,.85,.55)" : "cubic-bezier(.4,0,.2,1)" });
    frames.push({ offset: end / total, translate: at(to, rows) });
  }
  frames.push({ offset: 1, translate: at(parts[parts.length - 1].to, rows) });
  start(tile, frames, { duration: total * pace });
}

/** @param {HTMLElement} tile @param {End} end @param {number} rows @param {number} pace @param {Element | null} air */
function burst(tile, { from, begin }, rows, pace, air) {
  /** @type {KeyframeAnimationOptions} */
  const options = { duration: BURST * pace, delay: begin * pace, fill: "backwards", easing: "ease-out" };
  const there = at(from, rows);
  start(tile, [{ opacity: 1, scale: 1, translate: there }, { opacity: 1, scale: 1.14, offset: 0.35, translate: there }, { opacity: 0, scale: 0.2, translate: there }], options);
  if (!air) return;
  const spray = make("span", "spray");
  spray.style.setProperty("--c", tile.style.getPropertyValue("--c"));
  const falls = at([from[0] - 0.35, from[1]], rows);
  const rotate = `${Math.round(Math.random() * 90)}deg`;
  air.append(spray);
  const flight = start(spray, [{ opacity: 1, translate: there, rotate, scale: 0.4 }, { opacity: 0, translate: falls, rotate, scale: 1.9 }], { duration: 2.2 * BURST * pace, delay: begin * pace, fill: "both", easing: "cubic-bezier(.1,.6,.5,1)" });
  const remove = () => spray.remove();
  flight.finished.then(remove, remove);
}

/** Shows a text, like `+16`, that rises from the middle of `cells`; nothing if motion is off.
 * @param {HTMLElement} well @param {string} text @param {Cell[]} cells @param {number} rows */
export function rise(well, text, cells, rows) {
  if (!text || still()) return;
  const middle = (/** @type {0 | 1} */ part) => cells.reduce((sum, cell) => sum + cell[part], 0) / cells.length;
  const bubble = make("div", "bubble rises");
  bubble.dataset.text = text;
  const height = (/** @type {number} */ up) => `translate(calc(var(--cell) * ${(middle(1) + 0.7).toFixed(2)} - 50%), calc(var(--cell) * ${(rows - 1 - middle(0) + 0.4 - up).toFixed(2)}))`;
  airOf(well).append(bubble);
  const flight = bubble.animate([{ transform: height(0), opacity: 0 }, { transform: height(0.3), opacity: 1, offset: 0.2 }, { transform: height(1.2), opacity: 0 }], { duration: 950 / settings.speed, easing: "ease-out" });
  const remove = () => bubble.remove();
  flight.finished.then(remove, remove);
}

/** Animates the phases of a step; `before` has the cell of each tile before it. Returns the time in milliseconds, 0 if motion is off.
 * @param {HTMLElement} well @param {HTMLElement[]} tiles @param {import("../types.d.ts").Phase[]} phases @param {(Cell | null)[]} before @param {number} rows */
export function animate(well, tiles, phases, before, rows) {
  rest();
  if (still()) return 0;
  const pace = 1 / settings.speed;
  const { made, time } = paths(phases, before);
  const removed = [...made.values()].filter((parts) => parts.some(({ gone }) => gone)).length;
  const air = removed > SPRAYS ? null : airOf(well);
  for (const [tile, parts] of made) {
    const moved = parts.filter((part) => part.gone === undefined);
    const end = parts.find((part) => part.gone === true);
    if (moved.length) glide(tiles[tile], moved, time, rows, pace);
    if (end) burst(tiles[tile], end, rows, pace, air);
  }
  return time * pace;
}

/** Lets a tile spring back to its cell from `dx` pixels beside it. @param {HTMLElement} tile @param {number} dx */
export function spring(tile, dx) {
  if (still() || !dx) return;
  const side = (/** @type {number} */ share) => ({ transform: `translateX(${(dx * share).toFixed(1)}px)` });
  start(tile, [side(1), side(-0.18), side(0.06), side(0)], { duration: 260, easing: "ease-out" });
}

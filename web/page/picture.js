// Small pictures of boards.

import { placesAfter } from "./course.js";

/** The largest side of the small pictures on buttons, in pixels. */
export const SMALL = 56;

/** Creates the canvas of a small picture, which has the size of the picture before that is drawn. */
export function smallCanvas() {
  const canvas = Object.assign(document.createElement("canvas"), { width: SMALL, height: SMALL });
  canvas.setAttribute("aria-hidden", "true");
  return canvas;
}

/** Draws the board after some steps on a canvas of at most `most` pixels; the tiles of `marked` stand out.
 * @param {HTMLCanvasElement} canvas @param {import("./types.d.ts").Timeline} timeline @param {number} steps
 * @param {number[]} marked */
export function drawBoard(canvas, timeline, steps, marked = [], most = 190) {
  const { rows, cols, colours, tiles } = timeline;
  const side = Math.max(2, Math.min(24, Math.floor(most / Math.max(rows, cols))));
  const scale = window.devicePixelRatio || 1;
  Object.assign(canvas, { width: cols * side * scale, height: rows * side * scale });
  canvas.style.setProperty("width", `${cols * side}px`);
  canvas.style.setProperty("height", `${rows * side}px`);
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.scale(scale, scale);
  const lit = new Set(marked);
  const gap = side > 5 ? 0.5 : 0;
  placesAfter(timeline, steps).forEach((place, tile) => {
    if (!place) return;
    const [x, y] = [place[1] * side + gap, (rows - 1 - place[0]) * side + gap];
    pen.globalAlpha = lit.size && !lit.has(tile) ? 0.45 : 1;
    pen.fillStyle = colours[tiles[tile][0]].fill;
    pen.beginPath();
    pen.roundRect(x, y, side - 2 * gap, side - 2 * gap, side * 0.22);
    pen.fill();
    if (!lit.has(tile) || side < 6) return;
    pen.lineWidth = Math.max(1, side * 0.1);
    pen.strokeStyle = getComputedStyle(canvas).color;
    pen.stroke();
  });
  return side;
}

/** Draws an arrow from a cell to its neighbour on the left or right.
 * @param {HTMLCanvasElement} canvas @param {import("./types.d.ts").Timeline} timeline @param {number} side
 * @param {import("./types.d.ts").Cell} cell @param {-1 | 1} way */
function drawArrow(canvas, timeline, side, [row, col], way) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [y, from] = [(timeline.rows - 0.5 - row) * side, (col + 0.5) * side];
  const to = from + way * side;
  pen.globalAlpha = 1;
  pen.strokeStyle = getComputedStyle(canvas).color;
  Object.assign(pen, { lineWidth: Math.max(1.5, side * 0.13), lineCap: "round", lineJoin: "round" });
  pen.beginPath();
  pen.moveTo(from, y);
  pen.lineTo(to, y);
  pen.moveTo(to - way * side * 0.3, y - side * 0.25);
  pen.lineTo(to, y);
  pen.lineTo(to - way * side * 0.3, y + side * 0.25);
  pen.stroke();
}

/** Draws the board before a step, with the move marked.
 * @param {HTMLCanvasElement} canvas @param {import("./types.d.ts").Timeline} timeline @param {number} steps
 * @param {number[]} marked @param {boolean} isClick @param {number} [most] */
export function drawMove(canvas, timeline, steps, marked, isClick, most) {
  const side = drawBoard(canvas, timeline, steps, marked, most);
  if (isClick) return;
  const [x, y, way] = timeline.steps[steps].label.split(" ");
  drawArrow(canvas, timeline, side, [Number(y), Number(x)], way === "R" ? 1 : -1);
}

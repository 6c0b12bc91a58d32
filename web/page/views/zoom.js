// The size of large boards: cells that would be too small to hit are enlarged, and the board scrolls.

import { field } from "./elements.js";

const host = field("board");
const stage = field("stage");
const buttons = field("zoom");

/** Cells below `LEAST` pixels are enlarged to `USUAL` at the start; `MOST` is the maximum zoom, `STEP` the factor of one step. */
const LEAST = 11;
const USUAL = 30;
const MOST = 12;
const STEP = 1.3;

/** @type {HTMLElement | null} */
let well = null;
let size = { wide: 1, high: 1 };
/** The room for the board in pixels; 0 until known. The resize observer reports it, because reading it would force a layout. */
let room = { width: 0, height: 0 };
/** Whether the board has not been shown yet. */
let fresh = false;
let zoom = 1;
/** Whether the zoom was chosen by the player. */
let chosen = false;

/** The side of a cell that fits the whole board. */
const fit = () => Math.min(room.width / size.wide, room.height / size.high, 96);

function show() {
  if (!well || !room.width) return;
  const small = fit() < LEAST;
  if (!chosen) zoom = small ? USUAL / Math.max(1, fit()) : 1;
  well.style.setProperty("--zoom", zoom.toFixed(3));
  buttons.hidden = !small && zoom === 1;
  host.classList.toggle("scrolls", small || zoom > 1);
  // Scrolls to the bottom, where the tiles lie.
  if (fresh && small) host.scrollTo(0, host.scrollHeight);
  fresh = false;
}

/** Zooms by a factor. The point `[x, y]` of the view, in fractions of its width and height, moves by `[dx, dy]` pixels. */
function by(/** @type {number} */ factor, [x, y] = [0.5, 0.5], [dx, dy] = [0, 0]) {
  const { clientWidth, clientHeight } = host;
  const [left, top] = [(host.scrollLeft + x * clientWidth) / host.scrollWidth, (host.scrollTop + y * clientHeight) / host.scrollHeight];
  [chosen, zoom] = [true, Math.max(1, Math.min(MOST, zoom * factor))];
  show();
  host.scrollTo(left * host.scrollWidth - x * clientWidth - dx, top * host.scrollHeight - y * clientHeight - dy);
}

/** The middle of two fingers, and how far they are apart. @type {{ x: number, y: number, apart: number } | null} */
let pinch = null;

/** Zooms and moves the board with two fingers, without zooming the page. @param {TouchEvent} event */
function follow(event) {
  const [one, other, third] = event.touches;
  const before = pinch;
  pinch = other && !third ? { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2, apart: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) } : null;
  if (!pinch) return;
  event.preventDefault();
  const { left, top, width, height } = host.getBoundingClientRect();
  if (before) by(pinch.apart / before.apart, [(before.x - left) / width, (before.y - top) / height], [pinch.x - before.x, pinch.y - before.y]);
}

/** Adapts the zoom to a new board. @param {HTMLElement} board @param {number} rows @param {number} cols @param {number} numbers */
export function rescale(board, rows, cols, numbers) {
  const more = 0.44 + 0.55 * numbers;
  if (size.wide !== cols + more || size.high !== rows + more) chosen = false;
  [well, fresh] = [board, true];
  size = { wide: cols + more, high: rows + more };
  show();
}

field("zoom-in").addEventListener("click", () => by(STEP));
field("zoom-out").addEventListener("click", () => by(1 / STEP));
host.addEventListener("wheel", (event) => {
  if (!event.ctrlKey) return;
  event.preventDefault();
  by(event.deltaY < 0 ? STEP : 1 / STEP);
}, { passive: false });
for (const name of /** @type {const} */ (["touchstart", "touchmove", "touchend"])) host.addEventListener(name, follow, { passive: false });
new ResizeObserver(([{ contentRect }]) => {
  room = contentRect;
  show();
}).observe(stage);

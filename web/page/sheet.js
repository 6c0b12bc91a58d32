// The modes of the page, and the sheet of a phone, which is pulled up to show the panel of the mode.

import { field } from "./field.js";
import { game, setMode } from "./store.js";

const body = document.body;
const modes = field("modes");
const grip = field("grip");
const side = field("side");
const HEIGHTS = ["peek", "half", "full"];

/** Sets the height of the sheet. */
function setSheet(/** @type {string} */ height) {
  body.dataset.sheet = height;
  grip.setAttribute("aria-expanded", String(height !== "peek"));
}

/** Whether the sheet is pulled up; on a wide screen there is none. */
export const isSheetUp = () => body.dataset.sheet !== "peek" && grip.checkVisibility();
export const lowerSheet = () => setSheet("peek");

/** Raises or lowers the sheet by some steps. */
const raise = (/** @type {number} */ steps) => setSheet(HEIGHTS[Math.max(0, Math.min(2, HEIGHTS.indexOf(body.dataset.sheet ?? "") + steps))]);

/** Where a press on the bar began. @type {number | null} */
let drag = null;
/** Whether the press was a drag, so that the click after it chooses nothing. */
let dragged = false;

modes.addEventListener("pointerdown", (event) => {
  drag = event.clientY;
  dragged = false;
});
addEventListener("pointerup", (event) => {
  const up = drag === null ? 0 : drag - event.clientY;
  drag = null;
  dragged = Math.abs(up) > 24 && grip.checkVisibility();
  if (dragged) raise(Math.sign(up) * (Math.abs(up) > innerHeight / 3 ? 2 : 1));
});

modes.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button || dragged) return;
  if (button === grip) return setSheet(body.dataset.sheet === "peek" ? "half" : "peek");
  const mode = /** @type {typeof game.mode} */ (button.dataset.to);
  const again = mode === game.mode;
  const wasOpen = body.dataset.sheet !== "peek";
  setMode(mode);
  // A second tap on the mode shows its panel, or hides it again; the board of a game is not covered by the first one.
  if (again) setSheet(wasOpen ? "peek" : "half");
  else if (game.mode !== "play" && !wasOpen) setSheet("half");
});

/** Shows the mode. */
export function view() {
  if (game.mode === "play") setSheet("peek");
  body.dataset.mode = game.mode;
  side.scrollTop = 0;
  for (const button of modes.querySelectorAll("[data-to]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-to") === game.mode));
}

// The modes of the page, and the sheet of a phone, which is pulled up to show the panel of the mode.

import { field } from "./field.js";
import { game, setMode, watch } from "./store.js";

const body = document.body;
const modes = field("modes");
const grip = field("grip");
const side = field("side");
const HEIGHTS = ["peek", "half", "full"];

/** Sets the height of the sheet. */
function setSheet(height) {
  body.dataset.sheet = height;
  grip.setAttribute("aria-expanded", String(height !== "peek"));
}

/** Makes the panel visible. */
export function showPanel() {
  if (body.dataset.sheet === "peek") setSheet("half");
}

/** Raises or lowers the sheet by some steps. */
const raise = (steps) => setSheet(HEIGHTS[Math.max(0, Math.min(2, HEIGHTS.indexOf(body.dataset.sheet ?? "") + steps))]);

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
  dragged = Math.abs(up) > 24 && getComputedStyle(grip).display !== "none";
  if (dragged) raise(Math.sign(up) * (Math.abs(up) > innerHeight / 3 ? 2 : 1));
});

modes.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button || dragged) return;
  if (button === grip) return setSheet(body.dataset.sheet === "peek" ? "half" : "peek");
  const again = button.dataset.to === game.mode;
  setMode(button.dataset.to);
  // A second tap on the mode hides its panel again.
  if (again && body.dataset.sheet !== "peek") setSheet("peek");
  else showPanel();
});

/** Whether the player has chosen the height of the sheet. */
let chosen = false;
modes.addEventListener("click", () => {
  chosen = true;
});

// Where the board leaves room below it, the panel is shown.
watch(() => {
  if (chosen) return;
  const { rows, cols } = game.timeline;
  const left = innerHeight - 225 - (innerWidth / cols) * rows;
  setSheet(left > 0.3 * innerHeight ? "half" : "peek");
}, ["opened"]);

watch(() => {
  body.dataset.mode = game.mode;
  side.scrollTop = 0;
  for (const button of modes.querySelectorAll("[data-to]")) button.setAttribute("aria-pressed", String(button.dataset.to === game.mode));
}, ["mode"]);

// The modes of the page, and the sheet of a phone, which is pulled up to show the panel of the mode.

import { field } from "./elements.js";
import { isSearching } from "../engine/search.js";
import { game, setMode } from "../state/store.js";

const { body } = document;
const modes = field("modes");
const menu = field("menu-panel");
const side = field("side");
const togglers = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".panel"));
const HEIGHTS = ["peek", "half", "full"];

/** Sets the height of the sheet: `peek`, `half` or `full`. */
function setSheet(/** @type {string} */ height) {
  body.dataset.sheet = height;
  for (const button of togglers) button.setAttribute("aria-expanded", String(height !== "peek"));
}

/** Whether the sheet is pulled up; on a wide screen there is none. */
export const isSheetUp = () => body.dataset.sheet !== "peek" && [...togglers].some((button) => button.checkVisibility());
export const lowerSheet = () => setSheet("peek");

for (const button of togglers) button.addEventListener("click", () => setSheet(HEIGHTS[(HEIGHTS.indexOf(body.dataset.sheet ?? "") + 1) % 3]));

menu.addEventListener("click", (event) => {
  const button = /** @type {Element} */ (event.target).closest("button");
  if (!button) return;
  menu.hidePopover();
  if (button.dataset.to) setMode(/** @type {typeof game.mode} */ (button.dataset.to));
});

/** Shows the mode. Raises the sheet for a mode that needs it, and when the player starts a search. @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "search") {
    if (game.mode !== "analyse" || !isSearching("once", "review")) return;
    side.scrollTop = 0;
    if (body.dataset.sheet === "peek") setSheet("half");
    return;
  }
  setSheet(game.mode === "play" ? "peek" : "half");
  body.dataset.mode = game.mode;
  side.scrollTop = 0;
  for (const button of modes.querySelectorAll("[data-to]")) button.setAttribute("aria-pressed", String(button.getAttribute("data-to") === game.mode));
}

// The strip below the card of star limits: a hint or a look back at the game, in a few words with buttons.

import { field } from "./elements.js";
import { point } from "./board.js";
import { lowerSheet } from "./sheet.js";
import { make } from "./tiles.js";

const card = field("advice-card");

/** Called when the strip is closed by the player.
 * @type {() => unknown} */
let ended = () => {};

/** Shows the strip with some content and buttons, and lowers a sheet that lies over it; the last button is the main one.
 * @param {string | [title: string, step: string]} title @param {(string | Node)[]} content @param {[label: string, act: () => unknown][]} buttons
 * @param {() => unknown} closed */
export function showAdvice(title, content, buttons = [], closed = () => {}) {
  ended = closed;
  lowerSheet();
  card.hidden = false;
  const [name, step] = [title].flat();
  field("advice-title").replaceChildren(`${name} `, Object.assign(make("span", "", step), { id: "advice-step" }));
  field("advice").replaceChildren(...content.map((part) => (typeof part === "string" ? make("p", "", part) : part)));
  field("advice-buttons").replaceChildren(...buttons.map(([label, act], at) => {
    const button = make("button", at === buttons.length - 1 ? "small main" : "small", label);
    button.setAttribute("type", "button");
    if (at === buttons.length - 1) button.id = "advice-next";
    button.addEventListener("click", act);
    return button;
  }));
}

/** Whether the strip shows advice. */
export const isAdvising = () => !card.hidden;

/** Hides the advice. */
export const hideAdvice = () => card.toggleAttribute("hidden", true);

function close() {
  hideAdvice();
  point([]);
  ended();
  field("hint").focus();
}

field("advice-close").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && isAdvising() && !document.querySelector("dialog[open]")) close();
});

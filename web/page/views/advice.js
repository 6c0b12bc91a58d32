// The strip below the card "This board", with a hint or a mistake of the game, in a few words with buttons.

import { field } from "./elements.js";
import { point } from "./board.js";
import { lowerSheet } from "./sheet.js";
import { make } from "./tiles.js";

const card = field("advice-card");

/** Called when the player closes the strip.
 * @type {() => unknown} */
let ended = () => {};

/** Shows the strip with content and buttons, of which the last one is the main one, and lowers the sheet that would cover it on a phone.
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

/** Hides the strip, without calling `ended`. */
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

// Messages: only announced to screen readers, or also shown on the board for some seconds.

import { field } from "./elements.js";

const status = field("status");
const toast = field("toast");

/** Announces a text to screen readers. */
export const say = (/** @type {string} */ text) => {
  if (status.textContent !== text) status.textContent = text;
};

/** @type {ReturnType<typeof setTimeout> | undefined} */
let clearing;

/** Shows a message on the board for some seconds, and announces it. */
export function notify(/** @type {string} */ text) {
  clearTimeout(clearing);
  toast.textContent = text;
  clearing = setTimeout(() => {
    toast.textContent = "";
  }, 2000 + 50 * text.length);
}

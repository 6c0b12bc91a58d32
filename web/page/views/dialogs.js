// Behaviour that dialogs share: a click beside a dialog closes it, and a number out of range gives a message.

import { t } from "../texts/strings.js";

for (const dialog of document.querySelectorAll("dialog")) {
  /** Whether the press began beside the dialog: a selection of text that begins inside must not close the dialog. */
  let beside = false;
  const isBeside = (/** @type {MouseEvent} */ { target, clientX, clientY }) => {
    if (target !== dialog) return false;
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return clientX < left || clientX > right || clientY < top || clientY > bottom;
  };
  dialog.addEventListener("pointerdown", (event) => {
    beside = isBeside(event);
  });
  dialog.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-close]") || (beside && isBeside(event))) dialog.close();
  });
}

/** A message about the first number of a dialog that is out of range, whose field gets the focus; `null` if there is none.
 * @param {HTMLElement} dialog */
export function wrongNumber(dialog) {
  const inputs = /** @type {HTMLInputElement[]} */ ([...dialog.querySelectorAll("input[type=number]:not([hidden] *)")]);
  const bad = inputs.find((input) => !input.validity.valid);
  if (!bad) return null;
  bad.focus();
  return t("wrongNumber", bad.parentElement?.textContent?.trim(), bad.min, bad.max);
}

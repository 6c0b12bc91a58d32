// Behaviour that all dialogs share: a click beside a dialog closes it, as Escape and its buttons do.

for (const dialog of document.querySelectorAll("dialog")) {
  /** Whether the press began beside the dialog: a selection of text that ends there is no click. */
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

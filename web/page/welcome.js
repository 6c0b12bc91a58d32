// Shows how to play on the first visit, while the engine loads. Imports only the texts, so that it runs before everything else;
// intro.js adds the pictures when the engine is loaded.

import "./texts/strings.js";

const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("help-dialog"));
const loading = /** @type {HTMLElement} */ (document.getElementById("loading"));

/** Whether the introduction was shown on an earlier visit. */
function isKnown() {
  try {
    return localStorage.getItem("tilefall.intro") !== null;
  } catch {
    return false;
  }
}

if (!isKnown() && !new URLSearchParams(location.search).has("embed")) {
  document.documentElement.dataset.welcome = "yes";
  for (const button of dialog.querySelectorAll("[data-close]")) button.addEventListener("click", () => dialog.close());
  // The progress of loading stays visible: in the dialog, and after the dialog is closed on the page.
  dialog.append(loading);
  dialog.addEventListener("close", () => loading.isConnected && document.body.append(loading));
  dialog.showModal();
  document.getElementById("begin")?.focus({ preventScroll: true });
}

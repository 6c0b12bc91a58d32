// Starts the parts of the page when the engine is loaded.

import { field } from "./views/elements.js";
import { ready } from "./loading.js";
import { pause, play } from "./state/store.js";
import * as settings from "./state/settings.js";
import { redraw } from "./views/board.js";
import { notify } from "./views/messages.js";
import { solve, stop } from "./views/solver-panel.js";
import * as family from "./views/rules-dialog.js";
import * as opening from "./views/open-dialog.js";
import { openLink } from "./views/open-link.js";
import "./views/paste-and-drop.js";
import * as fresh from "./views/new-dialog.js";
import * as intro from "./views/intro.js";
import "./views/keys.js";
import "./views/dialogs.js";
import * as editing from "./views/editor.js";
import * as sharing from "./views/share-dialog.js";
import * as embedding from "./views/embedded.js";
import { keepTexts, t } from "./texts/strings.js";
import "./views/views.js";

async function openFirst() {
  try {
    if (!(await openLink())) opening.openLast();
  } catch (error) {
    opening.openLast();
    notify(error.message);
  }
}

try {
  await ready;
} catch (error) {
  field("loading").textContent = t("cannotLoad", error.message);
  throw error;
}
// The pauses below let the browser paint and handle events between the parts of the start.
settings.start((name) => {
  if (!["marks", "numbers"].includes(name)) return;
  redraw();
  editing.redraw();
});
await pause();
family.start();
opening.start();
fresh.start();
sharing.start();
await pause();
await openFirst();
await pause();
embedding.start({ play, solve, stop });

addEventListener("hashchange", () => openLink().catch((error) => notify(error.message)));

field("loading").remove();
field("app").inert = false;
document.documentElement.dataset.ready = "yes";
await pause();
intro.start();
if ("serviceWorker" in navigator && isSecureContext) {
  keepTexts();
  navigator.serviceWorker.register("sw.js").catch(() => {});
}

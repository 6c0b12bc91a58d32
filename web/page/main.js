// The page: starts its parts when the engine is loaded.

import { field } from "./field.js";
import { ready } from "./loading.js";
import { pause, play } from "./store.js";
import * as settings from "./settings.js";
import { redraw } from "./board.js";
import { notify } from "./status.js";
import { solve, stop } from "./solver.js";
import * as family from "./family.js";
import * as opening from "./open.js";
import "./incoming.js";
import * as fresh from "./new.js";
import * as intro from "./intro.js";
import "./keys.js";
import "./dialogs.js";
import * as editing from "./editor.js";
import * as sharing from "./share.js";
import * as embedding from "./embedded.js";
import { keepTexts, t } from "./strings.js";
import "./views.js";

function openFirst() {
  try {
    if (!sharing.openLink(location.hash)) opening.openLast();
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
// The browser paints and handles events between the parts of the start.
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
openFirst();
await pause();
embedding.start({ play, solve, stop });

addEventListener("hashchange", () => {
  try {
    sharing.openLink(location.hash);
  } catch (error) {
    notify(error.message);
  }
});

field("loading").remove();
field("app").inert = false;
document.documentElement.dataset.ready = "yes";
await pause();
intro.start();
if ("serviceWorker" in navigator && isSecureContext) {
  keepTexts();
  navigator.serviceWorker.register("sw.js").catch(() => {});
}

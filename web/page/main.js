// The page: starts its parts when the engine is loaded.

import { ready } from "./rules.js";
import { game, play } from "./store.js";
import * as settings from "./settings.js";
import { notify, redraw } from "./board.js";
import "./drag.js";
import "./goals.js";
import "./sheet.js";
import { solve, stop } from "./solver.js";
import { hint } from "./hint.js";
import { go } from "./replay.js";
import "./moves.js";
import "./curve.js";
import * as family from "./family.js";
import * as opening from "./open.js";
import "./incoming.js";
import * as fresh from "./new.js";
import "./puzzles.js";
import * as editing from "./editor.js";
import * as sharing from "./share.js";
import * as embedding from "./embedded.js";

const field = (id) => document.getElementById(id);

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
  field("loading").textContent = `The game cannot be loaded: ${error.message}. Reload the page, or try a newer browser.`;
  throw error;
}
settings.start((name) => {
  if (!["marks", "numbers"].includes(name)) return;
  redraw();
  editing.redraw();
});
family.start();
opening.start();
fresh.start();
sharing.start();
openFirst();
embedding.start({ play, solve, stop });

const undo = () => (game.mode === "edit" ? editing.undo() : go(game.at - 1));
const redo = () => (game.mode === "edit" ? editing.redo() : go(game.at + 1));
/** Returns a function that does nothing in the editor. */
const inGame = (action) => () => game.mode === "edit" || action();
const KEYS = { u: undo, r: redo, h: inGame(hint), s: inGame(() => solve()) };

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (typing) return;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key.toLowerCase() === "z") (event.shiftKey ? redo : undo)();
  else if (control && event.key.toLowerCase() === "y") redo();
  else if (!control && !event.altKey && KEYS[event.key.toLowerCase()]) KEYS[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});


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
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});

// The page: starts its parts when the engine is loaded, and shows the score and counts of the game.

import { ready } from "./rules.js";
import { GOALS, MOVED, game, isSameGame, leftAt, play, scoreNow, watch } from "./store.js";
import { several } from "./words.js";
import * as settings from "./settings.js";
import { redraw, say } from "./board.js";
import { hint, solve, stop } from "./analysis.js";
import { go } from "./replay.js";
import * as family from "./family.js";
import * as opening from "./open.js";
import * as painting from "./paint.js";
import * as sharing from "./share.js";
import * as embedding from "./embedded.js";

const field = (id) => document.getElementById(id);

watch(() => {
  const { record, position, best } = game;
  field("title").textContent = record.id ?? (isSameGame() ? "SameGame" : "Mayan puzzle");
  const scored = isSameGame() && ["score", "clear"].includes(game.goal);
  field("task").textContent = isSameGame() ? `${GOALS[game.goal]}${family.inWords()}` : "";
  field("score").textContent = scored ? `Score ${scoreNow()}` : "";
  field("best").textContent = scored && best !== null ? `Best so far ${best}` : "";
  field("clicks").textContent = isSameGame() ? several(game.at, "click") : "";
  field("left").textContent = `${several(leftAt(game.at), isSameGame() ? "tile" : "block")} left`;
  field("allowed").textContent = position.moves_left === null ? "" : `${several(position.moves_left, "move")} left`;
  field("keys").textContent = isSameGame()
    ? "Keys: arrows and Enter play; U and R undo and redo; H hint; S solve."
    : "Drag a block, or: arrows, Shift with ← → slides; U and R undo and redo; H hint; S solve.";
}, [...MOVED, "goal"]);

function openFirst() {
  try {
    if (!sharing.openLink(location.hash)) opening.openLast();
  } catch (error) {
    opening.openLast();
    say(error.message);
  }
}

try {
  await ready;
} catch (error) {
  field("loading").textContent = `The game cannot be loaded: ${error.message}. Reload the page, or try a newer browser.`;
  throw error;
}
settings.start((name) => name === "marks" && redraw());
family.start();
opening.start();
painting.start();
sharing.start();
openFirst();
embedding.start({ play, solve, stop });

const KEYS = { u: () => go(game.at - 1), r: () => go(game.at + 1), h: hint, s: () => solve() };

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, dialog");
  if (typing) return;
  const control = event.ctrlKey || event.metaKey;
  if (control && event.key.toLowerCase() === "z") go(game.at + (event.shiftKey ? 1 : -1));
  else if (control && event.key.toLowerCase() === "y") go(game.at + 1);
  else if (!control && !event.altKey && KEYS[event.key.toLowerCase()]) KEYS[event.key.toLowerCase()]();
  else return;
  event.preventDefault();
});

field("solve").addEventListener("click", () => solve());
field("stop").addEventListener("click", stop);
field("hint").addEventListener("click", hint);

addEventListener("hashchange", () => {
  try {
    sharing.openLink(location.hash);
  } catch (error) {
    say(error.message);
  }
});

field("loading").remove();
for (const part of document.querySelectorAll("[inert]")) part.inert = false;
document.documentElement.dataset.ready = "yes";
if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("sw.js").catch(() => {});

// The moves of the game: buttons, the slider, and automatic replay.

import { field } from "./elements.js";
import { back, game, jump, stepsAt } from "../state/store.js";
import { set, settings } from "../state/settings.js";
import { t } from "../texts/strings.js";

const run = field("run");
const picture = run.querySelector("use");
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function halt() {
  clearTimeout(timer);
  timer = undefined;
  picture?.setAttribute("href", "#i-run");
  run.setAttribute("aria-label", t("replay"));
}

/** Replays the moves after the current position; from the end of the game, all moves. */
export function begin() {
  clearTimeout(timer);
  if (game.at === game.moves.length) jump(0);
  picture?.setAttribute("href", "#i-pause");
  run.setAttribute("aria-label", t("pause"));
  wait(1);
}

/** Waits for the animation of a number of phases, then advances one move. @param {number} phases */
function wait(phases) {
  const step = () => {
    jump(game.at + 1);
    if (game.at === game.moves.length) return halt();
    wait(game.timeline.steps[stepsAt(game.at) - 1].phases.length);
  };
  timer = setTimeout(step, Math.max(600, 150 * (phases + 1)) / settings.speed);
}

run.addEventListener("click", () => (timer === undefined ? begin() : halt()));
field("speed").addEventListener("change", () => {
  set("speed", Number(field("speed").value));
  if (timer !== undefined) {
    halt();
    begin();
  }
});
field("slider").addEventListener("input", () => {
  go(Number(field("slider").value));
});

/** Stops the replay and goes to the position after `at` moves. @param {number} at */
export function go(at) {
  halt();
  jump(at);
}

field("undo").addEventListener("click", () => go(game.at - 1));
field("redo").addEventListener("click", () => go(game.at + 1));
field("restart").addEventListener("click", () => go(0));
field("back").addEventListener("click", () => go(game.at - 1));
field("next").addEventListener("click", () => go(game.at + 1));
field("mine").addEventListener("click", back);

field("speed").value = String(settings.speed);

/** @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "opened") halt();
  const slider = field("slider");
  slider.max = String(game.moves.length);
  slider.value = String(game.at);
  slider.setAttribute("aria-valuetext", t("moveOf", game.at, game.moves.length));
  field("at").textContent = `${game.at}/${game.moves.length}`;
  for (const id of /** @type {const} */ (["undo", "restart", "back"])) field(id).disabled = game.at === 0;
  for (const id of /** @type {const} */ (["redo", "next"])) field(id).disabled = game.at === game.moves.length;
  run.disabled = game.moves.length === 0;
  field("mine").hidden = game.mine === null;
}

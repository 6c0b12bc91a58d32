// The moves of the game: the slider, the list, and playing them by themselves.

import { spell } from "./rules.js";
import { back, game, jump, watch } from "./store.js";
import { settings } from "./settings.js";

const field = (id) => document.getElementById(id);
const run = field("run");
let timer = null;

function halt() {
  clearInterval(timer);
  timer = null;
  run.textContent = "▶";
  run.setAttribute("aria-label", "Replay");
}

function begin() {
  if (game.at === game.moves.length) jump(0);
  run.textContent = "❚❚";
  run.setAttribute("aria-label", "Pause");
  const step = () => (game.at < game.moves.length ? jump(game.at + 1) : halt());
  timer = setInterval(step, 600 / settings.speed);
}

run.addEventListener("click", () => (timer === null ? begin() : halt()));
field("speed").addEventListener("change", () => {
  settings.speed = Number(field("speed").value);
  if (timer !== null) {
    halt();
    begin();
  }
});
field("slider").addEventListener("input", () => {
  halt();
  jump(Number(field("slider").value));
});
field("undo").addEventListener("click", () => jump(game.at - 1));
field("redo").addEventListener("click", () => jump(game.at + 1));
field("restart").addEventListener("click", () => jump(0));
field("mine").addEventListener("click", back);

function showMoves() {
  const items = game.moves.map((move, at) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: spell(move) });
    if (at + 1 === game.at) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => jump(at + 1));
    item.append(button);
    return item;
  });
  field("moves").replaceChildren(...items);
}

watch((change) => {
  if (change === "opened") halt();
  const slider = field("slider");
  slider.max = game.moves.length;
  slider.value = game.at;
  field("at").textContent = `${game.at}/${game.moves.length}`;
  field("undo").disabled = game.at === 0;
  field("redo").disabled = game.at === game.moves.length;
  field("restart").disabled = game.at === 0;
  run.disabled = game.moves.length === 0;
  field("mine").hidden = game.mine === null;
  showMoves();
});

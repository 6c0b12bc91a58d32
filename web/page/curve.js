// The score by move, of the player and of the solver's line; for Mayan, the blocks that are left.

import { timeline } from "./rules.js";
import { game, isSameGame } from "./store.js";
import { element } from "./tiles.js";

const svg = document.getElementById("curve");
const [WIDTH, HEIGHT] = [300, 120];

/** The figure before and after each step. */
function figures(time) {
  const first = isSameGame() ? 0 : time.tiles.length;
  return [first, ...time.steps.map((step) => (isSameGame() ? step.score : step.left))];
}

/** Draws the game, and a line if there is one. */
export function drawCurve(line) {
  const mine = figures(game.timeline);
  const theirs = line ? figures(timeline(game.record, line)) : [];
  const longest = Math.max(mine.length, theirs.length, 2) - 1;
  const [low, high] = [Math.min(0, ...mine, ...theirs), Math.max(1, ...mine, ...theirs)];
  const place = (value, at) =>
    `${((at / longest) * WIDTH).toFixed(1)},${(HEIGHT - 4 - ((value - low) / (high - low)) * (HEIGHT - 8)).toFixed(1)}`;
  const draw = (values, kind) => element("polyline", { class: kind, points: values.map(place).join(" ") });
  const now = ((game.at + mine.length - 1 - game.moves.length) / longest) * WIDTH;
  const parts = [element("line", { x1: now, x2: now, y1: 0, y2: HEIGHT }), draw(mine, "you")];
  if (theirs.length) parts.push(draw(theirs, "line"));
  svg.setAttribute("aria-label", isSameGame() ? "Score by move" : "Blocks left by move");
  svg.replaceChildren(...parts);
}

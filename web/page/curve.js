// A chart of the score by move, of the player and of the solver's line; for Mayan, of the blocks left.

import { timeline } from "./rules.js";
import { game, isSameGame, scores } from "./store.js";
import { element } from "./tiles.js";

const svg = document.getElementById("curve");
const [WIDTH, HEIGHT] = [300, 120];
/** The values of the line drawn last. */
let drawn = { line: null, values: [] };

const lefts = ({ tiles, steps }) => [tiles.length, ...steps.map(({ left }) => left)];

/** The values after each number of moves of a line from the start. */
function figures(line) {
  const time = timeline(game.record, line);
  return isSameGame() ? [0, ...time.steps.map(({ score }) => score)] : lefts(time);
}

/** Draws the game, and a line if there is one: the moves before the search, and the moves found. */
export function drawCurve(start, line) {
  if (drawn.line !== line) drawn = { line, values: line ? figures([...start, ...line]) : [] };
  const theirs = drawn.values;
  const mine = isSameGame() ? scores() : lefts(game.timeline);
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

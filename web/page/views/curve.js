// The chart of a game over its moves: the player's curve, and the curve of the best results still possible or of the solver's line.

import { field } from "./elements.js";
import { knownAlong } from "../state/knowledge.js";
import { isAsked } from "../engine/search.js";
import { shownGame } from "./solver-line.js";
import { go } from "./replay.js";
import { game, isSameGame, onLine, scores } from "../state/store.js";
import { element } from "./tiles.js";
import { timeline as timelineOf } from "../engine/calls.js";
import { t } from "../texts/strings.js";
import { unit } from "../state/results.js";
import { count } from "../texts/formats.js";

/** @type {SVGSVGElement} */
const svg = field("curve");
const title = field("curve-title");
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [340, 132, 34, 12, 12, 22];

/** The key of what the curve shows: the points, the largest group so far, or the tiles or blocks left. */
function counted() {
  if (unit() === "points") return "points";
  return unit() === "biggest" ? "biggest" : isSameGame() ? "tiles" : "blocks";
}

/** The values of the curve of a timeline: before the first of its last `moves` steps, and after each of them. @param {import("../types.d.ts").Timeline} timeline @param {number} moves */
function valuesOf(timeline, moves) {
  const steps = timeline.steps.slice(timeline.steps.length - moves);
  const before = timeline.steps[timeline.steps.length - moves - 1]?.left ?? timeline.tiles.length;
  let most = 0;
  if (unit() === "points") return [0, ...steps.map(({ score }) => score)];
  if (unit() === "biggest") return [0, ...steps.map(({ lit }) => (most = Math.max(most, lit.length)))];
  return [before, ...steps.map(({ left }) => left)];
}

/** A line of the chart; one with `stairs` falls in steps. @typedef {{name: string, values: number[], stairs?: boolean}} Line */

/** The values of the player's own game, kept while the board shows the solver's line. @type {{of: unknown, values: number[]}} */
let kept = { of: null, values: [] };

/** The values of the player's own game after 0, 1, 2, … moves. @returns {number[]} */
function ownValues() {
  const { looking, mine, record } = game;
  if (!looking || !mine) return unit() === "points" ? scores() : valuesOf(game.timeline, game.moves.length);
  const of = `${JSON.stringify(mine.moves)} ${unit()}`;
  if (kept.of !== of) kept = { of, values: valuesOf(timelineOf(record, mine.moves), mine.moves.length) };
  return kept.values;
}

/** The second line: of the solver's line on the board, or of the best results still possible, if they are proven at each position and
 * have the unit of the axis. @returns {Line | null} */
function other() {
  if (onLine()) return { name: t("curveSolver"), values: unit() === "points" ? scores() : valuesOf(game.timeline, game.moves.length) };
  if (!isAsked()) return null;
  const known = knownAlong();
  const comparable = ["points", "biggest", "left"].includes(unit());
  if (comparable && game.moves.length > 1 && known.every(({ best, proven }) => best !== null && proven)) {
    return { name: t("curveBest"), values: known.map(({ best }) => best ?? 0), stairs: true };
  }
  const line = shownGame();
  return line && { name: t("curveSolver"), values: valuesOf(line.timeline, line.whole.length) };
}

/** A round number near a span's third: 1, 2 or 5 times a power of ten. @param {number} span */
function spacing(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, span / 3)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => span / step <= 4) ?? 10 * power;
}

/** The number of moves of the longer line. */
let longest = 1;

/** The dot on the curve at the current position. */
const now = element("circle", { r: 4 });

/** The lines that are drawn, as text: if they are unchanged, only the dot moves. */
let drawn = "";

/** Draws the curve. */
export function view() {
  if (game.mode !== "analyse") return;
  const mine = ownValues();
  const theirs = other();
  const shown = game.looking && theirs ? theirs.values : mine;
  const all = [...mine, ...(theirs?.values ?? [])];
  longest = Math.max(mine.length, theirs?.values.length ?? 0, 2) - 1;
  const step = spacing(Math.max(1, ...all) - Math.min(0, ...all));
  const [low, high] = [Math.floor(Math.min(0, ...all) / step) * step, Math.ceil(Math.max(1, ...all) / step) * step];
  const x = (/** @type {number} */ at) => LEFT + (at / longest) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => TOP + ((high - value) / (high - low)) * (HEIGHT - TOP - BOTTOM);
  for (const [name, value] of Object.entries({ class: game.looking ? "now theirs" : "now", cx: x(game.at), cy: y(shown[game.at]) })) now.setAttribute(name, String(value));
  svg.setAttribute("aria-label", summary(shown, game.looking ? null : theirs));
  const lines = JSON.stringify([mine, theirs, counted()]);
  if (lines === drawn) return;
  drawn = lines;
  const parts = [];
  for (let value = low; value <= high; value += step) {
    parts.push(element("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }));
    parts.push(element("text", { class: "tick", x: LEFT - 6, y: y(value) + 3.5, "text-anchor": "end" }, count(value)));
  }
  const every = Math.max(1, spacing(longest));
  for (let at = 0; at <= longest; at += every) parts.push(element("text", { class: "tick", x: x(at), y: HEIGHT - 7, "text-anchor": "middle" }, String(at)));
  parts.push(element("text", { class: "tick", x: LEFT - 8, y: HEIGHT - 7, "text-anchor": "end" }, t("curveMove")));
  const path = (/** @type {number[]} */ values) => values.map((value, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const stairs = (/** @type {number[]} */ values) => values.map((value, at) => `${at ? `H${x(at).toFixed(1)}V` : `M${x(0).toFixed(1)} `}${y(value).toFixed(1)}`).join("");
  if (theirs) parts.push(element("path", { class: "theirs", d: (theirs.stairs ? stairs : path)(theirs.values) }));
  parts.push(element("path", { class: "mine", d: path(mine) }));
  parts.push(...labels(mine, theirs, x, y));
  svg.replaceChildren(...parts, now);
  title.textContent = t("curveTitle", counted());
}

/** @param {number[]} values */
const last = (values) => values[values.length - 1];

/** The names of the lines at their ends, one above the other where they would overlap.
 * @param {number[]} mine @param {Line | null} theirs @param {(at: number) => number} x @param {(value: number) => number} y */
function labels(mine, theirs, x, y) {
  /** @param {number[]} values @param {string} name @param {string} kind @param {boolean} up */
  const place = (values, name, kind, up, flat = false) => {
    // Stairs that fall are named where they begin.
    const at = flat ? 0 : values.length - 1;
    const [px, py] = [x(at), y(values[at])];
    const end = px > WIDTH - 90;
    const spot = Math.max(9, Math.min(HEIGHT - BOTTOM - 3, py + (up ? -8 : 15)));
    return element("text", { class: `name ${kind}`, x: end ? px - 7 : px + (flat ? 2 : 7), y: spot, "text-anchor": end ? "end" : "start" }, name);
  };
  const own = mine.length > 1 ? [place(mine, t("curveYou"), "mine", !theirs || last(mine) > last(theirs.values))] : [];
  return theirs ? [...own, place(theirs.values, theirs.name, "theirs", theirs.stairs || last(mine) <= last(theirs.values), theirs.stairs)] : own;
}

/** @param {number[]} mine @param {Line | null} theirs */
const summary = (mine, theirs) => t("curveSummary", counted(), mine[game.at], game.at, game.moves.length, theirs && t("curveOther", theirs.name, theirs.values[Math.min(game.at, theirs.values.length - 1)]));

svg.addEventListener("click", (event) => {
  const box = svg.getBoundingClientRect();
  const share = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT);
  go(Math.min(game.moves.length, Math.max(0, Math.round(share * longest))));
});

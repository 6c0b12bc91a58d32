// Hints in three steps: the tiles in question, a reason, the next move with the line.

import { field } from "./field.js";
import { known, lastWon } from "./knowledge.js";
import { hints, reasons, timeline as timelineOf } from "./rules.js";
import { isFromHere, isSearching, lastSearch, reviewGame, searchHere } from "./search.js";
import { MOVED, game, isSameGame, play, played, setMode, watch } from "./store.js";
import { overNow, point, wellNode } from "./board.js";
import { showPanel } from "./sheet.js";
import { go } from "./replay.js";
import { drawMove } from "./picture.js";
import { picture, tilesOf } from "./steps.js";
import { chip, icon, make, place } from "./tiles.js";
import { isToClear } from "./values.js";

const card = field("advice-card");
const advice = field("advice");
const button = field("advice-next");

/** Milliseconds of the search for a hint. */
const TIME = 1500;
/** The maximum number of boards of the line. */
const BOARDS = 8;

/** The number of steps shown at this position, and the hint. */
let step = 0;
/** @type {import("./types.d.ts").Hint | null} */
let made = null;
/** The number of positions so far: a hint that arrives later is void. */
let turn = 0;

const arrow = make("div", "hint-arrow");

/** Parts of a sentence: text, and colours as chips.
 * @param {import("./types.d.ts").Part[]} parts */
const sentenceOf = (parts) => parts.map((part) => (part.text === undefined ? chip(game.timeline.colours[part.colour]) : document.createTextNode(part.text)));

/** @param {Node[]} content */
function paragraph(content, className = "") {
  const made = make("p", className);
  made.append(...content);
  return made;
}

const sentence = (/** @type {string} */ text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Shows the card with some content, and a button that does something.
 * @param {(string | Node)[]} content @param {() => unknown} done */
function show(content, label = "", done = hint) {
  card.hidden = false;
  field("advice-step").textContent = step ? `${step} of 3` : "";
  advice.replaceChildren(...content.map((part) => (typeof part === "string" ? make("p", "", part) : part)));
  button.hidden = !label;
  button.textContent = label;
  button.onclick = done;
  showPanel();
}

function hide() {
  card.hidden = true;
  arrow.remove();
  [step, made] = [0, null];
}

/** The best line known from here, if it is good enough for a hint: searched for from here, or a part of the best game of the
 * whole board. */
function lineFromHere() {
  const here = known();
  const best = known(0);
  const good = here.proven || here.searched || (best.searched && best.whole === here.whole);
  return good && here.line?.length ? here.line : null;
}

/** Searches from here for a short time. Returns whether the position is still the same, and nobody has asked again. */
async function look() {
  turn += 1;
  const now = turn;
  const runs = isSearching("once", "live", "hint") && isFromHere(lastSearch());
  if (!runs) searchHere({ time: TIME, kind: "hint" });
  show(["Looking for a good move…"]);
  const begun = performance.now();
  while (now === turn && isSearching() && performance.now() - begun < TIME) await new Promise((done) => setTimeout(done, 40));
  return now === turn;
}

/** The position cannot be won: why, and a way back. */
function lostHere() {
  const why = reasons(game.record, played(), game.goal).slice(0, 2).map(({ parts }) => paragraph(sentenceOf(parts), "why"));
  const own = known().why;
  if (!why.length && own) why.push(make("p", "why", sentence(own)));
  const never = known(0).status === "infeasible";
  const what = isSameGame() ? "cleared" : "solved";
  const text = never ? `This board cannot be ${what}.` : `It cannot be ${what} any more.`;
  const at = lastWon();
  step = 0;
  if (never) show([text, ...why]);
  else if (at === null) show([text, ...why], isSearching("review") ? "" : "Where was it lost?", () => findLost());
  else show([text, ...why, `${at === 0 ? "At the start" : `After move ${at}`} it still could.`], at === 0 ? "Go back to the start" : `Go back to move ${at}`, () => go(at));
}

/** Searches for the last position that could be won. */
async function findLost() {
  const now = turn;
  reviewGame({ time: 4000 });
  show(["Looking back through the moves…"]);
  while (now === turn && isSearching("review") && lastWon() === null) await new Promise((done) => setTimeout(done, 60));
  if (now === turn) lostHere();
}

/** Lights the next move on the board.
 * @param {import("./types.d.ts").Move} move */
function lightMove([a, b, side]) {
  if (isSameGame()) return point(game.position.groups.find(({ cells }) => cells.some(([row, col]) => row + 1 === a && col + 1 === b))?.cells ?? []);
  point([[b, a]]);
  arrow.replaceChildren(icon(side === "R" ? "right" : "left"));
  place(arrow, a + (side === "R" ? 0.5 : -0.5), game.timeline.rows - 1 - b);
  wellNode().append(arrow);
}

/** The first boards of a line, each with its move marked.
 * @param {import("./types.d.ts").Move[]} line */
function boards(line) {
  const whole = [...played(), ...line];
  const timeline = timelineOf(game.record, whole);
  const first = timeline.steps.length - line.length;
  const row = make("div", "line-boards");
  row.setAttribute("role", "img");
  row.setAttribute("aria-label", `The next moves: ${line.slice(0, BOARDS).map((_, at) => timeline.steps[first + at].label).join("; ")}`);
  for (let at = 0; at < Math.min(BOARDS, line.length); at++) {
    const figure = make("div", "board-step");
    const canvas = /** @type {HTMLCanvasElement} */ (make("canvas"));
    drawMove(canvas, timeline, first + at, tilesOf(timeline.steps[first + at]), isSameGame(), 84);
    const caption = make("span", "caption");
    caption.append(...picture(timeline, timeline.steps[first + at]));
    figure.append(canvas, caption);
    row.append(figure);
  }
  return row;
}

/** The steps of a hint.
 * @type {((made: import("./types.d.ts").Hint) => void)[]} */
const STEPS = [
  (made) => {
    point(made.look.cells);
    show([made.look.cells.length === 1 ? "Look at this one." : "Look at these."], "Why?");
  },
  (made) => {
    const all = made.reasons.slice(0, 2);
    const cells = all.find((reason) => reason.cells.length)?.cells ?? made.look.cells;
    point(cells);
    show(all.length ? all.map(({ parts }) => paragraph(sentenceOf(parts), "why")) : [paragraph(sentenceOf(made.gain), "why")], "Show the move");
  },
  (made) => {
    lightMove(made.next);
    const words = isSameGame() ? "Remove this group next." : "Slide this block next.";
    show([words, ...(made.reasons.length && made.gain.length ? [paragraph(sentenceOf(made.gain), "quiet")] : []), boards(made.line)], "Play this move", () => play(made.next));
  },
];

/** Shows the next step of a hint, after a short search for the first one. */
export async function hint() {
  setMode("play");
  if (game.position.over) {
    step = 0;
    return show([sentence(overNow())]);
  }
  if (!made) {
    let line = lineFromHere();
    if (!line && known().status !== "infeasible" && !(await look())) return;
    line ??= known().line;
    if (known().status === "infeasible") return lostHere();
    if (!line?.length) return show([isToClear() ? `No way to ${isSameGame() ? "clear" : "solve"} the board was found in this short time.` : "No move was found."]);
    made = hints(game.record, played(), line, game.goal);
  }
  step = Math.min(3, step + 1);
  STEPS[step - 1](made);
}

field("hint").addEventListener("click", hint);
function close() {
  hide();
  point([]);
  field("hint").focus();
}

field("advice-close").addEventListener("click", close);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !card.hidden && !document.querySelector("dialog[open]")) close();
});

watch(() => {
  turn += 1;
  hide();
}, [...MOVED, "goal"]);
watch(() => {
  if (game.mode === "play" || card.hidden) return;
  hide();
  point([]);
}, ["mode"]);

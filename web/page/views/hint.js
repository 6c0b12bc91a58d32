// Hints in three steps: the tiles in question, a reason, the next move.

import { hideAdvice, isAdvising, showAdvice } from "./advice.js";
import { field } from "./elements.js";
import { known, lastWon } from "../state/knowledge.js";
import { whole } from "../loading.js";
import { hints, reasons } from "../engine/calls.js";
import { isFromHere, isSearching, lastSearch, reviewGame, searchHere } from "../engine/search.js";
import { dispatch, game, isSameGame, play, played, setMode } from "../state/store.js";
import { outline, point, tileAt, wellNode } from "./board.js";
import { meeting, wayFrom } from "./meeting.js";
import { go } from "./replay.js";
import { cellsOf } from "./move-picture.js";
import { clauseOf, partsOf } from "../texts/facts.js";
import { t, woven } from "../texts/strings.js";
import { chip, icon, make, place } from "./tiles.js";
import { isToClear } from "../state/results.js";

/** Milliseconds of the search for a hint. */
const TIME = 1500;

/** The number of steps of the hint that are shown, and the hint itself. */
let step = 0;
/** @type {import("../types.d.ts").Hint | null} */
let made = null;
/** The number of the current position; a hint that arrives for an earlier one is discarded. */
let turn = 0;

const arrow = make("div", "hint-arrow");
/** Path of the hint's arrow: from the removed tiles to the tiles that then touch.
 * @type {Element | null} */
let way = null;

/** The nodes of a sentence: texts, and each colour as a chip with its name.
 * @param {import("../types.d.ts").Part[]} parts */
const sentenceOf = (parts) => parts.flatMap((part) => part.text ?? [chip(game.timeline.colours[part.colour]), ` ${t("colourName", part.colour)}`]);

/** @param {(string | Node)[]} content */
function paragraph(content, className = "") {
  const made = make("p", className);
  made.append(...content);
  return made;
}

/** Shows content of the hint and, with a `label`, a button that calls `done`.
 * @param {(string | Node)[]} content @param {() => unknown} done */
const show = (content, label = "", done = hint) => showAdvice([t("hint"), step ? t("hintStep", step) : ""], content, label ? [[label, done]] : [], clear);

function clear() {
  arrow.remove();
  way?.remove();
  [step, made] = [0, null];
}

/** The best line known from the current position, if a hint may rely on it: it is proven, from a search of this position, or part of
 * the best game of a search of the whole board. Otherwise `null`. */
function lineFromHere() {
  const here = known();
  const best = known(0);
  const good = here.proven || here.searched || (best.searched && best.whole === here.whole);
  return good && here.line?.length ? here.line : null;
}

/** Searches from the current position for a short time. Returns `false` if the position changed or a new hint was requested meanwhile. */
async function look() {
  turn += 1;
  const now = turn;
  const runs = isSearching("once", "live", "hint") && isFromHere(lastSearch());
  if (!runs) searchHere({ time: TIME, kind: "hint" });
  show([t("lookingForMove")]);
  const begun = performance.now();
  while (now === turn && isSearching() && performance.now() - begun < TIME) await new Promise((done) => setTimeout(done, 40));
  return now === turn;
}

/** Shows why the position cannot be won, and a button back to the last position that could. */
function lostHere() {
  const why = reasons(game.record, played(), game.goal).slice(0, 2).map((reason) => paragraph(sentenceOf(partsOf(reason)), "why"));
  const own = known().why;
  if (!why.length && own) why.push(make("p", "why", t("sentence", clauseOf(own))));
  const never = known(0).status === "infeasible";
  const text = t(never ? "neverCleared" : "notAnyMore", isSameGame());
  const at = lastWon();
  step = 0;
  if (never) show([text, ...why]);
  else if (at === null) show([text, ...why], isSearching("review") ? "" : t("whereLost"), () => findLost());
  else show([text, ...why, t("stillCould", at)], t("goBackTo", at), () => go(at));
}

/** Searches for the last position that could be won. */
async function findLost() {
  const now = turn;
  reviewGame({ time: 4000 });
  show([t("lookingBack")]);
  while (now === turn && isSearching("review") && lastWon() === null) await new Promise((done) => setTimeout(done, 60));
  if (now === turn) lostHere();
}

/** Lights the next move on the board.
 * @param {import("../types.d.ts").Move} move */
function lightMove(move) {
  const [a, b, side] = move;
  point(cellsOf(move));
  if (isSameGame()) return;
  arrow.replaceChildren(icon(side === "R" ? "right" : "left"));
  place(arrow, a + (side === "R" ? 0.5 : -0.5), game.timeline.rows - 1 - b);
  wellNode().append(arrow);
}

/** The tiles that the moves of the hint bring together; `null` if there are none.
 * @type {import("./meeting.js").Meeting | null} */
let met = null;

/** Tiles of a colour in words: the chip and the name of the colour.
 * @param {number} colour @param {number} number */
const tilesIn = (colour, number) => woven(t("tilesOfColour", number, t("colourName", colour), isSameGame()), chip(game.timeline.colours[colour]));

/** The columns and rows of lit cells, for screen readers.
 * @param {import("../types.d.ts").Cell[]} cells */
function whereUnseen(cells) {
  const { first } = game.timeline;
  const range = (/** @type {number[]} */ numbers) => [...new Set([Math.min(...numbers), Math.max(...numbers)])].map((number) => number + first);
  return make("span", "unseen", t("whereUnseen", range(cells.map(([, col]) => col)), range(cells.map(([row]) => row))));
}

/** The sentence of a meeting: what to remove, and what comes together then.
 * @param {import("../types.d.ts").Hint} made @param {import("./meeting.js").Meeting} met */
function meetingSentence(made, { after, colour, cells }) {
  const group = cellsOf(made.next);
  const [[row, col]] = group;
  const own = game.timeline.tiles[tileAt(row, col)][0];
  return paragraph([...woven(t("meets", after), tilesIn(own, group.length), tilesIn(colour, cells.length)), whereUnseen([...group, ...cells])], "why");
}

/** Functions that show the three steps of a hint.
 * @type {((made: import("../types.d.ts").Hint) => void)[]} */
const STEPS = [
  (made) => {
    const cells = met?.cells ?? made.look.cells;
    point(cells);
    const [colour, other] = new Set(cells.map(([row, col]) => game.timeline.tiles[tileAt(row, col)]?.[0]));
    const those = colour === undefined || other !== undefined ? [t("lookAt", cells.length)] : woven(t("lookAtTiles"), tilesIn(colour, cells.length));
    show([paragraph([...those, whereUnseen(cells)])], t("why"));
  },
  (made) => {
    if (met) {
      point(met.cells);
      outline(cellsOf(made.next));
      way?.remove();
      way = wayFrom(cellsOf(made.next), met.cells);
      wellNode().append(way);
      return show([meetingSentence(made, met)], t("showMove"));
    }
    const all = made.reasons.slice(0, 2);
    const cells = all.find((reason) => reason.cells.length)?.cells ?? made.look.cells;
    point(cells);
    const sentences = all.length ? all.map(partsOf) : [partsOf(made.gain)];
    show(sentences.map((parts) => paragraph(sentenceOf(parts), "why")), t("showMove"));
  },
  (made) => {
    outline([]);
    way?.remove();
    lightMove(made.next);
    const gain = made.reasons.length ? [paragraph(sentenceOf(partsOf(made.gain)), "quiet")] : [];
    show([t(isSameGame() ? "removeNext" : "slideNext"), ...gain], t("playMove"), () => play(made.next));
  },
];

/** Shows the next step of a hint, after a short search for the first one, once the solver is loaded. @returns {Promise<void>} */
export async function hint() {
  setMode("play");
  const slow = setTimeout(() => show([t("lookingForMove")]), 300);
  try {
    await whole();
  } catch (error) {
    return show([t("cannotLoad", /** @type {Error} */ (error).message)]);
  } finally {
    clearTimeout(slow);
  }
  if (game.position.over) {
    step = 0;
    return show([t("overSentence", game.at > 0)]);
  }
  if (!made) {
    let line = lineFromHere();
    if (!line && known().status !== "infeasible" && !(await look())) return;
    line ??= known().line;
    if (known().status === "infeasible") return lostHere();
    if (!line?.length) return show([isToClear() ? t("noWayInTime", isSameGame()) : t("noMoveFound")]);
    made = hints(game.record, played(), line, game.goal);
    met = isSameGame() ? meeting(line) : null;
  }
  if (step === 0) dispatch({ type: "helped", by: "hint" });
  step = Math.min(3, step + 1);
  STEPS[step - 1](made);
}

field("hint").addEventListener("click", hint);
function hide() {
  clear();
  hideAdvice();
}

/** Ends the hint when the position changes. */
export function view() {
  turn += 1;
  hide();
}

export function viewMode() {
  if (game.mode === "play" || !isAdvising()) return;
  hide();
  point([]);
  outline([]);
}

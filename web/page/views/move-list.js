// The list of the game's moves: for each the tiles that it removed, its points, and its loss as far as known.

import { field } from "./elements.js";
import { game, isSameGame, onLine, stepsAt } from "../state/store.js";
import { losses } from "../state/knowledge.js";
import { isAsked, isSearching } from "../engine/search.js";
import { effect, picture } from "./move-picture.js";
import { go } from "./replay.js";
import { rovingList } from "./button-list.js";
import { t } from "../texts/strings.js";
import { make } from "./tiles.js";
import { isToClear, lossInWords, unit } from "../state/results.js";
import { count } from "../texts/formats.js";

/** The losses to show: none until the player asks the solver, even if searches in the background have found some. @type {import("../types.d.ts").Loss[]} */
let lost = [];
/** The first move that threw the win away; −1 if there is none. */
let thrown = -1;

const points = (/** @type {number} */ number) => (number > 0 ? `+${count(number)}` : number < 0 ? `−${count(-number)}` : "0");

/** The last column: the points of a move where they count, or its effect. */
const gained = (/** @type {import("../types.d.ts").Step} */ step) => (isSameGame() && unit() === "points" ? points(step.points) : effect(step));

/** The element for the loss of a move as far as it is certain, with a dot while a review checks it. @param {import("../types.d.ts").Loss} loss */
function lossNode({ amount, proven }) {
  if (amount === null && !proven) return make("span", "loss checked", isSearching("review") ? "·" : "");
  const node = make("span", proven ? "loss" : "loss guess", amount ? lossInWords(amount, proven) : "");
  if (amount) node.prepend(make("span", "unseen", t("lost")));
  return node;
}

/** @param {import("../types.d.ts").Step} step @param {number} at */
function entry(step, at) {
  const loss = lost[at];
  const isThrown = at === thrown;
  const key = [at, step.label, step.left, step.points, unit(), loss?.amount ?? "", loss?.proven ?? "", !loss?.proven && isSearching("review"), isThrown].join();
  return {
    key,
    fill: (/** @type {HTMLButtonElement} */ button) => {
      const what = make("span", "what");
      what.append(...picture(game.timeline, step, true));
      button.append(make("span", "no", String(at + 1)), what, make("span", "gain", gained(step)), loss ? lossNode(loss) : make("span", "loss"));
      button.dataset.move = step.label;
      button.classList.toggle("thrown", isThrown);
      if (isThrown) button.append(make("span", "why", t("noLonger", isSameGame())));
    },
  };
}

const list = field("moves");
const show = rovingList(list, (at) => go(at + 1));

/** A sentence about the losses of all moves. */
function summary() {
  if (thrown >= 0) return t("thrownAway", thrown + 1);
  const given = lost.filter(({ amount }) => amount);
  if (!lost.length || game.looking || isSearching()) return "";
  if (lost.some(({ proven }) => !proven)) return lost.some(({ before }) => before.searched) ? t("notSettled", lost.filter(({ proven }) => proven).length, lost.length) : "";
  if (!given.length) return t("perfect");
  const worst = given.reduce((one, other) => ((other.amount ?? 0) > (one.amount ?? 0) ? other : one));
  return `${t("gaveAway", given.length, lost.length)} ${t("largestLoss", lost.indexOf(worst) + 1, lossInWords(worst.amount ?? 0))}`;
}

/** Shows the list. */
export function view() {
  lost = isAsked() ? losses() : [];
  thrown = isToClear() ? lost.findIndex(({ win }) => win) : -1;
  const steps = game.timeline.steps.slice(stepsAt(0));
  list.classList.toggle("costs", lost.some(({ amount }) => amount) || isSearching("review"));
  show(steps.map(entry), game.at - 1);
  field("moves-title").textContent = t(onLine() ? "movesOfSolver" : "movesTitle");
  const text = summary();
  field("summary").textContent = text;
  field("summary").hidden = !text;
}

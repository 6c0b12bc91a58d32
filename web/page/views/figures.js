// The goal of the game in words, and its figures above the board.

import { field } from "./elements.js";
import { inWords } from "./rules-dialog.js";
import { goOn } from "../state/attempts.js";
import { biggestNow, game, isSameGame, leftAt, scoreNow, scores, setMode } from "../state/store.js";
import { count } from "../texts/formats.js";
import { t } from "../texts/strings.js";
import { make } from "./tiles.js";
import { nameOfGame } from "../days/shared-text.js";
import { dayOnBoard, isOpen, bestKnown } from "../engine/best-known.js";
import { inWords as resultInWords, unit } from "../state/results.js";

/** The goal of the game in words. */
export function goalInWords() {
  const { record, position } = game;
  if (!isSameGame()) return t("taskMayan", position.moves_left === null ? null : (record.moves ?? 0), record.mode === "exactly");
  if (dayOnBoard()?.kind === "former") return t("taskFormer");
  if (game.goal === "fewest") {
    // The text names the fewest clicks known once the search of the whole board has ended.
    const best = isOpen() ? null : bestKnown();
    return (best ? t("taskFewest", best.value, best.proven) : t("sentence", t("goalOf", "fewest"))) + inWords();
  }
  const bonus = game.goal === "score" && position.bonus > 0 ? t("taskBonus", position.bonus) : "";
  return t("sentence", t("goalOf", game.goal)) + bonus + inWords();
}

/** The figures: each with its id, name and value. @typedef {[id: string, name: string, value: number]} Figure @returns {Figure[]} */
function figures() {
  const left = leftAt(game.at);
  if (!isSameGame()) {
    const moves = game.position.moves_left;
    return [moves === null ? ["clicks", t("movesName"), game.at] : ["allowed", t("movesLeftName"), moves], ["left", t("blocksLeftName"), left]];
  }
  const best = dayOnBoard();
  /** @type {Figure} */
  const tiles = ["left", t("tilesLeftName", left), left];
  /** @type {Figure} */
  const clicks = ["clicks", t("clicksName", game.at), game.at];
  /** @type {Record<string, Figure[]>} */
  const byGoal = { fewest: best ? [clicks, ["par", t("bestName"), best.value]] : [clicks, tiles], left: [tiles, clicks], biggest: [["biggest", t("largestName"), biggestNow()], tiles] };
  return byGoal[game.goal] ?? [["score", t("scoreName"), scoreNow()], tiles];
}

function show() {
  field("figures").replaceChildren(...figures().map(([id, name, value]) => {
    const pair = make("div");
    pair.append(make("dt", "", name), Object.assign(make("dd", "", count(value)), { id }));
    return pair;
  }));
}

/** The words about a game from a link: a friend's game, and its result. */
function visitInWords() {
  const { length } = game.moves;
  return t("friendsGame", unit() === "points" ? resultInWords(scores()[length]) : t(isSameGame() ? "clicks" : "moves", length));
}
/** The words for the game of a link, which stay while the visitor plays on; empty for a game of the player's own. */
let visit = "";
field("own").addEventListener("click", () => {
  goOn(game.record, isSameGame() ? game.goal : null);
  setMode("play");
});

/** Shows the goal in words, or that the game is a friend's. */
export function viewTask() {
  const words = visit || goalInWords();
  if (field("task").textContent !== words) field("task").textContent = words;
}

/** Shows the title and the figures. @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "opened" || type === "goal") {
    visit = game.from === "link" && game.moves.length ? visitInWords() : "";
    field("own").hidden = !visit;
    field("title").textContent = nameOfGame(game.record);
    field("keys").textContent = t(isSameGame() ? "boardKeys" : "mayanKeys");
  }
  show();
}

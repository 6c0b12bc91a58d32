// How to play, in three moving pictures: shown when a kind of game is opened for the first time, and by the help button.

import { field } from "./elements.js";
import { embedded } from "./embedded.js";
import { goalInWords } from "./figures.js";
import { mini } from "./small-board.js";
import { position } from "../engine/calls.js";
import { keep, kept, still } from "../state/settings.js";
import { game, isSameGame, pause } from "../state/store.js";
import { t } from "../texts/strings.js";
import { count } from "../texts/formats.js";

const KEY = "tilefall.intro";
const dialog = field("help-dialog");

/** The boards of the pictures of each game, and the moves that are played on them. @type {Record<string, [rows: string[], moves: import("../types.d.ts").Move[]][]>} */
const PICTURES = {
  samegame: [
    [["20212", "21102", "01122", "20110"], [[1, 3]]],
    [["20003", "20003", "31112", "20003", "20003"], [[3, 3], [1, 3]]],
    [["0110", "2222", "0110"], [[2, 1], [1, 2], [1, 1]]],
  ],
  mayan: [
    [["..3..", ".23..", ".142."], [[2, 1, "R"]]],
    [[".2...", ".1.11"], [[1, 0, "R"]]],
    [["1.11.", "2.22."], [[0, 0, "R"], [0, 0, "R"]]],
  ],
};

/** The points for a group of some tiles by the rules of the game. */
const pointsFor = (/** @type {number} */ tiles) => position({ v: 1, game: "samegame", rows: ["0".repeat(tiles)], rules: game.family?.rules }, []).groups[0]?.points ?? 0;

/** The texts under the pictures. */
function texts() {
  if (!isSameGame()) return [t("introDrag"), t("introThree"), t("introMoves")];
  const first = t("introGroup", game.family?.rules.min_group ?? 2);
  const { bonus } = game.position;
  if (game.goal !== "score") return [first, t("introMeet"), goalInWords().replace(/(?<=[.。]).*/, "")];
  return [first, t("introLarger", pointsFor(3), pointsFor(6), pointsFor(12)), bonus > 0 ? t("introBonus", bonus) : t("introUntil")];
}

/** The text that rises from a move of a picture: its points, or the bonus at the last move; empty if the goal is not the score.
 * @param {ReturnType<typeof mini>} picture @param {number} step @param {boolean} last */
function gain({ steps }, step, last) {
  if (!isSameGame() || game.goal !== "score") return "";
  if (last && step === steps.length - 1 && game.position.bonus > 0) return `+${count(game.position.bonus)}`;
  return steps[step].points > 0 ? `+${count(steps[step].points)}` : "";
}

/** The number of the running show; a show with an older number ends. */
let turn = 0;

/** Plays the pictures one after the other as long as the dialog is open. @param {ReturnType<typeof mini>[]} pictures */
async function play(pictures) {
  const mine = ++turn;
  const on = () => dialog.open && turn === mine;
  for (const picture of pictures) picture.light(0);
  while (on() && !still()) {
    for (const picture of pictures) {
      picture.show(0);
      for (let step = 0; step < picture.steps.length && on(); step++) {
        picture.light(step);
        await pause(700);
        if (!on()) return;
        picture.light(null);
        await pause(picture.play(step, gain(picture, step, picture === pictures.at(-1))) + 350);
      }
      await pause(700);
    }
    if (!on()) return;
    await pause(600);
    for (const picture of pictures) {
      picture.show(0);
      picture.light(0);
    }
    await pause(400);
  }
}

/** Shows how to play; on the first visit without the card of keys. */
export function show(first = false) {
  const rules = game.family ? { rules: { ...game.family.rules, min_group: Math.min(2, game.family.rules.min_group) } } : {};
  const pictures = PICTURES[game.record.game].map(([rows, moves]) => mini({ v: 1, game: game.record.game, rows, ...rules, ...(isSameGame() ? {} : { moves: 9, mode: /** @type {const} */ ("within") }) }, moves));
  // The `figure` elements of the page stay, because the player may already be reading their texts.
  const said = texts();
  pictures.forEach(({ node }, at) => {
    const figure = field("pictures").children[at];
    figure.children[0].replaceWith(node);
    figure.children[1].textContent = said[at];
  });
  field("keys-card").hidden = first;
  if (!dialog.open) dialog.showModal();
  // The attribute `autofocus` is an error inside a page of another site.
  field("begin").focus({ preventScroll: true });
  dialog.scrollTop = 0;
  play(pictures);
}

field("help").addEventListener("click", () => show());

/** The kind of the game for the introduction, which each kind has once. */
const kind = () => (!isSameGame() ? "mayan" : game.goal === "fewest" ? "fewest" : "points");

/** Shows how to play, unless the browser has stored that it was shown for this kind of game. */
function introduce() {
  const seen = /** @type {true | Record<string, true>} */ (kept(KEY, {}));
  if (embedded || seen === true || seen[kind()]) return;
  keep(KEY, { ...seen, [kind()]: true });
  // The player may have closed the dialog that welcome.js opens on the first visit.
  const first = Object.keys(seen).length === 0;
  if (!first || dialog.open || document.documentElement.dataset.welcome === undefined) setTimeout(() => show(true));
}

let started = false;

/** Completes what welcome.js shows on the first visit, and introduces each kind of game when it is opened first. */
export function start() {
  started = true;
  introduce();
}

export const view = () => started && introduce();

// The solver's best line as a row of small moves.

import { field } from "./elements.js";
import { sameMoves } from "../state/reducer.js";
import { follow, game, isSameGame } from "../state/store.js";
import { timeline as timelineOf } from "../engine/calls.js";
import { picture } from "./move-picture.js";
import { rovingList } from "./button-list.js";
import { t } from "../texts/strings.js";

const list = field("line");

/** The shown line as a whole game: its record, its moves, its timeline, and the number of moves before the line.
 * @typedef {{record: unknown, whole: import("../types.d.ts").Move[], timeline: import("../types.d.ts").Timeline, start: number}} Shown */

const NONE = /** @type {Shown} */ ({ record: null, whole: [], timeline: /** @type {unknown} */ (null), start: 0 });
let shown = NONE;

const first = () => shown.timeline.steps.length - shown.whole.length + shown.start;

const show = rovingList(list, (at) => follow(shown.whole.slice(0, shown.start), shown.whole.slice(shown.start), at + 1));

/** The line shown, from the start of the game; `null` if there is none. */
export const shownGame = () => (shown === NONE ? null : shown);

/** Shows the rest of a whole game from the current position as the line; `null` shows none. While the player steps through the line,
 * its first moves stay. @param {import("../types.d.ts").Move[] | null} whole */
export function showLine(whole) {
  if (!whole) {
    shown = NONE;
    return show([], -1);
  }
  const isSame = shown.record === game.record && sameMoves(shown.whole, whole);
  if (!isSame) shown = { record: game.record, whole, timeline: game.looking && sameMoves(whole, game.moves) ? game.timeline : timelineOf(game.record, whole), start: game.at };
  else if (!game.looking || shown.start > game.at) shown.start = game.at;
  const entries = shown.timeline.steps.slice(first()).map((step, at) => ({
    key: `${first() + at} ${step.label} ${step.left}`,
    fill: (/** @type {HTMLButtonElement} */ button) => {
      button.append(...picture(shown.timeline, step));
      button.dataset.move = step.label;
      button.setAttribute("aria-label", t("lineMove", shown.start + at + 1, isSameGame() ? t("tilesOf", step.lit.length, shown.timeline.colours[shown.timeline.tiles[step.lit[0]][0]].name) : step.label));
    },
  }));
  show(entries, game.looking ? game.at - shown.start - 1 : -1);
}

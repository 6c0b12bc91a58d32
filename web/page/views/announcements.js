// Texts for screen readers: the cell under the cursor, and the tiles that a move removed.

import { say } from "./messages.js";
import { settings } from "../state/settings.js";
import { game, isSameGame, leftAt, pointsAtEnd, stepsAt } from "../state/store.js";
import { t } from "../texts/strings.js";

/** Whether points matter for the goal, so that the points of a group are named. */
export const pointsCount = () => ["score", "clear"].includes(game.goal);

/** The message that the game is over. */
export const overNow = () => t("over", game.at > 0);

/** The colour of a tile in words, or its label if tiles show their labels. @param {number} tile */
function colourOf(tile) {
  const [colour] = game.timeline.tiles[tile];
  return (settings.marks !== "names" && t("colourName", colour)) || t("colourOf", game.timeline.colours[colour].name);
}

/** @param {number} row @param {number} col @param {number} tile */
function describe(row, col, tile) {
  const { first } = game.timeline;
  const what = tile < 0 ? t("empty") : colourOf(tile);
  return isSameGame() ? t("cell", row + first, col + first, what) : t("mayanCell", col + first, row + first, what);
}

/** Announces a cell: its tile, the group, and the sides to which a block can slide.
 * @param {number} row @param {number} col @param {number} tile @param {import("../types.d.ts").Group | undefined} group @param {string[]} ways */
export function sayCell(row, col, tile, group, ways) {
  const where = describe(row, col, tile);
  say(group ? t("cellGroup", where, group.cells.length, pointsCount() ? group.points : null) : ways.length ? t("cellSlides", where, ways) : where);
}

/** Announces a cell whose tile cannot be removed. @param {number} row @param {number} col @param {number} tile */
export const sayAlone = (row, col, tile) => say(t("cellAlone", describe(row, col, tile)));

/** Announces what the last move removed, its points where they count, and the tiles left, with the bonus or penalty at the end. */
export function sayPosition() {
  const step = game.at > 0 ? game.timeline.steps[stepsAt(game.at) - 1] : null;
  const { over, cleared } = game.position;
  const what = !step ? null : isSameGame() ? t("went", step.lit.length, colourOf(step.lit[0])) : step.label;
  const end = over ? t("ended", cleared, isSameGame() && pointsCount() ? pointsAtEnd() : 0) : "";
  say(t("position", what, step && isSameGame() && pointsCount() ? step.points : null, leftAt(game.at), end));
}

// Moves as small pictures: the colour and number of removed tiles, or the moved blocks with an arrow.

import { game, isSameGame } from "../state/store.js";
import { chip, icon, make } from "./tiles.js";
import { t } from "../texts/strings.js";

/** @typedef {import("../types.d.ts").Timeline} Timeline @typedef {import("../types.d.ts").Step} Step */

/** The cells that a move takes from the position on the board: a group, or a block.
 * @param {import("../types.d.ts").Move} move @returns {import("../types.d.ts").Cell[]} */
export function cellsOf([first, second]) {
  if (!isSameGame()) return [[second, first]];
  return game.position.groups.find(({ cells }) => cells.some(([row, col]) => row + 1 === first && col + 1 === second))?.cells ?? [];
}

/** The chip of a tile. @param {Timeline} timeline @param {number} tile */
const chipOf = (timeline, tile) => chip(timeline.colours[timeline.tiles[tile][0]]);

/** The Mayan move of a step: the column where the block starts, and the direction. @param {Step} step */
function slide(step) {
  const [x, , side] = step.label.split(" ");
  return { col: Number(x), way: /** @type {"left" | "right"} */ (side === "R" ? "right" : "left") };
}

/** A move as elements: a chip and the number of tiles, or the chips of blocks with an arrow; `long` adds words.
 * @param {Timeline} timeline @param {Step} step */
export function picture(timeline, step, long = false) {
  if (isSameGame()) {
    const number = step.lit.length;
    return [chipOf(timeline, step.lit[0]), make("span", "", long ? t("tiles", number) : String(number))];
  }
  const [tile, other] = step.phases[0]?.glide?.map(([tile]) => tile) ?? step.lit;
  const { col, way } = slide(step);
  const to = way === "right" ? col + 1 : col - 1;
  const words = other === undefined ? t("columnOf", col, null) : t("columnOf", Math.min(col, to), Math.max(col, to));
  const arrow = Object.assign(make("span", "arrow"), { role: "img", ariaLabel: t(other === undefined ? way : "swap") });
  arrow.append(icon(other === undefined ? way : "swap"));
  return [chipOf(timeline, tile), arrow, ...(other === undefined ? [] : [chipOf(timeline, other)]), ...(long ? [make("span", "", words)] : [])];
}

/** The effect of a move in words: the tiles left after a click, or the number of blocks that a Mayan move removes. @param {Step} step */
export const effect = (step) => {
  const gone = step.phases.reduce((sum, phase) => sum + (phase.gone?.length ?? 0), 0);
  if (isSameGame()) return t("leftAfter", step.left);
  return gone ? t("removes", gone) : "";
};

// The result of a game as a short text to send, without a move: "Former 26 Nov · 15/13 · 🟩🟩🟨🟩🟥".

import { dayOnBoard } from "./par.js";
import { resultOfDay } from "./attempts.js";
import { losses } from "./knowledge.js";
import { nameOfGame } from "./names.js";
import { isSearching } from "./search.js";
import { starText } from "./stars.js";
import { game, pause } from "./store.js";
import { t } from "./strings.js";
import { inWords, unit } from "./values.js";
import { count } from "./words.js";

/** The maximum number of phases of a game. */
const PHASES = 5;

/** A square for each phase of the game by what its moves gave away; empty as long as not all of that is known.
 * @param {number} best */
export function phases(best) {
  const all = losses();
  if (!all.length || all.some(({ amount, proven }) => amount === null || !proven)) return "";
  const number = Math.min(PHASES, all.length);
  const limit = unit() === "points" ? Math.max(1, Math.abs(best) / 20) : 1;
  return Array.from({ length: number }, (_, at) => {
    const [from, to] = [at, at + 1].map((part) => Math.round((part * all.length) / number));
    const lost = all.slice(from, to).reduce((sum, { amount }) => sum + (amount ?? 0), 0);
    return lost <= 0 ? "🟩" : lost <= limit ? "🟨" : "🟥";
  }).join("");
}

/** The text. @param {import("./types.d.ts").Finish} finish */
export function boast({ value, stars, left, hints, watched, row }) {
  const board = dayOnBoard();
  const name = board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : `tilefall · ${nameOfGame(game.record)}`;
  const result = value === null ? t("leftAfter", left) : board ? `${count(value)}/${count(board.value)}` : inWords(value);
  return [name, result, row ?? starText(stars), ...(hints ? [t("hints", hints)] : []), ...(watched ? [t("boastWatched")] : [])].join(" · ");
}

/** What is shared of the board of a day: its name before its result is there, then the text of the result, without a move. */
export function dayText() {
  const finish = resultOfDay();
  const board = dayOnBoard();
  return finish ? boast(finish) : board ? `${t("kind", board.kind)} ${t("dayInDigits", board.day)}` : "";
}

/** Resolves when the row of the result on the board is known, or cannot be found out. */
export async function rowKnown() {
  while (isSearching("review") && resultOfDay()?.row === undefined) await pause(100);
}

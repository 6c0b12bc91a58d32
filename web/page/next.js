// The next puzzle: of the same set, of the same day, or a new board of the same size.

import { jump, game, isSameGame, setMode } from "./store.js";
import { dayOnBoard } from "./par.js";
import { attemptsAt, finishedByDay, goOn } from "./attempts.js";
import { boardOf, dateOf, kindsOf } from "./days.js";
import { generate, randomSeed } from "./maker.js";
import { placeOf } from "./sets.js";
import { goalOf } from "./values.js";

/** Opens a board of a day. @param {import("./days.js").Kind} kind */
export function openDay(kind, day = new Date()) {
  const { record, goal } = boardOf(kind, day);
  goOn(record, goal);
  setMode("play");
}

/** Opens a puzzle of a set. @param {import("./sets.js").PuzzleSet} set @param {number} at */
export function openOfSet(set, at) {
  goOn(set.puzzles[at].record, goalOf(set.unit));
  setMode("play");
}

/** The first puzzle after a place that is not solved, or the one after it.
 * @param {{ set: import("./sets.js").PuzzleSet, at: number }} place */
function after({ set, at }) {
  const { length } = set.puzzles;
  const tried = attemptsAt(set.puzzles.map(({ record }) => record), goalOf(set.unit));
  for (let step = 1; step < length; step++) if ((tried[(at + step) % length]?.value ?? null) === null) return (at + step) % length;
  return (at + 1) % length;
}

/** The difficulties of Mayan puzzles by level. @type {Record<string, number[]>} */
const LEVELS = { easy: [0, 35], medium: [36, 60], hard: [61, 100] };

/** The options for a board like that of the game. @returns {import("./maker.js").Wish} */
function alike() {
  const { record, timeline } = game;
  const seed = randomSeed();
  if (!isSameGame()) {
    const level = LEVELS[record.origin?.level ?? ""];
    return { game: "mayan", seed, moves: Math.min(7, record.moves ?? 5), difficulty: level };
  }
  const colors = new Set(record.rows.join("").replaceAll(".", "")).size;
  const [rows, cols] = [timeline.rows, timeline.cols].map((side) => Math.max(2, Math.min(64, side)));
  return { game: "samegame", seed, rows, cols, colors: Math.max(2, Math.min(10, colors)), balanced: true, rules: game.family?.rules };
}

/** Opens the next puzzle. */
export async function openNext() {
  const place = placeOf(game.record);
  if (place) return openOfSet(place.set, after(place));
  // The boards of the same day that are not finished.
  const board = dayOnBoard();
  const other = board && kindsOf(board.day).find((kind) => kind !== board.kind && !finishedByDay(kind).has(dateOf(board.day)));
  if (board && other) return openDay(other, board.day);
  const wish = alike();
  const goal = game.goal;
  const record = await generate(wish);
  goOn({ ...record, id: `${wish.game} ${wish.seed}` }, isSameGame() ? goal : null);
  setMode("play");
}

/** Starts the game again. */
export const again = () => jump(0);

// The boards of the day, the same for everybody: a SameGame board, and a Mayan puzzle that grows harder during the week.

import { make } from "./rules.js";
import { open } from "./store.js";
import { numberOf } from "./diary.js";
import { generate } from "./maker.js";

/** The Mayan puzzles from Sunday to Saturday: the number of moves, the range of the difficulty, and its name.
 * @type {[number, number, number, string][]} */
const WEEK = [
  [6, 61, 100, "very hard"],
  [3, 0, 35, "easy"],
  [3, 0, 35, "easy"],
  [4, 36, 60, "medium"],
  [4, 36, 60, "medium"],
  [5, 36, 60, "medium"],
  [5, 61, 100, "hard"],
];

/** The Mayan puzzle of a day in words.
 * @param {Date} day */
export const difficultyOf = (day) => `${WEEK[day.getDay()][3]}, ${WEEK[day.getDay()][0]} moves`;

/** The SameGame board of a day.
 * @param {Date} day */
function board(day) {
  const number = numberOf(day);
  return { ...make({ game: "samegame", seed: number, balanced: true }), id: `board of ${number}` };
}

/** The Mayan puzzles by day.
 * @type {Map<number, Promise<any>>} */
const puzzles = new Map();

/** The Mayan puzzle of a day.
 * @param {Date} day */
function puzzle(day) {
  const number = numberOf(day);
  const [moves, least, most] = WEEK[day.getDay()];
  const made = puzzles.get(number) ?? generate({ game: "mayan", seed: number, moves, difficulty: [least, most] });
  puzzles.set(number, made);
  made.catch(() => puzzles.delete(number));
  return made.then((record) => ({ ...record, id: `board of ${number}` }));
}

/** The board of a day of one of the games.
 * @param {string} game @param {Date} day */
export const boardOf = async (game, day) => (game === "mayan" ? puzzle(day) : board(day));

/** Opens the SameGame board of a day. */
export function openDaily(day = new Date()) {
  open(board(day), [], 0, null, null, "score");
}

/** Opens the board of a day of one of the games.
 * @param {string} game @param {Date} day */
export async function openDay(game, day) {
  if (game === "samegame") openDaily(day);
  else open(await puzzle(day));
}

// The boards of the day, the same for everybody: a SameGame board, and a Mayan puzzle that grows harder during the week.

import { make } from "./rules.js";
import { open } from "./store.js";
import { numberOf } from "./diary.js";
import { generate } from "./maker.js";

/** The Mayan puzzles from Sunday to Saturday: the number of moves, and the range of the difficulty. */
const WEEK = [
  [6, 61, 100, "very hard"],
  [3, 0, 35, "easy"],
  [3, 0, 35, "easy"],
  [4, 36, 60, "medium"],
  [4, 36, 60, "medium"],
  [5, 36, 60, "medium"],
  [5, 61, 100, "hard"],
];

/** The difficulty of the Mayan puzzle of a day, in words. */
export const difficultyOf = (/** @type {Date} */ day) => `${WEEK[day.getDay()][3]}, ${WEEK[day.getDay()][0]} moves`;

/** Opens the SameGame board of a day. */
export function openDaily(day = new Date()) {
  const number = numberOf(day);
  open({ ...make({ game: "samegame", seed: number, balanced: true }), id: `board of ${number}` }, [], 0, null, null, "score");
}

/** Opens the Mayan puzzle of a day. */
export async function openDailyMayan(day = new Date()) {
  const number = numberOf(day);
  const [moves, least, most] = WEEK[day.getDay()];
  const record = await generate(/** @type {any} */ ({ game: "mayan", seed: number, moves, difficulty: [least, most] }));
  open({ ...record, id: `board of ${number}` });
}

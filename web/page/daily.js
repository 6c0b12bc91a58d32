// The boards of the day, the same for everybody.

import { make } from "./rules.js";
import { open } from "./store.js";

/** A day as a number: 20260131. */
export const numberOf = (day) => day.getFullYear() * 10000 + (day.getMonth() + 1) * 100 + day.getDate();

/** Opens the SameGame board of a day. */
export function openDaily(day = new Date()) {
  const number = numberOf(day);
  open({ ...make({ game: "samegame", seed: number, balanced: true }), id: `board of ${number}` });
}

// Opening links: a board of a day, a board that the player goes on with, or a game, at which the player is a visitor.

import { goOn } from "./attempts.js";
import { FIRST, dayFrom, kindsOf } from "./days.js";
import { damaged, sharedOf } from "./link.js";
import { openDay } from "./next.js";
import { open } from "./store.js";

/** Opens what the part of a link behind the `#` stands for; returns whether there is something. Throws if the link is damaged.
 * @param {string} hash */
export function openHash(hash) {
  const [, date, kind = "former"] = /^#d=(\d{4}-\d\d-\d\d)(?:-(mayan|points))?$/.exec(hash) ?? [];
  if (date) {
    // Boards of days to come are not opened before, and a kind that the day does not have gives way to the main one.
    const [named, today] = [dayFrom(date), new Date()];
    const day = named >= FIRST && named <= today ? named : today;
    openDay(kindsOf(day).find((one) => one === kind) ?? "former", day);
    return true;
  }
  const shared = sharedOf(hash);
  if (!shared) return false;
  const { record, moves, at, goal } = shared;
  try {
    if (moves.length) open(record, moves, at, null, goal, { from: "link" });
    else goOn(record, goal ?? null);
  } catch (error) {
    throw damaged(error);
  }
  return true;
}

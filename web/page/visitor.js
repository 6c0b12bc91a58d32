// Opening links: a board of a day, a board that the player goes on with, or a game, at which the player is a visitor.

import { goOn } from "./attempts.js";
import { FIRST, dayFrom } from "./days.js";
import { damaged, sharedOf } from "./link.js";
import { openDay } from "./next.js";
import { open } from "./store.js";

/** Opens what the part of a link behind the `#` stands for; returns whether there is something. Throws if the link is damaged.
 * @param {string} hash */
export function openHash(hash) {
  const [, date, kind = "former"] = /^#d=(\d{4}-\d\d-\d\d)(?:-(mayan|points))?$/.exec(hash) ?? [];
  if (date) {
    const day = dayFrom(date);
    // Boards of days to come are not opened before.
    openDay(/** @type {import("./days.js").Kind} */ (kind), day >= FIRST && day <= new Date() ? day : new Date());
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

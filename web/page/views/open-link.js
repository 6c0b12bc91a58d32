// Links to a daily board, or to a game, which another player opens as a visitor.

import { goOn } from "../state/attempts.js";
import { FIRST, dateOf, dayFrom, kindsOf } from "../days/day-boards.js";
import { openDay } from "../days/next.js";
import { damaged, hashOf, sharedOf } from "../state/links.js";
import { open } from "../state/store.js";
import { embedded } from "./embedded.js";

/** The address of the page with something behind the `#`. @param {string} hash */
function linkOf(hash) {
  const url = new URL(location.href);
  url.hash = hash;
  return url.href;
}

/** The link to a game. @param {import("../state/links.js").Shared} shared */
export const linkTo = async (shared) => linkOf(await hashOf(shared));

/** The link to a board of a day. @param {import("../days/day-boards.js").DayBoard} board */
export const linkToDay = ({ kind, day }) => linkOf(`d=${dateOf(day)}${kind === "former" ? "" : `-${kind}`}`);

/** Opens the daily board or the game in `hash`, the part of a link behind the `#`; returns `false` if it has neither. Throws if damaged.
 * @param {string} hash */
export async function openHash(hash) {
  const [, date, kind = "former"] = /^#d=(\d{4}-\d\d-\d\d)(?:-(mayan|points))?$/.exec(hash) ?? [];
  if (date) {
    // For a day before the first one or in the future, opens today; for a kind that the day does not have, Former.
    const [named, today] = [dayFrom(date), new Date()];
    const day = named >= FIRST && named <= today ? named : today;
    openDay(kindsOf(day).find((one) => one === kind) ?? "former", day);
    return true;
  }
  const shared = await sharedOf(hash);
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

/** Opens the game in the address of the page; returns `false` if there is none, and throws if the link is damaged. Then removes the
 * game from the address, so that a reload continues the game. */
export async function openLink() {
  if (!(await openHash(location.hash))) return false;
  if (!embedded) history.replaceState(history.state, "", location.pathname + location.search);
  return true;
}

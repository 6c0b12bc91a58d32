// Sentences about facts in the language of the page. The engine gives each fact as a kind with values, and as a sentence in
// English.

import { game } from "../state/store.js";
import { t } from "./strings.js";
import { SYMBOLS } from "../state/timeline.js";

/** The reason why a Mayan puzzle has no solution, as a clause.
 * @param {import("../types.d.ts").Cause} cause */
export function clauseOf({ kind, of = 0 }) {
  const symbol = SYMBOLS[of];
  return t("clause", kind, of, game.record.labels?.[symbol] ?? symbol);
}

/** The sentence about a fact, as parts: texts, and colours by number.
 * @param {import("../types.d.ts").Statement} statement @returns {import("../types.d.ts").Part[]} */
export function partsOf({ fact, parts }) {
  const made = t("fact", fact, fact.kind === "no-solution" ? clauseOf(fact.reason) : "");
  return made ? made.split(/\{(\d+)\}/).map((part, at) => (at % 2 ? { colour: Number(part) } : { text: part })) : parts.map((part) => (part.text ? { ...part, text: t("ofEngine", part.text) } : part));
}

// Sentences about facts of the engine, in the language of the page. A fact of the engine has a kind with its values, and a sentence
// in English.

import { game } from "../state/store.js";
import { t } from "./strings.js";
import { SYMBOLS } from "../state/timeline.js";

/** Why there is no solution of a Mayan puzzle, as a clause.
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

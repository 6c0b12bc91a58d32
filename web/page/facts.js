// Facts about positions that the engine puts into English sentences, in the language of the page: each sentence has its kind,
// its numbers and its colours.

import { t } from "./strings.js";

/** @typedef {import("./types.d.ts").Part} Part */

/** What a list of a hint gains, by words of the engine's sentence. @type {[kind: string, words: RegExp][]} */
const GAINS = [
  ["gain-cleared", /makes .* and clears the board/],
  ["gain-points", /its largest group is/],
  ["gain-biggest", /removes .* at once/],
  ["gain-moves", /clears the board in \d+ move/],
  ["gain-clicks", /clears the board in/],
  ["gain-left", /leaves/],
  ["gain-list", /this line has/i],
];

/** Why there is no solution of a Mayan puzzle. @type {[kind: string, words: RegExp][]} */
const CLAUSES = [
  ["too-few", /^colour (.+) has only one or two blocks$/],
  ["bound", /^the lower bound excludes every number of moves$/],
  ["least", /^a solution takes at least (\d+) moves?$/],
  ["searched", /^all lists of moves were tried$/],
  ["alone", /^no other board can be reached$/],
  ["exhausted", /^none of the (\d+) reachable boards is empty$/],
  ["empty", /^the board is empty from the start$/],
];

/** A clause of the engine, without a full stop.
 * @param {string} clause */
export function clauseOf(clause) {
  for (const [kind, words] of CLAUSES) {
    const [found, value = ""] = words.exec(clause) ?? [];
    if (found !== undefined) return t("clause", kind, value) || clause;
  }
  return clause;
}

/** The parts of a sentence about a fact of a kind.
 * @param {string} kind @param {Part[]} parts @returns {Part[]} */
export function partsOf(kind, parts) {
  const colours = parts.filter(({ colour }) => colour !== undefined);
  const text = parts.map((part) => part.text ?? "{}").join("");
  const of = kind === "gain" ? (GAINS.find(([, words]) => words.test(text))?.[0] ?? "") : kind;
  const numbers = (text.match(/-?\d+/g) ?? []).map(Number);
  // A sentence that there is no solution ends with the reason.
  const why = kind === "no-solution" ? clauseOf(text.replace(/^.*?: |\.$/g, "")) : "";
  const made = t("fact", of, numbers, colours.length, text, why);
  if (!made) return parts;
  return made.split(/\{(\d)\}/).flatMap((part, at) => (at % 2 ? [colours[Number(part)]] : part ? [{ text: part }] : []));
}

/** The parts of the sentence of a reason.
 * @param {import("./types.d.ts").Reason} reason */
export const partsOfFact = ({ kind, parts }) => partsOf(kind, parts);

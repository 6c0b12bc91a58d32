// Short texts as digits: frequent parts of records are one digit, as are the characters of ASCII. The order of the phrases
// belongs to version 1 of the links and never changes; a later version may append some.

import { t } from "./strings.js";

const PHRASES = [
  '{"v":1', '{"v":1}', ',"id":"', '"}', '","', '":', ',"', "true", "false", "null",
  ',"rules":{"score":"', ',"rules":"', '"n2","clear_bonus":1000,"left_penalty":"none"}', '","clear_bonus":', ',"clear_bonus":', ',"clear_factor":', ',"left_penalty":"', '"none"', '"total"', '"n2"',
  ',"min_group":', ',"columns":"', '"stay"', '"close"', "poly:", "count", "tri",
  "samegame", "former", "codingame", "momaland", "tatham", "topcoder", "codeabbey",
  ',"moves":', ',"mode":"', "exactly", "within", "shortest", ',"allow_noop":true', ',"labels":{"', ',"index":',
  ',"origin":{"balanced":', '"by":"tilefall generate 0.1.0"', '"by":"tilefall', ',"clearable":', '"unknown"', ',"number":0', ',"number":', ',"seed":', ',"tries":0}', ',"tries":',
  ',"origin":{', '"difficulty":', ',"first_moves":', ',"level":"', '"easy"', '"medium"', '"hard"', ',"nodes":', ',"solutions":"', ',"tempting":', ',"winning":',
  '{"v":1,"id":"', ',"rules":{"score":"n2","clear_bonus":1000,"left_penalty":"none"}', ',"rules":{"score":"n2","clear_bonus":1000,"left_penalty":"none"},"origin":{"balanced":',
  'true,"by":"tilefall generate 0.1.0","clearable":"unknown","number":0,"seed":', 'false,"by":"tilefall generate 0.1.0","clearable":"unknown","number":0,"seed":', 'false,"by":"tilefall generate 0.1.0","clearable":true,"number":0,"seed":', ',"tries":0}}', ',"tries":0},"goal":"',
  ',"goal":"', "score", "clear", "fewest", "left", "biggest", "board of ", "samegame-15x15x5b-", "samegame-", "mayan-7x5x", "mayan-", "puzzle", "http",
  'true,"by":"tilefall generate ', 'false,"by":"tilefall generate ', '","clearable":"unknown","number":0,"seed":', '","clearable":true,"number":0,"seed":',
];

/** The characters of ASCII that are seen, by number from 0. */
const SEEN = { first: 32, count: 95 };
const BASE = 192;
/** The digit before the number of another character. */
const OTHER = BASE - 1;
/** The digit before a whole number. */
const NUMBER = BASE - 2;
/** Whole numbers that are shorter as one number than as characters, and exact. */
const LONG = /[1-9]\d{2,14}(?!\d)/y;
/** The maximum number of digits of a text. */
const MOST = 20_000;

const longestFirst = PHRASES.map((phrase, number) => ({ phrase, number })).sort((a, b) => b.phrase.length - a.phrase.length);

/** Appends a text.
 * @param {import("./digits.js").Writer} to @param {string} text */
export function putText(to, text) {
  /** @type {number[][]} */
  const parts = [];
  for (let at = 0; at < text.length; ) {
    const found = longestFirst.find(({ phrase }) => text.startsWith(phrase, at));
    LONG.lastIndex = at;
    const [long] = found ? [] : (LONG.exec(text) ?? []);
    const code = /** @type {number} */ (text.codePointAt(at));
    const seen = code - SEEN.first;
    if (found) parts.push([SEEN.count + found.number]);
    else if (long) parts.push([NUMBER, Number(long)]);
    else parts.push(seen >= 0 && seen < SEEN.count ? [seen] : [OTHER, code]);
    at += (found?.phrase ?? long ?? String.fromCodePoint(code)).length;
  }
  to.number(parts.length);
  for (const [digit, number] of parts) {
    to.put(digit, BASE);
    if (number !== undefined) to.number(number);
  }
}

/** Takes a text.
 * @param {import("./digits.js").Reader} from */
export function takeText(from) {
  const length = from.number();
  if (!(length <= MOST)) throw new Error(t("linkFault", "long"));
  let text = "";
  for (let number = 0; number < length; number++) {
    const digit = from.take(BASE);
    if (digit === OTHER) text += String.fromCodePoint(from.number());
    else if (digit === NUMBER) text += from.number();
    else if (digit < SEEN.count) text += String.fromCharCode(digit + SEEN.first);
    else text += PHRASES[digit - SEEN.count] ?? "";
  }
  return text;
}

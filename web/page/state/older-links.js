// Reads links of earlier versions, with `#b=`: one large number in base64url, whose digits are the board, the moves, and the rest
// of the record as JSON, with one digit for a character or a frequent phrase.

import { SYMBOLS } from "./timeline.js";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
/** The modulus of the check digit. */
const CHECK = 65521n;
/** The maximum number of cells, of moves and of digits of a text. */
const MOST = 20_000;
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

/** The game in a link of an earlier version. Throws if the check digit is wrong.
 * @param {string} text @returns {import("./links.js").Content} */
export function olderContent(text) {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(6, "0"));
  const all = BigInt(`0b${bits.join("")}`);
  let left = all / CHECK;
  if (all % CHECK !== left % CHECK) throw new RangeError("changed");
  const take = (/** @type {number} */ base) => {
    const digit = Number(left % BigInt(base));
    left /= BigInt(base);
    return digit;
  };
  const number = () => {
    let [sum, digit] = [0, 16];
    for (let weight = 1; digit >= 16; weight *= 16) {
      digit = take(32);
      sum += (digit % 16) * weight;
    }
    return sum;
  };
  take(16);
  const game = /** @type {const} */ (["samegame", "mayan"])[take(2)];
  const [height, width] = [number() + 1, number() + 1];
  if (height * width > MOST) throw new RangeError("too large");
  const count = take(63);
  const first = !count || take(2) ? -1 : take(62);
  const colours = !count ? [] : [...SYMBOLS].filter((_, at) => (first < 0 ? take(2) : at >= first && at < first + count));
  const isFull = !take(2);
  const heights = list(width, () => (isFull ? height : take(height + 1)));
  const columns = heights.map((length) => list(length, () => colours[take(colours.length)]));
  const rows = list(height, (row) => columns.map((column) => column[height - 1 - row] ?? ".").join(""));
  const m = list(number(), () => {
    const cell = take(height * width * (game === "mayan" ? 2 : 1));
    /** @type {import("../types.d.ts").Move} */
    const move = game === "mayan" ? [(cell >> 1) % width, Math.floor((cell >> 1) / width), cell & 1 ? "R" : "L"] : [Math.floor(cell / width) + 1, (cell % width) + 1];
    return move;
  });
  const at = m.length - number();
  const { goal, ...rest } = JSON.parse(list(number(), () => {
    const digit = take(192);
    if (digit === 191) return String.fromCodePoint(number());
    return digit === 190 ? String(number()) : digit < 95 ? String.fromCharCode(digit + 32) : PHRASES[digit - 95];
  }).join(""));
  return { p: { ...rest, game, rows }, m, at, goal };
}

/** A list of `length` items, made by their index. Throws if it is too long. @template T @param {number} length @param {(at: number) => T} make */
function list(length, make) {
  if (length > MOST) throw new RangeError("too long");
  return Array.from({ length }, (_, at) => make(at));
}

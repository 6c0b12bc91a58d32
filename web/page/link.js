// A game as the part of a link behind the `#`, and back. `#b=` is followed by the digits of the board and the moves, and by
// the rest of the record as a text of phrases. `#g=` is the form of older links, and of what the digits cannot express.

import { SYMBOLS } from "./tiles.js";
import { Reader, Writer } from "./digits.js";
import { putText, takeText } from "./phrases.js";
import { t } from "./strings.js";

/** A game in a link.
 * @typedef {{ record: import("./types.d.ts").Record, moves: import("./types.d.ts").Move[], at: number, goal?: string }} Shared */

const VERSION = 1;
/** The number of versions that a link can have. */
const VERSIONS = 16;
/** The limits of cells and moves in the digits. */
const MOST = 16384;
const GAMES = ["samegame", "mayan"];

/** A text that may stand in a link, and back. @param {string} text */
const pack = (text) => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
/** @param {string} text */
const unpack = (text) => new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0)));

/** The columns of a board from the left, each its tiles from below. @param {string[]} rows */
const columnsOf = (rows) => Array.from(rows[0], (_, col) => rows.map((row) => row[col]).reverse().join("").replace(/\.+$/, ""));

/** The rows of a board from its columns. @param {string[]} columns @param {number} height */
const rowsOf = (columns, height) => Array.from({ length: height }, (_, row) => columns.map((column) => column[height - 1 - row] ?? ".").join(""));

/** Appends the colours of a board: their number, and whether they follow each other, or which there are.
 * @param {Writer} to @param {string[]} colours */
function putColours(to, colours) {
  to.put(colours.length, SYMBOLS.length + 1);
  if (!colours.length) return;
  const numbers = colours.map((colour) => SYMBOLS.indexOf(colour));
  const run = numbers.every((number, at) => number === numbers[0] + at);
  to.put(run ? 0 : 1, 2);
  if (run) to.put(numbers[0], SYMBOLS.length);
  else for (const symbol of SYMBOLS) to.put(colours.includes(symbol) ? 1 : 0, 2);
}

/** @param {Reader} from */
function takeColours(from) {
  const count = from.take(SYMBOLS.length + 1);
  if (!count) return [];
  if (from.take(2) === 1) return [...SYMBOLS].filter(() => from.take(2) === 1);
  const first = from.take(SYMBOLS.length);
  return [...SYMBOLS.slice(first, first + count)];
}

/** Appends a board without floating tiles. @param {Writer} to @param {string[]} rows */
function putBoard(to, rows) {
  const [height, width] = [rows.length, rows[0].length];
  to.number(height - 1);
  to.number(width - 1);
  const columns = columnsOf(rows);
  const tiles = columns.join("");
  const colours = [...SYMBOLS].filter((symbol) => tiles.includes(symbol));
  putColours(to, colours);
  const full = tiles.length === height * width;
  to.put(full ? 0 : 1, 2);
  if (!full) for (const { length } of columns) to.put(length, height + 1);
  for (const tile of tiles) to.put(colours.indexOf(tile), colours.length);
}

/** @param {Reader} from */
function takeBoard(from) {
  const [height, width] = [from.number() + 1, from.number() + 1];
  if (!(height * width <= MOST)) throw new Error(t("linkFault", "large"));
  const colours = takeColours(from);
  const full = from.take(2) === 0;
  const heights = Array.from({ length: width }, () => (full ? height : from.take(height + 1)));
  const columns = heights.map((length) => Array.from({ length }, () => colours[from.take(colours.length)]).join(""));
  return rowsOf(columns, height);
}

/** Appends moves: the cell of each, and the side of a Mayan one. Cells do not depend on the order of groups.
 * @param {Writer} to @param {import("./types.d.ts").Record} record @param {import("./types.d.ts").Move[]} moves */
function putMoves(to, { game, rows }, moves) {
  const [height, width] = [rows.length, rows[0].length];
  to.number(moves.length);
  for (const [first, second, side] of moves) {
    if (game === "mayan") to.put((second * width + first) * 2 + "LR".indexOf(side ?? ""), height * width * 2);
    else to.put((first - 1) * width + second - 1, height * width);
  }
}

/** @param {Reader} from @param {string} game @param {string[]} rows @returns {import("./types.d.ts").Move[]} */
function takeMoves(from, game, rows) {
  const [height, width] = [rows.length, rows[0].length];
  const count = from.number();
  if (!(count <= MOST)) throw new Error(t("linkFault", "many"));
  return Array.from({ length: count }, () => {
    const number = from.take(height * width * (game === "mayan" ? 2 : 1));
    if (game !== "mayan") return [Math.floor(number / width) + 1, (number % width) + 1];
    const cell = number >> 1;
    return [cell % width, Math.floor(cell / width), number & 1 ? "R" : "L"];
  });
}

/** The digits of a game. Throws if they cannot express the game. @param {Shared} shared */
function digitsOf({ record, moves, at, goal }) {
  const { game, rows, ...rest } = record;
  const to = new Writer();
  to.put(VERSION, VERSIONS);
  to.put(GAMES.indexOf(game), GAMES.length);
  putBoard(to, rows);
  putMoves(to, record, moves);
  to.number(moves.length - at);
  putText(to, JSON.stringify({ ...rest, goal }));
  return to.text();
}

/** The game of digits. @param {string} text @returns {Shared} */
function gameOf(text) {
  const from = new Reader(text);
  const version = from.take(VERSIONS);
  if (version !== VERSION) throw new Error(t("linkFault", "new"));
  const game = GAMES[from.take(GAMES.length)];
  const rows = takeBoard(from);
  const moves = takeMoves(from, game, rows);
  const at = moves.length - from.number();
  const { goal, ...rest } = JSON.parse(takeText(from));
  if (!from.done) throw new Error(t("linkFault", "incomplete"));
  return { record: { ...rest, game, rows }, moves, at, goal };
}

/** A text that is the same for equal games. @param {Shared} shared */
const whole = ({ record: { game, rows, ...rest }, moves, at, goal }) => JSON.stringify([rest, game, rows, moves, at, goal]);

/** The part of a link that contains a game. @param {Shared} shared */
export function hashOf({ record, moves, at, goal }) {
  const shared = { record, moves, at: at ?? moves?.length, goal };
  try {
    const text = digitsOf(shared);
    if (whole(gameOf(text)) === whole(shared)) return `#b=${text}`;
  } catch {
    // The older form has no limits.
  }
  return `#g=${pack(JSON.stringify({ p: record, m: moves, at, goal }))}`;
}

/** The game of an older link. @param {string} packed @returns {Shared} */
function olderGame(packed) {
  const wrong = new Error(t("linkFault", "empty"));
  let content;
  try {
    content = JSON.parse(unpack(packed));
  } catch {
    throw wrong;
  }
  const rows = content?.p?.rows;
  const isBoard = Array.isArray(rows) && rows.every((row) => typeof row === "string");
  const moves = content?.m ?? [];
  if (!isBoard || !Array.isArray(moves)) throw wrong;
  return { record: content.p, moves, at: content.at ?? moves.length, goal: content.goal };
}

/** The game of the part of a link behind the `#`; `null` if it is none. Throws if the link is damaged.
 * @param {string} hash @returns {Shared | null} */
export function sharedOf(hash) {
  const [, form, text] = /^#([bg])=(.+)$/.exec(hash) ?? [];
  if (!form) return null;
  try {
    return form === "b" ? gameOf(text) : olderGame(text);
  } catch (error) {
    throw damaged(error);
  }
}

/** Errors of a damaged link; those of decoders say nothing to people. @param {Error} error */
export const damaged = ({ name, message }) => new Error(t("damaged", name === "Error" ? message : t("linkFault", "unreadable")));

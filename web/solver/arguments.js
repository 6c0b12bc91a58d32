// Checks of arguments, which throw an `Error` that names the wrong argument.

/** A kind of values: a function that tests a value, and the words for the kind in messages.
 * @typedef {[(value: unknown) => boolean, string]} Kind */

const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (/** @type {unknown} */ value) => typeof value === "string";
const isWhole = (/** @type {unknown} */ value, most = Number.MAX_SAFE_INTEGER) => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= most;
const isTuple = (/** @type {unknown} */ value, /** @type {((part: unknown) => boolean)[]} */ ...parts) =>
  Array.isArray(value) && value.length === parts.length && parts.every((is, at) => is(value[at]));
const upTo = (/** @type {number} */ most) => (/** @type {unknown} */ value) => isWhole(value, most);
const oneOf = (/** @type {string[]} */ ...words) => /** @type {Kind} */ ([(value) => words.some((word) => word === value), words.map((word) => JSON.stringify(word)).join(" or ")]);

const isMove = (/** @type {unknown} */ move) =>
  isTuple(move, isWhole, isWhole) || isTuple(move, upTo(255), upTo(255), (side) => side === "L" || side === "R");

/** @type {Kind} */
const TEXT = [isText, "a text"];
/** @type {Kind} */
const WHOLE = [(value) => isWhole(value), "a whole number from 0 to 2^53 - 1"];
/** @type {Kind} */
const SIZE = [upTo(2 ** 32 - 1), "a whole number from 0 to 2^32 - 1"];
/** @type {Kind} */
const RESULT = [Number.isSafeInteger, "a whole number"];
/** @type {Kind} */
const FLAG = [(value) => typeof value === "boolean", "true or false"];
/** @type {Kind} */
const MOVES = [(value) => Array.isArray(value) && value.every(isMove), 'moves, each [row, column] or [x, y, "L" or "R"]'];

/** The kinds of arguments, by name.
 * @type {Record<string, Kind>} */
const KINDS = {
  puzzle: [(value) => isText(value) || isObject(value), "a text or a record"],
  source: [(value) => isText(value) || isObject(value), "an address, bytes or a module"],
  rules: [(value) => isText(value) || isObject(value), "the name of a game or parts of rules"],
  game: oneOf("samegame", "mayan"),
  goal: oneOf("score", "clear", "fewest", "left", "biggest"),
  time: [(value) => typeof value === "number" && value >= 0 && value < 2 ** 53, "milliseconds, from 0 to 2^53 - 1"],
  difficulty: [(value) => isTuple(value, upTo(100), upTo(100)), "two whole numbers from 0 to 100"],
  onReport: [(value) => typeof value === "function", "a function"],
  signal: [(value) => value instanceof AbortSignal, "an AbortSignal"],
  move: [isMove, '[row, column] or [x, y, "L" or "R"]'],
  ...{ text: TEXT, format: TEXT, name: TEXT, kind: TEXT, moves: MOVES, line: MOVES, from: MOVES },
  ...{ nodes: WHOLE, seed: WHOLE, number: WHOLE, rows: SIZE, cols: SIZE, colors: SIZE },
  ...{ clearable: FLAG, balanced: FLAG, result: RESULT, best: RESULT },
};

/** Returns the text for a value in an error message.
 * @param {unknown} value */
function shown(value) {
  if (typeof value === "string") return JSON.stringify(value);
  if (Array.isArray(value)) return "an array";
  return isObject(value) ? "an object" : typeof value === "function" ? "a function" : String(value);
}

/** Throws unless each argument in `given` is of the kind that `kinds` has for its name.
 * @param {Record<string, unknown>} given @param {Record<string, Kind>} [kinds] */
export function check(given, kinds = KINDS) {
  for (const [name, value] of Object.entries(given)) {
    const [is, expected] = kinds[name];
    if (!is(value)) throw new Error(`${name}: ${shown(value)}, expected ${expected}`);
  }
}

/** Returns the options that are not `undefined`. Throws for an option that is not in `names`, or that has a value of the wrong kind.
 * @template {object} Options
 * @param {Options} options @param {string} names @param {Record<string, Kind>} [more] kinds that differ
 * @returns {Options} */
export function checked(options, names, more) {
  if (!isObject(options)) throw new Error(`options: ${shown(options)}, expected an object`);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  for (const [name] of given) {
    if (!names.split(" ").includes(name)) throw new Error(`options: there is no option ${JSON.stringify(name)}, expected ${names.replaceAll(" ", ", ")}`);
  }
  const all = Object.fromEntries(given);
  check(all, { ...KINDS, ...more });
  return /** @type {Options} */ (all);
}

/** Checks the options of a new puzzle; see `checked`.
 * @template {object} Options
 * @param {Options} options */
export const checkedWish = (options) =>
  checked(options, "game seed number rows cols colors clearable balanced rules moves difficulty", { moves: SIZE });

/** Throws if an object contains a value that JSON cannot represent: NaN, an infinity, a function or a symbol.
 * @param {object} puzzle */
export function checkJson(puzzle) {
  try {
    JSON.stringify(puzzle, (name, value) => {
      if (typeof value === "number" && !Number.isFinite(value)) throw new Error(`${name} is ${value}, expected a finite number`);
      if (typeof value === "function" || typeof value === "symbol") throw new Error(`${name} is a ${typeof value}`);
      return value;
    });
  } catch (error) {
    throw new Error(`puzzle: ${/** @type {Error} */ (error).message}`);
  }
}

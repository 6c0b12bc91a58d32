// Numbers, plurals, lists and dates in the language of the page, and whether the player points by touch.

/** Whether the player points by touch; if so, the texts say "tap" instead of "click". */
export const touch = globalThis.matchMedia?.("(pointer: coarse)").matches ?? false;

/** The language of the page, which strings.js sets. Dates in English are British. */
const language = () => globalThis.document?.documentElement.lang || "en";

/** @typedef {{ NumberFormat: Intl.NumberFormat, PluralRules: Intl.PluralRules, ListFormat: Intl.ListFormat, DateTimeFormat: Intl.DateTimeFormat }} Formats */
/** @type {{ [Kind in keyof Formats]: new (locale: string, options: object) => Formats[Kind] }} */
const makers = Intl;

/** The formats made so far, because making one takes time. @type {Map<string, Formats[keyof Formats]>} */
const made = new Map();

/** The `Intl` formatter of a kind with some options, in the language of the page. @template {keyof Formats} Kind @param {Kind} kind @param {object} options */
function format(kind, options = {}) {
  const name = kind + JSON.stringify(options);
  const locale = kind === "DateTimeFormat" && language() === "en" ? "en-GB" : language();
  if (!made.has(name)) made.set(name, new makers[kind](locale, options));
  return /** @type {Formats[Kind]} */ (made.get(name));
}

/** A number with groups of three digits: `1,284`. @param {number} number */
export const count = (number) => format("NumberFormat").format(number);

/** A number with one digit after the point. @param {number} number */
export const decimal = (number) => format("NumberFormat", { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(number);

/** A large number in short: `513K`. @param {number} number */
export const compact = (number) => format("NumberFormat", { notation: "compact", maximumSignificantDigits: 3 }).format(number);

/** The word for `number` things: `one` for one thing, otherwise `other`.
 * @param {number} number @param {string} one @param {string} other */
export const plural = (number, one, other) => (format("PluralRules").select(number) === "one" ? one : other);

/** A list of things in words: `left and right`. @param {string[]} things */
export const list = (things) => format("ListFormat").format(things);

/** A date, or the parts of it that `options` select. @param {Date} day @param {Intl.DateTimeFormatOptions} options @returns {string} */
export const date = (day, options) => format("DateTimeFormat", options).format(day);

// Numbers with nouns.

/** A number with groups of three digits: `1,284`.
 * @param {unknown} number */
export const count = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

/** `1 point`, `2 points`.
 * @param {number} number @param {string} thing */
export const several = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

// Numbers with nouns.

/** A number with thin groups of three digits: `1,284`. */
export const count = (number) => (typeof number === "number" ? number.toLocaleString("en") : String(number));

/** `1 point`, `2 points`. */
export const several = (number, thing) => `${count(number)} ${thing}${number === 1 ? "" : "s"}`;

// Numbers with nouns.

/** `1 point`, `2 points`. */
export const several = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

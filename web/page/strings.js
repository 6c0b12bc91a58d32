// Texts that several parts of the page share.

/** The kinds of boards of a day: name, longer name, and a line about it.
 * @type {Record<import("./days.js").Kind, { name: string, long: string, about: string }>} */
export const KINDS = {
  former: { name: "Former", long: "Former", about: "Empty the board in the fewest taps" },
  mayan: { name: "Mayan", long: "Mayan puzzle", about: "Solve it in the moves you have" },
  points: { name: "SameGame", long: "SameGame", about: "15 × 15, five colours, for points" },
};

/** The names of the first colours of the palette; tiles of others are named by their labels. */
export const COLOURS = ["yellow", "blue", "orange", "wine red", "light blue", "violet", "green", "olive", "light green", "grey", "dark blue", "tan", "pink", "light grey", "purple", "lilac"];

export const words = {
  full: "The browser has no room: this game is not kept.",
  notAttempts: "this is no file of results",
};

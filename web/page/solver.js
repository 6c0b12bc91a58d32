// The solver's panel.

import { lastSearch, searchHere, stop } from "./search.js";
import { known } from "./knowledge.js";

const field = (id) => document.getElementById(id);

/** The last search, for other pages. */
export const analysis = () => {
  const { line = null, score = null, status = null, bound = null } = lastSearch() ?? {};
  return { line, score, status, bound };
};

/** The rest of the best line known from the current position. */
export const lineFromHere = () => known().line;

/** Searches from the current position. */
export const solve = ({ time = Number(field("time").value) } = {}) => searchHere({ time });

export { stop };

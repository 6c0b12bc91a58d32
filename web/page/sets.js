// The sets of puzzles that come with the page, with their answers. The file is loaded when it is needed first.

import { nameOf } from "./rules.js";

/**
 * A puzzle of a set: its record, its best result with a list of moves, and whether the
 * result is proven.
 * @typedef {{ record: any, value: number, proven: boolean, line: any[] }} SetPuzzle
 * @typedef {{ name: string, game: string, title: string, note: string, unit: string, puzzles: SetPuzzle[] }} PuzzleSet
 */

/** The sets by the name of their file: title, description, and the unit of results.
 * @type {Record<string, [string, string, string]>} */
const TITLES = {
  "samegame-small": ["Small boards", "6 × 6, three colours: small enough to be solved to the end", "points"],
  "samegame-clearable": ["Clear the board", "10 × 15, four colours: each of them can be emptied", "cleared"],
  "samegame-large": ["Large boards", "15 × 15, five colours: the size of the championships", "points"],
  "mayan-easy": ["Easy", "3 moves", "moves"],
  "mayan-medium": ["Medium", "4 moves", "moves"],
  "mayan-hard": ["Hard", "5 moves", "moves"],
  "mayan-hardest": ["Very hard", "7 moves", "moves"],
};

/** @type {Promise<PuzzleSet[]> | null} */
let loading = null;
/** The puzzles by name.
 * @type {Map<string, { set: PuzzleSet, puzzle: SetPuzzle }>} */
const byName = new Map();

/** The names of puzzles of the sets begin with these words.
 * @param {string} title @param {string} game @param {number | string} number */
const idOf = (title, game, number) => `${game === "mayan" ? "Mayan, " : ""}${game === "mayan" ? title.toLowerCase() : title} ${number}`;

/** Adds titles to the sets of the file.
 * @param {{ name: string, game: string, puzzles: SetPuzzle[] }[]} sets
 * @returns {PuzzleSet[]} */
function prepare(sets) {
  return sets.map(({ name, game, puzzles }) => {
    const [title, note, unit] = TITLES[name];
    const made = puzzles.map(({ record, ...answer }, at) => ({ record: { v: 1, game, ...record, id: idOf(title, game, at + 1) }, ...answer }));
    return { name, game, title, note, unit, puzzles: made };
  });
}

async function load() {
  const answer = await fetch("puzzles.json");
  if (!answer.ok) throw new Error("the puzzles cannot be loaded");
  const loaded = prepare(await answer.json());
  for (const set of loaded) for (const puzzle of set.puzzles) byName.set(nameOf(puzzle.record), { set, puzzle });
  return loaded;
}

/** Loads the sets, once. */
export function sets() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The set and the place of a puzzle in it, if it is one of the sets that are loaded.
 * @param {any} record */
export function placeOf(record) {
  const found = byName.size ? byName.get(nameOf(record)) : null;
  return found ? { set: found.set, at: found.set.puzzles.indexOf(found.puzzle) } : null;
}

/** Whether the name of a puzzle is like those of the sets, so that it is worth to load them.
 * @param {any} record */
export const seemsOfSets = (record) => Object.entries(TITLES).some(([name, [title]]) => (record.id ?? "").startsWith(idOf(title, name.split("-")[0], "").trim()));

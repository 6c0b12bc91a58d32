// The sets of puzzles that come with the page, with their answers. Their file, puzzles.json, is loaded on first use.

import { nameOf } from "../engine/calls.js";
import { t } from "../texts/strings.js";

/**
 * A puzzle of a set: its record, its best result with a list of moves, and whether the
 * result is proven.
 * @typedef {{ record: import("../types.d.ts").Record, value: number, proven: boolean, line: import("../types.d.ts").Move[] }} SetPuzzle
 * @typedef {{ name: SetName, game: string, unit: string, puzzles: SetPuzzle[] }} PuzzleSet
 */

/** For each set, by name: the words at the start of its puzzles' ids (`Small boards 1`), and the unit of results.
 * @typedef {keyof typeof SETS} SetName
 * @satisfies {Record<string, [string, string]>} */
const SETS = {
  "samegame-small": ["Small boards", "points"],
  "samegame-clearable": ["Clear the board", "cleared"],
  "samegame-large": ["Large boards", "points"],
  "mayan-easy": ["Mayan, easy", "moves"],
  "mayan-medium": ["Mayan, medium", "moves"],
  "mayan-hard": ["Mayan, hard", "moves"],
  "mayan-hardest": ["Mayan, very hard", "moves"],
};

/** @type {Promise<PuzzleSet[]> | null} */
let loading = null;
/** The puzzles by their hash, see `nameOf`. @type {Map<string, { set: PuzzleSet, puzzle: SetPuzzle }>} */
const byName = new Map();

/** Adds what the file leaves out: the version, game and id of each record, and the unit of each set.
 * @param {{ name: SetName, game: "samegame" | "mayan", puzzles: (Omit<SetPuzzle, "record"> & { record: Omit<SetPuzzle["record"], "v" | "game"> })[] }[]} sets
 * @returns {PuzzleSet[]} */
function prepare(sets) {
  return sets.map(({ name, game, puzzles }) => {
    const [start, unit] = SETS[name];
    const made = puzzles.map(({ record, ...answer }, at) => ({ record: { v: /** @type {const} */ (1), game, ...record, id: `${start} ${at + 1}` }, ...answer }));
    return { name, game, unit, puzzles: made };
  });
}

async function load() {
  const answer = await fetch("puzzles.json");
  if (!answer.ok) throw new Error(t("noSets"));
  const loaded = prepare(await answer.json());
  for (const set of loaded) for (const puzzle of set.puzzles) byName.set(nameOf(puzzle.record), { set, puzzle });
  return loaded;
}

/** Resolves to the sets; loads them on the first call, and again after a failure. */
export function sets() {
  loading ??= load().catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The set that contains a puzzle, and the puzzle's index in the set; `null` if no loaded set contains the puzzle.
 * @param {import("../types.d.ts").Record} record */
export function placeOf(record) {
  const found = byName.size ? byName.get(nameOf(record)) : null;
  return found ? { set: found.set, at: found.set.puzzles.indexOf(found.puzzle) } : null;
}

/** Whether the id of a record begins like the ids of a set: then the sets are worth loading to find the puzzle.
 * @param {import("../types.d.ts").Record} record */
export const seemsOfSets = (record) => Object.values(SETS).some(([start]) => (record.id ?? "").startsWith(start));

/** The name of a puzzle of the sets in the language of the page; `null` for other ids. @param {string} id */
export function nameInSets(id) {
  const [, start, number] = /^(.+) (\d+)$/.exec(id) ?? [];
  const [name] = /** @type {[SetName, string[]][]} */ (Object.entries(SETS)).find(([, [words]]) => words === start) ?? [];
  return name ? t("setGame", name, number, name.startsWith("mayan")) : null;
}

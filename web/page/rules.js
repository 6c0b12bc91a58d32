// The interface to the engine: records and moves are objects here, and JSON in the engine.

import start, * as engine from "./engine.js";

const text = JSON.stringify;

/** Loads the engine, once. */
export const ready = start();

/** Reads a text: the format, the puzzles with their lists, and errors with places. `game` is the name of rules that replace
 * those of SameGame puzzles. */
export const read = (source, format, name, game) => JSON.parse(engine.read(source, format || undefined, name, game || undefined));

/** The formats that are read and written. */
export const formats = () => JSON.parse(engine.formats());

/** The timeline of each tile during a list of moves. */
export const timeline = (record, moves) => JSON.parse(engine.timeline(text(record), text(moves)));

/** The position after a list of moves. */
export const position = (record, moves) => JSON.parse(engine.position(text(record), text(moves)));

/** A game as text. */
export const write = (record, moves, kind) => engine.write(text(record), text(moves), kind);

/** A new puzzle. */
export const make = (wish) => JSON.parse(engine.make(text(wish)));

/** A hint for a line from a position: the cells to look at, reasons, the next move, the line, and what the line gains. Sentences
 * are parts: `{text}` or `{colour}`, the number of a colour. */
export const hints = (record, moves, line, goal) => JSON.parse(engine.hints(text(record), text(moves), text(line), goal));

/** Facts about a position, the most important first. */
export const reasons = (record, moves, goal) => JSON.parse(engine.reasons(text(record), text(moves), goal));

/** The name of a puzzle; equal puzzles have the same name. */
export const nameOf = (record) => engine.name(text(record));

/** The games with known rules: name, source, rules and usual goal. */
export const presets = () => JSON.parse(engine.presets());

/** The names of rules for points. */
export const scores = () => JSON.parse(engine.scores());

/** The rules of a puzzle with all their parts, their name if they have one, and the usual goal; `null` for Mayan. */
export const rulesOf = (record) => JSON.parse(engine.rulesOf(text(record)));

/** The bonus for an empty board that a rule for points implies. */
export const bonusOf = (score) => engine.bonusOf(score);

/** Searches, and blocks until the search ends. For a worker. */
export const solve = (record, moves, asked, tell) =>
  JSON.parse(engine.solve(text(record), text(moves), text(asked), (message) => tell(JSON.parse(message))));

/** Formats a move: row and column from 1, or x, y and the side. */
export const spell = (move) => move.join(" ");

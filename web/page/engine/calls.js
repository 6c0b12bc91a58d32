// The interface to the engine: records and moves are objects here, and JSON in the engine.

/** @typedef {typeof import("../engine.js")} Engine @typedef {import("../types.d.ts").Record} PuzzleRecord @typedef {import("../types.d.ts").Move} Move
 * @typedef {typeof import("../../solver/index.d.ts")} Solver */

const text = (/** @type {unknown} */ value) => JSON.stringify(value);

/** The engine that is called. The page starts with the small one, which lacks texts, hints and searches; workers use the whole one.
 * @type {Engine} */
let engine;

/** Chooses the engine; must be called before all other functions of this module. @param {Engine | typeof import("../boards.js")} chosen */
export const use = (chosen) => {
  engine = /** @type {Engine} */ (chosen);
};

/** Reads a text: returns its format, the puzzles with their lists, and error messages with places, which start with `name`. `game` names
 * the rules that replace the rules of SameGame puzzles. @param {string} source @param {string} format @param {string} name @param {string} [game]
 * @returns {{format: string, puzzles: {record: PuzzleRecord, moves: Move[]}[], errors: string[], more: number}} */
export const read = (source, format, name, game) => JSON.parse(engine.read(source, format || undefined, name, game || undefined));

/** The formats that are read and written. @type {Solver["formats"]} */
export const formats = () => JSON.parse(engine.formats());

/** The timeline of each tile during a list of moves. @type {Solver["timeline"]} */
export const timeline = (record, moves) => JSON.parse(engine.timeline(text(record), text(moves)));

/** The position after a list of moves. @type {Solver["position"]} */
export const position = (record, moves) => JSON.parse(engine.position(text(record), text(moves)));

/** A game as text of a `kind`, like `record`, `svg` or the name of a format. @type {Solver["write"]} */
export const write = (record, moves, kind) => engine.write(text(record), text(moves), kind);

/** Makes puzzle `number` of a seed. @param {{game: string, seed: number, number?: number}} wish @returns {PuzzleRecord} */
export const make = ({ game, seed, number = 0, ...request }) => JSON.parse(engine.make(text(game), text(seed), text(number), text(request)));

/** A hint for `line`, moves from a position: the cells to look at, reasons, the next move, the line, and what the line gains. A
 * sentence is a list of parts: `{text}`, or `{colour}`, the number of a colour. @type {Solver["hint"]} */
export const hints = (record, moves, line, goal = "score") => JSON.parse(engine.hints(text(record), text(moves), text(line), goal));

/** The reasons why a position is lost; empty if none is found. @type {Solver["reasons"]} */
export const reasons = (record, moves, goal = "score") => JSON.parse(engine.reasons(text(record), text(moves), goal));

/** The hash of a puzzle, under which its attempts are stored; equal puzzles have the same hash. @param {PuzzleRecord} record */
export const nameOf = (record) => engine.name(text(record));

/** The games with known rules. @returns {import("../types.d.ts").Preset[]} */
export const presets = () => JSON.parse(engine.presets());

/** The names of the rules for the points of a group, like `n2`. @returns {string[]} */
export const scores = () => JSON.parse(engine.scores());

/** The rules of a puzzle with all their parts, their name (`null` for rules of no known game), and their goal; `null` for Mayan.
 * @param {PuzzleRecord} record @returns {import("../types.d.ts").Game["family"]} */
export const rulesOf = (record) => JSON.parse(engine.rulesOf(text(record)));

/** The default bonus for an empty board with a rule for points, like `n2`. @param {string} score */
export const bonusOf = (score) => engine.bonusOf(score);

/** The number of stars, 0 to 3, for a result in the unit of a goal, by its distance from the best result known. @type {Solver["stars"]} */
export const stars = (goal, value, best) => engine.stars(goal, value, best);

/** The worst result that still earns 2 or 3 stars, in the unit of a goal.
 * @param {string} goal @param {number} best @param {number} number */
export const resultFor = (goal, best, number) => engine.resultFor(goal, best, number);

/** Options of a search, with the time in milliseconds; `part` is `[0, 2]` for the first of two workers that share an analysis.
 * @typedef {import("../../solver/index.d.ts").SolveOptions & {part?: [number, number]}} Options */

/** The JSON of a request to the engine, by docs/request.schema.json. @param {PuzzleRecord["game"]} game @param {Options} options */
const request = (game, { time, nodes, seed, goal, from }) => text({ limits: { time: time && time / 1e3, nodes }, ...(game === "samegame" && { goal, seed, start: from }) });

/** Searches, and blocks until the search ends; to be called in a worker.
 * @param {PuzzleRecord} record @param {Move[]} moves @param {Options} asked @param {(report: import("../../solver/index.d.ts").Report) => void} report
 * @returns {import("../../solver/index.d.ts").Result} */
export function solve(record, moves, asked, report) {
  const { record: result, ...why } = JSON.parse(engine.solve(text(record), text(moves), request(record.game, asked), (/** @type {string} */ message) => report(JSON.parse(message))));
  return { ...result, ...why };
}

/** Analyses the positions of a game, or a part of them, and blocks until the analysis ends; to be called in a worker.
 * @param {PuzzleRecord} record @param {Move[]} moves @param {Options} asked @param {(report: import("../../solver/index.d.ts").ReviewReport) => void} report
 * @returns {import("../../solver/index.d.ts").Analysis} */
export const analyse = (record, moves, asked, report) =>
  JSON.parse(engine.analyse(text(record), text(moves), request("samegame", asked), text(asked.part ?? [0, 0]), (/** @type {string} */ message) => report(JSON.parse(message))));

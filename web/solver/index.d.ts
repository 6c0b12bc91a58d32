import type { Move, PuzzleRecord, Rules } from "../page/tilefall.d.ts";
import type { Cause, Cell, Fact, Goal, Group, Hint, Part, Position, Reason, Timeline } from "../page/answers.d.ts";

export type { Cause, Cell, Fact, Goal, Group, Hint, Move, Part, Position, PuzzleRecord, Reason, Rules, Timeline };

/** A puzzle: a record, or a text in any format. Of several puzzles in a text, the first one. */
export type Puzzle = PuzzleRecord | string;

/** Loads the solver; necessary once in browsers, before any other function. Node.js loads it with the module. `source` is for
 * programs that have the engine elsewhere: its address, its bytes or the compiled module. */
export function load(source?: string | URL | Request | Response | BufferSource | WebAssembly.Module): Promise<void>;

/** The result of reading a text. */
export interface Reading {
  /** The name of the format. */
  format: string;
  /** At most 1000 puzzles, each with the list of moves that its text has. */
  puzzles: { record: PuzzleRecord; moves: Move[] }[];
  /** The errors with their places: `text:1:1: …`. */
  errors: string[];
  /** The number of puzzles left out. */
  more: number;
}

/** Reads puzzles from a text. The format is detected unless it is given; `name` is the name of the text in errors, and
 * `rules` the name of a game whose rules replace those of SameGame puzzles. */
export function read(text: string, options?: { format?: string; name?: string; rules?: string }): Reading;

/** A report of a search. */
export type Report = { nodes: number; seconds: number } & (
  | { kind: "better"; moves: Move[]; score: number; cleared: boolean; left: number; biggest: number }
  | { kind: "progress"; bound: number | null }
);

/** The limits of a search. Without limits a search has a fixed size, and the same result on every machine. */
export interface Limits {
  /** The time in milliseconds. */
  time?: number;
  nodes?: number;
  seed?: number;
  /** SameGame: the goal, the highest score by default. */
  goal?: Goal;
}

/** The options of a search. */
export interface SolveOptions extends Limits {
  /** The moves already played; results count from the position after them. */
  moves?: Move[];
  /** SameGame: a line to start from. */
  from?: Move[];
  onReport?: (report: Report) => void;
}

/** A result record. */
export interface Result {
  v: 1;
  game: "samegame" | "mayan";
  hash: string;
  asked: { goal?: Goal; want?: "one"; mode?: "exactly" | "within" | "shortest"; moves?: number; allow_noop?: boolean };
  /** `optimal` and `infeasible` are proven. */
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  /** The moves found; without them none were found. */
  moves?: Move[];
  /** SameGame: the points of the moves. */
  score?: number;
  cleared?: boolean;
  /** What no list can exceed, or go below if less is better. */
  bound?: number;
  /** The limit that ended the search. */
  stopped_by?: string;
  /** Mayan: why there is no solution, and its clause in English. */
  cause: Cause | null;
  why: string | null;
  nodes: number;
  seconds: number;
}

/** Searches the best list of moves of a puzzle, and blocks until the search ends. */
export function solve(puzzle: Puzzle, options?: SolveOptions): Result;

/** The known facts about a position of a game. */
export interface Analysed {
  /** The number of moves before the position. */
  at: number;
  /** The best result of a game through this position, in the unit of the analysis. */
  best: number | null;
  bound: number | null;
  status: "optimal" | "feasible" | "infeasible" | "unknown";
  /** The best moves from here. */
  line: Move[] | null;
  /** The move played; `null` at the end. */
  move: Move | null;
  points: number | null;
  tiles: number | null;
  /** What the move lost. */
  loss: number | null;
  loss_proven: boolean | null;
}

/** The analysis of a game. */
export interface Analysis {
  unit: string;
  result: number | null;
  /** The number of the move that made the goal impossible. */
  lost_at: number | null;
  lost_proven: boolean | null;
  positions: Analysed[];
  seconds: number;
}

/** A report of an analysis. */
export type ReviewReport = { kind: "analysed"; positions: Analysed[]; nodes: number; seconds: number };

/** The options of an analysis. */
export interface AnalyseOptions extends Limits {
  /** Called with all positions at first, and then with the positions that have changed. */
  onReport?: (report: ReviewReport) => void;
}

/** Analyses all positions of a game: the best result still possible, and what each move lost. Blocks until the analysis ends. */
export function analyse(puzzle: Puzzle, moves: Move[], options?: AnalyseOptions): Analysis;

/** Like `solve`, in a worker. Rejects when the signal is aborted; reports came before. */
export function solveInWorker(puzzle: Puzzle, options?: SolveOptions & { signal?: AbortSignal }): Promise<Result>;

/** Like `analyse`, in a worker. */
export function analyseInWorker(puzzle: Puzzle, moves: Move[], options?: AnalyseOptions & { signal?: AbortSignal }): Promise<Analysis>;

/** Returns the position after some moves, with the moves that can be played. */
export function position(puzzle: Puzzle, moves?: Move[]): Position;

/** Returns the paths of all tiles during some moves, for drawing. */
export function timeline(puzzle: Puzzle, moves?: Move[]): Timeline;

/** Returns a hint for a line from a position: what to look at, reasons, and the next move. */
export function hint(puzzle: Puzzle, moves: Move[], line: Move[], goal?: Goal): Hint;

/** Returns facts about a position, the most important first. */
export function reasons(puzzle: Puzzle, moves: Move[], goal?: Goal): Reason[];

/** Returns a game as text. `puzzle` and `record` are lines of JSON, `svg` and `animation` pictures, `html` a page that replays
 * the game, `answer FORMAT` the answer for a judge, and the name of a format the puzzle in this format. */
export function write(puzzle: Puzzle, moves: Move[], kind: string): string;

/** Returns the hash of a puzzle; equal puzzles have equal hashes. */
export function hash(puzzle: Puzzle): string;

/** A game with known rules; rules of no known game have no name. */
export interface Preset {
  name: string | null;
  source: string | null;
  rules: Required<Rules>;
  goal: Goal;
}

/** Returns the rules of a puzzle with all their parts; `null` for Mayan. */
export function rulesOf(puzzle: Puzzle): Preset | null;

/** Returns the games with known rules. */
export function presets(): Preset[];

/** Returns the formats of puzzles; `game` is `null` if a format is for both games. */
export function formats(): { name: string; doc: string; game: string | null; answers: boolean }[];

/** The options of a new puzzle. */
export interface GenerateOptions {
  game: "samegame" | "mayan";
  /** The same seed and number give the same puzzle. */
  seed: number;
  number?: number;
  rows?: number;
  cols?: number;
  colors?: number;
  /** SameGame: the board can be cleared. */
  clearable?: boolean;
  /** SameGame: equal numbers of tiles of each colour. */
  balanced?: boolean;
  /** SameGame: the name of a game with known rules, or parts of the rules. */
  rules?: string | Rules;
  /** Mayan: the number of moves, proven to be the fewest. */
  moves?: number;
  /** Mayan: a range within 0 to 100. */
  difficulty?: [number, number];
}

/** Returns a new puzzle. */
export function generate(options: GenerateOptions): PuzzleRecord;

/** Returns 0 to 3 stars for a result in the units of a goal, by its distance to the best result known. */
export function stars(goal: Goal, result: number | undefined, best: number): number;

/** A game with undo and redo. */
export class Game {
  constructor(puzzle: Puzzle, moves?: Move[]);
  readonly record: PuzzleRecord;
  /** The current position. */
  readonly position: Position;
  /** The moves played. */
  readonly moves: Move[];
  /** SameGame: the score; `null` for Mayan. */
  readonly score: number | null;
  /** The moves that can be played; of each group of SameGame one cell. */
  readonly legalMoves: Move[];
  /** Plays a move.
   * @throws if the move cannot be played */
  play(move: Move): void;
  /** Takes back a move; returns `false` if there is none. */
  undo(): boolean;
  redo(): boolean;
  /** Searches from the current position, as `solve` does. */
  solve(options?: Omit<SolveOptions, "moves">): Result;
}

import type { Move, PuzzleRecord, Rules } from "./tilefall.d.ts";

export type { Move };

/** Row and column from 0 at the bottom left. */
export type Cell = [number, number];

export interface Colour {
  fill: string;
  ink: string;
  name: string;
}

/** Tiles that vanish, or that move: tile, row, column. */
export interface Phase {
  gone?: number[];
  glide?: [number, number, number][];
}

/** A step of a timeline: a move, or the fall at the start. */
export interface Step {
  label: string;
  /** SameGame: the tiles of the group; Mayan: the block moved. */
  lit: number[];
  phases: Phase[];
  points: number;
  /** The score after the step, with the points at the end. */
  score: number;
  left: number;
}

/** The paths of all tiles during a game. A tile is its colour, row and column. */
export interface Timeline {
  title: string;
  /** Whether it is SameGame, whose moves have points. */
  scored: boolean;
  /** The number of the first row and column. */
  first: number;
  rows: number;
  cols: number;
  colours: Colour[];
  tiles: [number, number, number][];
  steps: Step[];
}

export interface Group {
  cells: Cell[];
  points: number;
}

/** A position after moves. */
export interface Position {
  /** Rows from the top, as in records. */
  rows: string[];
  groups: Group[];
  slides: [number, number, "L" | "R"][];
  left: number;
  cleared: boolean;
  over: boolean;
  bonus: number;
  moves_left: number | null;
}

/** A record as the page uses it. */
export interface Record extends PuzzleRecord {
  allow_noop?: boolean;
  labels?: { [symbol: string]: string };
  origin?: { level?: string };
}

/** A list of moves, and how many are played. */
export interface List {
  moves: Move[];
  at: number;
}

export type Goal = "score" | "clear" | "fewest" | "left" | "biggest";

/** The time in milliseconds and the help of an attempt, and whether a game came by a link. */
export interface Help {
  time?: number;
  hints?: number;
  watched?: boolean;
  from?: "own" | "link";
}

/** The rules of a SameGame puzzle with all their parts, their name if they have one, and the usual goal. */
export interface Family {
  name: string | null;
  source: string | null;
  goal: Goal;
  rules: Required<Rules>;
}

/** The state: a record, the moves played and undone, how many are played, and what follows from them. */
export interface Game extends List {
  record: Record;
  timeline: Timeline;
  position: Position;
  /** Whether the game is over after all of its moves. */
  ends: boolean;
  /** SameGame; `null` for Mayan. */
  family: Family | null;
  goal: Goal;
  /** The goal of boards whose rules imply none but the score. */
  usual: Goal;
  /** The time spent on the game in milliseconds. */
  time: number;
  hints: number;
  /** Whether the best list was watched before the game was finished. */
  watched: boolean;
  /** Whether the game came by a link: it is a visitor's then. */
  from: "own" | "link";
  /** Whether the moves are a solver's line, or are studied. */
  looking: boolean;
  /** The player's own moves before the solver's line, and how many are played. */
  mine: List | null;
  /** What the page is used for. */
  mode: "play" | "analyse" | "edit";
}

/** What changes the state, or tells the views of something outside of it: `leaving` comes before another game is opened,
 * `learned` from knowledge.js, `search` from search.js and `noted` from attempts.js. */
export type Action =
  | { type: "opened"; record: Record; moves: Move[]; at: number; mine: List | null; goal: unknown; help: Help }
  /** A move, or the next one of the game again. */
  | { type: "played"; move: Move | null }
  /** Another position: of the game, of a solver's line, of moves that are studied, or of the player's own moves. */
  | { type: "jumped"; at: number; moves?: Move[]; as?: "line" | "study" | "own" }
  | { type: "goal"; goal: string }
  | { type: "mode"; mode: Game["mode"] }
  | { type: "helped"; by: "hint" | "watch" }
  | { type: "timed"; time: number }
  | { type: "leaving" | "learned" | "search" | "noted" };

/** What follows an action, from the state after it and the state before it. */
export type View = (action: Action, game: Game, before: Game) => void;

/** A view, and the actions that it follows. */
export type Followed = [View, ...Action["type"][]];

/** A part of a sentence: text, or the number of a colour. */
export type Part = { text: string; colour?: undefined } | { text?: undefined; colour: number };

/** A fact about a position. */
export interface Reason {
  kind: string;
  parts: Part[];
  cells: Cell[];
}

export interface Hint {
  look: { cells: Cell[] };
  reasons: Reason[];
  next: Move;
  line: Move[];
  gain: Part[];
}

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

/** The state of the page. */
export interface Game extends List {
  record: Record;
  timeline: Timeline;
  position: Position;
  ends: boolean;
  /** SameGame; `null` for Mayan. */
  family: { name: string | null; source: string | null; goal: Goal; rules: Required<Rules> };
  goal: Goal;
  time: number;
  hints: number;
  watched: boolean;
  from: "own" | "link";
  looking: boolean;
  mine: List | null;
  mode: "play" | "analyse" | "edit";
}

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

// What the engine and its workers answer.

import type { Move, PuzzleRecord } from "./tilefall.d.ts";

/** Row and column from 0 at the bottom left. */
export type Cell = [number, number];

export type Goal = "score" | "clear" | "fewest" | "left" | "biggest";

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

/** A list of moves from the start of a game, with their names. */
export interface Named {
  moves: Move[];
  names: string[];
}

export type Status = "optimal" | "feasible" | "infeasible" | "unknown";

/** A position of a game that is searched, with the best game through it. */
export interface Analysed {
  at: number;
  best: number | null;
  bound: number | null;
  status: Status;
  whole?: Named;
}

/** What a worker reports of its search: a list that was found, what is proven, or all positions; and why it ended. */
export interface Message {
  kind?: string;
  nodes?: number;
  seconds?: number;
  moves?: Move[] | null;
  whole?: Named;
  score?: number | null;
  cleared?: boolean;
  left?: number;
  biggest?: number;
  bound?: number | null;
  status?: Status;
  cause?: Cause | null;
  stopped_by?: string;
  positions?: Analysed[];
  /** Whether the positions were searched. */
  searched?: boolean;
  message?: string;
  /** A new puzzle. */
  record?: PuzzleRecord;
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

/** A part of a sentence: text, or the number of a colour. */
export type Part = { text: string; colour?: undefined } | { text?: undefined; colour: number };

/** Why there is no solution of a Mayan puzzle: `of` is the number of a colour's name, of moves or of boards. */
export interface Cause {
  kind: "colour" | "bound" | "searched" | "exhausted" | "empty";
  of?: number;
}

/** Tiles of a colour; `whole` is whether no other tiles have it. */
interface Tiles {
  colour: number;
  tiles: number;
  whole: boolean;
}

/** Why a board cannot be cleared. */
type Loss = ({ kind: "stuck" } & Tiles) | { kind: "deadlock"; colours: number[] };

/** A fact about a position, or what a list gains, with what belongs to its kind. */
export type Fact =
  | Loss
  | { kind: "every-click-loses" }
  | { kind: "only-click" }
  | ({ kind: "together" } & Tiles)
  | ({ kind: "apart" } & Omit<Tiles, "whole">)
  | ({ kind: "avoid"; loss: Loss } & Omit<Tiles, "whole">)
  | ({ kind: "joins"; clicks: number; first: [tiles: number, colour: number]; points: number | null } & Omit<Tiles, "whole">)
  | { kind: "fewest-clicks"; clicks: number }
  | { kind: "too-few"; colour: number; blocks: number }
  | { kind: "no-solution"; within: number | null; exactly: boolean; reason: Cause }
  | { kind: "meet-in-column"; colour: number; moves: number; column: number }
  | { kind: "meet-in-row"; colour: number; moves: number; column: number }
  | { kind: "only-move"; moves: number; others: number }
  | { kind: "fewest-moves"; moves: number }
  | { kind: "vanish"; moves: number; colours: number[]; blocks: number; total: number }
  | { kind: "cleared"; of: number }
  | { kind: "points"; of: [points: number, tiles: number, colour: number] }
  | { kind: "biggest"; of: [tiles: number, colour: number] }
  | { kind: "moves"; of: number }
  | { kind: "clicks"; of: number }
  | { kind: "left"; of: number }
  | { kind: "list"; of: number };

/** The sentences of a language for facts. */
export type Sentences = { [Kind in Fact["kind"]]: (fact: Extract<Fact, { kind: Kind }>, why: string) => string };

/** A fact with its sentence in English. */
export interface Statement {
  fact: Fact;
  parts: Part[];
}

export interface Reason extends Statement {
  cells: Cell[];
}

export interface Hint {
  look: { cells: Cell[] };
  reasons: Reason[];
  next: Move;
  line: Move[];
  gain: Statement;
}

/** A click, row and column from 1 at the bottom left; or a Mayan move, x and y from 0 and the side. */
export type Move = [number, number] | [number, number, "L" | "R"];

/** A puzzle record, as `tilefall` writes them. */
export interface PuzzleRecord {
  v?: 1;
  id?: string;
  game: "samegame" | "mayan";
  /** Rows from the top: `.` is empty, one of `0-9a-zA-Z` a colour. */
  rows: string[];
  moves?: number;
  mode?: "exactly" | "within" | "shortest";
  /** SameGame: the name of a game with known rules, or parts of the rules. */
  rules?: string | Rules;
}

/** Parts of the rules of SameGame; the others are the usual ones. */
export interface Rules {
  /** Points for n tiles: a name such as `n2`, or `poly:A,B,C`. */
  score?: string;
  clear_bonus?: number;
  clear_factor?: number;
  left_penalty?: "none" | "n2" | "total";
  left_points?: string | null;
  min_group?: number;
  columns?: "close" | "stay";
}

/** A game. */
export interface State {
  record: PuzzleRecord;
  /** The moves played. */
  moves: Move[];
  /** SameGame; `null` for Mayan. */
  score: number | null;
  over: boolean;
  cleared: boolean;
}

/** The solver's results for the position where the search started. */
export interface Analysis {
  line: Move[] | null;
  /** SameGame: the points of the line. */
  score: number | null;
  status: "optimal" | "feasible" | "infeasible" | "unknown" | "error" | null;
  bound: number | null;
}

/** The puzzle to show, a record or text in any format, and the moves already played. */
export type Puzzle = ({ record: PuzzleRecord } | { text: string }) & { moves?: Move[] };

/** A board in a page. */
export interface Board {
  frame: HTMLIFrameElement;
  /** Opens another puzzle; rejects with the message of the reader. */
  open(puzzle: Puzzle): Promise<State>;
  /** Plays a move, unless it changes nothing. */
  play(move: Move): Promise<State>;
  /** Starts a search from the current position, with a time limit in milliseconds. */
  solve(milliseconds?: number): Promise<void>;
  stop(): Promise<void>;
  state(): Promise<State>;
  analysis(): Promise<Analysis>;
  /** Calls a function after each change, until the returned function is called. */
  onChange(listener: (state: State) => void): () => void;
  remove(): void;
}

/** Puts a board into an element. */
export function tilefall(element: Element, puzzle?: Puzzle | Record<string, never>): Promise<Board>;

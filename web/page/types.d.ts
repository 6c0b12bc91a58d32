import type { Cause, Cell, Goal, Named, Phase, Position, Status, Timeline } from "./answers.d.ts";
import type { Move, PuzzleRecord, Rules } from "./tilefall.d.ts";

export type * from "./answers.d.ts";
export type { Move };

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

/** The time in milliseconds and the help of an attempt, and whether a game came by a link. */
export interface Help {
  time?: number;
  hints?: number;
  watched?: boolean;
  from?: "own" | "link";
}

/** A game with known rules. */
export interface Preset extends Family {
  name: string;
  source: string;
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
 * `learned` from knowledge.js, `search` from search.js, `noted` from attempts.js; and from drawing.js `sketched` for another drawing,
 * `painted` within a stroke, and `drawn` after it, with the tiles that fell. */
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
  | { type: "drawn"; fall?: Fall }
  | { type: "leaving" | "learned" | "search" | "noted" | "sketched" | "painted" };

/** What follows an action, from the state after it and the state before it. */
export type View = (action: Action, game: Game, before: Game) => void;

/** A view, and the actions that it follows. */
export type Followed = [View, ...Action["type"][]];

/** A search. Its results count from its start; `limit` is in milliseconds. `par` runs by itself when a board is opened; `once` and
 * `live` are the solver's, `hint` is for a hint, and `review` searches all positions of the game. */
export interface Search {
  kind: "par" | "once" | "live" | "hint" | "review";
  start: Named;
  before: import("./state/results.js").Before;
  limit: number;
  begun: number;
  running: number;
  nodes: number[];
  seconds: number;
  status: Status | "error" | null;
  reason: string | null;
  line: Move[] | null;
  score: number | null;
  best: number | null;
  bound: number | null;
}

/** The knowledge of a position. `whole` is the whole game with the best result, `line` its moves from there; `searched` is whether
 * a search began there, and `why` the reason that there is no result. */
export interface Known {
  best: number | null;
  bound: number | null;
  status: Status;
  proven: boolean;
  searched: boolean;
  why: Cause | null;
  whole: Move[] | null;
  line: Move[] | null;
}

/** The loss of a move: between the best results before and after it if it is `proven`, or the least that is certain; `null` if too
 * little is known. `win`: the board could be emptied before the move, and cannot be emptied after it. */
export interface Loss {
  amount: number | null;
  win: boolean;
  proven: boolean;
  before: Known;
  after: Known;
}

/** The end of a game: its result, `null` if it did not reach the goal; the tiles left; the medal: stars, 4 for the best result; and the help
 * taken. */
export interface Finish {
  moves: Move[];
  value: number | null;
  left: number;
  stars: number;
  hints: number;
  watched: boolean;
  time: number;
}

/** An attempt. `value` is the result: of a board of a day that of the `first` end, and `later` the best of those after it; of others the
 * best one. `on` is the day of the first end; `kind` and `day` are those of a board of a day; `drawing` is what the editor has made. */
export interface Attempt extends List {
  record: Record;
  goal: string | null;
  over: boolean;
  mine?: List;
  time: number;
  hints: number;
  watched: boolean;
  begun: string;
  changed: string;
  value: number | null;
  stars: number;
  on: string | null;
  kind?: string;
  day?: string;
  first?: Finish;
  later?: number | null;
  drawing?: Drawing;
}

/** The tiles of a drawing that fall, by the number of their cells before: phases as in a timeline, and the cells before and after. */
export type Fall = { phases: Phase[]; from: Cell[]; to: Cell[] };

/** What is drawn in the editor. */
export interface Snapshot {
  game: Record["game"];
  moves: number | null;
  rows: string[];
}

/** A drawing that began at a game after a number of moves, or of which the game was made (−1); the record whose rules, task and
 * labels it keeps; and its colours to choose from. */
export interface Drawing extends Snapshot {
  at: number;
  source: Record;
  names: string;
}

/** The elements of index.html by their ids, where more is needed of them than of any element. */
export type Field<Id extends string> = Id extends `${string}-dialog` ? HTMLDialogElement
  : Id extends "curve" ? SVGSVGElement
  : Id extends "picture" ? HTMLCanvasElement
  : Id extends "text" | "exported" ? HTMLTextAreaElement
  : Id extends "rules-parts" ? HTMLDetailsElement
  : Id extends "speed" | "time" | "goal" | "edit-game" | "format" | "open-rules" | "new-game" | "new-size" | "new-rules"
    | "new-difficulty" | "rules-preset" | "rules-goal" | "rules-columns" | "rules-score" | "rules-left-penalty" | "what"
    | "kind" | "language" | "theme" | "marks" ? HTMLSelectElement
  : Id extends "slider" | "live" | "edit-rows" | "edit-cols" | "edit-moves" | "edit-count" | "results-file" | "file"
    | "new-rows" | "new-cols" | "new-colors" | "new-clearable" | "new-moves" | "new-seed" | "rules-min-group" | "rules-poly"
    | "rules-clear-bonus" | "rules-clear-factor" | "rules-left-points" | "link" | "numbers" | "motion" | "sound" | "cores" ? HTMLInputElement
  : Id extends "run" | "undo" | "redo" | "restart" | "back" | "next" | "edit-undo" | "edit-redo"
    | "edit-play" | "review" | "result-watch" | "result-share" | "download" ? HTMLButtonElement
  : HTMLElement;

// The state of a game, and all changes of it. Views are notified after each change, and store nothing that
// belongs to the game.

import * as rules from "./rules.js";
import { extended } from "./course.js";
import { t } from "./strings.js";

/** @typedef {import("./types.d.ts").Move} Move */

/** @type {{ watcher: (change: string) => unknown, changes: string[], late: boolean }[]} */
const watchers = [];

/** The calls that wait for the frame after a click on the board; `null` without such a click.
 * @type {(() => unknown)[] | null} */
let waiting = null;

/** The changes of the board. */
export const MOVED = ["opened", "played", "jumped"];

/** The game: a record, the moves played and undone, how many are played, and derived state.
 * @type {import("./types.d.ts").Game} */
export const game = {
  record: /** @type {any} */ (null),
  moves: [],
  at: 0,
  timeline: /** @type {any} */ (null),
  position: /** @type {any} */ (null),
  /** Whether the game is over after all of its moves. */
  ends: false,
  /** SameGame: the rules with all their parts, `name` and usual `goal`. */
  family: /** @type {any} */ (null),
  /** SameGame: the goal. */
  goal: "score",
  /** The time spent on the game in milliseconds. */
  time: 0,
  /** Whether the moves are a solver's line on the board. */
  looking: false,
  /** The player's own moves before the solver's line, and how many are played. */
  mine: null,
  /** What the page is used for: `play`, `analyse` or `edit`. */
  mode: "play",
  /** The number of hints taken, and whether the best list was watched before the game was finished. */
  hints: 0,
  watched: false,
  /** Whether the game came by a link: it is a visitor's then. */
  from: "own",
};

/** Calls a function after each change, with its kind: `opened`, `played`, `jumped`, and, if they are named, `goal`, `mode`,
 * `leaving`, which comes before another game is opened, `helped`, `learned` of knowledge.js and `search` of search.js.
 * @param {(change: string) => unknown} watcher @param {string[]} changes */
export const watch = (watcher, changes = MOVED) => watchers.push({ watcher, changes, late: false });

/** Draws a part of the page beside the board after each change, as [`watch`] calls a function.
 * @param {(change: string) => unknown} watcher @param {string[]} changes */
export const drawAfter = (watcher, changes = MOVED) => watchers.push({ watcher, changes, late: true });

/** Calls the watchers of a change.
 * @param {string} change */
export function tell(change) {
  for (const { watcher, changes, late } of watchers) {
    if (!changes.includes(change)) continue;
    if (late && waiting) waiting.push(() => watcher(change));
    else watcher(change);
  }
}

/** Makes a change and draws only the board, so that the player sees it in the next frame; all else is drawn after that frame.
 * @param {() => unknown} change */
export function boardFirst(change) {
  waiting ??= [];
  change();
  requestAnimationFrame(() => setTimeout(drawWaiting));
}

function drawWaiting() {
  const calls = waiting ?? [];
  waiting = null;
  for (const call of calls) call();
}

/** Whether two lists have the same moves.
 * @param {Move[]} a @param {Move[]} b */
export const sameMoves = (a, b) => a === b || JSON.stringify(a) === JSON.stringify(b);

/** The moves played. */
export const played = () => game.moves.slice(0, game.at);

/** The player's own game, which is saved and shared; a solver's line on the board does not change it. */
export function own() {
  const { record, looking, mine } = game;
  const { moves, at } = looking && mine ? mine : game;
  return { record, moves, at, goal: goalToKeep() };
}

/** The goal for boards whose rules imply none but the score.
 * @type {import("./types.d.ts").Goal} */
let usualGoal = "score";

/** The goals by name.
 * @type {import("./types.d.ts").Goal[]} */
export const GOALS = ["score", "clear", "fewest", "left", "biggest"];

/** Whether a value is the name of a goal.
 * @param {any} goal @returns {goal is import("./types.d.ts").Goal} */
const isGoal = (goal) => GOALS.includes(goal);

/** The goal that the rules imply. */
const impliedGoal = () => game.family?.goal ?? "score";

/** The goal, if the rules do not imply it. */
const goalToKeep = () => (isSameGame() && game.goal !== impliedGoal() ? game.goal : undefined);

/** Changes the goal.
 * @param {string} goal */
export function setGoal(goal) {
  if (!isGoal(goal)) return;
  game.goal = goal;
  if (impliedGoal() === "score") usualGoal = goal;
  tell("goal");
}

/** Changes the mode.
 * @param {import("./types.d.ts").Game["mode"]} mode */
export function setMode(mode) {
  if (mode === game.mode) return;
  game.mode = mode;
  tell("mode");
}

/** Whether it is SameGame. */
export const isSameGame = () => game.record.game === "samegame";

/** The step of the timeline after a number of moves; an initial fall counts as one more.
 * @param {number} at */
export const stepsAt = (at) => at + game.timeline.steps.length - game.moves.length;

/** The points of the moves after each number of moves, from 0, without the points at the end. */
function sums() {
  const { timeline, moves } = game;
  const all = [0];
  for (const { points } of timeline.steps.slice(timeline.steps.length - moves.length)) all.push(all[all.length - 1] + points);
  return all;
}

/** The points after each number of moves, from 0, with the bonus or penalty when the game is over. */
export function scores() {
  const { timeline, moves, ends } = game;
  const all = sums();
  if (moves.length && ends) all[moves.length] = timeline.steps[timeline.steps.length - 1].score;
  return all;
}

/** The bonus, or the penalty below 0, if the game is over. */
export const pointsAtEnd = () => scores()[game.at] - sums()[game.at];

/** The factor of all points for an empty board. */
export const clearFactor = () => game.family?.rules.clear_factor ?? 1;

/** The points of the moves played, without the points at the end. */
export const pointsNow = () => sums()[game.at];

/** The score after the moves played. */
export const scoreNow = () => scores()[game.at];

/** The tiles left after a number of moves.
 * @param {number} at */
export const leftAt = (at) => {
  const steps = stepsAt(at);
  return steps > 0 ? game.timeline.steps[steps - 1].left : game.timeline.tiles.length;
};

/** The largest number of tiles that a move has removed at once. */
export function biggestNow() {
  const sizes = game.timeline.steps.slice(0, stepsAt(game.at)).map(({ lit }) => lit.length);
  return Math.max(0, ...sizes);
}

/** The maximum number of cells of a board. */
const MOST = 16384;

/** The moves of a list that can be played one after the other.
 * @param {import("./types.d.ts").Record} record @param {Move[]} moves */
export function playable(record, moves) {
  /** @type {Move[]} */
  const good = [];
  for (const move of moves) {
    try {
      rules.position(record, [...good, move]);
      good.push(move);
    } catch {
      // A list may contain moves that do nothing.
    }
  }
  return good;
}

/** @param {import("./types.d.ts").Record} record @param {Move[]} moves */
const endsAfter = (record, moves) => rules.position(record, moves).over;

/** The goal of a puzzle: the given one, or that of its rules, or the usual one.
 * @param {import("./types.d.ts").Game["family"]} family @param {unknown} goal
 * @returns {import("./types.d.ts").Goal} */
const goalAmong = (family, goal) => (isGoal(goal) ? goal : family && family.goal !== "score" ? family.goal : usualGoal);

/** The goal with which a puzzle is opened.
 * @param {import("./types.d.ts").Record} record @param {unknown} goal */
export const goalFor = (record, goal) => goalAmong(rules.rulesOf(record), goal);

/** Opens a puzzle with optional moves, of which `at` are played, and the goal if the rules do not imply it. The attempt's time,
 * help and origin come with it. Throws on errors.
 * @param {import("./types.d.ts").Record} record @param {Move[]} moves
 * @param {import("./types.d.ts").List | null} mine @param {unknown} goal @param {import("./types.d.ts").Help} [help] */
export function open(record, moves = [], at = moves.length, mine = null, goal = null, help = {}) {
  const { time = 0, hints = 0, watched = false, from = "own" } = help;
  const cells = record.rows.length * Math.max(...record.rows.map((row) => row.length));
  if (cells > MOST) throw new Error(t("tooManyCells", cells, MOST));
  const to = Math.max(0, Math.min(moves.length, Math.floor(Number(at)) || 0));
  const timeline = rules.timeline(record, moves);
  const position = rules.position(record, moves.slice(0, to));
  if (mine) rules.position(record, mine.moves);
  const family = rules.rulesOf(record);
  if (game.record) tell("leaving");
  Object.assign(game, { family, goal: goalAmong(family, goal), record, moves, at: to, timeline, position, mine });
  Object.assign(game, { time, hints, watched, from, looking: false, ends: endsAfter(record, moves) });
  tell("opened");
}

/** Whether a Mayan move changes the board.
 * @param {[number, number, "L" | "R"]} move */
export function changes([col, row, side]) {
  const there = side === "R" ? col + 1 : col - 1;
  const other = side === "R" ? "L" : "R";
  // A swap of two blocks is in the list once, as a move to the right.
  return game.position.slides.some(
    ([x, y, s]) => y === row && ((x === col && s === side) || (x === there && s === other)),
  );
}

/** Plays a move and discards undone moves. Returns whether it could be played.
 * @param {Move} move */
export function play(move) {
  const moves = [...played(), move];
  try {
    if (!isSameGame() && !changes(/** @type {[number, number, "L" | "R"]} */ (move))) return false;
    const timeline = extended(game.record, game.timeline, stepsAt(game.at), move, clearFactor());
    const position = rules.position(game.record, moves);
    Object.assign(game, { moves, at: moves.length, timeline, position, looking: false, ends: position.over });
  } catch {
    return false;
  }
  tell("played");
  return true;
}

/** Goes to the position after a number of moves.
 * @param {number} at */
export function jump(at) {
  const to = Math.max(0, Math.min(game.moves.length, at));
  if (to === game.at) return;
  const forward = to === game.at + 1;
  game.at = to;
  game.position = rules.position(game.record, played());
  tell(forward ? "played" : "jumped");
}

/** Shows a solver's line after a number of its moves; the player's own moves are kept.
 * @param {Move[]} start @param {Move[]} line @param {number} steps */
export function follow(start, line, steps) {
  const moves = [...start, ...line];
  if (!sameMoves(moves, game.moves)) {
    if (!game.looking) game.mine = { moves: game.moves, at: game.at };
    Object.assign(game, { moves, looking: true, timeline: rules.timeline(game.record, moves), ends: endsAfter(game.record, moves) });
  }
  game.at = start.length + steps;
  game.position = rules.position(game.record, played());
  tell("jumped");
}

/** Shows a position of some moves; `away` is whether they are looked at, so that a move on them leaves the player's game as it is.
 * @param {Move[]} moves @param {number} at */
export function study(moves, at, away = true) {
  if (!sameMoves(moves, game.moves)) Object.assign(game, { moves, timeline: rules.timeline(game.record, moves), ends: endsAfter(game.record, moves) });
  Object.assign(game, { at, looking: away, mine: away ? (game.mine ?? { moves, at }) : null, position: rules.position(game.record, moves.slice(0, at)) });
  tell("jumped");
}

/** Returns to the player's own moves. */
export function back() {
  if (game.mine) study(game.mine.moves, game.mine.at, false);
}

/** Notes help: a hint, or a look at the best list before the end. @param {"hint" | "watch"} kind */
export function takeHelp(kind) {
  Object.assign(game, kind === "hint" ? { hints: game.hints + 1 } : { watched: true });
  tell("helped");
}

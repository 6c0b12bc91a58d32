// The state of a game, and all that changes it. Views are told after each change, and keep nothing of their own that
// belongs to the game.

import * as rules from "./rules.js";

const watchers = [];

/** The game: a record, the moves played and taken back, how many are played, and what follows from them. */
export const game = {
  record: null,
  moves: [],
  at: 0,
  timeline: null,
  position: null,
  /** SameGame: the best score of a whole game of this board. */
  best: null,
  /** The moves of before a solver's line was looked at. */
  mine: null,
};

/** Calls a function after each change, with what has changed: `opened`, `played`, `jumped`. */
export const watch = (watcher) => watchers.push(watcher);

function tell(change) {
  for (const watcher of watchers) watcher(change);
}

/** The moves that are played. */
export const played = () => game.moves.slice(0, game.at);

/** Whether it is SameGame. */
export const isSameGame = () => game.record.game === "samegame";

/** The step of the timeline that a number of moves has led to; a first fall counts as one more. */
export const stepsAt = (at) => at + game.timeline.steps.length - game.moves.length;

/** The score after a number of moves. */
export const scoreAt = (at) => (at > 0 ? game.timeline.steps[stepsAt(at) - 1].score : 0);

/** The tiles left after a number of moves. */
export const leftAt = (at) => {
  const steps = stepsAt(at);
  return steps > 0 ? game.timeline.steps[steps - 1].left : game.timeline.tiles.length;
};

/** Opens a puzzle, with moves if there are some, of which `at` are played. Throws if it cannot be. */
export function open(record, moves = [], at = moves.length, best = null) {
  const timeline = rules.timeline(record, moves);
  const position = rules.position(record, moves.slice(0, at));
  Object.assign(game, { record, moves, at, timeline, position, best, mine: null });
  noteBest();
  tell("opened");
}

/** Plays a move; those that were taken back are forgotten. Whether it could be played. */
export function play(move) {
  const moves = [...played(), move];
  try {
    game.timeline = rules.timeline(game.record, moves);
  } catch {
    return false;
  }
  game.position = rules.position(game.record, moves);
  Object.assign(game, { moves, at: moves.length });
  noteBest();
  tell("played");
  return true;
}

/** Goes to where a number of moves is played. */
export function jump(at) {
  const to = Math.max(0, Math.min(game.moves.length, at));
  if (to === game.at) return;
  const forward = to === game.at + 1;
  game.at = to;
  game.position = rules.position(game.record, played());
  tell(forward ? "played" : "jumped");
}

/** Follows a line from here for a number of moves; the moves of before are kept. */
export function follow(start, line, steps) {
  const moves = [...start, ...line];
  game.mine ??= { moves: game.moves, at: game.at };
  game.timeline = rules.timeline(game.record, moves);
  game.moves = moves;
  game.at = start.length + steps;
  game.position = rules.position(game.record, played());
  tell("jumped");
}

/** Goes back to the moves of before a line was followed. */
export function back() {
  if (!game.mine) return;
  const { moves, at } = game.mine;
  Object.assign(game, { moves, at, mine: null, timeline: rules.timeline(game.record, moves) });
  game.position = rules.position(game.record, played());
  tell("jumped");
}

function noteBest() {
  if (isSameGame() && game.position.over && game.at === game.moves.length) {
    game.best = Math.max(game.best ?? -Infinity, scoreAt(game.at));
  }
}

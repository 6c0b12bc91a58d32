// Stores the attempts of the player: for each puzzle and goal the moves, the help taken, and the result. The game on the board is
// the game of an attempt, unless it came by a link.

import { nameOf, position, rulesOf } from "../engine/calls.js";
import { dispatch, game, goalFor, open, own } from "./store.js";
import { embedded } from "../views/embedded.js";
import { boardOf, dateOf, dayAfter, dayBoard, dayFrom } from "../days/day-boards.js";
import { sameMoves } from "./reducer.js";
import { keep, kept } from "./settings.js";
import { notify } from "../views/messages.js";
import { gain } from "./results.js";
import { t } from "../texts/strings.js";

/** @typedef {import("../types.d.ts").Attempt} Attempt */
/** An attempt as the browser has stored it, with parts that may be invalid; `seen` is the day of the last change.
 * @typedef {Pick<Attempt, "record" | "moves" | "at"> & { mine?: Attempt["mine"] | null } & { [Part in "goal" | "time" | "hints" | "watched" | "from" | "seen" | "over" | "changed" | "stars" | "value" | "kind" | "day" | "first"]?: unknown }} Kept */

const KEY = "tilefall.attempts";
/** The storage key of the game on the board. Each tab has its own game; a new tab starts with the game of the tab used last. */
const LAST = "tilefall.last";
/** The maximum number of attempts, and of attempts with moves: the oldest attempts are discarded, and of older ones the moves. */
const MOST = 3000;
const WITH_MOVES = 200;

/** Whether a value has what a game needs: a record with rows, and moves. @param {unknown} value @returns {value is Kept} */
function isGame(value) {
  const one = /** @type {{ record?: { rows?: unknown }, moves?: unknown } | null} */ (value);
  return Array.isArray(one?.record?.rows) && one.record.rows.every((row) => typeof row === "string") && Array.isArray(one.moves);
}

/** Whether a value is a valid `Finish`, the end of a game. @param {unknown} value */
function isFinish(value) {
  const one = /** @type {Record<string, unknown> | null} */ (value);
  return Array.isArray(one?.moves) && (one.value === null || Number.isFinite(one.value)) && [one.left, one.stars, one.hints, one.time].every(Number.isFinite);
}

/** Whether a value from the storage or a file is a valid attempt. @param {unknown} one @returns {one is Attempt} */
function isAttempt(one) {
  if (!isGame(one) || typeof one.changed !== "string" || Number.isNaN(Date.parse(one.changed)) || ![0, 1, 2, 3, 4].some((stars) => stars === one.stars)) return false;
  const isOfDay = typeof one.day === "string" && dateOf(dayFrom(one.day)) === one.day && ["former", "mayan", "points"].some((kind) => kind === one.kind);
  return (one.value === null || Number.isFinite(one.value)) && (isOfDay || (one.day === undefined && one.kind === undefined)) && (one.first === undefined || isFinish(one.first));
}

/** The attempts in the browser's storage; `null` if they must be read again, as after a change in another tab. @type {Map<string, Attempt> | null} */
let cached = null;
addEventListener("storage", () => {
  cached = null;
});

/** @returns {Map<string, Attempt>} */
function all() {
  if (!cached) {
    /** @type {[string, unknown][]} */
    const found = Object.entries(Object(kept(KEY, {})));
    cached = new Map(/** @type {[string, Attempt][]} */ (found.filter(([, one]) => isAttempt(one))));
  }
  return cached;
}

/** Whether the last write failed because the browser's storage is full. */
let isFull = false;

/** Stores all attempts, given in the order of their last changes; notifies the player if there is no room. @param {Map<string, Attempt>} attempts */
function write(attempts) {
  const list = [...attempts].slice(-MOST);
  /** @type {[string, Attempt][]} */
  const thin = list.map(([key, one], at) => [key, at < list.length - WITH_MOVES ? { ...one, moves: [], at: 0, mine: undefined, drawing: undefined } : one]);
  const fits = keep(KEY, Object.fromEntries(thin));
  if (!fits && !isFull) notify(t("cannotKeep"));
  isFull = !fits;
  cached = fits ? new Map(thin) : attempts;
}

const keyOf = (/** @type {import("../types.d.ts").Record} */ record, /** @type {string | null} */ goal) => `${nameOf(record)} ${record.game === "mayan" ? "moves" : (goal ?? "score")}`;

/** The attempt at a puzzle with a goal, by default those on the board; `null` if there is none. @returns {Attempt | null} */
export const attemptAt = (record = game.record, goal = /** @type {string | null} */ (game.goal)) => all().get(keyOf(record, goal)) ?? null;

/** The attempt at each of several puzzles, or `null`. @param {import("../types.d.ts").Record[]} records @param {string} goal */
export function attemptsAt(records, goal) {
  const attempts = all();
  return records.map((record) => attempts.get(keyOf(record, goal)) ?? null);
}

/** The attempts that have moves, the last changed one first. */
export const attempts = () => [...all().values()].filter(({ moves }) => moves.length).reverse();

/** All attempts as JSON, to be saved in a file. */
export const exported = () => JSON.stringify({ tilefall: "attempts", attempts: Object.fromEntries(all()) });

/** Adds the attempts of an exported text that are later than the stored ones; returns their number. Throws if the text is not valid.
 * @param {string} text */
export function imported(text) {
  /** @type {[string, Attempt][]} */
  const found = [];
  try {
    const { tilefall, attempts } = JSON.parse(text);
    for (const one of Object.values(attempts)) {
      if (tilefall !== "attempts" || !isAttempt(one)) throw new Error();
      position(one.record, one.moves);
      found.push([keyOf(one.record, one.goal ?? rulesOf(one.record)?.goal ?? null), one]);
    }
  } catch {
    throw new Error(t("notResults"));
  }
  const here = all();
  const fresh = found.filter(([key, one]) => one.changed > (here.get(key)?.changed ?? ""));
  for (const [key, one] of fresh) here.set(key, one);
  write(new Map([...here].sort(([, a], [, b]) => a.changed.localeCompare(b.changed))));
  return fresh.length;
}

/** Whether an attempt at a daily board was finished, and its day still has this board. @param {Attempt} one */
const isPlayed = ({ kind, day, on, record }) => on !== null && day !== undefined && boardOf(/** @type {import("../days/day-boards.js").Kind} */ (kind), dayFrom(day)).record.rows.join() === record.rows.join();

/** The finished attempts at daily boards of a kind by day; lost games count, too. @param {string} kind @returns {Map<string, Attempt>} */
export const playedByDay = (kind) => new Map([...all().values()].filter((one) => one.kind === kind && isPlayed(one)).map((one) => [one.day ?? "", one]));

/** The days whose board was finished, and was begun or finished on the day itself. */
const daysPlayed = () => new Set([...all().values()].flatMap((one) => (one.day && [one.on, dateOf(new Date(one.begun))].includes(one.day) && isPlayed(one) ? [one.day] : [])));

/** The number of consecutive days in `finished` up to `day`. @param {Set<string>} finished @param {Date} day */
function rowTo(finished, day) {
  let days = 0;
  while (finished.has(dateOf(dayAfter(day, -days)))) days += 1;
  return days;
}

/** The number of consecutive days on which a board of the day was played, up to today, or up to yesterday if not yet today. */
export function streak(today = new Date()) {
  const finished = daysPlayed();
  return rowTo(finished, finished.has(dateOf(today)) ? today : dayAfter(today, -1));
}

/** The largest number of consecutive days on which a board of the day was played. */
export function longestStreak() {
  const finished = daysPlayed();
  return Math.max(0, ...[...finished].map((date) => rowTo(finished, dayFrom(date))));
}

/** The result of the daily board that is being played, which is its first end; `null` before that. @returns {import("../types.d.ts").Finish | null} */
export const resultOfDay = () => (game.from === "own" && attemptAt()?.first) || null;

/** The attempt `before`, or a new one, with the state of the game on the board. @param {Attempt | null} before @returns {Attempt} */
function made(before) {
  const { record, moves, at, goal } = own();
  const board = dayBoard(record);
  const day = board && (record.game === "mayan" || board.goal === game.goal) ? board : null;
  const now = new Date().toISOString();
  return {
    ...(before ?? { begun: now, value: null, stars: 0, on: null, ...(day && { kind: day.kind, day: dateOf(day.day) }) }),
    record, moves, at, over: game.ends && at === moves.length, goal: goal ?? null, mine: game.looking ? undefined : (game.mine ?? undefined), time: Math.round(game.time), hints: game.hints, watched: game.watched, changed: now,
  };
}

/** Stores the attempt of the game on the board with its current state, after a `change`. @param {(one: Attempt, before: Attempt | null) => Attempt} change */
function put(change = (one) => one) {
  cached = null;
  const attempts = all();
  const key = keyOf(game.record, game.goal);
  const before = attempts.get(key) ?? null;
  const one = change(made(before), before);
  attempts.delete(key);
  attempts.set(key, one);
  write(attempts);
}

/** Stores the end of the game on the board, unless the game came by a link. The first end of a daily board is its result, and later
 * games are practice; of other boards the best result counts. @param {import("../types.d.ts").Finish} finish */
export function noteFinish(finish) {
  if (game.from === "link" || embedded) return;
  const { value, stars, moves } = finish;
  const betterThan = (/** @type {number | null} */ other) => value !== null && (other === null || gain(value, other) > 0);
  put((one) => {
    const on = one.on ?? (one.day || value !== null ? dateOf(new Date()) : null);
    if (!one.day) return { ...one, value: betterThan(one.value) ? value : one.value, stars: Math.max(stars, one.stars), on };
    if (one.on === null) return { ...one, value, stars, on, first: finish };
    return one.first && sameMoves(one.first.moves, moves) ? one : { ...one, later: betterThan(one.later ?? null) ? value : one.later };
  });
  dispatch({ type: "noted" });
}

/** Opens a puzzle where the player left it. A finished puzzle starts again, but a finished daily board shows its result.
 * @param {import("../types.d.ts").Record} record @param {string | null} [goal] */
export function goOn(record, goal = null) {
  save();
  const one = attemptAt(record, goalFor(record, goal));
  const goesOn = one?.moves.length && (!one.over || dayBoard(record));
  try {
    if (one && (goesOn || one.value === null)) return resume(goesOn ? one : { ...one, moves: [], at: 0, mine: null }, record, goal);
  } catch {
    // A damaged attempt: the puzzle starts again.
  }
  open(record, [], 0, null, goal);
}

/** Notes that the player sees a solver's line, which counts as help if the board was not finished before. */
export const noteWatched = () => !game.watched && (attemptAt()?.on ?? null) === null && dispatch({ type: "helped", by: "watch" });

/** Opens the game of an attempt; checks its parts, because the browser's storage may contain anything. @param {Kept} one */
export function resume({ record, moves, at, mine = null, goal, time, hints, watched, from }, puzzle = record, aim = goal) {
  const help = { time: Number.isFinite(time) ? Number(time) : 0, hints: Number.isInteger(hints) ? Number(hints) : 0, watched: watched === true };
  open(puzzle, moves, at, mine, aim ?? goal, { ...help, from: from === "link" ? "link" : "own" });
}

/** The game on the board at the last visit, or `null`. An embedded page has none. */
export function last() {
  const one = embedded ? null : (kept(LAST, null, "sessionStorage") ?? kept(LAST, null));
  return isGame(one) ? one : null;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let due;
/** Whether the player has moved in the game since it was opened, and the day of the last change. */
let [touched, seen] = [false, ""];
/** The drawing of the editor that is not stored yet. @type {import("../types.d.ts").Drawing | null} */
let drawn = null;

/** Stores the game and the drawing if they have changed since the last call. */
export function save() {
  if (due === undefined) return;
  clearTimeout(due);
  due = undefined;
  if (embedded) return;
  for (const store of /** @type {const} */ (["sessionStorage", "localStorage"])) keep(LAST, { ...made(null), from: game.from, seen }, store);
  const isPlayed = touched && game.from === "own";
  const drawing = drawn;
  drawn = null;
  if (drawing) put((one, before) => ({ ...(isPlayed ? one : (before ?? { ...one, moves: [], at: 0, over: false })), drawing }));
  else if (isPlayed) put();
}

/** Keeps a drawing with the attempt at the game on the board. @param {import("../types.d.ts").Drawing} drawing */
export function keepDrawing(drawing) {
  drawn = drawing;
  saveSoon();
}

function saveSoon() {
  seen = dateOf(new Date());
  clearTimeout(due);
  due = setTimeout(save, 300);
}

// Games are stored a moment after the last change, and before the page is unloaded. A game that was only opened is stored as the
// current game, but makes no attempt.
/** @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "opened") touched = false;
  else if (type === "helped" || (type !== "goal" && !game.looking)) touched = true;
  saveSoon();
}
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", save);

// The boards of the days with their answers, which are the same for everybody: Former each day, a Mayan puzzle, and a board for
// points at weekends. `cargo xtask days` makes them.

/** A board of a day: its kind, its day, its record and goal, its best result, which is proven, with a list.
 * @typedef {"former" | "mayan" | "points"} Kind
 * @typedef {{ kind: Kind, day: Date, record: import("../types.d.ts").Record, goal: import("../types.d.ts").Goal, value: number, line: import("../tilefall.d.ts").Move[], word: string }} DayBoard */

/** The boards of the file: rows, moves as base-36 digits and sides, and the score (points) or the difficulty (Mayan).
 * @typedef {[rows: string, list: string, more?: string | number]} Stored
 * @type {{ first: string, former: Stored[], mayan: Stored[], points: Stored[] }} */
const stored = await fetch("days.json").then((answer) => answer.json());

/** A day as text: 2026-11-27, in the time of the player. @param {Date} day */
export const dateOf = (day) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;

/** The day of a text. @param {string} date */
export const dayFrom = (date) => new Date(`${date}T00:00`);

/** A day before or after another one. @param {Date} day @param {number} days */
export const dayAfter = (day, days) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);

/** The first day that has boards. */
export const FIRST = dayFrom(stored.first);

/** The number of days from the first one; days have 23 to 25 hours. @param {Date} day */
const since = (day) => Math.round((dayAfter(day, 0).getTime() - FIRST.getTime()) / 86_400_000);

const LENGTH = stored.former.length;
/** The number of days in each round after the first: whole weeks, so that each board keeps its weekday. */
const WEEKS = LENGTH - (LENGTH % 7);

/** The index of a day in the file, and the number of the round from 0: after the last day the boards come again. @param {Date} day */
function placeOf(day) {
  const number = Math.max(0, since(day));
  return number < LENGTH ? { place: number, round: 0 } : { place: 1 + ((number - 1) % WEEKS), round: Math.floor((number - 1) / WEEKS) };
}

/** The number of weekend days before a place. @param {number} place */
const weekendsBefore = (place) => Array.from({ length: place }, (_, at) => dayAfter(FIRST, at)).filter(isWeekend).length;

/** Whether a day has the board for points. @param {Date} day */
const isWeekend = (day) => day.getDay() % 6 === 0;

/** The kinds of a day, the main one first. @param {Date} day @returns {Kind[]} */
export const kindsOf = (day) => (isWeekend(dayAfter(FIRST, placeOf(day).place)) ? ["former", "mayan", "points"] : ["former", "mayan"]);

/** The moves of a text. @param {string} list @param {boolean} isMayan */
const movesOf = (list, isMayan) => /** @type {import("../tilefall.d.ts").Move[]} */ ((list.match(isMayan ? /.../g : /../g) ?? []).map((move) => Array.from(move, (digit) => (isMayan && "LR".includes(digit) ? digit : Number.parseInt(digit, 36)))));

/** Rows with other colours in each round, so that attempts in an earlier round do not count. @param {string} rows @param {number} round */
function coloured(rows, round) {
  const colours = [...new Set(rows.replaceAll(/[./]/g, ""))].sort();
  return rows.replaceAll(/[^./]/g, (one) => colours[(colours.indexOf(one) + round) % colours.length]);
}

/** The board of a day. @param {Kind} kind @param {Date} day @returns {DayBoard} */
export function boardOf(kind, day) {
  const { place, round } = placeOf(day);
  const [board, list, more] = kind === "points" ? stored.points[weekendsBefore(place)] : stored[kind][place];
  const rows = coloured(board, round).split("/");
  const line = movesOf(list, kind === "mayan");
  const id = `${kind} ${dateOf(day)}`;
  const game = kind === "mayan" ? "mayan" : "samegame";
  const rest = kind === "mayan" ? { moves: line.length, mode: "shortest" } : kind === "former" ? { rules: "former" } : {};
  const record = /** @type {import("../types.d.ts").Record} */ ({ v: 1, id, game, rows, ...rest });
  const points = kind === "points";
  return { kind, day, record, goal: points ? "score" : "fewest", value: typeof more === "number" ? more : line.length, line, word: typeof more === "string" ? more : "" };
}

/** Rows with colours in the order of their appearance: the same in all rounds. @param {string} rows */
function colourless(rows) {
  const colours = [...new Set(rows.replaceAll(/[./]/g, ""))];
  return rows.replaceAll(/[^./]/g, (one) => String.fromCharCode(97 + colours.indexOf(one)));
}

/** The kind and index of each board of the file, by its `colourless` rows. @type {Map<string, { kind: Kind, place: number }>} */
const places = new Map();
for (const kind of /** @type {const} */ (["former", "mayan"])) stored[kind].forEach(([rows], place) => places.set(colourless(rows), { kind, place }));
for (let place = 0, at = 0; at < stored.points.length; place++) {
  if (isWeekend(dayAfter(FIRST, place))) places.set(colourless(stored.points[at++][0]), { kind: "points", place });
}

/** The rules of a record as text; a board of the day with other rules is another puzzle.
 * @param {import("../types.d.ts").Record} record */
const rulesOf = ({ rules, moves, mode }) => JSON.stringify([rules === undefined || rules === "samegame" ? null : rules, moves ?? null, mode ?? null]);

/** The daily board with the rows and rules of a record, on its latest day up to today; `null` if there is none.
 * @param {import("../types.d.ts").Record} record @returns {DayBoard | null} */
export function dayBoard(record, today = new Date()) {
  const rows = record?.rows.join("/");
  const found = rows && places.get(colourless(rows));
  if (!found) return null;
  for (let { round } = placeOf(today); round >= 0; round--) {
    const day = dayAfter(FIRST, found.place + round * WEEKS);
    if (round && (day > today || !found.place)) continue;
    const board = boardOf(found.kind, day);
    if (board.record.rows.join("/") === rows && rulesOf(board.record) === rulesOf(record)) return board;
  }
  return null;
}

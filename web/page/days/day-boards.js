// The daily boards with their answers, the same for everybody: each day a board of Former and a Mayan puzzle, and at weekends a
// board for points. `cargo xtask days` makes them.

/** A daily board: its kind, day, record and goal; `value` is its proven best result, `line` a list of moves that reaches the result.
 * @typedef {"former" | "mayan" | "points"} Kind
 * @typedef {{ kind: Kind, day: Date, record: import("../types.d.ts").Record, goal: import("../types.d.ts").Goal, value: number, line: import("../tilefall.d.ts").Move[], word: string }} DayBoard */

/** The boards in days.json: rows, moves as base-36 digits and sides, and the best score (points) or the difficulty (Mayan).
 * @typedef {[rows: string, list: string, more?: string | number]} Stored
 * @type {{ first: string, former: Stored[], mayan: Stored[], points: Stored[] }} */
const stored = await fetch("days.json").then((answer) => answer.json());

/** A day as text in local time: `2026-11-27`. @param {Date} day */
export const dateOf = (day) => `${day.getFullYear()}-${String(day.getMonth() + 1).padStart(2, "0")}-${String(day.getDate()).padStart(2, "0")}`;

/** The day that a text like `2026-11-27` names. @param {string} date */
export const dayFrom = (date) => new Date(`${date}T00:00`);

/** The day that is `days` after another day; before it if `days` is negative. @param {Date} day @param {number} days */
export const dayAfter = (day, days) => new Date(day.getFullYear(), day.getMonth(), day.getDate() + days);

/** The first day that has boards. */
export const FIRST = dayFrom(stored.first);

/** The number of days since `FIRST`; rounded, because days have 23 to 25 hours. @param {Date} day */
const since = (day) => Math.round((dayAfter(day, 0).getTime() - FIRST.getTime()) / 86_400_000);

const LENGTH = stored.former.length;
/** The number of days in each round through the boards after the first one: whole weeks, so that each board keeps its weekday. */
const WEEKS = LENGTH - (LENGTH % 7);

/** The index of a day's boards in the file, and the round from 0: after the last board, a new round begins. @param {Date} day */
function placeOf(day) {
  const number = Math.max(0, since(day));
  return number < LENGTH ? { place: number, round: 0 } : { place: 1 + ((number - 1) % WEEKS), round: Math.floor((number - 1) / WEEKS) };
}

/** The number of weekend days before the day with the index `place`. @param {number} place */
const weekendsBefore = (place) => Array.from({ length: place }, (_, at) => dayAfter(FIRST, at)).filter(isWeekend).length;

/** Whether a day is a Saturday or a Sunday, which have a board for points. @param {Date} day */
const isWeekend = (day) => day.getDay() % 6 === 0;

/** The kinds of boards that a day has, Former first. @param {Date} day @returns {Kind[]} */
export const kindsOf = (day) => (isWeekend(dayAfter(FIRST, placeOf(day).place)) ? ["former", "mayan", "points"] : ["former", "mayan"]);

/** The moves in a text of days.json: two characters for a click, three for a Mayan move. @param {string} list @param {boolean} isMayan */
const movesOf = (list, isMayan) => /** @type {import("../tilefall.d.ts").Move[]} */ ((list.match(isMayan ? /.../g : /../g) ?? []).map((move) => Array.from(move, (digit) => (isMayan && "LR".includes(digit) ? digit : Number.parseInt(digit, 36)))));

/** Rows with their colours rotated by `round`, so that attempts of earlier rounds do not count. @param {string} rows @param {number} round */
function coloured(rows, round) {
  const colours = [...new Set(rows.replaceAll(/[./]/g, ""))].sort();
  return rows.replaceAll(/[^./]/g, (one) => colours[(colours.indexOf(one) + round) % colours.length]);
}

/** The board of a kind on a day. @param {Kind} kind @param {Date} day @returns {DayBoard} */
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

/** Rows with colours renamed in the order of their appearance: equal in all rounds. @param {string} rows */
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

/** The rules of a record as text, to compare: the rows of a daily board with other rules are another puzzle.
 * @param {import("../types.d.ts").Record} record */
const rulesOf = ({ rules, moves, mode }) => JSON.stringify([rules === undefined || rules === "samegame" ? null : rules, moves ?? null, mode ?? null]);

/** The daily board with the rows and rules of a record, on its latest day up to today; `null` if the record is no daily board.
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

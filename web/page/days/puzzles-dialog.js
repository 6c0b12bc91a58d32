// The dialog for choosing a puzzle: the boards of today, of earlier days, and the sets of puzzles.

import { field } from "../views/elements.js";
import { attemptAt, attemptsAt, exported, imported, longestStreak, playedByDay, streak } from "../state/attempts.js";
import { calendar } from "./calendar.js";
import { FIRST, boardOf, dateOf, dayAfter, dayFrom, kindsOf } from "./day-boards.js";
import { openDay, openOfSet } from "./next.js";
import { framed } from "../views/board-picture.js";
import { placeOf, sets } from "./sets.js";
import { save } from "../views/share-dialog.js";
import { medalText, starRow } from "./medals.js";
import { t } from "../texts/strings.js";
import { game } from "../state/store.js";
import { button, make } from "../views/tiles.js";
import { goalOf } from "../state/results.js";
import { watchBest } from "../views/watch.js";

const dialog = /** @type {HTMLDialogElement} */ (field("puzzles-dialog"));

/** The button of a board of today. @param {import("./day-boards.js").Kind} kind */
function todayButton(kind) {
  const board = boardOf(kind, new Date());
  const attempt = attemptAt(board.record, board.goal);
  const words = make("span", "words");
  const about = kind === "mayan" ? t("mayanToday", t("level", board.word), board.value) : t("kindAbout", kind);
  const under = attempt?.on === null && attempt.moves.length ? t("goOn", attempt.at) : about;
  words.append(make("b", "", t("kind", kind)), make("small", "", under));
  const made = button("", () => openDay(kind), "pick");
  made.dataset.kind = kind;
  made.append(framed(board.record), words, ...(attempt && attempt.on !== null ? [starRow(attempt.stars)] : []));
  return made;
}

/** A line for a board of yesterday: its best result, the player's, and a button that opens the board. @param {import("./day-boards.js").Kind} kind @param {Date} day */
function yesterdayLine(kind, day) {
  const row = make("div", "past");
  const { value } = boardOf(kind, day);
  const mine = playedByDay(kind).get(dateOf(day));
  const text = t("yesterdayLine", t("kind", kind), value, typeof mine?.value === "number" ? mine.value : null);
  const play = button("", () => openDay(kind, day), "plain");
  play.append(make("span", "", text));
  const answer = button(t("answer"), () => {
    openDay(kind, day);
    watchBest();
  }, "small");
  answer.setAttribute("aria-label", t("answerOf", kind === "mayan" ? t("mayanPuzzle") : t("kind", kind)));
  row.append(play, answer);
  return row;
}

/** Shows the boards of yesterday with their best results, unless the daily boards begin today. */
function showYesterday() {
  const day = dayAfter(new Date(), -1);
  field("yesterday-part").hidden = day < FIRST;
  field("yesterday").replaceChildren(...(day < FIRST ? [] : kindsOf(day).map((kind) => yesterdayLine(kind, day))));
}

/** The kind of boards and the month that the calendar shows. @type {{ kind: import("./day-boards.js").Kind, month: Date }} */
let shown = { kind: "former", month: new Date() };

function showCalendar() {
  const choice = make("div", "segments");
  choice.setAttribute("role", "group");
  choice.setAttribute("aria-label", t("game"));
  for (const kind of /** @type {const} */ (["former", "mayan", "points"])) {
    const made = button(t("kind", kind), () => {
      shown = { ...shown, kind };
      showCalendar();
      /** @type {HTMLElement} */ (field("calendar").querySelector("[aria-pressed=true]")).focus();
    });
    made.setAttribute("aria-pressed", String(kind === shown.kind));
    choice.append(made);
  }
  const turned = (/** @type {Date} */ month) => {
    shown = { ...shown, month };
    showCalendar();
  };
  field("calendar").replaceChildren(choice, ...calendar(shown.kind, shown.month, (day) => openDay(shown.kind, day), turned));
}

/** The player's results on the boards of a kind: the numbers played and solved, the mean distance from the best, and the medals.
 * @param {import("./day-boards.js").Kind} kind */
function statistics(kind) {
  const all = [...playedByDay(kind).values()];
  const done = all.filter((one) => one.value !== null);
  const line = make("div", "bars");
  const stars = [1, 2, 3, 4].map((number) => done.filter((one) => one.stars === number).length);
  const most = Math.max(1, ...stars);
  for (const [at, number] of stars.entries()) {
    const bar = make("div", "bar-of");
    const fill = make("i");
    fill.style.setProperty("--part", String(number / most));
    bar.append(make("span", "", medalText(at + 1)), fill, make("span", "", String(number)));
    line.append(bar);
  }
  const over = done.map((one) => Math.abs((one.value ?? 0) - boardOf(kind, dayFrom(one.day ?? "")).value));
  const mean = over.reduce((sum, one) => sum + one, 0) / Math.max(1, over.length);
  const section = make("section");
  section.append(make("h4", "", t("kind", kind)), make("p", "quiet", t("boardsMean", all.length, done.length, mean)), ...(all.length ? [line] : []));
  return section;
}

function showStatistics() {
  const [now, longest] = [streak(), longestStreak()];
  field("streak").textContent = now ? t("daysInRow", now) : "";
  field("longest").textContent = longest ? t("longestRow", longest) : "";
  field("statistics").replaceChildren(...(/** @type {const} */ (["former", "mayan", "points"])).map(statistics));
}

/** A set of puzzles as a foldable list of numbered buttons. @param {import("./sets.js").PuzzleSet} set */
function showSet(set) {
  const results = attemptsAt(set.puzzles.map(({ record }) => record), goalOf(set.unit)).map((one) => (typeof one?.value === "number" ? one : null));
  const place = placeOf(game.record);
  const solved = results.filter(Boolean).length;
  const details = /** @type {HTMLDetailsElement} */ (make("details", "set"));
  details.open = place?.set === set;
  const summary = make("summary");
  const [title, words] = [t("setTitle", set.name), make("span", "words")];
  words.append(make("b", "", title), make("small", "", t("setNote", set.name)));
  summary.append(words, make("span", "count", `${solved} / ${set.puzzles.length}`));
  const grid = make("div", "numbers");
  grid.append(...set.puzzles.map((_, at) => {
    const stars = results[at]?.stars ?? 0;
    const made = button(String(at + 1), () => openOfSet(set, at), results[at] ? "done" : "");
    made.append(make("small", "", medalText(stars)));
    made.setAttribute("aria-label", t("setButton", title, at + 1, results[at] ? Math.min(3, stars) : null));
    if (place?.set === set && place.at === at) made.setAttribute("aria-current", "true");
    return made;
  }));
  details.append(summary, grid);
  return details;
}

async function showSets() {
  try {
    const all = await sets();
    const parts = /** @type {const} */ ([["samegame", "samegame"], ["mayan", "setsMayan"]]).map(([of, name]) => {
      const section = make("section");
      section.append(make("h3", "", t(name)), ...all.filter((set) => set.game === of).map(showSet));
      return section;
    });
    field("sets").replaceChildren(...parts);
  } catch (error) {
    field("sets").textContent = /** @type {Error} */ (error).message;
  }
}

function show() {
  field("today-title").textContent = t("dayInWords", new Date());
  field("today").replaceChildren(...kindsOf(new Date()).map(todayButton));
  shown.month = new Date();
  showYesterday();
  showCalendar();
  showStatistics();
  showSets();
  dialog.showModal();
}

/** Adds the results in the chosen file to the player's own. */
async function take() {
  const [file] = field("results-file").files ?? [];
  field("results-file").value = "";
  if (!file) return;
  try {
    field("results-said").textContent = t("gamesAdded", imported(await file.text()));
    show();
  } catch (error) {
    field("results-said").textContent = /** @type {Error} */ (error).message;
  }
}

field("puzzles").addEventListener("click", show);
field("results-save").addEventListener("click", () => save(new Blob([exported()], { type: "application/json" }), "tilefall-results.json"));
field("results-read").addEventListener("click", () => field("results-file").click());
field("results-file").addEventListener("change", take);

export const view = () => dialog.close();

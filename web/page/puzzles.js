// The dialog in which a puzzle is chosen: the boards of the day, the days before, and sets of puzzles.

import { field } from "./field.js";
import { notify } from "./status.js";
import { calendar } from "./calendar.js";
import { boardOf, difficultyOf, openDay } from "./daily.js";
import { dayAfter, numberOf, resultsByDay, resultsOf, streak } from "./diary.js";
import { dayInWords } from "./names.js";
import { openOfSet } from "./next.js";
import { SMALL, drawBoard, smallCanvas } from "./picture.js";
import { timeline } from "./rules.js";
import { placeOf, sets } from "./sets.js";
import { starRow } from "./stars.js";
import { game, setMode, watch } from "./store.js";
import { button, make } from "./tiles.js";
import { several } from "./words.js";
import { watchAnswer } from "./watch.js";

const dialog = /** @type {HTMLDialogElement} */ (field("puzzles-dialog"));

/** The names of the games. */
const GAMES = { samegame: "SameGame", mayan: "Mayan puzzle" };

/** Opens something to play, or shows the error.
 * @param {() => unknown} opening */
async function begin(opening) {
  try {
    await opening();
    setMode("play");
  } catch (error) {
    notify(/** @type {Error} */ (error).message);
  }
}

/** Draws the board of a button as soon as it is there.
 * @param {HTMLCanvasElement} canvas @param {string} of @param {Date} day */
async function draw(canvas, of, day) {
  const time = timeline(await boardOf(of, day), []);
  drawBoard(canvas, time, 0, [], SMALL);
}

/** Fills the button of a board of the day.
 * @param {"samegame" | "mayan"} of @param {string} id */
function showToday(of, id) {
  const today = new Date();
  const frame = make("span", "frame");
  const canvas = smallCanvas();
  frame.append(canvas);
  draw(canvas, of, today).catch(() => {});
  const words = make("span", "words");
  const result = resultsByDay(of).get(numberOf(today));
  words.append(make("b", "", GAMES[of]), make("small", "", of === "mayan" ? difficultyOf(today) : "15 × 15, five colours"));
  field(id).replaceChildren(frame, words, ...(result ? [starRow(result.stars)] : []));
}

/** The boards of yesterday with their answers. */
function showYesterday() {
  const day = dayAfter(new Date(), -1);
  const rows = Object.entries(GAMES).map(([of, name]) => {
    const row = make("div", "past");
    const result = resultsByDay(of).get(numberOf(day));
    const play = button("", () => begin(() => openDay(of, day)), "plain");
    play.append(make("span", "", name), ...(result ? [starRow(result.stars)] : []));
    const answer = button("Answer", async () => {
      await begin(() => openDay(of, day));
      watchAnswer();
    }, "small");
    answer.setAttribute("aria-label", `Answer of yesterday’s ${name}`);
    row.append(play, answer);
    return row;
  });
  field("yesterday").replaceChildren(...rows);
}

/** The game of the calendar. */
let ofCalendar = "samegame";

function showCalendar() {
  const choice = make("div", "segments");
  choice.setAttribute("role", "group");
  choice.setAttribute("aria-label", "Game");
  for (const [of, name] of Object.entries(GAMES)) {
    const made = button(name, () => {
      ofCalendar = of;
      showCalendar();
      /** @type {HTMLElement} */ (field("calendar").querySelector("[aria-pressed=true]")).focus();
    });
    made.setAttribute("aria-pressed", String(of === ofCalendar));
    choice.append(made);
  }
  field("calendar").replaceChildren(choice, calendar(ofCalendar, (day) => begin(() => openDay(ofCalendar, day))));
}

/** The numbered buttons of a set.
 * @param {import("./sets.js").PuzzleSet} set */
function showSet(set) {
  const results = resultsOf(set.puzzles.map(({ record }) => record), set.unit);
  const place = placeOf(game.record);
  const solved = results.filter(Boolean).length;
  const details = /** @type {HTMLDetailsElement} */ (make("details", "set"));
  details.open = place?.set === set;
  const summary = make("summary");
  const words = make("span", "words");
  words.append(make("b", "", set.title), make("small", "", set.note));
  summary.append(words, make("span", "count", `${solved} / ${set.puzzles.length}`));
  const grid = make("div", "numbers");
  grid.append(...set.puzzles.map((_, at) => {
    const stars = results[at]?.stars ?? 0;
    const made = button(String(at + 1), () => begin(() => openOfSet(set, at)), results[at] ? "done" : "");
    made.append(make("small", "", "★".repeat(stars)));
    made.setAttribute("aria-label", `${set.title} ${at + 1}${results[at] ? `, ${several(stars, "star")}` : ""}`);
    if (place?.set === set && place.at === at) made.setAttribute("aria-current", "true");
    return made;
  }));
  details.append(summary, grid);
  return details;
}

async function showSets() {
  try {
    const all = await sets();
    const parts = Object.entries(GAMES).map(([of, name]) => {
      const section = make("section");
      section.append(make("h3", "", of === "mayan" ? "Mayan puzzles" : name), ...all.filter((set) => set.game === of).map(showSet));
      return section;
    });
    field("sets").replaceChildren(...parts);
  } catch (error) {
    field("sets").textContent = /** @type {Error} */ (error).message;
  }
}

function show() {
  const days = streak();
  field("today-title").textContent = dayInWords(new Date());
  field("streak").textContent = days ? `${several(days, "day")} in a row` : "";
  showToday("samegame", "daily");
  showToday("mayan", "daily-mayan");
  showYesterday();
  showCalendar();
  showSets();
  dialog.showModal();
}

field("puzzles").addEventListener("click", show);
field("daily").addEventListener("click", () => begin(() => openDay("samegame", new Date())));
field("daily-mayan").addEventListener("click", () => begin(() => openDay("mayan", new Date())));
watch(() => dialog.close(), ["opened"]);

// The solver: workers that search from a position, and their results.

import { hints, spell } from "./rules.js";
import { clearFactor, follow, game, isSameGame, played, pointsNow, setGoal, watch } from "./store.js";
import { settings } from "./settings.js";
import { drawCurve } from "./curve.js";
import { movesList } from "./moves.js";
import { overNow, point } from "./board.js";
import { several } from "./words.js";

const field = (id) => document.getElementById(id);
const REASONS = { time: "time is up", nodes: "all nodes are used", trials: "all trials are made", interrupt: "stopped", depth: "too deep", memory: "memory is full", target: "enough" };

/** The solver's results for a position. A line that was searched for a hint is hidden. */
const blank = () => ({ start: null, before: 0, goal: "score", status: null, line: null, hidden: false, score: null, cleared: false, left: null, biggest: null, bound: null, nodes: [], seconds: 0, reason: null, why: null, running: 0 });
let known = blank();
let workers = [];
/** The number of hint steps shown at this position, and the number of positions so far. */
let hinted = 0;
let turn = 0;

/** The solver's results, for views. */
export const analysis = () => known;

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The rest of the line after the current position, if the game has followed the line so far. */
export function lineFromHere() {
  if (!known.line) return null;
  const here = played();
  const whole = [...known.start, ...known.line];
  return here.length >= known.start.length && same(whole.slice(0, here.length), here) ? whole.slice(here.length) : null;
}

function end() {
  for (const worker of workers) worker.terminate();
  workers = [];
  known.running = 0;
}

/** Stops the search and keeps its results. */
export function stop() {
  if (!known.running) return;
  end();
  known.reason = "interrupt";
  known.status ??= known.line ? "feasible" : "unknown";
  show();
}

/** Searches from the current position. */
export function solve(asked = {}) {
  end();
  known = { ...blank(), start: played(), before: isSameGame() ? pointsNow() : 0, goal: asked.goal ?? game.goal, hidden: asked.hidden ?? false };
  if (!isSameGame()) known.goal = "solve";
  const number = isSameGame() ? settings.cores : 1;
  known.running = number;
  for (let seed = 1; seed <= number; seed++) {
    const worker = new Worker("worker.js", { type: "module" });
    const search = known;
    worker.onmessage = ({ data }) => search === known && hear(seed - 1, data);
    worker.onerror = (event) => search === known && hear(seed - 1, { kind: "failed", message: event.message });
    const time = asked.time ?? Number(field("time").value);
    worker.postMessage({ record: game.record, moves: known.start, asked: { goal: isSameGame() ? known.goal : undefined, time, seed } });
    workers.push(worker);
  }
  show();
}

/** How good a list is for the goal of the search; lists that clear the board come first where only they count. */
function worth({ moves, score, cleared, left, biggest }) {
  const values = { fewest: (cleared ? 0 : -1e9) - moves.length, left: -left, biggest };
  return values[known.goal] ?? score ?? 0;
}

/** Whether the bound of the goal is an upper one. */
const isUpperBound = () => ["score", "clear", "biggest"].includes(known.goal);

function hear(number, message) {
  known.nodes[number] = Math.max(known.nodes[number] ?? 0, message.nodes ?? 0);
  known.seconds = Math.max(known.seconds, message.seconds ?? 0);
  if (message.moves && (known.line === null || worth(message) > worth({ ...known, moves: known.line }))) {
    const { moves: line, score = null, cleared, left = null, biggest = null } = message;
    Object.assign(known, { line, score, cleared, left, biggest });
  }
  if (typeof message.bound === "number") {
    // The smallest upper bound, or the largest lower bound.
    const tighter = isUpperBound() ? Math.min : Math.max;
    known.bound = known.bound === null ? message.bound : tighter(known.bound, message.bound);
  }
  if (message.kind === "failed") {
    end();
    Object.assign(known, { status: "error", reason: message.message });
  }
  if (message.kind === "done") {
    known.running -= 1;
    const proven = message.status === "optimal" || message.status === "infeasible";
    if (proven || known.running === 0) {
      end();
      known.status = proven ? message.status : known.line ? "feasible" : "unknown";
      known.reason = proven ? null : message.stopped_by;
      known.why = message.why ?? null;
    }
  }
  if (known.running) soon();
  else show();
}

/** The score of the whole game with the line. */
const total = () => (known.cleared ? clearFactor() : 1) * known.before + known.score;

/** The best list in the words of the goal. */
function foundInWords() {
  const { start, line, goal, left, biggest } = known;
  if (!isSameGame()) return several(line.length, "move");
  if (goal === "fewest") return several(start.length + line.length, "click");
  if (goal === "left") return `${several(left, "tile")} left`;
  if (goal === "biggest") return `${several(biggest, "tile")} at once`;
  return `${total()}${known.cleared ? cleared() : ""}`;
}

/** The bound in the words of the goal. */
function boundInWords() {
  const { start, before, goal, bound } = known;
  if (!isSameGame()) return `at least ${several(bound, "move")}`;
  if (goal === "fewest") return `at least ${several(start.length + bound, "click")}`;
  if (goal === "left") return `at least ${several(bound, "tile")} left`;
  if (goal === "biggest") return `at most ${several(bound, "tile")} at once`;
  return String(Math.max(before, clearFactor() * before) + bound);
}

/** The text that the line clears the board, with the bonus. */
function cleared() {
  const { bonus } = game.position;
  return bonus ? `, cleared with a bonus of ${bonus}` : ", cleared";
}

function showFigures() {
  const { running, status, line, bound, reason } = known;
  field("solve").disabled = running > 0;
  field("stop").disabled = running === 0;
  field("found-name").textContent = isSameGame() ? "Best" : "List";
  const word = running ? "searching" : status ?? "not asked";
  const why = reason ? `, ${REASONS[reason] ?? reason}` : "";
  field("verdict").textContent = word + (running ? "" : why) + meaning() + where();
  field("found").textContent = line ? foundInWords() : "–";
  field("bound").textContent = bound === null ? "–" : boundInWords();
  const nodes = known.nodes.reduce((sum, some) => sum + (some ?? 0), 0);
  const rate = known.seconds > 0 ? Math.round(nodes / known.seconds) : 0;
  field("rate").textContent = nodes ? `${rate.toLocaleString("en")} a second, ${nodes.toLocaleString("en")} in all` : "–";
  field("seconds").textContent = known.seconds ? `${known.seconds.toFixed(1)} s` : "–";
}

/** Shows everything. */
function show() {
  clearTimeout(due);
  due = null;
  const begun = performance.now();
  showFigures();
  showLine();
  drawCurve(known.start, known.hidden ? null : known.line);
  rest = Math.max(BEAT, 4 * (performance.now() - begun));
}

/** Minimum milliseconds between two redraws during a search; more after a slow redraw, so that the page stays responsive. */
const BEAT = 100;
let rest = BEAT;
let due = null;

/** Schedules a redraw: workers report lists faster than they can be drawn. */
function soon() {
  due ??= setTimeout(show, rest);
}

/** The meaning of a status. */
function meaning() {
  const { status, goal, running } = known;
  if (running || !status) return "";
  const proofs = { score: "no list scores more", left: "no list leaves fewer tiles", biggest: "no removal is larger" };
  if (Object.hasOwn(proofs, goal)) return status === "optimal" ? `: ${proofs[goal]}` : "";
  if (goal === "fewest" && status === "optimal") return ": no list of fewer clicks clears the board";
  const left = game.position.moves_left ?? null;
  const within = isSameGame() ? "cleared" : left === null ? "solved" : "solved in the moves left";
  if (status === "infeasible") return `: it cannot be ${within} from there${known.why ? `: ${known.why}` : ""}`;
  if (known.line) return `: it can be ${within} from there`;
  return `: not known whether it can be ${within}`;
}

/** The position of the answer, if the game has moved on. */
function where() {
  const { start, running } = known;
  if (!start || running || same(start, played())) return "";
  const other = same(start, game.moves.slice(0, start.length)) ? "" : " of other moves";
  return start.length ? ` (asked after move ${start.length}${other})` : " (asked at the start)";
}

field("goal").addEventListener("change", () => setGoal(field("goal").value));

const list = movesList(field("line"), (steps) => follow(known.start, known.line, steps));

function showLine() {
  const { line, start } = known;
  const here = played();
  const on = line && same([...start, ...line].slice(0, here.length), here) ? here.length - start.length : 0;
  const hidden = known.hidden && line !== null;
  field("hidden-line").hidden = !hidden;
  list(hidden ? [] : (line ?? []), on);
}

const advise = (text) => {
  field("advice").textContent = text;
};

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`;

/** Shows the next step of a hint, after a short search for the first. */
export async function hint() {
  if (game.position.over) return advise(sentence(overNow()));
  let line = lineFromHere();
  if (!line?.length && !(known.running && same(known.start, played()))) {
    hinted = 0;
    solve({ time: 1500, hidden: true });
  }
  if (!line?.length) advise("Looking for a line…");
  const here = turn;
  while (known.running && !line?.length) {
    await new Promise((done) => setTimeout(done, 50));
    if (here !== turn) return;
    line = lineFromHere();
  }
  if (!line?.length) {
    const back = game.at > 0 ? ": take moves back" : "";
    return advise(known.status === "infeasible" ? `No line leads to the goal from here${back}.` : "No line was found.");
  }
  const made = hints(game.record, played(), line, game.goal);
  const words = (parts) => parts.map(({ text, colour }) => text ?? `colour ${colour + 1}`).join("");
  const reasons = made.reasons.length ? made.reasons.map(({ parts }) => parts) : [made.gain];
  const texts = ["Look at these.", reasons.map(words).join(" "), `Line: ${line.map(spell).join(", ")}`];
  advise(texts[Math.min(hinted, 2)]);
  if (hinted < 2) point(made.look.cells);
  if (hinted >= 2 && known.hidden) {
    known.hidden = false;
    show();
  }
  if (hinted >= 2) {
    const [a, b] = line[0];
    const group = game.position.groups.find(({ cells }) => cells.some(([row, col]) => row + 1 === a && col + 1 === b));
    point(isSameGame() ? (group?.cells ?? []) : [[b, a]]);
  }
  hinted += 1;
}

watch((change) => {
  hinted = 0;
  turn += 1;
  advise("");
  field("goal-label").hidden = !isSameGame();
  field("goal").value = game.goal;
  if (change === "opened") {
    end();
    known = blank();
  }
  show();
});

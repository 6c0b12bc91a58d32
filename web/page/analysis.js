// The solver: workers that search from a position, and their results.

import { hints } from "./rules.js";
import { follow, game, isSameGame, played, scoreNow, watch } from "./store.js";
import { settings } from "./settings.js";
import { drawCurve } from "./curve.js";
import { movesList } from "./moves.js";
import { overNow, point } from "./board.js";
import { several } from "./words.js";

const field = (id) => document.getElementById(id);
const REASONS = { time: "time is up", nodes: "all nodes are used", trials: "all trials are made", interrupt: "stopped", depth: "too deep", memory: "memory is full", target: "enough" };

/** The solver's results for a position. A line that was searched for a hint is hidden. */
const blank = () => ({ start: null, before: 0, goal: "score", status: null, line: null, hidden: false, score: null, cleared: false, bound: null, nodes: [], seconds: 0, reason: null, why: null, running: 0 });
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
  known = { ...blank(), start: played(), before: scoreNow(), goal: asked.goal ?? field("goal").value, hidden: asked.hidden ?? false };
  if (!isSameGame()) known.goal = "solve";
  const number = isSameGame() ? settings.cores : 1;
  known.running = number;
  for (let seed = 1; seed <= number; seed++) {
    const worker = new Worker("worker.js", { type: "module" });
    const search = known;
    worker.onmessage = ({ data }) => search === known && hear(seed - 1, data);
    worker.onerror = (event) => search === known && hear(seed - 1, { kind: "failed", message: event.message });
    const time = asked.time ?? Number(field("time").value);
    worker.postMessage({ record: game.record, moves: known.start, asked: { goal: known.goal, time, seed } });
    workers.push(worker);
  }
  show();
}

function hear(number, message) {
  known.nodes[number] = Math.max(known.nodes[number] ?? 0, message.nodes ?? 0);
  known.seconds = Math.max(known.seconds, message.seconds ?? 0);
  if (message.moves && (known.line === null || (message.score ?? 0) > known.score)) {
    Object.assign(known, { line: message.moves, score: message.score ?? null, cleared: message.cleared });
  }
  if (typeof message.bound === "number") {
    // SameGame: the smallest bound on the score. Mayan: the largest bound on the number of moves.
    const tighter = isSameGame() ? Math.min : Math.max;
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

const total = () => known.before + known.score;

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
  field("found").textContent = !line ? "–" : isSameGame() ? `${total()}${known.cleared ? cleared() : ""}` : several(line.length, "move");
  field("bound").textContent = bound === null ? "–" : isSameGame() ? String(known.before + bound) : `at least ${several(bound, "move")}`;
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
  if (goal === "score") return status === "optimal" ? ": no list scores more" : "";
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
  const texts = hints(game.record, played(), line);
  advise(texts[Math.min(hinted, 2)]);
  if (hinted >= 2 && known.hidden) {
    known.hidden = false;
    show();
  }
  if (hinted >= 1) {
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
  if (change === "opened") {
    end();
    known = blank();
  }
  show();
});

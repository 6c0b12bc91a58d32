// The solver's panel: what is known of the position in plain words, the effort, and the best line.

import { field } from "./field.js";
import { known } from "./knowledge.js";
import { isAsked, isFromHere, isLive, isSearching, lastAsked, reviewGame, searchHere, setLive, stop } from "./search.js";
import { MOVED, drawAfter, game, isSameGame, setGoal } from "./store.js";
import { say } from "./status.js";
import { showLine } from "./line.js";
import { boundInWords, inWords, isToClear, unit } from "./values.js";
import { several } from "./words.js";

export { stop };

/** The results of the last search, for other pages. */
export const analysis = () => {
  const { line = null, score = null, status = null, bound = null } = lastAsked() ?? {};
  return { line, score, status, bound };
};

const time = () => Number(field("time").value);

/** Searches from the current position.
 * @param {{time?: number}} options */
export const solve = (options = {}) => searchHere({ time: options.time ?? time() });

/** @typedef {import("./knowledge.js").Known} Known */

/** The result of a game that is over.
 * @param {Known} known */
function overInWords({ best, why }) {
  if (!isToClear()) return `The game is over: ${inWords(best ?? 0)}.`;
  if (best === null && why) return impossible(why);
  if (best === null) return `The game is over, and the board is not ${isSameGame() ? "cleared" : "empty"}.`;
  return unit() === "cleared" || best === null ? "The board is cleared." : `The board is ${inWords(best)}.`;
}

/** That the goal cannot be reached, with the reason if one is known.
 * @param {string} why */
function impossible(why) {
  const left = game.position.moves_left;
  const more = known(0).status === "infeasible" ? "" : " any more";
  const what = isSameGame() ? (more ? "It cannot be cleared any more" : "This board cannot be cleared") : left === null ? `It cannot be solved${more}` : `Cannot be solved in the ${several(left, "move")} left`;
  return `${what}${why ? `: ${why}` : ""}.`;
}

/** What is proven to be possible.
 * @param {number} best */
function proven(best) {
  if (unit() === "cleared") return `The board can ${game.at ? "still " : ""}be cleared: proven.`;
  if (unit() === "moves" && game.record.mode === "exactly") return `It can ${game.at ? "still " : ""}be solved: proven.`;
  return `Proven best: ${inWords(best)}`;
}

/** The knowledge of the current position in words.
 * @param {Known} now */
function verdict(now) {
  const { best, status, why, searched } = now;
  if (game.position.over) return overInWords(now);
  if (best !== null && status === "optimal") return proven(best);
  if (best !== null) return `Best found so far: ${inWords(best)}`;
  if (status === "infeasible") return impossible(why);
  if (isSearching("once", "live", "review")) return "Searching…";
  const { status: last, reason } = lastAsked() ?? {};
  if (last === "error") return `The search failed: ${reason}.`;
  return searched ? `No way to ${isSameGame() ? "clear" : "solve"} the board was found.` : "Not searched from here yet.";
}

/** @type {Intl.NumberFormat | undefined} */
let compact;

/** A large number in short: `513k`. The format is made when it is needed first, because making it takes time.
 * @param {number} number */
function large(number) {
  compact ??= new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });
  return compact.format(number).replace("K", "k");
}
/** @type {Record<string, string>} */
const ENDS = { time: "time was up", interrupt: "stopped", nodes: "all positions of this search are used", trials: "all trials are made", memory: "memory is full", depth: "too deep" };

/** The effort of the last search in small words. */
function effort() {
  const search = lastAsked();
  if (!search?.seconds || search.kind === "review" || !isFromHere(search)) return "";
  const nodes = search.nodes.reduce((sum, some) => sum + (some ?? 0), 0);
  const rate = nodes && search.seconds > 0.2 ? ` · ${large(Math.round(nodes / search.seconds))} a second` : "";
  const end = search.running || !search.reason ? "" : `, ${ENDS[search.reason] ?? search.reason}`;
  return `${nodes ? `${large(nodes)} positions${rate} · ` : ""}${search.seconds.toFixed(1)} s${end}`;
}

/** @type {Animation | null} */
let bar = null;

/** Shows the time used of the search as a bar that fills. */
function showTime() {
  const search = lastAsked();
  const runs = isSearching("once", "live", "review");
  field("time-bar").classList.toggle("runs", runs);
  bar?.cancel();
  bar = null;
  if (!search || !runs) return;
  bar = field("time-bar").firstElementChild.animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: search.limit, fill: "forwards" });
  /** @type {Animation} */ (bar).currentTime = performance.now() - search.begun;
}

/** Shows a text, or hides its element.
 * @param {string} id @param {string} text */
function set(id, text) {
  const node = field(id);
  if (node.textContent !== text) node.textContent = text;
  node.hidden = !text;
}

function show() {
  if (game.mode !== "analyse") return;
  const now = isAsked() ? known() : null;
  set("verdict", now ? verdict(now) : "");
  const open = now && !game.position.over && now.bound !== null && now.status !== "optimal" && now.status !== "infeasible";
  set("bound", open ? boundInWords(now.bound ?? 0) : "");
  set("effort", isAsked() ? effort() : "");
  showLine(now && !game.position.over && now.status !== "infeasible" ? now.whole : null);
  const searching = isSearching("once", "live", "review");
  field("solve").hidden = searching || isLive();
  field("stop").hidden = !searching;
  field("review").hidden = game.looking;
  field("review").disabled = game.moves.length === 0 || isSearching("review");
  field("review").textContent = isSearching("review") ? "Looking at each move…" : "What did each move cost?";
}

field("solve").addEventListener("click", () => solve());
field("stop").addEventListener("click", () => {
  if (isLive()) field("live").click();
  else stop();
});
field("live").addEventListener("change", () => {
  setLive(field("live").checked, time);
  show();
});
field("review").addEventListener("click", () => reviewGame({ time: Math.max(10_000, time()) }));
field("goal").addEventListener("change", () => setGoal(field("goal").value));

/** The search whose end was announced.
 * @type {unknown} */
let said = null;

/** Announces the results of a search once it has ended. */
function announceEnd() {
  const search = lastAsked();
  if (!search || search.running || said === search || game.mode !== "analyse") return;
  said = search;
  say([field("verdict"), field("bound")].map((node) => node.textContent).join(" "));
}

drawAfter((change) => {
  if (change === "opened" || change === "goal") {
    field("goal").hidden = !isSameGame();
    field("goal").value = game.goal;
  }
  if (change === "search" || change === "mode") showTime();
  show();
  if (change === "search") announceEnd();
}, [...MOVED, "goal", "mode", "learned", "search"]);

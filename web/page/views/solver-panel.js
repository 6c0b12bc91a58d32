// The solver's panel: what is known of the position in plain words, the effort, and the best line.

import { field } from "./elements.js";
import { known } from "../state/knowledge.js";
import { isAsked, isFromHere, isLive, isSearching, lastAsked, reviewGame, searchHere, setLive, stop } from "../engine/search.js";
import { dispatch, game, isSameGame, setGoal } from "../state/store.js";
import { say } from "./messages.js";
import { showLine } from "./solver-line.js";
import { clauseOf } from "../texts/facts.js";
import { boundInWords, inWords, isToClear, unit } from "../state/results.js";
import { t } from "../texts/strings.js";

export { stop };

/** The results of the last search, for a page that embeds this one. */
export const analysis = () => {
  const { line = null, score = null, status = null, bound = null } = lastAsked() ?? {};
  return { line, score, status, bound };
};

const time = () => Number(field("time").value);

/** Searches from the current position. @param {{time?: number}} options */
export const solve = (options = {}) => searchHere({ time: options.time ?? time() });

/** @typedef {import("../types.d.ts").Known} Known */

/** The result of a game that is over, in words. @param {Known} known */
function overInWords({ best, why }) {
  if (!isToClear()) return t("overWith", inWords(best ?? 0));
  if (best === null && why) return impossible(why);
  if (best === null) return t("overNotCleared", isSameGame());
  return t("boardIs", inWords(best));
}

/** The sentence that the goal cannot be reached, with the reason if one is known. @param {Known["why"]} why */
function impossible(why) {
  return t("impossible", known(0).status === "infeasible", isSameGame(), game.position.moves_left, why ? clauseOf(why) : "");
}

/** The sentence about a proven best result. @param {number} best */
function proven(best) {
  if (unit() === "cleared") return t("provenClear", game.at > 0);
  if (unit() === "moves" && game.record.mode === "exactly") return t("provenSolve", game.at > 0);
  return t("provenBest", inWords(best));
}

/** The knowledge of the current position in words. @param {Known} now */
function verdict(now) {
  const { best, status, why, searched } = now;
  if (game.position.over) return overInWords(now);
  if (best !== null && status === "optimal") return proven(best);
  if (best !== null) return t("foundBest", inWords(best));
  if (status === "infeasible") return impossible(why);
  if (isSearching("once", "live", "review")) return t("searching");
  const { status: last, reason } = lastAsked() ?? {};
  if (last === "error") return t("searchFailed", reason);
  return searched ? t("noWayFound", isSameGame()) : t("notSearched");
}

/** The effort of the last search in words: positions, speed, time, and why it stopped. */
function effort() {
  const search = lastAsked();
  if (!search?.seconds || search.kind === "review" || !isFromHere(search)) return "";
  const nodes = search.nodes.reduce((sum, some) => sum + (some ?? 0), 0);
  const rate = nodes && search.seconds > 0.2 ? Math.round(nodes / search.seconds) : 0;
  return t("effort", nodes, rate, search.seconds, search.running || !search.reason ? "" : t("stoppedBy", search.reason));
}

/** @type {Animation | null} */
let bar = null;

/** Shows the used part of the time of a search by a bar that fills. */
function showTime() {
  const search = lastAsked();
  const runs = isSearching("once", "live", "review");
  field("time-bar").classList.toggle("runs", runs);
  bar?.cancel();
  bar = null;
  if (!search || !runs) return;
  bar = /** @type {Element} */ (field("time-bar").firstElementChild).animate([{ transform: "scaleX(0)" }, { transform: "scaleX(1)" }], { duration: search.limit, fill: "forwards" });
  bar.currentTime = performance.now() - search.begun;
}

/** Shows a text in an element; hides the element if the text is empty. @param {string} id @param {string} text */
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
  const reviews = isAsked() && isSearching("review");
  field("review").disabled = game.moves.length === 0 || reviews;
  field("review").textContent = t(reviews ? "lookingAtMoves" : "whatCost");
}

field("solve").addEventListener("click", () => solve());
field("stop").addEventListener("click", () => {
  if (isLive()) field("live").click();
  else stop();
});
field("live").addEventListener("change", () => {
  setLive(field("live").checked, time);
  dispatch({ type: "search" });
});
field("review").addEventListener("click", () => reviewGame({ time: Math.max(10_000, time()) }));
field("goal").addEventListener("change", () => setGoal(field("goal").value));

/** The search whose end was announced. @type {unknown} */
let said = null;

/** Announces the results of a search once it has ended. */
function announceEnd() {
  const search = lastAsked();
  if (!search || search.running || said === search || game.mode !== "analyse") return;
  said = search;
  say([field("verdict"), field("bound")].map((node) => node.textContent).join(" "));
}

/** @type {import("../types.d.ts").View} */
export function view({ type }) {
  if (type === "opened" || type === "goal") {
    field("goal").hidden = !isSameGame();
    field("goal").value = game.goal;
  }
  if (type === "search" || type === "mode") showTime();
  show();
  if (type === "search") announceEnd();
}

// The rules of the SameGame family: chosen by the name of a game, or part by part.

import { field } from "./elements.js";
import { wrongNumber } from "./dialogs.js";
import { bonusOf, presets, scores } from "../engine/calls.js";
import { goOn } from "../state/attempts.js";
import { GOALS } from "../state/reducer.js";
import { game, isSameGame, setGoal } from "../state/store.js";
import { t } from "../texts/strings.js";

/** @typedef {import("../types.d.ts").Family} Family @typedef {Family["rules"]} Rules */

const dialog = field("rules-dialog");
/** @type {Record<string, string>} */
const FORMULAS = { n2: "(n−2)²", n1: "(n−1)²", tri: "n(n−1)/2", nn1: "n(n−1)", count: "n", sq: "n²", tri1: "n(n+1)/2" };

/** The games with known rules, the usual ones first. @type {import("../types.d.ts").Preset[]} */
let known = [];

/** The rules of the game with a name; `undefined` if no known game has the name. */
export const rulesNamed = (/** @type {string} */ name) => known.find((one) => one.name === name)?.rules;

/** Sentences about the smallest group and about columns that stay, if they differ from the usual rules. */
export function inWords() {
  const { min_group: least, columns } = /** @type {Family} */ (game.family).rules;
  return t("taskGroups", least) + (columns === "stay" ? t("taskColumns") : "");
}

/** Rules in sentences; if the goal is the score, with the points. @param {Rules} rules @param {string} goal */
function described(rules, goal) {
  const { score, clear_bonus: bonus, clear_factor: factor, left_penalty: penalty, left_points: left, min_group: least, columns } = rules;
  const parts = [t("rulesGroups", least), t(columns === "stay" ? "rulesStay" : "rulesClose")];
  if (goal === "score") {
    parts.push(t("rulesPay", score.startsWith("poly:") ? null : (FORMULAS[score] ?? score)));
    if (bonus > 0) parts.push(t("rulesBonus", bonus));
    if (factor > 1) parts.push(t("rulesFactor", factor));
    if (penalty !== "none") parts.push(t("rulesPenalty"));
    if (left) parts.push(t("rulesLeft"));
  }
  return t("joined", parts);
}

/** The parts of the rules that have one field each; the rule for points has two. */
const FIELDS = /** @type {const} */ (["min_group", "columns", "clear_bonus", "clear_factor", "left_penalty", "left_points"]);
const fieldOf = (/** @type {string} */ part) => field(/** @type {"rules-poly"} */ (`rules-${part.replace("_", "-")}`));

function show(/** @type {Rules} */ rules) {
  for (const part of FIELDS) fieldOf(part).value = String(rules[part] ?? "");
  const poly = rules.score.startsWith("poly:");
  field("rules-score").value = poly ? "poly" : rules.score;
  field("rules-poly").value = poly ? rules.score.slice("poly:".length) : "";
  field("rules-poly-label").hidden = !poly;
}

const score = () => (field("rules-score").value === "poly" ? `poly:${field("rules-poly").value}` : field("rules-score").value);

/** The rules in the fields. @returns {Rules} */
function chosen() {
  const [bonus, factor, least] = ["clear_bonus", "clear_factor", "min_group"].map((part) => Number(fieldOf(part).value));
  const penalty = /** @type {Rules["left_penalty"]} */ (field("rules-left-penalty").value);
  const columns = /** @type {Rules["columns"]} */ (field("rules-columns").value);
  return { score: score(), clear_bonus: bonus, clear_factor: factor, min_group: least, left_penalty: penalty, columns, left_points: field("rules-left-points").value || null };
}

const same = (/** @type {Rules} */ a, /** @type {Rules} */ b) => /** @type {(keyof Rules)[]} */ (Object.keys(a)).every((part) => a[part] === b[part]);

/** Shows the game with the rules in the fields, if there is one; if several games have these rules, the chosen one. */
function showName() {
  const all = known.filter(({ rules }) => same(rules, chosen()));
  const named = all.find(({ name }) => name === field("rules-preset").value) ?? all[0];
  field("rules-preset").value = named?.name ?? "";
  field("rules-source").textContent = named ? t("source", named.name) || named.source : t("ownRulesSource");
  field("rules-words").textContent = described(chosen(), field("rules-goal").value);
  field("rules-problem").textContent = "";
}

/** Starts the board again by the chosen rules; if only the goal was changed, keeps the game. */
function play(/** @type {Event} */ event) {
  event.preventDefault();
  const problem = wrongNumber(dialog);
  field("rules-problem").textContent = problem ?? "";
  // Unfolds the parts, one of which is wrong.
  if (problem) field("rules-parts").open = true;
  if (problem) return;
  const [rules, goal] = [chosen(), field("rules-goal").value];
  try {
    if (same(rules, /** @type {Family} */ (game.family).rules)) setGoal(goal);
    else goOn({ ...game.record, rules }, goal);
    dialog.close();
    field("puzzles-dialog").close();
  } catch (error) {
    field("rules-problem").textContent = /** @type {Error} */ (error).message;
    field("rules-parts").open = true;
  }
}

/** Fills the lists of games, and adds the handlers of the dialog. */
export function start() {
  known = presets();
  for (const id of /** @type {const} */ (["open-rules", "new-rules", "rules-preset"])) {
    for (const { name } of known) field(id).add(new Option(t("preset", name), name));
  }
  field("rules-preset").add(new Option(t("ownRules"), ""));
  for (const goal of GOALS) field("rules-goal").add(new Option(t("goalOf", goal), goal));
  for (const name of scores()) field("rules-score").add(new Option(FORMULAS[name] ?? name, name));
  field("rules-score").add(new Option("A·n² + B·n + C", "poly"));
  field("rules").addEventListener("click", () => {
    if (game.family) show(game.family.rules);
    field("rules-goal").value = game.goal;
    field("rules-preset").value = "";
    field("rules-parts").open = false;
    showName();
    dialog.showModal();
  });
  field("rules-preset").addEventListener("change", () => {
    const named = known.find(({ name }) => name === field("rules-preset").value);
    if (named) {
      show(named.rules);
      field("rules-goal").value = named.goal;
    } else {
      field("rules-parts").open = true;
    }
    showName();
  });
  field("rules-score").addEventListener("change", () => {
    const poly = field("rules-score").value === "poly";
    field("rules-poly-label").hidden = !poly;
    if (!poly) fieldOf("clear_bonus").value = String(bonusOf(score()));
    showName();
  });
  field("rules-goal").addEventListener("change", showName);
  for (const part of ["poly", ...FIELDS]) fieldOf(part).addEventListener("change", showName);
  dialog.addEventListener("submit", play);
}

export function view() {
  field("rules").hidden = !isSameGame();
}

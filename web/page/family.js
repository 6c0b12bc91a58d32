// The rules of the SameGame family: chosen by the name of a game, or part by part.

import { bonusOf, presets, scores } from "./rules.js";
import { game, isSameGame, open, watch } from "./store.js";

const field = (id) => document.getElementById(id);
const dialog = field("rules-dialog");
const FORMULAS = { n2: "(n−2)²", n1: "(n−1)²", tri: "n(n−1)/2", nn1: "n(n−1)", count: "n", sq: "n²", tri1: "n(n+1)/2" };

/** The games with known rules, the usual ones first. */
let known = [];

/** The rules of a game. */
export const rulesNamed = (name) => known.find((one) => one.name === name)?.rules;

/** What differs from the usual rules of play, in sentences. */
export function inWords() {
  const { min_group: least, columns } = game.family.rules;
  const groups = { 1: " Single tiles can be clicked.", 2: "" }[least] ?? ` Groups of ${least} or more can be clicked.`;
  return groups + (columns === "stay" ? " Empty columns stay." : "");
}

/** The fields with whole numbers and words, by part of the rules. */
const FIELDS = ["min_group", "columns", "clear_bonus", "clear_factor", "left_penalty"];
const fieldOf = (part) => field(`rules-${part.replace("_", "-")}`);

function show(rules) {
  for (const part of FIELDS) fieldOf(part).value = rules[part];
  const poly = rules.score.startsWith("poly:");
  field("rules-score").value = poly ? "poly" : rules.score;
  field("rules-poly").value = poly ? rules.score.slice("poly:".length) : "";
  field("rules-poly-label").hidden = !poly;
}

const score = () => (field("rules-score").value === "poly" ? `poly:${field("rules-poly").value}` : field("rules-score").value);

/** The rules in the fields. */
function chosen() {
  const number = (part) => [part, Number(fieldOf(part).value)];
  const word = (part) => [part, fieldOf(part).value];
  const numbers = ["clear_bonus", "clear_factor", "min_group"].map(number);
  return { score: score(), ...Object.fromEntries([...numbers, ...["left_penalty", "columns"].map(word)]) };
}

const same = (a, b) => Object.keys(a).every((part) => a[part] === b[part]);

/** Shows the name of the rules in the fields, if they have one. */
function showName() {
  const named = known.find(({ rules }) => same(rules, chosen()));
  field("rules-preset").value = named?.name ?? "";
  field("rules-source").textContent = named?.source ?? "Rules of your own.";
  field("rules-problem").textContent = "";
}

/** The first number out of range, in words. */
function wrong() {
  const bad = [...dialog.querySelectorAll("input[type=number]")].find((input) => !input.validity.valid || input.value === "");
  return bad ? `${bad.parentElement.textContent.trim()}: expected a whole number from ${bad.min} to ${bad.max}` : null;
}

/** Starts the board again by the chosen rules. */
function play(event) {
  if (event.submitter?.value === "close") return;
  event.preventDefault();
  const problem = wrong();
  field("rules-problem").textContent = problem ?? "";
  if (problem) return;
  try {
    open({ ...game.record, rules: chosen() });
    dialog.close();
  } catch (error) {
    field("rules-problem").textContent = error.message;
  }
}

/** Fills the lists of games, and adds the handlers of the dialog. */
export function start() {
  known = presets();
  for (const id of ["open-rules", "new-rules", "rules-preset"]) {
    for (const { name } of known) field(id).add(new Option(name, name));
  }
  field("rules-preset").add(new Option("other rules", ""));
  for (const name of scores()) field("rules-score").add(new Option(FORMULAS[name] ?? name, name));
  field("rules-score").add(new Option("A·n² + B·n + C", "poly"));
  field("rules").addEventListener("click", () => {
    show(game.family.rules);
    showName();
    dialog.showModal();
  });
  field("rules-preset").addEventListener("change", () => {
    const named = known.find(({ name }) => name === field("rules-preset").value);
    if (named) show(named.rules);
    showName();
  });
  field("rules-score").addEventListener("change", () => {
    const poly = field("rules-score").value === "poly";
    field("rules-poly-label").hidden = !poly;
    if (!poly) fieldOf("clear_bonus").value = bonusOf(score());
    showName();
  });
  for (const part of ["poly", ...FIELDS]) fieldOf(part).addEventListener("change", showName);
  dialog.addEventListener("submit", play);
  watch(() => {
    field("rules").hidden = !isSameGame();
  }, ["opened"]);
}

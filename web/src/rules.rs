//! The rules of a puzzle, and the games with known rules.

use crate::{argument, error, json, puzzle};
use serde_json::{Value, json};
use tilefall::insight;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Goal, PRESETS, Preset, RuleParts, Rules, Score};
use wasm_bindgen::prelude::*;

/// Returns rules with all parts, including the defaults that a record leaves out, and the name of `preset`, if any.
fn whole(rules: Rules, preset: Option<&Preset>) -> Value {
    json!({
        "name": preset.map(|preset| preset.name),
        "source": preset.map(|preset| preset.source),
        "goal": preset.map_or(Goal::Score, |preset| preset.goal),
        "rules": RuleParts::from(rules),
    })
}

/// Returns the games with known rules as JSON: `name`, `source`, `rules` with all parts, and the usual `goal`.
#[wasm_bindgen]
pub fn presets() -> Result<String, JsError> {
    json(&PRESETS.iter().map(|preset| whole(preset.rules, Some(preset))).collect::<Vec<_>>())
}

/// Returns the names of the rules for the points of a group as JSON.
#[wasm_bindgen]
pub fn scores() -> Result<String, JsError> {
    json(&Score::NAMED.map(|(name, _)| name))
}

/// Returns the rules of a puzzle in the form of [`presets`]; `null` for a Mayan puzzle. If no known game has the rules,
/// `name` is `null` and the goal is the score.
#[wasm_bindgen(js_name = rulesOf)]
pub fn rules_of(record: &str) -> Result<String, JsError> {
    let puzzle = puzzle(record)?;
    let Task::SameGame(task) = &puzzle.task else { return json(&()) };
    let rules = task.rules.unwrap_or_default();
    json(&whole(rules, PRESETS.iter().find(|preset| preset.rules == rules)))
}

/// Returns the default bonus for an empty board under a rule for the points of a group, such as `n2`.
#[wasm_bindgen(js_name = bonusOf)]
pub fn bonus_of(score: &str) -> Result<f64, JsError> {
    score.parse::<Score>().map(|score| score.default_bonus() as f64).map_err(error)
}

/// Returns the number of stars, 0 to 3, for the result `reached`, by its distance from the `best` result known. Both
/// are in the unit of the goal; a Mayan puzzle has the goal `fewest`, in moves. `None` is a game that missed the goal.
#[wasm_bindgen]
pub fn stars(goal: &str, reached: Option<f64>, best: f64) -> Result<u8, JsError> {
    Ok(insight::stars(self::goal(goal)?, reached.map(|reached| reached as i64), best as i64))
}

/// Returns the worst result that still earns 2 or 3 `stars`; see [`stars`].
#[wasm_bindgen(js_name = resultFor)]
pub fn result_for(goal: &str, best: f64, stars: u8) -> Result<f64, JsError> {
    Ok(insight::result_for(self::goal(goal)?, best as i64, stars) as f64)
}

/// Parses the name of a goal.
pub(crate) fn goal(name: &str) -> Result<Goal, JsError> {
    argument("goal", &format!("{name:?}"))
}

//! Builds requests to the library from the keywords of calls; errors name the keyword.

use crate::argument::Keywords;
use crate::error::{american, value};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyInt;
use std::collections::BTreeMap;
use tilefall::ask::{GenerateRequest, Maker, RequestError, SameGameRequest, SolveRequest, Wrong};
use tilefall::rules::GameKind;

/// The keywords for the rules of SameGame.
pub const RULES: &[&str] =
    &["rules", "score", "clear_bonus", "clear_factor", "left_penalty", "left_points", "min_group", "columns"];

/// The other keywords of a request: for both games, for SameGame, and for the Mayan puzzle.
const BOTH: &[&str] = &["timeout", "nodes", "memory", "threads", "stats", "timings"];
const SAMEGAME: &[&str] = &["goal", "target", "method", "seed"];
const MAYAN: &[&str] = &["max_moves", "mode", "want", "max_solutions", "skip_noop"];

/// The keywords that describe generated puzzles, besides the rules.
const GENERATE: &[&str] = &[
    "rows",
    "cols",
    "colors",
    "clearable",
    "balanced",
    "clicks",
    "max_moves",
    "tiles",
    "unique",
    "solutions",
    "difficulty",
];

/// Pairs of a keyword and its field in a request, if their names differ.
const RENAMED: &[(&str, &str)] = &[("timeout", "time"), ("max_moves", "moves"), ("tiles", "blocks")];

/// Returns the name of the object in a request to which a keyword belongs: `limits`, or empty for the request itself.
fn object(name: &str) -> &'static str {
    match name {
        "timeout" | "nodes" | "memory" | "threads" => "limits",
        "stats" | "timings" => "record",
        name if name != "rules" && RULES.contains(&name) => "parts",
        _ => "",
    }
}

/// Builds the request to solve puzzles of a game from the keywords of a call. Other keywords are ignored.
pub fn request(game: GameKind, keywords: &Keywords<'_>) -> PyResult<SolveRequest> {
    match game {
        GameKind::SameGame => asked(game, keywords, &[RULES, BOTH, SAMEGAME].concat()),
        GameKind::Mayan => asked(game, keywords, &[BOTH, MAYAN].concat()),
    }
}

/// Builds a request with only the rules, which are read from the keywords of a call.
pub fn rules(keywords: &Keywords<'_>) -> PyResult<SameGameRequest> {
    match asked(GameKind::SameGame, keywords, RULES)? {
        SolveRequest::SameGame(request) => Ok(request),
        SolveRequest::Mayan(_) => Ok(SameGameRequest::default()),
    }
}

/// Builds the generator of puzzles from the keywords of a call.
pub fn maker(game: GameKind, keywords: &Keywords<'_>) -> PyResult<Maker> {
    let request = GenerateRequest::from_json(&json(keywords, &[RULES, GENERATE].concat())?);
    request.and_then(|request| request.maker(game)).map_err(|wrong| error(&wrong))
}

fn asked(game: GameKind, keywords: &Keywords<'_>, names: &[&str]) -> PyResult<SolveRequest> {
    SolveRequest::from_json(game, &json(keywords, names)?).map_err(|wrong| error(&wrong))
}

/// Writes the keywords `names` as a request in JSON, without keywords that are missing or None.
fn json(keywords: &Keywords<'_>, names: &[&str]) -> PyResult<String> {
    let mut objects = BTreeMap::<&str, Vec<String>>::new();
    for &name in names {
        let Some(given) = keywords.dict().get_item(name)?.filter(|given| !given.is_none()) else { continue };
        let field = RENAMED.iter().find(|(keyword, _)| *keyword == name).map_or(name, |(_, field)| field);
        let json = value_of(name, &given)?;
        objects.entry(object(name)).or_default().push(format!("\"{field}\":{json}"));
    }
    let mut fields = objects.remove("").unwrap_or_default();
    fields.extend(objects.into_iter().map(|(name, fields)| format!("\"{name}\":{{{}}}", fields.join(","))));
    Ok(format!("{{{}}}", fields.join(",")))
}

/// Writes the value of a keyword as JSON.
fn value_of(name: &str, given: &Bound<'_, PyAny>) -> PyResult<String> {
    let number = |text: String| value(format!("argument '{name}': {text}"));
    if given.extract::<f64>().is_ok_and(|number| !number.is_finite()) {
        return Err(number(format!("{given} is no finite number")));
    }
    if given.is_instance_of::<PyInt>() && given.extract::<i64>().is_err() && given.extract::<u64>().is_err() {
        return Err(number(format!("{given} is out of range, expected a number of 64 bits")));
    }
    given.py().import("tilefall._options")?.getattr("dumps")?.call1((name, given))?.extract()
}

/// Returns the exception for a wrong field of a request; the message names the keyword of the field.
fn error(wrong: &RequestError) -> PyErr {
    let field = &*wrong.field;
    let name = RENAMED.iter().find(|(_, other)| *other == field).map_or(field, |(keyword, _)| keyword);
    let about = if wrong.wrong == Wrong::NoEffect { name.to_owned() } else { format!("argument '{name}'") };
    let about = if field.is_empty() { String::new() } else { about };
    let message =
        american(wrong.of(&about)).replace("block", "tile").replace("true or false", "True or False");
    if wrong.wrong == Wrong::Value { value(message) } else { PyTypeError::new_err(message) }
}

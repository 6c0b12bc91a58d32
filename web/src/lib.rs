//! tilefall for a web page: functions that take text and return text, mostly JSON. The page stores the state of a
//! game as a record and a list of moves; these functions compute everything else.
//!
//! - `exact`: restriction to integers that JavaScript represents exactly
//! - [`mod@read`]: conversion of text in every format to records, and back
//! - [`position`]: positions after moves
//! - [`hints`]: hints for a line, and the reasons why a position is lost
//! - [`rules`]: the rules of a puzzle, and the games with known rules
//! - [`make`]: generating puzzles
//! - [`solve`]: searches, to be called in a Web Worker; [`analyse`]: the analysis of a game, likewise
//!
//! # Errors
//! Functions throw an `Error` with a message for people.

#[cfg(feature = "search")]
pub mod analyse;
mod exact;
#[cfg(feature = "search")]
pub mod hints;
#[cfg(feature = "search")]
pub mod make;
pub mod position;
#[cfg(feature = "search")]
pub mod read;
pub mod rules;
#[cfg(feature = "search")]
pub mod solve;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::record::{self, Step};
use wasm_bindgen::prelude::*;

/// Returns a JavaScript error with a message for people.
pub(crate) fn error(why: impl ToString) -> JsError {
    JsError::new(&why.to_string())
}

pub(crate) fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(error)
}

/// Parses an argument from JSON; errors begin with its `name`.
pub(crate) fn argument<T: DeserializeOwned>(name: &str, json: &str) -> Result<T, JsError> {
    serde_json::from_slice(json.as_bytes())
        .map_err(|why| error(format!("{name}: {}", record::json::message(&why, name))))
}

/// Parses a record in JSON into a puzzle.
pub(crate) fn puzzle(record: &str) -> Result<Puzzle, JsError> {
    let puzzle = exact::checked(argument("puzzle", record)?)
        .and_then(|record| record.puzzle().map_err(|why| why.to_string()));
    puzzle.map_err(|why| error(format!("puzzle: {why}")))
}

/// Parses a list of moves in JSON, written as in records.
pub(crate) fn moves(list: &str) -> Result<Vec<Step>, JsError> {
    argument("moves", list)
}

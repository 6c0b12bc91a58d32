//! tilefall for a page: functions that take text and give text, most of it JSON. The page keeps the state of a game, a
//! record and a list of moves; everything that follows from it is asked here.
//!
//! - `exact`: records with integers that JavaScript holds exactly
//! - [`mod@read`]: text in every format to records, and back
//! - [`position`]: what a list of moves makes of a board, for the eye
//! - [`make`]: new puzzles
//! - [`solve`]: the searches, for a Web Worker
//! - [`signature`]: the fixed workloads of `tilefall bench`
//!
//! # Errors
//! A function that cannot do what it is asked throws an `Error` with a sentence for people.

mod exact;
pub mod make;
pub mod position;
pub mod read;
pub mod signature;
pub mod solve;

use serde::Serialize;
use tilefall::puzzle::Puzzle;
use tilefall::record::{PuzzleRecord, Step};
use wasm_bindgen::prelude::*;

/// A sentence for people, as a JavaScript error.
pub(crate) fn error(why: impl ToString) -> JsError {
    JsError::new(&why.to_string())
}

/// A value as JSON.
pub(crate) fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(error)
}

/// The puzzle of a record in JSON.
pub(crate) fn puzzle(record: &str) -> Result<Puzzle, JsError> {
    let record: PuzzleRecord = serde_json::from_str(record).map_err(error)?;
    exact::checked(record).map_err(error)?.puzzle().map_err(error)
}

/// The moves of a list in JSON, as records have them.
pub(crate) fn moves(list: &str) -> Result<Vec<Step>, JsError> {
    serde_json::from_str(list).map_err(error)
}

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the page, or the worker, began.
    #[wasm_bindgen(js_namespace = performance)]
    pub(crate) fn now() -> f64;
}

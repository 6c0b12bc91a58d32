//! Generating puzzles.

use crate::exact::checked;
use crate::{argument, error, json};
use tilefall::Cancel;
use tilefall::ask::GenerateRequest;
use tilefall::rules::GameKind;
use tilefall::text::record::PuzzleRecord;
use wasm_bindgen::prelude::*;

/// Returns puzzle `number` of a seed as a record. All arguments are JSON; `request` has the fields of
/// [`GenerateRequest`].
#[wasm_bindgen]
pub fn make(game: &str, seed: &str, number: &str, request: &str) -> Result<String, JsError> {
    let game: GameKind = argument("game", game)?;
    let (seed, number) = (argument("seed", seed)?, argument("number", number)?);
    let maker = GenerateRequest::from_json(request).and_then(|request| request.maker(game)).map_err(error)?;
    let made = maker.make(seed, number, &Cancel::new(), |_| false).map_err(error)?;
    let (puzzle, _) = made.named(&maker.name(), seed, number);
    json(&checked(PuzzleRecord::of(&puzzle)).map_err(error)?)
}

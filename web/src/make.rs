//! Generating puzzles.

use crate::exact::checked;
use crate::{argument, error, json};
use serde::Deserialize;
use serde_json::Value;
use tilefall::rules::{GameKind, Rules, StopFlag};
use tilefall::text::record::{self, PuzzleRecord};
use tilefall::{mayan, samegame, text::report};
use wasm_bindgen::prelude::*;

/// The options for a puzzle, with the defaults of `tilefall generate`.
#[derive(Deserialize)]
struct MakeOptions {
    game: GameKind,
    seed: u64,
    #[serde(default)]
    number: u64,
    rows: Option<usize>,
    cols: Option<usize>,
    colors: Option<usize>,
    moves: Option<u64>,
    #[serde(default)]
    clearable: bool,
    #[serde(default)]
    balanced: bool,
    rules: Option<Value>,
    difficulty: Option<[u32; 2]>,
}

/// Returns a new puzzle as a record. `request` is JSON: `game` and `seed`; `rows`, `cols`, `colors`; for SameGame
/// `clearable`, `balanced` and `rules`; for Mayan `moves` and `difficulty`, a range within 0 to 100.
#[wasm_bindgen]
pub fn make(request: &str) -> Result<String, JsError> {
    let request: MakeOptions = argument("options", request)?;
    let rules: Option<Rules> = request
        .rules
        .map(serde_json::from_value)
        .transpose()
        .map_err(|why| error(format!("rules: {}", record::json::message(&why, "rules"))))?;
    let stop = StopFlag::new();
    let (name, made) = match request.game {
        GameKind::SameGame => {
            let usual = samegame::generate::GenerateOptions::default();
            let options = samegame::generate::GenerateOptions {
                rows: request.rows.unwrap_or(usual.rows),
                cols: request.cols.unwrap_or(usual.cols),
                colours: request.colors.unwrap_or(usual.colours),
                balanced: request.balanced,
                clearable: request.clearable,
                rules: rules.unwrap_or_default(),
                ..usual
            };
            let made = samegame::generate::make(&options, request.seed, request.number, &stop, |_| false);
            (
                report::samegame::id_prefix(&options),
                report::samegame::generated(&options, made.map_err(error)?),
            )
        }
        GameKind::Mayan => {
            let moves = request.moves.unwrap_or(5);
            let usual = mayan::generate::GenerateOptions::for_moves(moves, request.colors, None);
            let options = mayan::generate::GenerateOptions {
                rows: request.rows.unwrap_or(usual.rows),
                cols: request.cols.unwrap_or(usual.cols),
                difficulty: request.difficulty.map(|[low, high]| low..=high),
                ..usual
            };
            let made = mayan::generate::make(&options, request.seed, request.number, &stop, |_| false);
            (report::mayan::id_prefix(&options), report::mayan::generated(&options, made.map_err(error)?))
        }
    };
    let (puzzle, _) = made.named(&name, request.seed, request.number);
    json(&checked(PuzzleRecord::of(&puzzle)).map_err(error)?)
}

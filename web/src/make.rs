//! New puzzles.

use crate::exact::checked;
use crate::{error, json};
use serde::Deserialize;
use tilefall::base::{Game, StopFlag};
use tilefall::record::PuzzleRecord;
use tilefall::{mayan, report, samegame};
use wasm_bindgen::prelude::*;

/// What a puzzle is to be like; what is left out is as `tilefall generate` has it.
#[derive(Deserialize)]
struct Wish {
    game: Game,
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
    difficulty: Option<[u32; 2]>,
}

/// A new puzzle, as a record. `wish` is JSON: `game` and `seed`; `rows`, `cols`, `colors`; for SameGame `clearable` and
/// `balanced`; for Mayan `moves` and `difficulty`, a range within 0 to 100.
#[wasm_bindgen]
pub fn make(wish: &str) -> Result<String, JsError> {
    let wish: Wish = serde_json::from_str(wish).map_err(error)?;
    let stop = StopFlag::new();
    let (puzzle, _) = match wish.game {
        Game::SameGame => {
            let usual = samegame::generate::Wish::default();
            let asked = samegame::generate::Wish {
                rows: wish.rows.unwrap_or(usual.rows),
                cols: wish.cols.unwrap_or(usual.cols),
                colours: wish.colors.unwrap_or(usual.colours),
                balanced: wish.balanced,
                clearable: wish.clearable,
            };
            let made = samegame::generate::make(&asked, wish.seed, wish.number, &stop, |_| false);
            let name = report::samegame::name(&asked);
            report::samegame::generated(&asked, made.map_err(error)?).named(&name, wish.seed, wish.number)
        }
        Game::Mayan => {
            let moves = wish.moves.unwrap_or(5);
            let usual = mayan::generate::Wish::of(moves, wish.colors, None);
            let asked = mayan::generate::Wish {
                rows: wish.rows.unwrap_or(usual.rows),
                cols: wish.cols.unwrap_or(usual.cols),
                difficulty: wish.difficulty.map(|[low, high]| low..=high),
                ..usual
            };
            let made = mayan::generate::make(&asked, wish.seed, wish.number, &stop, |_| false);
            let name = report::mayan::name(&asked);
            report::mayan::generated(&asked, made.map_err(error)?).named(&name, wish.seed, wish.number)
        }
    };
    json(&checked(PuzzleRecord::of(&puzzle)).map_err(error)?)
}

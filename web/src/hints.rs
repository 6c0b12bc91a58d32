//! Hints and reasons: what to look at, why, and the line.

use crate::rules::goal;
use crate::{error, json, moves, puzzle};
use serde::Serialize;
use tilefall::insight::board_after;
use tilefall::insight::hints::Aim;
use tilefall::insight::hints::Hint;
use tilefall::insight::hints::reasons::{self, Sentence};
use tilefall::rules::{Cell, Goal, Step};
use wasm_bindgen::prelude::*;

/// Row and column from 0 at the bottom left.
type Place = [usize; 2];

#[derive(Serialize)]
struct Look {
    cells: Vec<Place>,
}

#[derive(Serialize)]
struct Reason {
    kind: &'static str,
    parts: Sentence,
    cells: Vec<Place>,
}

impl From<&reasons::Reason> for Reason {
    fn from(reason: &reasons::Reason) -> Reason {
        Reason {
            kind: reason.fact.name(),
            parts: reason.fact.sentence().punctuated(),
            cells: places(&reason.cells),
        }
    }
}

#[derive(Serialize)]
struct Steps {
    look: Look,
    reasons: Vec<Reason>,
    next: Step,
    line: Vec<Step>,
    gain: Sentence,
}

/// Parses the name of a goal; the highest score by default.
fn goal_or_usual(name: Option<String>) -> Result<Goal, JsError> {
    name.map_or(Ok(Goal::default()), |name| goal(&name))
}

fn places(cells: &[Cell]) -> Vec<Place> {
    cells.iter().map(|cell| [cell.row, cell.col]).collect()
}

/// Returns a hint for a line from a position as JSON: the cells to look at, the reasons, the next move, the whole line, and
/// what it gains. Sentences are lists of `{"text"}` and `{"colour"}`, the index of a colour of the timeline.
#[wasm_bindgen]
pub fn hints(record: &str, list: &str, line: &str, goal: Option<String>) -> Result<String, JsError> {
    let (puzzle, list, line) = (puzzle(record)?, moves(list)?, moves(line)?);
    let board = board_after(&puzzle, &list).map_err(error)?;
    let aim = Aim::after(&puzzle, &list, goal_or_usual(goal)?);
    let hint = Hint::new(&board, &aim, &line).ok_or_else(|| error("the line cannot be played"))?;
    json(&Steps {
        look: Look { cells: places(&hint.look) },
        reasons: hint.reasons.iter().map(Reason::from).collect(),
        next: hint.next,
        line: hint.line,
        gain: hint.gain.punctuated(),
    })
}

/// Returns the facts for which a position is lost as JSON, the most important first: `[{"kind","parts","cells"}]`.
#[wasm_bindgen]
pub fn reasons(record: &str, list: &str, goal: Option<String>) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let board = board_after(&puzzle, &list).map_err(error)?;
    let aim = Aim::after(&puzzle, &list, goal_or_usual(goal)?);
    json(
        &reasons::reasons(&board, &aim)
            .iter()
            .filter(|reason| reason.fact.is_loss())
            .map(Reason::from)
            .collect::<Vec<_>>(),
    )
}

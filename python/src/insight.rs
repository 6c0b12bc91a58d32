//! The analysis of a list of moves, and hints in words.

use crate::argument::Keywords;
use crate::array::numbered;
use crate::error::{american, library_error, value};
use crate::moves::{PyStep, localized};
use crate::puzzle::Puzzle;
use crate::replay::steps_of;
use crate::solve::Call;
use crate::watch::until;
use pyo3::prelude::*;
use std::collections::BTreeSet;
use tilefall::insight::hints::{Aim, Hint};
use tilefall::rules::GameKind;
use tilefall::text::record::ResultRecord;

/// Analyzes a list of moves; returns the analysis as JSON, and whether Ctrl-C ended it.
#[pyfunction]
pub fn analyze_list(
    py: Python<'_>,
    puzzle: Puzzle,
    moves: &Bound<'_, PyAny>,
    keywords: Keywords<'_>,
) -> PyResult<(String, bool)> {
    let call = Call::of(GameKind::SameGame, &keywords)?;
    let steps = steps_of(&puzzle, moves, "moves")?;
    let analyser = call.request.analyser().limits(call.limits(false));
    let analyse = || analyser.analyse(&puzzle.puzzle, &steps);
    let (analysis, ended) = until(py, &call.cancel, call.event.as_ref(), analyse)?;
    let shape = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
    let analysis = analysis.map_err(|error| library_error(localized(&error.to_string(), &steps, shape)))?;
    Ok((serde_json::to_string(&analysis.to_json()).map_err(value)?, ended))
}

/// Returns the texts of a hint: where to look, the reasons, the next move and the whole list. `line` is the result
/// record of the puzzle as a line of JSON; without a move in the record, there is no hint.
#[pyfunction]
pub fn hint_texts(puzzle: &Puzzle, line: &str) -> PyResult<Option<[String; 4]>> {
    let record: ResultRecord = serde_json::from_str(line).map_err(value)?;
    let goal = record.asked.and_then(|asked| asked.goal).unwrap_or_default();
    let (board, moves) = (numbered(&puzzle.puzzle.grid), record.moves.unwrap_or_default());
    let shape = (board.rows(), board.cols());
    let texts = |hint: Hint| {
        let columns: BTreeSet<usize> = hint.look.iter().map(|cell| cell.col).collect();
        let columns: Vec<String> = columns.iter().map(usize::to_string).collect();
        let mut why: Vec<String> = hint.reasons.iter().map(|reason| reason.to_text(&board)).collect();
        if why.is_empty() {
            why.push(hint.gain.sentence().to_text(&board));
        }
        let effect = hint.effect.to_text(&board);
        let line: Vec<String> = hint.line.iter().map(|&step| PyStep(step, shape).to_string()).collect();
        [
            format!("look at column {}", columns.join(", ")),
            why.join("; "),
            format!(
                "next: {}{}{effect}",
                PyStep(hint.next, shape),
                if effect.is_empty() { "" } else { ": " }
            ),
            format!("line: {}", line.join(", ")),
        ]
        .map(american)
    };
    Ok(Hint::new(&board, &Aim::after(&puzzle.puzzle, &[], goal), &moves).map(texts))
}

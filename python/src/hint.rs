//! Hints in words.

use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::base::{Cell, Move};
use tilefall::internals::play::hint;
use tilefall::puzzle::Task;
use tilefall::record::ResultRecord;

/// Returns the three texts of a hint, from the record (a line of JSON) of a result of a puzzle; `None` without a move.
#[pyfunction]
pub fn hint_texts(puzzle: &Puzzle, line: &str) -> PyResult<Option<[String; 3]>> {
    let record: ResultRecord = serde_json::from_str(line).map_err(crate::error::value)?;
    let moves = record.moves.unwrap_or_default();
    Ok(match &puzzle.puzzle.task {
        _ if moves.is_empty() => None,
        Task::SameGame(task) => {
            let clicks: Option<Vec<Cell>> = moves.iter().map(|step| step.click()).collect();
            let rules = task.rules.unwrap_or_default();
            clicks.map(|clicks| hint::clicks(&puzzle.puzzle.grid, rules, &clicks))
        }
        Task::Mayan(_) => {
            let slides: Option<Vec<Move>> = moves.iter().map(|step| step.slide()).collect();
            slides.map(|slides| hint::slides(&slides))
        }
    })
}

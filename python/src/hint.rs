//! Hints in words.

use crate::error::value;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::insight::hints::Aim;
use tilefall::insight::hints::Hint;
use tilefall::text::record::ResultRecord;

/// Returns the texts of a hint, from the record (a line of JSON) of a result of a puzzle: where to look, the reasons, the
/// next move and the whole list; `None` without a move.
#[pyfunction]
pub fn hint_texts(puzzle: &Puzzle, line: &str) -> PyResult<Option<[String; 4]>> {
    let record: ResultRecord = serde_json::from_str(line).map_err(value)?;
    let goal = record.asked.and_then(|asked| asked.goal).unwrap_or_default();
    let (board, moves) = (&puzzle.puzzle.grid, record.moves.unwrap_or_default());
    let hint = Hint::new(board, &Aim::after(&puzzle.puzzle, 0, goal), &moves);
    Ok(hint.map(|hint| hint.texts(board)))
}

//! Puzzles as text in any format.

use crate::argument::argument;
use crate::error::value;
use crate::puzzle::Puzzle;
use crate::read::GivenFormat;
use pyo3::prelude::*;

/// Returns the text of puzzles in a format. With `relabel`, colours get the first names of the format.
#[pyfunction]
pub fn text_of(
    puzzles: Vec<Puzzle>,
    format: &Bound<'_, PyAny>,
    relabel: &Bound<'_, PyAny>,
) -> PyResult<String> {
    let relabel = argument("relabel", relabel)?;
    let GivenFormat(Some(format)) = argument("format", format)? else {
        return Err(value("format is 'auto', expected the name of a format"));
    };
    let text = |puzzle: &Puzzle| {
        let puzzle_in = puzzle.written_in(format);
        let relabelled = if relabel { format.relabel(&puzzle_in) } else { Ok(puzzle_in) };
        let text = relabelled.and_then(|mut written| {
            // A puzzle from a file gets an id from the file name. A name such as `<board>` is no file name.
            written.id = written.id.or_else(|| (!puzzle.name.starts_with('<')).then(|| puzzle.named()));
            format.write(&written)
        });
        text.map_err(|error| value(format!("{} as {}: {}", puzzle.named(), format.name, error.0)))
    };
    let texts = puzzles.iter().map(text).collect::<PyResult<Vec<_>>>()?;
    format.join(&texts).map_err(|error| value(format!("{}: {}", format.name, error.0)))
}

//! Result records as text.

use crate::error::read_error;
use crate::text::Text;
use pyo3::prelude::*;
use tilefall::rules::GameKind;
use tilefall::text::formats::scan::{lines, without_mark};
use tilefall::verify::answer::{self, Answer};

/// A result record as a line of JSON, and the name of its game if the record has one.
type Line = (String, Option<&'static str>);

/// Reads a text of result records as answers; messages call the text `name`.
pub fn answers(text: &[u8], name: &str) -> PyResult<Vec<Answer>> {
    let lines = (1..).zip(lines(without_mark(text)));
    let answers = lines.filter_map(|(number, (_, line))| answer::record(line, number));
    answers.collect::<Result<_, _>>().map_err(|error| read_error(name, &error))
}

/// Returns the records of a text or a file in JSON Lines, a line of JSON for each.
#[pyfunction]
pub fn records_of(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<Line>> {
    let text = Text::expected("results", text)?;
    let line = |Answer { record, .. }| (record.to_line(), record.game.map(GameKind::name));
    let answers = py.detach(|| answers(&text.bytes, &text.named(None, "<results>")))?;
    Ok(answers.into_iter().map(line).collect())
}

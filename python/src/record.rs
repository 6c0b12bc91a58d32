//! Result records as text.

use crate::error::{read_error, value};
use crate::text::{MAX_UNPACKED, Text};
use pyo3::prelude::*;
use tilefall::rules::GameKind;
use tilefall::text::formats::scan::{lines, without_mark};
use tilefall::verify::answer::{self, Answer};

/// A result record as a line of JSON, and the name of its game if the record has one.
type Line = (String, Option<&'static str>);

/// Returns the answers of a text of records, under this name in messages.
pub fn answers(text: &[u8], name: &str) -> PyResult<Vec<Answer>> {
    let lines = (1..).zip(lines(without_mark(text)));
    let answers = lines.filter_map(|(number, (_, line))| answer::record(line, number));
    answers.collect::<Result<_, _>>().map_err(|error| read_error(name, &error))
}

/// Returns the records of a text, a line of JSON for each.
fn records(text: &[u8], name: &str) -> PyResult<Vec<Line>> {
    let line = |Answer { record, .. }| (record.to_line(), record.game.map(GameKind::name));
    Ok(answers(text, name)?.into_iter().map(line).collect())
}

/// Returns the record of a line of JSON.
#[pyfunction]
pub fn record_of(line: &str) -> PyResult<Line> {
    let mut all = records(line.as_bytes(), "<record>")?;
    let found = all.len();
    all.pop().filter(|_| found == 1).ok_or_else(|| value(format!("found {found} records, expected one")))
}

/// Returns the records of a text or a file in JSON Lines.
#[pyfunction]
pub fn records_of(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Vec<Line>> {
    let text = Text::expected("results", text, MAX_UNPACKED)?;
    py.detach(|| records(&text.bytes, text.file().unwrap_or("<results>")))
}

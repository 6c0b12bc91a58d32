//! Result records as text.

use crate::error::{read_error, value};
use crate::text::{MAX_UNPACKED, Text};
use pyo3::prelude::*;
use tilefall::rules::GameKind;
use tilefall::text::formats::scan::{lines, without_mark};
use tilefall::verify::answer;

/// A result record as a line of JSON, and the name of its game if the record has one.
type Line = (String, Option<&'static str>);

/// Returns the records of a text, a line of JSON for each, under this name in messages.
fn records(text: &[u8], name: &str) -> PyResult<Vec<Line>> {
    let records = (1..).zip(lines(without_mark(text)));
    let records = records.filter_map(|(number, (_, line))| answer::record(line, number));
    records
        .map(|answer| {
            let record = answer.map_err(|error| read_error(name, &error))?.record;
            Ok((record.to_line(), record.game.map(GameKind::name)))
        })
        .collect()
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

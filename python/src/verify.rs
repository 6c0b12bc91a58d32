//! The checker of answers.

use crate::argument::Keywords;
use crate::error::{in_python, read_error, value};
use crate::input;
use crate::puzzle::Puzzle;
use crate::text::{MAX_UNPACKED, Text};
use crate::watch::{Ending, beside, interrupted};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use tilefall::rules::{self, StopFlag, StopReason};
use tilefall::text::formats::RECORD_COORDINATES;
use tilefall::internals::formats::scan::{lines, without_mark};
use tilefall::internals::verify::lists::ClickConvention;
use tilefall::internals::verify::{answer, lists};
use tilefall::rules::puzzle::Task;
use tilefall::verify::{Checker, Class, Entry, Settings, Verdict};

/// Checks answers; returns a dictionary for each verdict, and whether Ctrl-C ended it.
#[pyfunction]
pub fn verify<'py>(
    py: Python<'py>,
    puzzles: Vec<Puzzle>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyList>, bool)> {
    let game = input::game(&keywords.get("game")?)?;
    if let Some(other) = puzzles.iter().find(|puzzle| puzzle.puzzle.task.game() != game) {
        let found = other.puzzle.task.game();
        return Err(value(format!("{}: {}", other.named(), found.wrong_game(game))));
    }
    let raises = keywords.get("on_interrupt")?.one_of(&[("raise", true), ("return", false)])?;
    let allow_noop = keywords.get("allow_noop")?.flag()?;
    let stop = Arc::new(StopFlag::new());
    let settings = Settings {
        search: keywords.get("search")?.number()?,
        stop: Some(stop.clone()),
    };
    let mut puzzles = puzzles;
    for puzzle in &mut puzzles {
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            task.allow_noop |= allow_noop;
        }
    }
    let name = keywords.option("name")?.map(|name| name.word("a str")).transpose()?;
    let text = Text::expected(&keywords.get("results")?, MAX_UNPACKED)?;
    let name = name.or_else(|| text.file().map(str::to_owned)).unwrap_or_else(|| "<results>".into());
    let work = |_: &SyncSender<()>| checked(&puzzles, &text.bytes, &settings, &name);
    let event = keywords.cancel()?;
    let ending = Ending { cancel: &|| stop.raise(StopReason::Interrupt), event: event.as_ref() };
    let (verdicts, ended) = beside(py, ending, work, |_, ()| Ok(true))?;
    let all = verdicts?.iter().map(|verdict| as_dict(py, verdict)).collect::<PyResult<Vec<_>>>()?;
    Ok((PyList::new(py, all)?, ended || (raises && interrupted(py)?)))
}

/// Returns the verdicts on the answers of a text that were checked before the stop flag was raised.
fn checked(puzzles: &[Puzzle], text: &[u8], settings: &Settings, name: &str) -> PyResult<Vec<Verdict>> {
    let stopped = || settings.stop.as_ref().is_some_and(|stop| stop.raised().is_some());
    let entry = |puzzle: &Puzzle| {
        let (id, index) = (puzzle.named(), puzzle.puzzle.index);
        Entry { id, index, puzzle: Ok(puzzle.puzzle.clone()) }
    };
    let read_error = |error: rules::ReadError| read_error(name, &error);
    let answers = if without_mark(text).trim_ascii_start().first() == Some(&b'{') {
        let lines = (1..).zip(lines(without_mark(text)));
        let records = lines.filter_map(|(number, (_, line))| answer::record(line, number));
        records.collect::<Result<Vec<_>, _>>().map_err(read_error)?
    } else if let Some(first) = puzzles.first() {
        let coordinates = if first.name == "<board>" { &RECORD_COORDINATES } else { first.format.coordinates };
        let counting = ClickConvention::Guess(coordinates);
        lists::read_all(text, &first.puzzle, counting, puzzles.len() == 1).map_err(read_error)?.answers
    } else {
        Vec::new()
    };
    let mut verdicts = Vec::new();
    for verdict in Checker::new(puzzles.iter().map(entry), answers.into_iter().map(Ok), settings.clone()) {
        // The search for the last answer may have ended early.
        if stopped() {
            break;
        }
        verdicts.push(verdict.map_err(read_error)?);
    }
    Ok(verdicts)
}

fn as_dict<'py>(py: Python<'py>, verdict: &Verdict) -> PyResult<Bound<'py, PyDict>> {
    let word = |value: serde_json::Result<serde_json::Value>| {
        value.ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
    };
    let dict = PyDict::new(py);
    dict.set_item("line", verdict.line)?;
    dict.set_item("index", verdict.index)?;
    dict.set_item("id", &verdict.id)?;
    dict.set_item("valid", verdict.is_valid())?;
    dict.set_item("checked", !verdict.unchecked)?;
    dict.set_item("status", verdict.status.map(|status| word(serde_json::to_value(status))))?;
    dict.set_item("length", verdict.moves)?;
    dict.set_item("score", verdict.score)?;
    dict.set_item("cleared", verdict.cleared)?;
    let claims_proof = matches!(verdict.class(), Class::Open | Class::Proven);
    dict.set_item("proven", claims_proof.then(|| verdict.class() == Class::Proven))?;
    dict.set_item("bound_proven", verdict.bound_proven)?;
    let faults =
        verdict.faults.iter().map(|fault| (word(serde_json::to_value(fault.kind)), in_python(&fault.what)));
    dict.set_item("faults", faults.collect::<Vec<_>>())?;
    Ok(dict)
}

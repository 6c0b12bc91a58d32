//! The checker of answers.

use crate::error::{ReadError, value};
use crate::input;
use crate::number::Whole;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tilefall::base::{self, Game};
use tilefall::formats::RECORDS;
use tilefall::formats::scan::{lines, without_mark};
use tilefall::puzzle::Task;
use tilefall::verify::lists::Counting;
use tilefall::verify::{Answer, Checker, Class, Entry, Settings, Verdict, answer, lists};

/// Checks answers; gives a dictionary for each verdict.
#[pyfunction]
#[pyo3(signature = (puzzles, results, *, game, search, memory, allow_noop, name))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub fn verify<'py>(
    py: Python<'py>,
    puzzles: Vec<Puzzle>,
    results: &Bound<'py, PyAny>,
    game: &str,
    search: Whole,
    memory: Whole,
    allow_noop: bool,
    name: &str,
) -> PyResult<Bound<'py, PyList>> {
    let game = input::game(game)?;
    if let Some(other) = puzzles.iter().find(|puzzle| puzzle.puzzle.task.game() != game) {
        let found = other.puzzle.task.game();
        return Err(value(format!("{}: {}", other.named(), found.instead_of(game))));
    }
    let text = input::text(results)?.unwrap_or_default();
    let (search, memory) = (search.to("search")?, memory.to("memory")?);
    let settings = Settings { search, memory, ..Settings::new(game) };
    let mut puzzles = puzzles;
    for puzzle in &mut puzzles {
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            task.allow_noop |= allow_noop;
        }
    }
    let verdicts = py.detach(|| checked(&puzzles, &text, settings, name))?;
    let all = verdicts.iter().map(|verdict| as_dict(py, verdict));
    PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)
}

fn checked(puzzles: &[Puzzle], text: &[u8], settings: Settings, name: &str) -> PyResult<Vec<Verdict>> {
    let entry = |puzzle: &Puzzle| {
        let (id, index) = (puzzle.named(), puzzle.puzzle.index);
        Entry { id, index, puzzle: Ok(puzzle.puzzle.clone()) }
    };
    let misread = |error: base::ReadError| ReadError::new_err(format!("{name}:{error}"));
    let answers = if without_mark(text).trim_ascii_start().first() == Some(&b'{') {
        let lines = (1..).zip(lines(without_mark(text)));
        let records = lines.filter_map(|(number, (_, line))| answer::record(line, number));
        records.collect::<Result<Vec<_>, _>>().map_err(misread)?
    } else {
        match puzzles.first() {
            Some(first) => bare(text, first, puzzles.len(), settings.game).map_err(misread)?,
            None => Vec::new(),
        }
    };
    let mut checker = Checker::new(puzzles.iter().map(entry), name, settings);
    let mut verdicts = Vec::new();
    for answer in answers {
        verdicts.extend(checker.check(&answer)?);
    }
    checker.finish(|verdict| {
        verdicts.push(verdict);
        Ok::<_, std::io::Error>(())
    })?;
    Ok(verdicts)
}

/// The answers of a text that holds no records. Several lists for a single Mayan puzzle are its solutions.
fn bare(text: &[u8], first: &Puzzle, puzzles: usize, game: Game) -> Result<Vec<Answer>, base::ReadError> {
    let coordinates = if first.name == "<board>" { &RECORDS } else { first.format.coordinates };
    let answers = lists::read(text, &first.puzzle, Counting::Likely(coordinates))?.answers;
    let all_lists = answers.iter().all(|answer| answer.record.moves.is_some());
    if game == Game::Mayan && puzzles == 1 && answers.len() > 1 && all_lists {
        let line = answers[0].line;
        return Ok(vec![Answer::lists(line, answers.into_iter().filter_map(|a| a.record.moves).collect())]);
    }
    Ok(answers)
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
    dict.set_item("moves", verdict.moves)?;
    dict.set_item("score", verdict.score)?;
    dict.set_item("cleared", verdict.cleared)?;
    let claims_proof = matches!(verdict.class(), Class::Open | Class::Proven);
    dict.set_item("proven", claims_proof.then(|| verdict.class() == Class::Proven))?;
    dict.set_item("bound_proven", verdict.bound_proven)?;
    let faults = verdict.faults.iter().map(|fault| (word(serde_json::to_value(fault.kind)), &fault.what));
    dict.set_item("faults", faults.collect::<Vec<_>>())?;
    Ok(dict)
}

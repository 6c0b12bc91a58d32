//! The checker of answers.

use crate::argument::Keywords;
use crate::cells::to_python;
use crate::error::{read_error, value};
use crate::puzzle::Puzzle;
use crate::text::Text;
use crate::watch::until;
use pyo3::prelude::*;
use serde_json::{Value, json};
use tilefall::rules;
use tilefall::rules::puzzle::Task;
use tilefall::verify::{Checker, Class, Entry, Settings, Verdict, answer, lists};

/// Checks answers. Returns a dictionary for each verdict, and whether Ctrl-C ended the call.
#[pyfunction]
pub fn verify<'py>(
    py: Python<'py>,
    puzzles: Vec<Puzzle>,
    keywords: Keywords<'py>,
) -> PyResult<(Bound<'py, PyAny>, bool)> {
    let game = keywords.word("game")?;
    if let Some(other) = puzzles.iter().find(|puzzle| puzzle.puzzle.task.game() != game) {
        let found = other.puzzle.task.game();
        return Err(value(format!("{}: {}", other.named(), found.wrong_game(game))));
    }
    let skip_noop: bool = keywords.get("skip_noop")?;
    let settings = Settings { search: keywords.get("search")?, ..Settings::default() };
    let mut puzzles = puzzles;
    for puzzle in &mut puzzles {
        if let Task::Mayan(task) = &mut puzzle.puzzle.task {
            task.skip_noop |= skip_noop;
        }
    }
    let name = keywords.get("name")?;
    let text = Text::expected("results", &keywords.get("results")?)?;
    let name = text.named(name, "<results>");
    let work = || checked(&puzzles, &text.bytes, &settings, &name);
    let (verdicts, ended) = until(py, &settings.limits.cancel, keywords.cancel()?.as_ref(), work)?;
    Ok((to_python(py, &verdicts?.iter().map(fields).collect::<Vec<_>>())?, ended))
}

/// Checks the answers in a text and returns the verdicts. If the stop flag is raised, later answers are not checked.
fn checked(puzzles: &[Puzzle], text: &[u8], settings: &Settings, name: &str) -> PyResult<Vec<Verdict>> {
    let entry = |puzzle: &Puzzle| {
        let (id, index) = (puzzle.named(), puzzle.puzzle.index);
        Entry { id, index, puzzle: Ok(puzzle.puzzle.clone()) }
    };
    let read_error = |error: rules::ReadError| read_error(name, &error);
    let answers = if answer::opens(text) {
        crate::record::answers(text, name)?
    } else if let Some(first) = puzzles.first() {
        lists::read_all(text, &first.puzzle, None, puzzles.len() == 1).map_err(read_error)?.answers
    } else {
        Vec::new()
    };
    let mut verdicts = Vec::new();
    for case in Checker::new(puzzles.iter().map(entry), answers.into_iter().map(Ok)) {
        let verdict = case.map(|case| case.verdict(settings));
        // This verdict is dropped, because the stop flag may have ended its search early.
        if settings.limits.cancel.is_cancelled() {
            break;
        }
        verdicts.push(verdict.map_err(read_error)?);
    }
    Ok(verdicts)
}

/// Returns the fields of a `Verdict` of the package.
fn fields(verdict: &Verdict) -> Value {
    let claims_proof = matches!(verdict.class(), Class::Open | Class::Proven);
    let faults = verdict.faults.iter().map(|fault| json!([fault.kind, fault.what]));
    json!({
        "line": verdict.line,
        "index": verdict.index,
        "id": verdict.id,
        "valid": verdict.is_valid(),
        "checked": !verdict.unchecked,
        "status": verdict.status,
        "length": verdict.moves,
        "score": verdict.score,
        "cleared": verdict.cleared,
        "proven": claims_proof.then(|| verdict.class() == Class::Proven),
        "bound_proven": verdict.bound_proven,
        "boards": verdict.boards,
        "faults": faults.collect::<Vec<_>>(),
    })
}

//! Generating puzzles.

use crate::argument::Keywords;
use crate::error::{american, check_room, value};
use crate::puzzle::{Puzzle, typed};
use crate::request;
use crate::watch::until;
use pyo3::prelude::*;
use std::collections::HashSet;
use tilefall::Cancel;
use tilefall::rules::GameKind;
use tilefall::text::formats::jsonl;
use tilefall::text::record::ResultRecord;

/// The puzzles made, and whether Ctrl-C interrupted the call.
type Made<'py> = (Vec<Bound<'py, Puzzle>>, bool);

/// Generates `count` different puzzles. Returns the puzzles, and whether Ctrl-C ended the call.
#[pyfunction]
pub fn generate<'py>(py: Python<'py>, game: &str, keywords: Keywords<'_>) -> PyResult<Made<'py>> {
    let game = if game == GameKind::Mayan.name() { GameKind::Mayan } else { GameKind::SameGame };
    let maker = request::maker(game, &keywords)?;
    let name = &*maker.name();
    let (count, seed): (u64, u64) = (keywords.get("count")?, keywords.get("seed")?);
    let cancel = Cancel::new();
    let work = || {
        let (mut taken, mut puzzles) = (HashSet::new(), Vec::new());
        for number in 0..count {
            // The room for a puzzle and its canonical form is estimated from the size of the last puzzle.
            let cells =
                puzzles.last().map_or(0, |last: &Puzzle| last.puzzle.grid.rows() * last.puzzle.grid.cols());
            check_room(format!("puzzle {} of {count}", number + 1), 4 * cells)?;
            let made = match maker.make(seed, number, &cancel, |grid| taken.contains(&grid.canonical())) {
                Err(_) if cancel.is_cancelled() => break,
                made => {
                    made.map_err(|why| value(format!("puzzle {} of {count}: {}", number + 1, american(why))))?
                }
            };
            taken.insert(made.grid.canonical());
            let (puzzle, answer) = made.named(name, seed, number);
            let answer = answer.as_ref().map(ResultRecord::to_line);
            let (name, position) = (name.to_owned(), number + 1);
            puzzles.push(Puzzle { name, position, format: &jsonl::FORMAT, puzzle, answer });
        }
        Ok::<_, PyErr>(puzzles)
    };
    let (made, ended) = until(py, &cancel, keywords.cancel()?.as_ref(), work)?;
    Ok((typed(py, made?)?, ended))
}

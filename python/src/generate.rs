//! Generating puzzles.

use crate::argument::{Ends, Keywords};
use crate::error::{american, check_room, library_error, value};
use crate::input::RuleOverrides;
use crate::puzzle::{Puzzle, typed};
use crate::watch::until;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Rules, StopFlag};
use tilefall::text::formats::jsonl;
use tilefall::text::record::ResultRecord;
use tilefall::text::report::{self, Generated};
use tilefall::{mayan, samegame};
use tilefall_cli::difficulty;

/// A function that makes the puzzle of a seed and a number; its argument returns whether a board was made before.
type Make<'a> =
    dyn Fn(u64, u64, &StopFlag, &mut dyn FnMut(&Grid) -> bool) -> Result<Generated, String> + Sync + 'a;

/// The puzzles made, and whether Ctrl-C interrupted the call.
type Made<'py> = (Vec<Bound<'py, Puzzle>>, bool);

/// Generates the number of puzzles in `keywords`, all different.
fn made<'py>(py: Python<'py>, name: &str, keywords: &Keywords<'_>, make: &Make<'_>) -> PyResult<Made<'py>> {
    let (count, seed): (u64, u64) = (keywords.get("count")?, keywords.get("seed")?);
    let stop = StopFlag::new();
    let work = || {
        let (mut taken, mut puzzles) = (HashSet::new(), Vec::new());
        for number in 0..count {
            // For the cells of the puzzle, and of the boards made so far with their canonical forms.
            let cells =
                puzzles.last().map_or(0, |last: &Puzzle| last.puzzle.grid.rows() * last.puzzle.grid.cols());
            check_room(format!("puzzle {} of {count}", number + 1), 4 * cells)?;
            let made = match make(seed, number, &stop, &mut |grid| taken.contains(&grid.canonical())) {
                Err(_) if stop.raised().is_some() => break,
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
    let (made, ended) = until(py, &stop, keywords.cancel()?.as_ref(), work)?;
    Ok((typed(py, made?)?, ended))
}

/// Returns the options for SameGame boards in keywords.
pub fn samegame_options(
    keywords: &Keywords<'_>,
    rules: Rules,
    clicks: Option<u64>,
) -> PyResult<samegame::generate::GenerateOptions> {
    let options = samegame::generate::GenerateOptions {
        rows: keywords.get("rows")?,
        cols: keywords.get("cols")?,
        colours: keywords.get("colors")?,
        balanced: keywords.get("balanced")?,
        clearable: keywords.get("clearable")?,
        clicks,
        rules,
    };
    options.check().map_err(library_error)?;
    Ok(options)
}

/// Makes SameGame boards; returns the puzzles and whether Ctrl-C ended it.
#[pyfunction]
pub fn generate_samegame<'py>(py: Python<'py>, keywords: Keywords<'_>) -> PyResult<Made<'py>> {
    let rules = RuleOverrides::of(&keywords)?.on(None);
    let clicks: Option<u64> = keywords.get("clicks")?;
    let options = samegame_options(&keywords, rules, clicks)?;
    if options.clearable && clicks.is_some() {
        return Err(PyTypeError::new_err("clearable and clicks exclude each other"));
    }
    made(py, &report::samegame::id_prefix(&options), &keywords, &|seed, number, stop, taken| {
        let made = samegame::generate::make(&options, seed, number, stop, taken);
        Ok(report::samegame::generated(&options, made.map_err(|why| why.to_string())?))
    })
}

/// A range of difficulties: a word, or both ends.
struct Difficulty(RangeInclusive<u32>);

impl FromPyObject<'_, '_> for Difficulty {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<Difficulty> {
        if object.is_instance_of::<PyString>() {
            return difficulty(&object.extract::<String>()?).map(Difficulty).map_err(library_error);
        }
        object.extract::<Ends<u32>>().map(|ends| Difficulty(ends.0))
    }
}

/// Returns the options for Mayan puzzles in keywords.
pub fn mayan_options(keywords: &Keywords<'_>) -> PyResult<mayan::generate::GenerateOptions> {
    let tiles = keywords.get::<Option<Ends<usize>>>("tiles")?.map(|ends| ends.0);
    let solutions = keywords.get::<Option<Ends<u64>>>("solutions")?.map(|ends| ends.0);
    let unique = keywords.get("unique")?;
    if unique && solutions.is_some() {
        return Err(PyTypeError::new_err("unique and solutions exclude each other"));
    }
    let usual = mayan::generate::GenerateOptions::for_moves;
    let options = mayan::generate::GenerateOptions {
        rows: keywords.get("rows")?,
        cols: keywords.get("cols")?,
        solutions: if unique { Some(1..=1) } else { solutions },
        difficulty: keywords.get::<Option<Difficulty>>("difficulty")?.map(|range| range.0),
        ..usual(keywords.get("max_moves")?, keywords.get("colors")?, tiles)
    };
    options.check().map_err(|why| library_error(why.to_string().replace("block", "tile")))?;
    Ok(options)
}

/// Makes Mayan puzzles; returns the puzzles and whether Ctrl-C ended it.
#[pyfunction]
pub fn generate_mayan<'py>(py: Python<'py>, keywords: Keywords<'_>) -> PyResult<Made<'py>> {
    let options = mayan_options(&keywords)?;
    made(py, &report::mayan::id_prefix(&options), &keywords, &|seed, number, stop, taken| {
        let made = mayan::generate::make(&options, seed, number, stop, taken);
        Ok(report::mayan::generated(&options, made.map_err(|why| why.to_string())?))
    })
}

//! Generating puzzles.

use crate::argument::{Argument, Keywords};
use crate::error::{check_room, value};
use crate::input::RuleOverrides;
use crate::number::Range;
use crate::puzzle::{Puzzle, typed};
use crate::watch::{Ending, beside, interrupted};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::mpsc::SyncSender;
use tilefall::rules::{Rules, StopFlag, StopReason};
use tilefall::text::formats::jsonl;
use tilefall::rules::grid::Grid;
use tilefall::text::record::ResultRecord;
use tilefall::text::report::{self, Generated};
use tilefall::{mayan, samegame};

/// A function that makes the puzzle of a seed and a number; its argument returns whether a board was made before.
type Make<'a> =
    dyn Fn(u64, u64, &StopFlag, &mut dyn FnMut(&Grid) -> bool) -> Result<Generated, String> + Sync + 'a;

/// The puzzles made, and whether Ctrl-C interrupted the call.
type Made<'py> = (Vec<Bound<'py, Puzzle>>, bool);

/// Generates the number of puzzles in `keywords`, all different.
fn made<'py>(py: Python<'py>, name: &str, keywords: &Keywords<'_>, make: &Make<'_>) -> PyResult<Made<'py>> {
    let (count, seed): (u64, u64) = (keywords.get("count")?.number()?, keywords.get("seed")?.number()?);
    let raises = keywords.get("on_interrupt")?.one_of(&[("raise", true), ("return", false)])?;
    let stop = StopFlag::new();
    let work = |_: &SyncSender<()>| {
        let (mut taken, mut puzzles) = (HashSet::new(), Vec::new());
        for number in 0..count {
            // For the cells of the puzzle, and of the boards made so far with their canonical forms.
            let cells =
                puzzles.last().map_or(0, |last: &Puzzle| last.puzzle.grid.rows() * last.puzzle.grid.cols());
            check_room(format!("puzzle {} of {count}", number + 1), 4 * cells)?;
            let made = match make(seed, number, &stop, &mut |grid| taken.contains(&grid.canonical())) {
                Err(_) if stop.raised().is_some() => break,
                made => made.map_err(|why| value(format!("puzzle {} of {count}: {why}", number + 1)))?,
            };
            taken.insert(made.grid.canonical());
            let (puzzle, answer) = made.named(name, seed, number);
            let answer = answer.as_ref().map(ResultRecord::to_line);
            let (name, position) = (name.to_owned(), number + 1);
            puzzles.push(Puzzle { name, position, format: &jsonl::FORMAT, puzzle, answer });
        }
        Ok::<_, PyErr>(puzzles)
    };
    let event = keywords.cancel()?;
    let ending = Ending { cancel: &|| stop.raise(StopReason::Interrupt), event: event.as_ref() };
    let (made, ended) = beside(py, ending, work, |_, ()| Ok(true))?;
    Ok((typed(py, made?)?, ended || (raises && interrupted(py)?)))
}

/// Returns the options for SameGame boards in keywords.
pub fn samegame_options(
    keywords: &Keywords<'_>,
    rules: Rules,
    clicks: Option<u64>,
) -> PyResult<samegame::generate::GenerateOptions> {
    let options = samegame::generate::GenerateOptions {
        rows: keywords.get("rows")?.number()?,
        cols: keywords.get("cols")?.number()?,
        colours: keywords.get("colors")?.number()?,
        balanced: keywords.get("balanced")?.flag()?,
        clearable: keywords.get("clearable")?.flag()?,
        clicks,
        rules,
    };
    options.check().map_err(value)?;
    Ok(options)
}

/// Makes SameGame boards; returns the puzzles and whether Ctrl-C ended it.
#[pyfunction]
pub fn generate_samegame<'py>(py: Python<'py>, keywords: Keywords<'_>) -> PyResult<Made<'py>> {
    let rules = RuleOverrides::of_keywords(&keywords)?.on(None);
    let clicks = keywords.option("clicks")?.map(|clicks| clicks.number()).transpose()?;
    let options = samegame_options(&keywords, rules, clicks)?;
    if options.clearable && clicks.is_some() {
        return Err(PyTypeError::new_err("clearable and clicks exclude each other"));
    }
    made(py, &report::samegame::id_prefix(&options), &keywords, &|seed, number, stop, taken| {
        let made = samegame::generate::make(&options, seed, number, stop, taken);
        Ok(report::samegame::generated(&options, made.map_err(|why| why.to_string())?))
    })
}

/// Returns the range of an argument: two ends, or one number if `single`.
fn range<T: Range + Copy>(argument: &Argument<'_>, single: bool) -> PyResult<RangeInclusive<T>> {
    let one = if single { argument.whole_if_any()? } else { None };
    let (low, high) = match one {
        Some(number) => (number.to(argument.name())?, number.to(argument.name())?),
        None => argument.ends(if single { "a whole number or (low, high)" } else { "(low, high)" })?,
    };
    Ok(low..=high)
}

/// Returns the range of difficulties of an argument: a word, or two ends.
fn difficulty(argument: &Argument<'_>) -> PyResult<RangeInclusive<u32>> {
    let words = [("easy", (0, 35)), ("medium", (36, 60)), ("hard", (61, 100))];
    let (low, high) = match argument.object().is_instance_of::<PyString>() {
        true => argument.one_of(&words)?,
        false => argument.ends("easy, medium, hard or (low, high)")?,
    };
    Ok(low..=high)
}

/// Returns the options for Mayan puzzles in keywords.
pub fn mayan_options(keywords: &Keywords<'_>) -> PyResult<mayan::generate::GenerateOptions> {
    let option = |name| keywords.option(name);
    let blocks = option("blocks")?.map(|blocks| range(&blocks, true)).transpose()?;
    let colours = option("colors")?.map(|colours| colours.number()).transpose()?;
    let solutions = option("solutions")?.map(|solutions| range(&solutions, false)).transpose()?;
    let unique = keywords.get("unique")?.flag()?;
    if unique && solutions.is_some() {
        return Err(PyTypeError::new_err("unique and solutions exclude each other"));
    }
    let options = mayan::generate::GenerateOptions {
        rows: keywords.get("rows")?.number()?,
        cols: keywords.get("cols")?.number()?,
        solutions: if unique { Some(1..=1) } else { solutions },
        difficulty: option("difficulty")?.map(|argument| difficulty(&argument)).transpose()?,
        ..mayan::generate::GenerateOptions::for_moves(keywords.get("max_moves")?.number()?, colours, blocks)
    };
    options.check().map_err(value)?;
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

//! New puzzles.

use crate::argument::{Given, Words};
use crate::error::{check_room, value};
use crate::number::Range;
use crate::puzzle::Puzzle;
use crate::watch::{beside, interrupted};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::mpsc::SyncSender;
use tilefall::base::{StopFlag, StopReason};
use tilefall::formats::jsonl;
use tilefall::grid::Grid;
use tilefall::record::ResultRecord;
use tilefall::report::{self, Generated};
use tilefall::{mayan, samegame};

/// Makes the puzzle of a seed and a number; the function says whether a board was made before.
type Make<'a> =
    dyn Fn(u64, u64, &StopFlag, &mut dyn FnMut(&Grid) -> bool) -> Result<Generated, String> + Sync + 'a;

/// The puzzles made, and whether Ctrl-C came before all were made.
type Made = (Vec<Puzzle>, bool);

/// Makes as many puzzles as `words` say, all different.
fn made(py: Python<'_>, name: &str, words: &Words<'_>, make: &Make<'_>) -> PyResult<Made> {
    let (count, seed): (u64, u64) = (words.get("count")?.number()?, words.get("seed")?.number()?);
    let raises = words.get("on_interrupt")?.one_of(&[("raise", true), ("return", false)])?;
    let stop = StopFlag::new();
    let work = |_: &SyncSender<()>| {
        let (mut taken, mut puzzles) = (HashSet::new(), Vec::new());
        for number in 0..count {
            // For its cells, and twice for those of the boards that were made.
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
    let (made, ended) = beside(py, &|| stop.raise(StopReason::Interrupt), work, |_, ()| Ok(true))?;
    Ok((made?, ended || (raises && interrupted(py)?)))
}

/// The size and the colours of SameGame boards that keywords ask for.
pub fn samegame_wish(words: &Words<'_>) -> PyResult<samegame::generate::Wish> {
    let wish = samegame::generate::Wish {
        rows: words.get("rows")?.number()?,
        cols: words.get("cols")?.number()?,
        colours: words.get("colors")?.number()?,
        balanced: words.get("balanced")?.flag()?,
        clearable: words.get("clearable")?.flag()?,
    };
    wish.check().map_err(value)?;
    Ok(wish)
}

/// Makes SameGame boards; returns the puzzles and whether Ctrl-C ended it.
#[pyfunction]
pub fn generate_samegame(py: Python<'_>, words: Words<'_>) -> PyResult<Made> {
    let wish = samegame_wish(&words)?;
    made(py, &report::samegame::name(&wish), &words, &|seed, number, stop, taken| {
        let made = samegame::generate::make(&wish, seed, number, stop, taken);
        Ok(report::samegame::generated(&wish, made.map_err(|why| why.to_string())?))
    })
}

/// The range of an argument: two ends, or one number if `single`.
fn range<T: Range + Copy>(given: &Given<'_>, single: bool) -> PyResult<RangeInclusive<T>> {
    let one = if single { given.whole_if_any()? } else { None };
    let (low, high) = match one {
        Some(number) => (number.to(given.name())?, number.to(given.name())?),
        None => given.ends(if single { "a whole number or (low, high)" } else { "(low, high)" })?,
    };
    Ok(low..=high)
}

/// The range of difficulties of an argument: a word, or two ends.
fn difficulty(given: &Given<'_>) -> PyResult<RangeInclusive<u32>> {
    let words = [("easy", (0, 35)), ("medium", (36, 60)), ("hard", (61, 100))];
    let (low, high) = match given.object().is_instance_of::<PyString>() {
        true => given.one_of(&words)?,
        false => given.ends("easy, medium, hard or (low, high)")?,
    };
    Ok(low..=high)
}

/// The Mayan puzzles that keywords ask for.
pub fn mayan_wish(words: &Words<'_>) -> PyResult<mayan::generate::Wish> {
    let option = |name| words.option(name);
    let blocks = option("blocks")?.map(|blocks| range(&blocks, true)).transpose()?;
    let colours = option("colors")?.map(|colours| colours.number()).transpose()?;
    let solutions = option("solutions")?.map(|solutions| range(&solutions, false)).transpose()?;
    let unique = words.get("unique")?.flag()?;
    if unique && solutions.is_some() {
        return Err(PyTypeError::new_err("unique and solutions exclude each other"));
    }
    let wish = mayan::generate::Wish {
        rows: words.get("rows")?.number()?,
        cols: words.get("cols")?.number()?,
        solutions: if unique { Some(1..=1) } else { solutions },
        difficulty: option("difficulty")?.map(|given| difficulty(&given)).transpose()?,
        ..mayan::generate::Wish::of(words.get("moves")?.number()?, colours, blocks)
    };
    wish.check().map_err(value)?;
    Ok(wish)
}

/// Makes Mayan puzzles; returns the puzzles and whether Ctrl-C ended it.
#[pyfunction]
pub fn generate_mayan(py: Python<'_>, words: Words<'_>) -> PyResult<Made> {
    let wish = mayan_wish(&words)?;
    made(py, &report::mayan::name(&wish), &words, &|seed, number, stop, taken| {
        let made = mayan::generate::make(&wish, seed, number, stop, taken);
        Ok(report::mayan::generated(&wish, made.map_err(|why| why.to_string())?))
    })
}

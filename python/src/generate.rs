//! New puzzles.

use crate::error::value;
use crate::number::{Whole, ends, maybe};
use crate::puzzle::Puzzle;
use crate::watch::beside;
use pyo3::prelude::*;
use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::sync::mpsc::SyncSender;
use tilefall::base::{StopFlag, StopReason};
use tilefall::formats::jsonl;
use tilefall::grid::Grid;
use tilefall::record::ResultRecord;
use tilefall::report::{self, Generated};
use tilefall::{mayan, samegame};

/// What makes the puzzle of a seed and a number, of which the function says no to those that were made before.
type Make<'a> =
    dyn Fn(u64, &StopFlag, &mut dyn FnMut(&Grid) -> bool) -> Result<Generated, String> + Sync + 'a;

/// As many puzzles as asked for, each unlike all before it.
fn made(py: Python<'_>, name: &str, seed: u64, count: u64, make: &Make<'_>) -> PyResult<Vec<Puzzle>> {
    let stop = StopFlag::new();
    let work = |_: &SyncSender<()>| {
        let (mut taken, mut puzzles) = (HashSet::new(), Vec::new());
        for number in 0..count {
            let made = make(number, &stop, &mut |grid| taken.contains(&grid.canonical()))
                .map_err(|why| format!("puzzle {} of {count}: {why}", number + 1))?;
            taken.insert(made.grid.canonical());
            let (puzzle, answer) = made.named(name, seed, number);
            let answer = answer.as_ref().map(ResultRecord::to_line);
            puzzles.push(Puzzle {
                name: name.into(),
                position: number + 1,
                format: &jsonl::FORMAT,
                puzzle,
                answer,
            });
        }
        Ok::<_, String>(puzzles)
    };
    let made = beside(py, &|| stop.raise(StopReason::Interrupt), work, |_, ()| Ok(true))?;
    if stop.raised().is_some() {
        return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
    }
    made.map_err(value)
}

/// New SameGame boards.
#[pyfunction]
#[pyo3(signature = (*, count, seed, rows, cols, colors, clearable, balanced))]
#[expect(clippy::too_many_arguments, reason = "one for each keyword of the Python function")]
pub fn generate_samegame(
    py: Python<'_>,
    count: Whole,
    seed: Whole,
    rows: Whole,
    cols: Whole,
    colors: Whole,
    clearable: bool,
    balanced: bool,
) -> PyResult<Vec<Puzzle>> {
    let (count, seed) = (count.to("count")?, seed.to("seed")?);
    let (rows, cols, colours) = (rows.to("rows")?, cols.to("cols")?, colors.to("colors")?);
    let wish = samegame::generate::Wish { rows, cols, colours, balanced, clearable };
    wish.check().map_err(value)?;
    made(py, &report::samegame::name(&wish), seed, count, &|number, stop, taken| {
        let made = samegame::generate::make(&wish, seed, number, stop, taken);
        Ok(report::samegame::generated(&wish, made.map_err(|why| why.to_string())?))
    })
}

/// What a Mayan puzzle is to be like.
#[derive(FromPyObject)]
pub struct MayanWish {
    #[pyo3(item)]
    moves: Whole,
    #[pyo3(item)]
    blocks: Option<(Whole, Whole)>,
    #[pyo3(item)]
    colors: Option<Whole>,
    #[pyo3(item)]
    rows: Whole,
    #[pyo3(item)]
    cols: Whole,
    #[pyo3(item)]
    solutions: Option<(Whole, Whole)>,
    #[pyo3(item)]
    difficulty: Option<(Whole, Whole)>,
}

impl MayanWish {
    /// The number of moves.
    pub fn moves(&self) -> PyResult<u64> {
        self.moves.to("moves")
    }

    /// The wish, if there may be such a board.
    pub fn wish(&self) -> PyResult<mayan::generate::Wish> {
        fn range<T>((low, high): (T, T)) -> RangeInclusive<T> {
            low..=high
        }
        let blocks = ends(self.blocks, "blocks")?.map(range);
        let wish = mayan::generate::Wish {
            rows: self.rows.to("rows")?,
            cols: self.cols.to("cols")?,
            solutions: ends(self.solutions, "solutions")?.map(range),
            difficulty: ends(self.difficulty, "difficulty")?.map(range),
            ..mayan::generate::Wish::of(self.moves()?, maybe(self.colors, "colors")?, blocks)
        };
        wish.check().map_err(value)?;
        Ok(wish)
    }
}

/// New Mayan puzzles.
#[pyfunction]
#[pyo3(signature = (*, count, seed, wish))]
pub fn generate_mayan(py: Python<'_>, count: Whole, seed: Whole, wish: MayanWish) -> PyResult<Vec<Puzzle>> {
    let (count, seed) = (count.to("count")?, seed.to("seed")?);
    let wish = wish.wish()?;
    made(py, &report::mayan::name(&wish), seed, count, &|number, stop, taken| {
        let made = mayan::generate::make(&wish, seed, number, stop, taken);
        Ok(report::mayan::generated(&wish, made.map_err(|why| why.to_string())?))
    })
}

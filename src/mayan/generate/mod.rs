//! New puzzles whose shortest list has exactly M moves, with proof, and how hard each is.
//!
//! Boards are made backwards (`plant`), from the empty board: M times runs are put in, and a move breaks them. That gives
//! a list of M moves, and the solver proves that no list is shorter. The number of solutions and the difficulty are
//! measured, and a board that does not fit the wish is thrown away.
//!
//! Puzzle k of a seed is the same on every machine, with any number of threads and in a set of any size: every puzzle has
//! a stream of random numbers of its own.
//!
//! - this file: what is wanted, what comes out, the loop
//! - `plant`: boards made backwards
//! - [`difficulty`]: what a puzzle asks of its player
//! - `work`: questions to the solver, and what they may cost

pub mod difficulty;
mod plant;
mod work;

use crate::base::{Mode, Move, Random, StopFlag, several};
use crate::grid::Grid;
use crate::mayan::solve::Request;
use difficulty::Difficulty;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicU64, Ordering};
use work::Work;

/// What a puzzle is to be like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// Rows of the board, 3 to 8.
    pub rows: usize,
    /// Columns of the board, 2 to 8.
    pub cols: usize,
    /// The number of blocks.
    pub blocks: RangeInclusive<usize>,
    /// The number of colours.
    pub colours: usize,
    /// M, the length of the shortest list, 1 to 12.
    pub moves: u64,
    /// The number of shortest lists; any if `None`.
    pub solutions: Option<RangeInclusive<u64>>,
    /// The difficulty, 0 to 100; any if `None`.
    pub difficulty: Option<RangeInclusive<u32>>,
}

impl Default for Wish {
    /// The board of the contest: 7 rows, 5 columns, 20 to 30 blocks of 6 colours, 5 moves.
    fn default() -> Self {
        let (rows, cols) = (7, 5);
        Wish { rows, cols, blocks: 20..=30, colours: 6, moves: 5, solutions: None, difficulty: None }
    }
}

/// A puzzle that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// Its board.
    pub grid: Grid,
    /// The first of the shortest lists.
    pub list: Vec<Move>,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// Boards that were thrown away before it.
    pub tries: u64,
}

/// Why a puzzle cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// No board is like that.
    #[error("{0}")]
    Wish(String),
    /// None was found.
    #[error("none of {} fits; the closest have {closest}", several(*.tries, "board"))]
    NotFound {
        /// Boards that were tried.
        tries: u64,
        /// What the boards that were found are like.
        closest: String,
    },
    /// The flag was raised.
    #[error("stopped after {}", several(*.0, "board"))]
    Stopped(u64),
}

impl Wish {
    /// A wish for puzzles of `moves` moves on the board of the contest; where they are not given, as many colours and
    /// blocks as such puzzles have room for.
    ///
    /// ```
    /// use tilefall::mayan::generate::Wish;
    /// let wish = Wish::of(3, None, None);
    /// assert_eq!((wish.colours, wish.blocks), (4, 12..=20));
    /// ```
    pub fn of(moves: u64, colours: Option<usize>, blocks: Option<RangeInclusive<usize>>) -> Wish {
        let moves_usize = moves.min(12) as usize;
        let most = blocks.as_ref().map_or(30, |blocks| *blocks.end());
        let colours = colours.unwrap_or((moves_usize + 1).min(6).min(most / 3).max(1));
        let blocks = blocks.unwrap_or_else(|| {
            let low = (4 * moves_usize).clamp(6, 22).max(3 * colours);
            low..=(low + 8).min(30).max(low)
        });
        Wish { moves, colours, blocks, ..Wish::default() }
    }

    /// Checks what can be checked without a search.
    ///
    /// # Errors
    /// Why no board is like that.
    pub fn check(&self) -> Result<(), Impossible> {
        let wrong = |why: String| Err(Impossible::Wish(why));
        let Wish { rows, cols, blocks, colours, moves, .. } = self;
        let cells = rows * cols;
        match () {
            _ if !(3..=8).contains(rows) => wrong(format!("{}, expected 3 to 8", several(*rows, "row"))),
            _ if !(2..=8).contains(cols) => wrong(format!("{}, expected 2 to 8", several(*cols, "column"))),
            _ if !(1..=12).contains(moves) => wrong(format!("{moves} moves, expected 1 to 12")),
            _ if !(1..=62).contains(colours) => wrong(format!("{colours} colours, expected 1 to 62")),
            _ if blocks.is_empty() => wrong("the range of blocks is empty".into()),
            _ if *blocks.end() < 3 * colours => wrong(format!(
                "{} of {}, expected three of each colour at least",
                several(*blocks.end(), "block"),
                several(*colours, "colour")
            )),
            _ if *blocks.start() > cells - 1 => wrong(format!(
                "{} blocks, expected at most {}, for a move needs room",
                blocks.start(),
                cells - 1
            )),
            _ if self.solutions.as_ref().is_some_and(|range| range.is_empty() || *range.end() == 0) => {
                wrong("the range of solutions is empty, expected 1 or more".into())
            }
            _ if self.difficulty.as_ref().is_some_and(|range| range.is_empty() || *range.start() > 100) => {
                wrong("the range of difficulty is empty, expected numbers from 0 to 100".into())
            }
            _ => Ok(()),
        }
    }
}

/// Boards after which a wish is given up.
pub const TRIES: u64 = 100_000;

/// Nodes of the solver after which a wish is given up: a minute or two.
pub const WORK: u64 = 200_000_000;

/// Makes puzzle `number` of a seed: the first of its stream that fits and of which `taken` says no.
///
/// # Errors
/// If the wish cannot be met, or the flag is raised.
///
/// ```
/// use tilefall::base::StopFlag;
/// use tilefall::mayan::generate::{Wish, make};
/// let wish = Wish { moves: 2, colours: 3, blocks: 9..=15, ..Wish::default() };
/// let made = make(&wish, 1, 0, &StopFlag::new(), |_| false).unwrap();
/// assert_eq!(made.list.len(), 2);
/// assert_eq!(made, make(&wish, 1, 0, &StopFlag::new(), |_| false).unwrap());
/// ```
pub fn make(
    wish: &Wish,
    seed: u64,
    number: u64,
    stop: &StopFlag,
    taken: impl FnMut(&Grid) -> bool,
) -> Result<Made, Impossible> {
    make_counted(wish, seed, number, stop, &AtomicU64::new(0), taken)
}

/// Makes a puzzle as [`make`] does, and counts every board that is tried in `tried`, for a display of the progress.
///
/// # Errors
/// Those of [`make`].
pub fn make_counted(
    wish: &Wish,
    seed: u64,
    number: u64,
    stop: &StopFlag,
    tried: &AtomicU64,
    mut taken: impl FnMut(&Grid) -> bool,
) -> Result<Made, Impossible> {
    wish.check()?;
    let mut random = Random::new(seed, number);
    let mut closest = Closest::default();
    let mut work = Work { nodes: WORK, stop };
    let mut tries = 0;
    while tries < TRIES && work.nodes > 0 {
        if stop.raised().is_some() {
            return Err(Impossible::Stopped(tries));
        }
        tries += 1;
        tried.fetch_add(1, Ordering::Relaxed);
        let Some(grid) = plant::plant(&mut random, wish) else { continue };
        let shortest = work.solve(&grid, &Request::new(wish.moves, Mode::Shortest));
        let Some(list) = shortest.and_then(|outcome| outcome.list) else { continue };
        if list.len() as u64 != wish.moves {
            closest.length(list.len());
            continue;
        }
        let Some(difficulty) = Difficulty::measure(&grid, wish.moves, &mut work) else { continue };
        closest.measured(&difficulty);
        let solutions = wish.solutions.as_ref().is_none_or(|range| {
            u64::try_from(difficulty.solutions).is_ok_and(|solutions| range.contains(&solutions))
        });
        let hard = wish.difficulty.as_ref().is_none_or(|range| range.contains(&difficulty.score()));
        if solutions && hard && !taken(&grid) {
            return Ok(Made { grid, list, difficulty, tries: tries - 1 });
        }
    }
    match stop.raised() {
        Some(_) => Err(Impossible::Stopped(tries)),
        None => Err(Impossible::NotFound { tries, closest: closest.to_string() }),
    }
}

/// What the boards that were thrown away are like.
#[derive(Default)]
struct Closest {
    longest: usize,
    difficulty: Option<(u32, u32)>,
    solutions: Option<(u128, u128)>,
}

impl Closest {
    fn length(&mut self, moves: usize) {
        self.longest = self.longest.max(moves);
    }

    fn measured(&mut self, difficulty: &Difficulty) {
        let (score, solutions) = (difficulty.score(), difficulty.solutions);
        let (low, high) = self.difficulty.unwrap_or((score, score));
        self.difficulty = Some((low.min(score), high.max(score)));
        let (low, high) = self.solutions.unwrap_or((solutions, solutions));
        self.solutions = Some((low.min(solutions), high.max(solutions)));
    }
}

impl std::fmt::Display for Closest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.difficulty, self.solutions) {
            (Some((easy, hard)), Some((few, many))) => {
                write!(f, "{few} to {many} solutions and a difficulty of {easy} to {hard}")
            }
            _ => write!(f, "a shortest list of {}", several(self.longest, "move")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_wishes_say_why() {
        let why = |wish: Wish| wish.check().unwrap_err().to_string();
        let wish = Wish::default;
        assert_eq!(
            why(Wish { colours: 12, ..wish() }),
            "30 blocks of 12 colours, expected three of each colour at least"
        );
        assert_eq!(
            why(Wish { blocks: 35..=35, ..wish() }),
            "35 blocks, expected at most 34, for a move needs room"
        );
        assert_eq!(why(Wish { moves: 0, ..wish() }), "0 moves, expected 1 to 12");
    }
}

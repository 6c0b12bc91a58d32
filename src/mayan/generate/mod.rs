//! Generates puzzles whose shortest list provably has M moves, and measures their difficulty.
//!
//! Boards are built backwards from the empty board (`plant`): each of M steps takes back a move and the runs that the
//! move removed. These M moves clear the board, and the solver proves that no list is shorter. Then the number of
//! solutions and the difficulty are measured, and a board that does not satisfy the options is discarded.
//!
//! Puzzle k of a seed is the same on every machine, with any number of threads and in a set of any size: every puzzle
//! has its own stream of random numbers.
//!
//! - this file: options, results, the loop, and calls of the solver within a budget of nodes
//! - `plant`: boards built backwards
//! - [`difficulty`]: the measured difficulty

pub mod difficulty;
mod plant;
pub(crate) use plant::plant;

use crate::Cancel;
use crate::mayan::solve::{Outcome, Request, solve};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Mode, Move, Random, Status, StopFlag, plural};
use difficulty::Difficulty;
use std::ops::RangeInclusive;

/// The properties that a generated puzzle must have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GenerateOptions {
    /// Rows of the board, 3 to 8.
    pub rows: usize,
    /// Columns of the board, 2 to 8.
    pub cols: usize,
    /// The allowed numbers of blocks.
    pub blocks: RangeInclusive<usize>,
    /// The number of colours, 1 to 62.
    pub colours: usize,
    /// M, the length of the shortest list, 1 to 12.
    pub moves: u64,
    /// The allowed numbers of shortest lists; `None` allows any number.
    pub solutions: Option<RangeInclusive<u64>>,
    /// The allowed difficulties, 0 to 100; `None` allows any difficulty.
    pub difficulty: Option<RangeInclusive<u32>>,
}

impl Default for GenerateOptions {
    /// The board of the contest: 7 rows, 5 columns, 20 to 30 blocks of 6 colours, 5 moves.
    fn default() -> Self {
        GenerateOptions {
            rows: 7,
            cols: 5,
            blocks: 20..=30,
            colours: 6,
            moves: 5,
            solutions: None,
            difficulty: None,
        }
    }
}

/// A generated board, with a solution and the measured difficulty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GeneratedPuzzle {
    /// The settled board before the first move.
    pub grid: Grid,
    /// The lexicographically first of the shortest lists.
    pub list: Vec<Move>,
    /// The measured numbers from which the difficulty is computed.
    pub difficulty: Difficulty,
    /// The number of boards discarded before this board.
    pub tries: u64,
}

/// The reason why a puzzle could not be generated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The options cannot be satisfied.
    #[error("{0}")]
    Unsatisfiable(String),
    /// No board that satisfies the options was found.
    #[error("none of {} fits; the closest have {closest}", plural(*.tries, "board"))]
    NotFound {
        /// Boards that were tried.
        tries: u64,
        /// The properties of the discarded boards, such as `2 to 9 solutions and a difficulty of 20 to 41`.
        closest: String,
    },
    /// This number of boards satisfied the options, but all were made before; there may be no other board.
    #[error("no further board: each of {0} was made before, up to the names of colours and the mirror image")]
    Duplicates(u64),
    /// The generation was cancelled after this number of boards.
    #[error("stopped after {}", plural(*.0, "board"))]
    Stopped(u64),
}

impl GenerateOptions {
    /// Creates options for puzzles of `moves` moves on the board of the contest. If `colours` or `blocks` is `None`, it
    /// gets a value that suits such puzzles.
    ///
    /// ```
    /// use tilefall::mayan::generate::GenerateOptions;
    /// let options = GenerateOptions::for_moves(3, None, None);
    /// assert_eq!((options.colours, options.blocks), (4, 12..=20));
    /// ```
    pub fn for_moves(
        moves: u64,
        colours: Option<usize>,
        blocks: Option<RangeInclusive<usize>>,
    ) -> GenerateOptions {
        let moves_usize = moves.min(12) as usize;
        let most = blocks.as_ref().map_or(30, |blocks| *blocks.end());
        let colours = colours.unwrap_or((moves_usize + 1).min(6).min(most / 3).max(1));
        let blocks = blocks.unwrap_or_else(|| {
            let low = (4 * moves_usize).clamp(6, 22).max(3 * colours);
            low..=(low + 8).min(30).max(low)
        });
        GenerateOptions { moves, colours, blocks, ..GenerateOptions::default() }
    }

    /// Checks the options without a search.
    ///
    /// # Errors
    /// If an option is out of its range, or the options contradict each other.
    pub fn check(&self) -> Result<(), GenerateError> {
        let wrong = |why: String| Err(GenerateError::Unsatisfiable(why));
        let GenerateOptions { rows, cols, blocks, colours, moves, .. } = self;
        let cells = rows * cols;
        match () {
            _ if !(3..=8).contains(rows) => wrong(format!("{}, expected 3 to 8", plural(*rows, "row"))),
            _ if !(2..=8).contains(cols) => wrong(format!("{}, expected 2 to 8", plural(*cols, "column"))),
            _ if !(1..=12).contains(moves) => wrong(format!("{moves} moves, expected 1 to 12")),
            _ if !(1..=62).contains(colours) => wrong(format!("{colours} colours, expected 1 to 62")),
            _ if blocks.is_empty() => wrong("the range of blocks is empty".into()),
            _ if *blocks.end() < 3 * colours => wrong(format!(
                "{} of {}, expected three of each colour at least",
                plural(*blocks.end(), "block"),
                plural(*colours, "colour")
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

/// The maximum number of boards to try for one puzzle.
pub const MAX_TRIES: u64 = 100_000;

/// The maximum number of solver nodes for one puzzle: a minute or two.
pub const MAX_NODES: u64 = 200_000_000;

/// The number of boards after which generation fails if none of them has come near the options.
const HOPELESS_TRIES: u64 = 5_000;

/// After [`HOPELESS_TRIES`] boards, generation goes on only if their difficulties come this close to the wanted range.
/// With 20 times as many boards, the difficulty comes about 7 closer.
const DIFFICULTY_GAP: u32 = 10;

/// After [`HOPELESS_TRIES`] boards, generation goes on only if their numbers of solutions are within this factor of the
/// wanted range. 20 times as many boards gain a factor of 2.
const SOLUTIONS_RATIO: u128 = 10;

/// The number of duplicates of earlier puzzles after which generation fails.
const MAX_DUPLICATES: u64 = 2_000;

/// Generates puzzle `number` of a seed: the first board of its random stream that satisfies the options and for which
/// `taken` returns `false`.
///
/// # Errors
/// If no such puzzle is found, or the generation is cancelled.
///
/// ```
/// use tilefall::Cancel;
/// use tilefall::mayan::generate::{GenerateOptions, make};
/// let options = GenerateOptions { moves: 2, colours: 3, blocks: 9..=15, ..GenerateOptions::default() };
/// let made = make(&options, 1, 0, &Cancel::new(), |_| false).unwrap();
/// assert_eq!(made.list.len(), 2);
/// assert_eq!(made, make(&options, 1, 0, &Cancel::new(), |_| false).unwrap());
/// ```
pub fn make(
    options: &GenerateOptions,
    seed: u64,
    number: u64,
    cancel: &Cancel,
    mut taken: impl FnMut(&Grid) -> bool,
) -> Result<GeneratedPuzzle, GenerateError> {
    options.check()?;
    let mut random = Random::new(seed, number);
    let mut closest = Closest::default();
    let stop = &*cancel.flag();
    let mut budget = NodeBudget { nodes: MAX_NODES, stop };
    let mut tries = 0;
    let mut duplicates = 0;
    while tries < MAX_TRIES && budget.nodes > 0 && (tries < HOPELESS_TRIES || closest.is_near(options)) {
        if stop.raised().is_some() {
            return Err(GenerateError::Stopped(tries));
        }
        tries += 1;
        let Some(grid) = plant::plant(&mut random, options) else { continue };
        let shortest = budget.solve(&grid, &Request::new(options.moves, Mode::Shortest));
        let Some(list) = shortest.and_then(|outcome| outcome.found) else { continue };
        if list.len() as u64 != options.moves {
            closest.longest = closest.longest.max(list.len());
            continue;
        }
        let Some(difficulty) = Difficulty::measure(&grid, options.moves, &mut budget) else { continue };
        closest.measured(&difficulty);
        let solutions = options.solutions.as_ref().is_none_or(|range| {
            u64::try_from(difficulty.solutions).is_ok_and(|solutions| range.contains(&solutions))
        });
        let hard = options.difficulty.as_ref().is_none_or(|range| range.contains(&difficulty.score()));
        if solutions && hard {
            if !taken(&grid) {
                return Ok(GeneratedPuzzle { grid, list, difficulty, tries: tries - 1 });
            }
            duplicates += 1;
            if duplicates == MAX_DUPLICATES {
                break;
            }
        }
    }
    match stop.raised() {
        Some(_) => Err(GenerateError::Stopped(tries)),
        None if duplicates > 0 => Err(GenerateError::Duplicates(duplicates)),
        None => Err(GenerateError::NotFound { tries, closest: closest.to_string() }),
    }
}

/// The maximum number of nodes of one search; a board that needs more is discarded.
const SEARCH_NODES: u64 = 20_000_000;

/// The memory limit of each search, in bytes.
const MEMORY: usize = 1 << 24;

/// The solver nodes left for generating one puzzle, and the flag that cancels the generation.
struct NodeBudget<'a> {
    nodes: u64,
    stop: &'a StopFlag,
}

impl NodeBudget<'_> {
    /// Solves a board; `None` if a limit was reached before the proof.
    fn solve(&mut self, grid: &Grid, request: &Request) -> Option<Outcome> {
        let nodes = Some(SEARCH_NODES.min(self.nodes));
        let outcome = solve(grid, request, &SearchLimits { nodes, memory: MEMORY, stop: self.stop }).ok()?;
        // A board that is rejected without a search counts as one node.
        self.nodes = self.nodes.saturating_sub(outcome.stats.nodes.max(1));
        matches!(outcome.status, Status::Optimal | Status::Infeasible).then_some(outcome)
    }
}

/// Properties of the boards so far, for the error message. `longest` is the largest number of moves below M that a
/// board needed. The other fields are ranges (low, high) over the boards that need M moves.
#[derive(Default)]
struct Closest {
    longest: usize,
    difficulty: Option<(u32, u32)>,
    solutions: Option<(u128, u128)>,
}

impl Closest {
    fn measured(&mut self, difficulty: &Difficulty) {
        let (score, solutions) = (difficulty.score(), difficulty.solutions);
        let (low, high) = self.difficulty.unwrap_or((score, score));
        self.difficulty = Some((low.min(score), high.max(score)));
        let (low, high) = self.solutions.unwrap_or((solutions, solutions));
        self.solutions = Some((low.min(solutions), high.max(solutions)));
    }

    /// Returns `false` if the boards measured so far are far from the options; `true` if no board was measured.
    fn is_near(&self, options: &GenerateOptions) -> bool {
        let (Some((easy, hard)), Some((few, many))) = (self.difficulty, self.solutions) else { return true };
        options.difficulty.as_ref().is_none_or(|range| {
            hard + DIFFICULTY_GAP >= *range.start() && easy <= range.end().saturating_add(DIFFICULTY_GAP)
        }) && options.solutions.as_ref().is_none_or(|range| {
            many.saturating_mul(SOLUTIONS_RATIO) >= u128::from(*range.start())
                && few <= SOLUTIONS_RATIO * u128::from(*range.end())
        })
    }
}

impl std::fmt::Display for Closest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.difficulty, self.solutions) {
            (Some((easy, hard)), Some((few, many))) => {
                write!(f, "{few} to {many} solutions and a difficulty of {easy} to {hard}")
            }
            _ if self.longest == 0 => write!(f, "no list"),
            _ => write!(f, "a shortest list of {}", plural(self.longest, "move")),
        }
    }
}

//! How hard a puzzle is, by what its player meets.
//!
//! Four things are measured. Each is a number of choices, so its logarithm counts; they are weighed so that the
//! contest's board spans 0 to 100:
//!
//! - **nodes**: boards that the solver visits to prove that no list is shorter: what there is to rule out
//! - **winning first moves** of all first moves: how narrow the way is at its beginning
//! - **tempting first moves**: those that remove blocks at once and lose all the same
//! - **solutions**: how many lists win

use super::work::Work;
use crate::base::{Mode, Move, Status};
use crate::grid::Grid;
use crate::mayan::solve::{Request, Want};

/// What was measured of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Nodes of the proof that no list is shorter.
    pub nodes: u64,
    /// The number of shortest lists.
    pub solutions: u128,
    /// First moves that there are.
    pub first_moves: u32,
    /// Of these, those that begin a shortest list.
    pub winning: u32,
    /// Of these, those that remove blocks and begin no shortest list.
    pub tempting: u32,
}

impl Difficulty {
    /// Measures a puzzle whose shortest list has `moves` moves; `None` if a limit came first.
    pub(super) fn measure(grid: &Grid, moves: u64, work: &mut Work<'_>) -> Option<Difficulty> {
        let lists = Request { want: Want::Count, ..Request::new(moves, Mode::Exactly) };
        let solutions = work.solve(grid, &lists)?.count?;
        let nodes = match moves {
            // A board of one move is not empty, which is all there is to prove.
            1 => 0,
            _ => work.solve(grid, &Request::new(moves - 1, Mode::Within))?.stats.nodes,
        };
        let mut settled = grid.clone();
        settled.settle();
        let first = settled.canonical_moves(false);
        let (mut winning, mut tempting) = (0, 0);
        for &step in &first {
            let after = played(&settled, step)?;
            if wins(&after, moves - 1, work)? {
                winning += 1;
            } else if after.tiles() < settled.tiles() {
                tempting += 1;
            }
        }
        Some(Difficulty { nodes, solutions, first_moves: first.len() as u32, winning, tempting })
    }

    /// One number from 0 (one obvious move) to 100.
    ///
    /// ```
    /// use tilefall::mayan::generate::difficulty::Difficulty;
    /// let one = Difficulty { nodes: 0, solutions: 1, first_moves: 1, winning: 1, tempting: 0 };
    /// assert_eq!(one.score(), 0);
    /// let hard = Difficulty { nodes: 500, solutions: 1, first_moves: 40, winning: 1, tempting: 9 };
    /// assert_eq!(hard.score(), 81);
    /// ```
    pub fn score(&self) -> u32 {
        let log = |number: f64| libm::log2(number.max(1.0));
        let narrow = log(f64::from(self.first_moves) / f64::from(self.winning.max(1)));
        let many = log(self.solutions as f64).min(8.0);
        let score =
            5.0 * log(1.0 + self.nodes as f64) + 5.0 * narrow + 3.0 * log(1.0 + f64::from(self.tempting))
                - 1.5 * many;
        score.clamp(0.0, 100.0).round() as u32
    }

    /// The word for the score: `easy` up to 35, `medium` up to 60, else `hard`.
    pub fn word(&self) -> &'static str {
        match self.score() {
            0..=35 => "easy",
            36..=60 => "medium",
            _ => "hard",
        }
    }
}

fn played(grid: &Grid, step: Move) -> Option<Grid> {
    let mut after = grid.clone();
    after.play(step).ok()?;
    Some(after)
}

/// Whether a board can be cleared in `moves` moves or fewer; `None` if a limit came first.
fn wins(grid: &Grid, moves: u64, work: &mut Work<'_>) -> Option<bool> {
    match moves {
        _ if grid.is_empty() => Some(true),
        0 => Some(false),
        _ => Some(work.solve(grid, &Request::new(moves, Mode::Within))?.status == Status::Optimal),
    }
}

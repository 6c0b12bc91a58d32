//! The difficulty of a puzzle for its player.
//!
//! The score is a weighted sum of the logarithms of four numbers. The weights are chosen so that boards of the
//! contest's size span 0 to 100:
//!
//! - **nodes**: boards that the solver visits to prove that no shorter list exists
//! - **winning first moves**: the share of first moves that begin a solution; a small share is difficult
//! - **tempting first moves**: first moves that remove blocks at once but lose
//! - **solutions**: the number of winning lists; many make the puzzle easier

use super::NodeBudget;
use crate::mayan::solve::{Request, Solutions};
use crate::rules::grid::Grid;
use crate::rules::{Mode, Status};

/// The measured properties of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// Boards that the solver visited to prove that no shorter list exists.
    pub nodes: u64,
    /// The number of shortest lists.
    pub solutions: u128,
    /// The number of possible first moves. A swap counts once, and a swap of two equal blocks does not count.
    pub first_moves: u32,
    /// First moves that begin a shortest list.
    pub winning: u32,
    /// First moves that remove blocks but begin no shortest list.
    pub tempting: u32,
}

impl Difficulty {
    /// Measures a puzzle whose shortest list has `moves` moves; `None` if a limit was reached first.
    pub(super) fn measure(grid: &Grid, moves: u64, budget: &mut NodeBudget<'_>) -> Option<Difficulty> {
        // A shortest list contains no move without effect, so the search skips such moves.
        let lists = Request { want: Solutions::Count, skip_noop: true, ..Request::new(moves, Mode::Exactly) };
        let solutions = budget.solve(grid, &lists)?.count?;
        let nodes = match moves {
            // Needs no search: a board with blocks is not cleared without a move.
            1 => 0,
            _ => budget.solve(grid, &Request::new(moves - 1, Mode::Within))?.stats.nodes,
        };
        let mut settled = grid.clone();
        settled.settle();
        let first = settled.canonical_moves(false);
        let (mut winning, mut tempting) = (0, 0);
        for &step in &first {
            let mut after = settled.clone();
            after.play(step).ok()?;
            let wins = match moves - 1 {
                _ if after.is_empty() => true,
                0 => false,
                left => budget.solve(&after, &Request::new(left, Mode::Within))?.status == Status::Optimal,
            };
            if wins {
                winning += 1;
            } else if after.tiles() < settled.tiles() {
                tempting += 1;
            }
        }
        Some(Difficulty { nodes, solutions, first_moves: first.len() as u32, winning, tempting })
    }

    /// Returns the difficulty as one number, from 0 (one obvious move) to 100.
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

    /// Returns the word for the score: `easy` up to 35, `medium` up to 60, else `hard`.
    pub fn word(&self) -> &'static str {
        match self.score() {
            0..=35 => "easy",
            36..=60 => "medium",
            _ => "hard",
        }
    }
}

//! [`Game`]: the boards and rewards of the environments of a game; [`Policy`]: rules for choosing actions.

use super::lane::{Lane, Number};
use crate::argument::Keywords;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use tilefall::Cancel;
use tilefall::rules::grid::Grid;
use tilefall::rules::{GameKind, Random};
use tilefall::samegame::{ClickSet, PlayoutPolicy};

/// Rows, columns and colours.
pub type Size = (usize, usize, usize);

/// A rule for choosing actions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// Every action of the mask has the same probability.
    Random,
    /// The first cell of the largest group.
    Greedy,
    /// A random group; the most frequent color is left until last.
    Tabu,
}

impl Policy {
    /// Returns the library's policy that chooses among `clicks`.
    pub fn on(self, clicks: ClickSet) -> PlayoutPolicy {
        match (self, clicks) {
            (Policy::Random, ClickSet::All) => PlayoutPolicy::Tiles,
            (Policy::Random, ClickSet::First) => PlayoutPolicy::Groups,
            (Policy::Greedy, _) => PlayoutPolicy::Greedy,
            (Policy::Tabu, _) => PlayoutPolicy::Tabu,
        }
    }
}

/// The parts of an environment that differ from game to game.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    type Board: Clone + Debug + Send + Sync + 'static;
    /// The rules of SameGame, or the move limit and the mode of a Mayan puzzle.
    type Task: Clone + Debug + Send + Sync + Serialize + DeserializeOwned + 'static;
    /// The options for generated boards.
    type Options: Clone + Debug + Send + Sync + 'static;
    /// The Python class of a board.
    type PyBoard;

    const KIND: GameKind;
    /// The name of the score in the info: `score` (the points so far) or `moves_left`.
    const SCORE: &str;
    /// The word for an action in messages: `cell` or `move`.
    const ACTION: &str;
    /// The number of actions for each cell.
    const ACTIONS: usize;
    /// Whether observations in planes end with a plane that is filled with the score.
    const HAS_PLANE: bool;
    /// The policies that [`choose`](Game::choose) supports.
    const POLICIES: &[Policy];

    /// Reads the keywords that only this game has.
    fn of(keywords: &Keywords<'_>) -> PyResult<Self>;

    /// Returns the options for generated boards, and the size of these boards.
    fn options(&self, keywords: &Keywords<'_>) -> PyResult<(Self::Options, Size)>;

    /// Returns `true` if making a board may take longer than some microseconds.
    fn is_slow(options: &Self::Options) -> bool;

    /// Makes the board of an episode.
    fn make(
        options: &Self::Options,
        number: Number,
        cancel: &Cancel,
    ) -> Result<(Self::Board, Self::Task), String>;

    /// Returns the board and the task of a given puzzle.
    fn given(&self, puzzle: &Puzzle) -> PyResult<(Self::Board, Self::Task)>;

    /// Returns the task for generated boards, which the keywords determine.
    fn task(&self) -> Self::Task;

    /// Converts a grid to a board.
    fn board(grid: &Grid, task: &Self::Task) -> Result<Self::Board, String>;

    /// Converts a board to a grid.
    fn grid(board: &Self::Board) -> Grid;

    /// Returns the rows and columns of a board.
    fn size(board: &Self::Board) -> (usize, usize);

    /// Returns the names of the colours, ascending, including colours that have vanished.
    fn names(board: &Self::Board) -> &[u64];

    /// Returns the approximate heap size of a board in bytes.
    fn heap_bytes(board: &Self::Board) -> usize;

    /// Writes the cells (0 for empty, else the colour + 1) and the mask; returns `true` if there is an action.
    fn write(&self, board: &Self::Board, cells: &mut [u8], mask: &mut [i8]) -> bool;

    /// Plays an action and returns the number of tiles removed, or `None` if it cannot be played.
    fn play(board: &mut Self::Board, action: i64, rows: usize, cols: usize) -> Option<usize>;

    /// Returns the score at the start of an episode: 0 points, or the number of moves allowed.
    fn first_score(task: &Self::Task) -> i64;

    /// Updates the score and the end of a lane after an action; returns the reward. `played` is the result of `play`,
    /// `has_action` is whether another action is possible, and `illegal` is the reward for an illegal action.
    fn reward(&self, lane: &mut Lane<Self>, played: Option<usize>, has_action: bool, illegal: f64) -> f64;

    /// Returns the action that `policy` chooses; `None` if no action is legal.
    fn choose(&self, board: &Self::Board, policy: Policy, random: &mut Random) -> Option<usize>;

    /// Returns the Python object of a board, with the moves of its episode.
    fn python(lane: &Lane<Self>) -> Self::PyBoard;
}

/// Implements the methods of [`Game`] that both kinds of boards define under the same names.
macro_rules! forward_to_board {
    () => {
        fn grid(board: &Board) -> Grid {
            board.to_grid()
        }

        fn size(board: &Board) -> (usize, usize) {
            (board.rows(), board.cols())
        }

        #[inline]
        fn names(board: &Board) -> &[u64] {
            board.names()
        }
    };
}
pub(super) use forward_to_board;

//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`Board`], [`Game`], [`Solver`]: for programs that embed the game
//! - [`board`]: what a packed board can do, its kinds, and the choice among them
//! - [`playout`]: games played to the end by a policy
//! - [`search`]: searchers for high scores and winning lists

#[doc(hidden)]
pub mod board;
mod erased;
mod game;
pub mod generate;
#[doc(hidden)]
pub mod playout;
pub mod search;
mod solver;
pub(crate) mod tiles;

pub use crate::base::{Cell, Colour, LeftPenalty, Rules, Score};
pub use board::{BoardError, Kind, with_board};
pub use erased::{Board, Group};
pub use game::Game;
pub use search::{Found, Goal, Method, Outcome, Unfit};
pub use solver::{Event, Solver};

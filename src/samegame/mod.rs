//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`board`]: what a board can do, its kinds, and the choice among them
//! - [`playout`]: games played to the end by a policy
//! - [`search`]: searchers for high scores and winning lists

pub mod board;
pub mod playout;
pub mod search;
pub(crate) mod tiles;

pub use board::{Board, BoardError, Kind, with_board};

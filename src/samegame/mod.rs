//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`click`]: one move on a board of `.` and digits
//! - [`board`]: what a board can do, its kinds, and the choice among them
//! - [`packed`]: boards of column lanes
//! - [`playout`]: games played to the end by a policy
//! - [`score`]: what a removal is worth, by rule
//! - [`search`]: searchers for high scores and winning lists
//! - [`simulate`]: the judges of UVa 339 and UVa 758

pub mod board;
pub mod click;
pub mod packed;
mod plain;
pub mod playout;
pub mod score;
pub mod search;
pub mod simulate;
pub(crate) mod tiles;
mod unite;

pub use board::{Board, BoardError, Kind, with_board};
pub use score::{LeftPenalty, Rules, Score};

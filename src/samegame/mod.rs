//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`click`]: one move on a board of `.` and digits
//! - [`score`]: what a removal is worth, by rule
//! - [`simulate`]: the judges of UVa 339 and UVa 758

pub mod click;
pub mod score;
pub mod simulate;

pub use score::{LeftPenalty, Rules, Score};

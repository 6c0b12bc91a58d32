//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`score`]: what a removal is worth, by rule

pub mod score;

pub use score::{LeftPenalty, Rules, Score};

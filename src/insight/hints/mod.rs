//! Hints for a person who plays.
//!
//! - [`Aim`]: the rules and the goal of a position
//! - `hint`: hints in three steps
//! - [`reasons`]: proven facts about a position, in words

mod hint;
pub mod reasons;

pub use super::aim::Aim;
pub use hint::{Gain, Hint};

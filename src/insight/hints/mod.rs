//! Hints for a person who plays.
//!
//! - [`Aim`]: the rules and the goal of a position
//! - `hint`: hints in three steps
//! - [`reasons`]: facts about a position that are proven, in words

mod hint;
pub mod reasons;

pub use super::aim::Aim;
pub use hint::{Gain, Hint};

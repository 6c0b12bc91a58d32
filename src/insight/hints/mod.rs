//! Hints for a person who plays.
//!
//! - `aim`: the rules and the goal of a position
//! - `hint`: hints in three steps
//! - [`reasons`]: facts about a position that are proven, in words

mod aim;
mod hint;
pub mod reasons;

pub use aim::Aim;
pub use hint::Hint;

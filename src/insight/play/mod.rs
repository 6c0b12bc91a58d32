//! Shared code of the front ends in which a person plays.
//!
//! - `aim`: the rules and the goal of a position
//! - `board_after`: the board after some moves
//! - [`hint`]: hints in three steps
//! - [`reasons`]: facts about a position that are proven, in words
//! - [`saved`]: the record of a game that may not be over
//! - `stars`: stars for the result of a game

#[cfg(feature = "render")]
mod aim;
mod board_after;
#[cfg(feature = "render")]
pub mod hint;
#[cfg(feature = "render")]
pub mod reasons;
pub mod saved;
mod stars;

#[cfg(feature = "render")]
pub use aim::Aim;
pub use board_after::board_after;
pub use stars::{stars, two_stars};

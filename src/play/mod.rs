//! Shared code of the front ends in which a person plays.
//!
//! - `board_after`: the board after some moves
//! - [`hint`]: hints in three steps
//! - [`saved`]: the record of a game that may not be over
//! - `stars`: stars for the result of a game

mod board_after;
pub mod hint;
pub mod saved;
mod stars;

pub use board_after::board_after;
pub use stars::stars;

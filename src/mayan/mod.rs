//! The Mayan puzzle: slide blocks sideways, runs of three or more vanish, clear the board.
//!
//! A column is `x` from 0 at the left, a row `y` from 0 at the bottom.

pub mod board;
pub mod moves;
pub mod solve;

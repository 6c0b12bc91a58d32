//! Annealing over the list of clicks.
//!
//! - [`worth`]: what is maximised
//! - [`state`]: a board with the names of its tiles
//! - [`line`]: a list with the board before each click
//! - [`trial`]: one change, tried
//! - [`chain`]: a list, its temper, its random numbers

pub mod chain;
pub mod line;
pub mod state;
pub mod trial;
pub mod worth;

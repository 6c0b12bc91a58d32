//! A game that a person plays, as every front end needs it.
//!
//! - [`after()`]: the board after some moves
//! - [`hint`]: what to tell of a line, in three steps
//! - [`saved`]: the record of a game that may not be over

mod after;
pub mod hint;
pub mod saved;

pub use after::after;

//! A game that a person plays, as every front end needs it.
//!
//! - [`hint`]: what to tell of a line, in three steps
//! - [`saved`]: the record of a game that may not be over

pub mod hint;
pub mod saved;

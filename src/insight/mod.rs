//! What can be said about a position: analysis, hints with proven reasons, and the record of a game.
//!
//! - [`analysis`]: the best result still possible at each position of a game, and what each move lost
//! - `play`: the board after some moves, hints, reasons, stars, and the record of a game that may not be over

pub mod analysis;
pub(crate) mod play;

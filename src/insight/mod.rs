//! Facts about a position: analysis, hints with proven reasons, and the record of a game.
//!
//! - [`analysis`]: the best result still possible at each position of a game, and what each move lost
//! - `aim`: the rules and the goal of a position
//! - [`hints`]: hints in three steps, and reasons: proven facts about a position in words
//! - [`board_after`]: the board after some moves
//! - [`saved`]: the record of a game that may not be over
//! - `stars`: stars for the result of a game, on the page

mod aim;
pub mod analysis;
mod board_after;
#[cfg(feature = "render")]
pub mod hints;
pub mod saved;
mod stars;

pub(crate) use aim::Aim;
pub use board_after::board_after;
#[doc(hidden)]
pub use stars::{result_for, stars};

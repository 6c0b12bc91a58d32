//! The ground floor: what both games share, which every other module may use.
//!
//! - [`cell`]: cells and colours
//! - [`game`]: the two puzzles
//! - [`limits`]: when a search must stop
//! - [`notation`]: lists of moves as text
//! - [`read_error`]: what is wrong with an input, and where
//! - [`rules`]: how a SameGame list is scored
//! - `several`: numbers of things in words
//! - [`slide`]: moves of the Mayan puzzle, and how many a list may have
//! - [`step`]: a move of either game
//! - [`status`]: how much is proven about an answer, and what stopped a search

pub mod cell;
pub mod game;
pub mod limits;
pub mod notation;
pub mod random;
pub mod read_error;
pub mod rules;
#[doc(hidden)]
pub mod several;
pub mod slide;
pub mod status;
pub mod step;

pub use cell::{Cell, Colour, MAX_COLOURS};
pub use game::Game;
pub use limits::{Limits, StopFlag, Threads};
pub use random::Random;
pub(crate) use random::mix;
pub use read_error::ReadError;
pub use rules::{LeftPenalty, Rules, Score};
#[doc(hidden)]
pub use several::{points, several};
pub use slide::{Mode, Move, Side};
pub use status::{Status, StopReason};
pub use step::{Letter, Step};

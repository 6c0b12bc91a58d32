//! Types that both games share, which every other module may use.
//!
//! - `cell`: cells and colours
//! - `game`: the two puzzles
//! - `lock`: locks that a panic has poisoned
//! - `mayan_move`: moves of the Mayan puzzle, and the mode that limits the length of a list
//! - [`notation`]: lists of moves as text
//! - `plural`: counts with a noun in the singular or plural
//! - `random`: random numbers that are the same on every machine
//! - `read_error`: an error in an input, with its place
//! - `rules`: rules and goals of the SameGame family
//! - `step`: a move of either game
//! - `status`: how much is proven about an answer, and why a search stopped
//! - `stop_flag`: the flag that ends a search
//! - `threads`: the number of threads of a search

mod cell;
mod game;
pub(crate) mod lock;
mod mayan_move;
pub mod notation;
pub(crate) mod plural;
mod random;
pub(crate) mod read_error;
mod rules;
mod status;
mod step;
mod stop_flag;
mod threads;

pub use cell::{Cell, Colour, MAX_COLOURS};
pub use game::GameKind;
pub(crate) use lock::{lock, unpoisoned};
pub use mayan_move::{Mode, Move, Side};
pub(crate) use plural::plural;
pub use random::Random;
pub(crate) use random::mix;
pub use read_error::ReadError;
pub use rules::{Columns, Goal, LeftPenalty, PRESETS, Poly, Preset, RuleParts, Rules, Score};
pub use status::{Status, StopReason};
pub use step::Step;
pub use stop_flag::StopFlag;
pub use threads::Threads;

//! The rules of both games, slow and obvious: boards, puzzles, limits, and the types that every other module uses.
//!
//! - `cell`: cells and colours
//! - `control`: limits, cancellation and time
//! - `game`: the two puzzles
//! - [`grid`]: the plain board of any size: the reference implementation of both games
//! - `lock`: locks that a panic has poisoned
//! - `mayan_move`: moves of the Mayan puzzle, and the mode that limits the length of a list
//! - [`notation`]: lists of moves as text
//! - `order`: indexes of values, sorted by value
//! - `plural`: counts with a noun in the singular or plural
//! - [`puzzle`]: a board with its task
//! - `random`: random numbers that are the same on every machine
//! - `read_error`: an error in an input, with its place
//! - [`refusal`]: the puzzles that a solver refuses
//! - `ruleset`: rules and goals of the SameGame family
//! - `step`: a move of either game
//! - `status`: how much is proven about an answer, and why a search stopped
//! - `stop_flag`: the flag that ends a search
//! - `stretches`: tiles of SameGame that can never meet, since columns between them stay
//! - `threads`: the number of threads of a search, and work on several threads

mod cell;
#[doc(hidden)]
pub mod control;
mod game;
pub mod grid;
mod lock;
mod mayan_move;
pub mod notation;
mod order;
mod plural;
pub mod puzzle;
mod random;
#[doc(hidden)]
pub mod read_error;
pub mod refusal;
mod ruleset;
mod status;
mod step;
mod stop_flag;
#[doc(hidden)]
pub mod stretches;
#[doc(hidden)]
pub mod threads;

pub use cell::{Cell, Colour, MAX_COLOURS};
pub use game::GameKind;
#[doc(hidden)]
pub use lock::{lock, unpoisoned};
pub use mayan_move::{Mode, Move, Side};
#[doc(hidden)]
pub use order::largest_first;
#[doc(hidden)]
pub use plural::{plural, points};
pub use random::Random;
pub use read_error::ReadError;
pub use refusal::Refusal;
pub use ruleset::{
    Columns, GivenRules, Goal, LeftPenalty, LeftPoints, PRESETS, Poly, Preset, RuleParts, Rules, Score,
};
pub use status::{Status, StopReason};
pub use step::Step;
#[doc(hidden)]
pub use stop_flag::StopFlag;
pub use threads::Threads;

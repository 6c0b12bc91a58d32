//! The Mayan puzzle: slide blocks sideways, runs of three or more vanish, clear the board.
//!
//! [`Board`], [`Game`] and [`Solver`] are for programs that embed the game.
//!
//! A column is `x` from 0 at the left, a row `y` from 0 at the bottom.

#[doc(hidden)]
pub mod board;
mod erased;
mod game;
pub mod generate;
#[doc(hidden)]
pub mod moves;
pub mod solve;
mod solver;

pub use crate::base::{Cell, Colour, Mode, Move, Side};
pub use crate::grid::MayanError;
pub use board::Unfit;
pub use erased::Board;
pub use game::Game;
pub use solve::{Outcome, Want};
pub use solver::{Event, Solver};

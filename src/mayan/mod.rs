//! The Mayan puzzle: slide blocks sideways, runs of three or more vanish, clear the board.
//!
//! [`Board`], [`Game`] and [`Solver`] are for programs that embed the game.
//!
//! `x` is a column, from 0 at the left; `y` is a row, from 0 at the bottom.

mod board;
mod game;
pub mod generate;
pub(crate) mod moves;
pub(crate) mod packed;
pub(crate) mod solve;
mod solver;

pub use crate::rules::grid::MayanError;
pub use crate::rules::{Cell, Colour, Mode, Move, Side};
pub use board::Board;
pub use game::Game;
pub use packed::BoardError;
pub use solve::{Event, InfeasibleReason, ListCount, MAX_DEPTH, NoopEffect, Outcome, Solutions, Stats};
pub use solver::Solver;

//! SameGame: click groups of two or more equal tiles, tiles fall, empty columns close to the left.
//!
//! - [`Board`], [`Game`], [`Solver`]: for programs that embed the game
//! - `meeting`: tiles that can never meet
//! - `repr`: the representations of boards, and the choice among them
//! - `playout`: games played to the end by a policy
//! - `rest`: rules for searching the rest of a game as if it were a new game
//! - `search`: searches for high scores and for lists that clear the board

mod board;
mod game;
pub mod generate;
pub(crate) mod meeting;
pub(crate) mod playout;
pub(crate) mod repr;
mod rest;
pub(crate) mod search;
mod solver;

pub use crate::rules::{
    Cell, Colour, Columns, Goal, LeftPenalty, LeftPoints, Preset, RuleParts, Rules, Score,
};
pub use board::{Board, ClickSet, Group, PlayoutPolicy};
pub use game::{ClickError, Game};
pub use repr::PackError;
pub use search::{BoardError, Found, Method, Outcome};
pub use solver::{Event, Solver};

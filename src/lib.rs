//! Exact simulators and fast solvers for SameGame and the Mayan puzzle, on bit-packed boards.
//!
//! Each game has a `Board` of any size, a `Game` with undo and redo, and a `Solver` with limits for every search. Answers have a
//! [`Status`]: proven, or the best that was found.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use tilefall::samegame::{Board, Cell, Event, Game, Rules, Solver};
//!
//! let board: Board = "2133 / 2113 / 1223".parse().unwrap();
//! let mut game = Game::new(board.clone(), Rules::default());
//! assert_eq!(game.play(Cell::new(1, 1)), Ok(3)); // row 1, column 1, from 0 at the bottom left
//! game.undo();
//!
//! let outcome = Solver::new().time(Duration::from_secs(1)).solve_with(&board, |event| {
//!     if let Event::Better { found, .. } = event {
//!         println!("{} points", found.score);
//!     }
//!     ControlFlow::Continue(())
//! });
//! assert!(outcome.unwrap().found.unwrap().cleared);
//! ```
//!
//! `examples/` contains a program for each game.
//!
//! # Features
//!
//! `render` and `verify` are on by default. A program that embeds a solver may turn them off with
//! `default-features = false`, and needs no pictures. `decompress` is off by default.
//!
//! # Modules
//!
//! - [`samegame`], [`mayan`]: boards, games, solvers and generators
//! - [`rules`]: cells, moves, rules, statuses, limits, the plain board, and a puzzle: a board with its task
//! - [`text`]: formats, records, outcomes as records, and pictures
//! - [`ask`]: requests as data, from JSON or by fields, and their answers as records
//! - [`insight`]: the best result still possible at each position of a game, what each move lost, and hints
//! - [`judge`]: the judges' programs, from their input to their output
//! - `verify`: the checker of answers, with the feature of that name
//!
//! [`Limits`] and [`Cancel`] end searches. Everything else is private; `ARCHITECTURE.md` describes it.
#![deny(missing_docs)]

pub mod ask;
mod bits;
pub mod insight;
#[doc(hidden)]
pub mod internals;
pub mod judge;
pub mod mayan;
pub mod rules;
pub mod samegame;
pub mod stress;
pub mod text;
#[cfg(feature = "verify")]
pub mod verify;
mod workload;

/// The examples of the documents, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/tutorials/embed.md")]
mod documents {}

pub use bits::cpu::CpuPath;
pub use rules::control::{Cancel, DEFAULT_MEMORY, Limits};
pub use rules::{Status, StopReason, Threads};

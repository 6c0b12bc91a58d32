//! Exact simulators and fast solvers for two falling-tile puzzles, SameGame and the Mayan puzzle, on
//! bit-packed boards.
//!
//! Each game has a `Board` of any size, a `Game` with undo and redo, and a `Solver` whose [`Limits`] every search keeps:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::time::Duration;
//! use tilefall::samegame::{Board, Cell, Event, Game, Rules, Solver};
//!
//! let board: Board = "2133 / 2113 / 1223".parse()?;
//! let mut game = Game::new(board.clone(), Rules::default());
//! assert_eq!(game.play(Cell::new(1, 1)), 3); // row 1, column 1, from 0 at the bottom left
//! game.undo();
//!
//! let outcome = Solver::new().time(Duration::from_secs(1)).solve_with(&board, |event| {
//!     if let Event::Better { found, .. } = event {
//!         println!("{} points", found.score);
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert!(outcome.found.unwrap().cleared);
//! # Ok::<(), tilefall::samegame::Unfit>(())
//! ```
//!
//! ```
//! use tilefall::mayan::{Board, Game, Solver};
//!
//! let board: Board = "21... / 12... / 12...".parse()?;
//! let outcome = Solver::new().shortest(5).solve(&board)?;
//! let mut game = Game::new(board);
//! for step in outcome.list.unwrap() {
//!     game.play(step).unwrap();
//! }
//! assert!(game.is_won());
//! # Ok::<(), tilefall::mayan::Unfit>(())
//! ```
//!
//! `examples/` has a program for each. The modules that documentation does not list are the inside of the searches
//! and change without notice.
//!
//! # The way of the data
//!
//! One line, left to right; a module knows only what is left of it:
//!
//! [`base`] → `control` → [`bits`] → [`grid`] → [`puzzle`] → [`record`] → [`formats`] → [`samegame`], [`mayan`] →
//! [`judge`] → [`render`] → [`verify`] → [`batch`]
//!
//! - [`base`]: the words of both games: cells, moves, rules, statuses, limits, errors with places
//! - `control`: [`Limits`] and [`Cancel`], and the clock that keeps them
//! - [`grid`]: the plain board of any size, and both games by the rule book: the reference
//! - [`puzzle`]: a board with its task, as readers give it
//! - [`formats`]: text to puzzles and back, one file a format
//! - [`bits`]: words of column lanes, CPU paths; the only `unsafe`
//! - [`samegame`]: packed boards, clicks, playouts, searches
//! - [`mayan`]: packed boards, moves, the solver
//! - [`judge`]: the judges' programs, their input in and their output out
//! - [`render`]: boards as pictures
//! - [`record`]: puzzle and result records in JSON Lines, and the puzzle hash
//! - [`batch`]: many puzzles, streamed in, solved side by side, written in order
//! - [`verify`]: the checker of answers, which knows the readers, the records and [`grid`] and nothing else
#![deny(missing_docs)]

pub mod base;
#[cfg(not(target_family = "wasm"))]
pub mod batch;
#[doc(hidden)]
pub mod bits;
mod control;
pub mod formats;
pub mod grid;
pub mod judge;
pub mod mayan;
pub mod puzzle;
pub mod record;
pub mod render;
pub mod samegame;
pub mod verify;

pub use base::{Status, StopReason, Threads};
pub use control::{Cancel, Limits, MEMORY};

//! Exact simulators and fast solvers for two falling-tile puzzles, SameGame and the Mayan puzzle, on
//! bit-packed boards.
//!
//! # The way of the data
//!
//! One line, left to right; a module knows only what is left of it:
//!
//! [`base`] → [`bits`] → [`grid`] → [`puzzle`] → [`record`] → [`formats`] → [`samegame`], [`mayan`] →
//! [`judge`] → [`render`] → [`verify`] → [`batch`]
//!
//! - [`base`]: the words of both games: cells, moves, rules, statuses, limits, errors with places
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
pub mod bits;
pub mod formats;
pub mod grid;
pub mod judge;
pub mod mayan;
pub mod puzzle;
pub mod record;
pub mod render;
pub mod samegame;
pub mod verify;

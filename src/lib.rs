#![doc = include_str!("../README.md")]
//!
//! `examples/` contains a program for each game.
//!
//! # Features
//!
//! `batch`, `render` and `verify` are on by default. A program that embeds a solver may turn them off with
//! `default-features = false`, and needs neither temporary files nor pictures. `decompress` is off by default.
//!
//! # Modules
//!
//! - [`samegame`], [`mayan`]: boards, games, solvers and generators
//! - [`analysis`]: the best result still possible at each position of a game, and what each move lost
//! - [`base`]: cells, moves, rules, statuses, and errors with places, shared by both games
//! - [`grid`]: the plain board of any size, with the reference implementation of both games
//! - [`puzzle`]: a board with its task, the output of readers
//! - [`formats`]: text to puzzles and back, one file for each format
//! - [`record`]: puzzle and result records in JSON Lines, and the puzzle hash
//! - [`report`]: outcomes and generated boards as records
//! - [`judge`]: the judges' programs, from their input to their output
//! - `render`: boards and lists of moves as pictures, with the feature of that name
//! - `verify`: the checker of answers, with the feature of that name
//! - `decompress`: gzip and Zstandard, with the feature of that name
//!
//! [`Limits`] and [`Cancel`] end searches. Everything else is private; `ARCHITECTURE.md` describes it.
#![deny(missing_docs)]

pub mod analysis;
pub mod base;
#[cfg(all(feature = "batch", not(target_family = "wasm")))]
mod batch;
mod bits;
mod control;
#[cfg(feature = "decompress")]
pub mod decompress;
#[cfg(any(feature = "verify", all(feature = "batch", not(target_family = "wasm"))))]
mod external_sort;
pub mod formats;
pub mod grid;
#[doc(hidden)]
pub mod internals;
pub mod judge;
pub mod mayan;
mod play;
pub mod puzzle;
pub mod record;
#[cfg(feature = "render")]
pub mod render;
pub mod report;
pub mod samegame;
#[cfg(feature = "verify")]
pub mod verify;
mod workload;

pub use base::{Status, StopReason, Threads};
pub use control::{Cancel, DEFAULT_MEMORY, Limits};

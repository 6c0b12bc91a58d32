#![doc = include_str!("../README.md")]
//!
//! `examples/` contains a program for each game. The modules that the documentation does not list are internals of the
//! searches and may change in any release.
//!
//! # Features
//!
//! `batch`, `render` and `verify` are on by default. A program that embeds a solver may turn them off with
//! `default-features = false`, and needs neither temporary files nor pictures. `decompress` is off by default.
//!
//! # How the modules depend on each other
//!
//! A module uses only modules to its left.
//!
//! [`base`] → `decompress` → `control` → [`bits`] → [`grid`] → [`puzzle`] → [`record`] → [`formats`] → [`samegame`], [`mayan`] →
//! [`report`] → [`judge`] → [`render`] → [`play`] → [`verify`] → [`workload`] → [`batch`]
//!
//! - [`base`]: cells, moves, rules, statuses, limits, and errors with places, shared by both games
//! - `decompress`: gzip and Zstandard, with the feature of that name
//! - `control`: [`Limits`] and [`Cancel`], the timer that enforces them, and the events of a search
//! - [`bits`]: boards as bits in machine words, CPU paths; the only `unsafe` code
//! - [`grid`]: the plain board of any size, with the reference implementation of both games
//! - [`puzzle`]: a board with its task, the output of readers
//! - [`record`]: puzzle and result records in JSON Lines, and the puzzle hash
//! - [`formats`]: text to puzzles and back, one file for each format
//! - [`samegame`]: packed boards, clicks, playouts, searches
//! - [`mayan`]: packed boards, moves, the solver
//! - [`report`]: outcomes and generated boards as records
//! - [`judge`]: the judges' programs, from their input to their output
//! - [`render`]: boards and lists of moves as pictures
//! - [`play`]: hints, and records of games that may not be over
//! - [`verify`]: the checker of answers, which uses only the readers, the records and [`grid`]
//! - [`workload`]: fixed workloads for benchmarks, and their signature
//! - [`batch`]: many puzzles, read as a stream, solved in parallel, written in order
#![deny(missing_docs)]

pub mod base;
#[cfg(all(feature = "batch", not(target_family = "wasm")))]
mod batch;
mod bits;
mod control;
#[cfg(feature = "decompress")]
pub mod decompress;
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

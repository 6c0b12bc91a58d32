//! The tests of packed boards on every kind and CPU path.
//!
//! These tests are a separate program, because they compile the boards again for every kind and path.

mod boards;
mod mayan_board;
mod perft;
mod samegame_exact;
mod samegame_exact_threads;
mod samegame_playout;
#[path = "../support/packed.rs"]
mod support;

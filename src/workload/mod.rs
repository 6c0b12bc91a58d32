//! Fixed workloads on the included boards. Each has a signature, a number that is the same in every build, on every
//! CPU path and in every run, unless a search behaves differently.
//!
//! - [`mayan`]: solving the benchmark boards
//! - [`samegame`]: clicks, playouts and searches
//!
//! The caller measures time, starts threads and passes the boards, so that the web page need not include the boards.

pub mod mayan;
pub mod samegame;

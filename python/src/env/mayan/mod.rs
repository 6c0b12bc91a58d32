//! The Mayan puzzle.
//!
//! [`config`]: puzzles, observations and rewards; [`lane`]: the state of one environment; [`game`]: the trait for both.

mod config;
mod game;
mod lane;

pub use config::MayanConfig;
pub use lane::Parts;

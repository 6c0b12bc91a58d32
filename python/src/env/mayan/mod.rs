//! The Mayan puzzle.
//!
//! - [`config`]: puzzles, observations and rewards; [`lane`]: the state of one environment; [`game`]: both for vectors
//! - [`single`]: one environment; [`state`]: saved states

mod config;
mod game;
mod lane;
mod single;
mod state;

pub use config::MayanConfig;
pub use lane::Parts;
pub use single::MayanCore;
pub use state::MayanState;

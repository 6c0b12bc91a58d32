//! Environments for reinforcement learning. A single environment is a vector of one.
//!
//! - [`game`]: the trait of both games, implemented in [`samegame`] and [`mayan`], and rules for choosing actions
//! - [`config`]: the boards of episodes, observations and rewards; [`lane`]: the state of one environment
//! - [`vector`]: many environments in shared arrays, with a [`job`] for each thread of a [`pool`]; [`stock`]: boards made ahead;
//!   [`single`]: the steps of one environment
//! - [`core`]: the Python classes

mod config;
mod core;
mod game;
mod job;
mod lane;
mod mayan;
mod pool;
mod samegame;
mod single;
mod stock;
mod vector;

pub use core::{MayanCore, SameGameCore, State};
pub use game::Policy;

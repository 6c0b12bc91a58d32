//! Environments for reinforcement learning.
//!
//! - [`source`]: the boards of episodes
//! - [`game`]: what a vector needs to know of a game; [`policy`]: rules for choosing actions
//! - [`lane`]: the state of one SameGame environment; [`config`]: observations and rewards; [`samegame`]: both for vectors
//! - [`single`]: one SameGame environment; [`state`]: saved states
//! - [`mayan`]: the same for the Mayan puzzle
//! - [`vector`]: many environments in shared arrays, with a [`job`] for each thread of a [`pool`]; [`vector_core`]: the
//!   Python classes
//! - [`exclusive`]: a state that only one call at a time may use

mod config;
mod exclusive;
mod game;
mod job;
mod lane;
mod mayan;
mod policy;
mod pool;
mod samegame;
mod single;
mod source;
mod state;
mod vector;
mod vector_core;

pub use mayan::{MayanCore, MayanState};
pub use policy::{POLICIES, Policy};
pub use single::SameGameCore;
pub use state::State;
pub use vector_core::{MayanVectorCore, VectorCore};

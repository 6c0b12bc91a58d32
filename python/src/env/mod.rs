//! Environments for reinforcement learning.
//!
//! - [`source`]: the boards of episodes
//! - [`game`]: the trait of both games; [`policy`]: rules for choosing actions
//! - [`lane`]: the state of one SameGame environment; [`config`]: observations and rewards; [`samegame`]: the trait for both
//! - [`mayan`]: the same for the Mayan puzzle
//! - [`single`]: one environment of a game; [`single_core`]: its Python classes; [`state`]: saved states
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
mod single_core;
mod source;
mod state;
mod vector;
mod vector_core;

pub use policy::{POLICIES, Policy};
pub use single_core::{MayanCore, SameGameCore};
pub use state::{MayanState, State};
pub use vector_core::{MayanVectorCore, VectorCore};

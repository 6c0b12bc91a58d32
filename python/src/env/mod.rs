//! Environments for reinforcement learning.
//!
//! - [`source`]: the boards of episodes
//! - [`lane`]: the state of one SameGame environment; [`config`]: observations and rewards
//! - [`single`]: one SameGame environment; [`vector`]: many in shared arrays, with a [`job`] for each thread of a
//!   [`pool`];
//!   [`state`]: saved states
//! - [`mayan`]: one Mayan environment
//! - [`exclusive`]: a state that only one call at a time may use

mod config;
mod exclusive;
mod job;
mod lane;
mod mayan;
mod pool;
mod single;
mod source;
mod state;
mod vector;

pub use mayan::{MayanCore, MayanState};
pub use single::SameGameCore;
pub use state::State;
pub use vector::VectorCore;

//! Environments: boards that are stepped by actions into arrays.
//!
//! - [`source`]: where the boards of episodes come from
//! - [`lane`]: one SameGame episode after the other; [`config`]: what is observed and what is paid
//! - [`single`]: one SameGame environment; [`vector`]: many in shared arrays, a [`job`] for each thread of a [`pool`];
//!   [`state`]: what they go back to
//! - [`mayan`]: one Mayan environment
//! - [`exclusive`]: a state that one call at a time may use

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

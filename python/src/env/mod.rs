//! Environments: boards that are stepped by actions into arrays.
//!
//! - [`source`]: where the boards of episodes come from
//! - [`lane`]: one SameGame episode after the other; [`config`]: what is seen and what is paid
//! - [`single`]: one SameGame environment; [`vector`]: many in shared arrays; [`state`]: what they go back to
//! - [`mayan`]: one Mayan environment

mod config;
mod lane;
mod mayan;
mod single;
mod source;
mod state;
mod vector;

pub use mayan::{MayanCore, MayanState};
pub use single::SameGameCore;
pub use state::State;
pub use vector::VectorCore;

//! The limits that a caller sets, and their enforcement.
//!
//! - `limits`: limits, as callers set them and as a search polls them
//! - `cancel`: cancelling
//! - `clock`: clocks, deadlines and ticks
//! - `listener`: delivery of the events of a search
//!
//! A search takes a stop flag, which reads the clock when it is polled, and a function that returns the elapsed share
//! of the time. This module creates both. Besides `ask`, no other part of the library reads a clock.

pub mod cancel;
pub mod clock;
pub mod limits;
mod listener;

pub use cancel::Cancel;
pub use clock::Clock;
#[doc(hidden)]
pub use limits::{Budget, ElapsedShare, PollCounter};
pub use limits::{DEFAULT_MEMORY, Limits, SearchLimits};
#[doc(hidden)]
pub use listener::Listener;

//! The limits that a caller sets, and their enforcement.
//!
//! - `limits`: limits, as callers set them and as a search polls them
//! - `cancel`: cancelling
//! - `clock`: the thread that enforces limits of time
//! - `setters`: the methods of a solver that set its limits
//! - `listener`: delivery of the events of a search
//!
//! A search takes a stop flag and a function that returns the elapsed share of the time. This module creates both. Besides
//! `batch`, no other part of the library reads the clock.

pub mod cancel;
pub mod clock;
pub mod limits;
mod listener;
mod setters;

pub use cancel::Cancel;
pub(crate) use clock::elapsed_share;
pub use limits::{DEFAULT_MEMORY, Limits, Poller, SearchLimits};
pub(crate) use listener::Listener;
pub(crate) use setters::limit_setters;

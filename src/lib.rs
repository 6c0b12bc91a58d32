#![doc = include_str!("README.md")]

pub mod ask;
mod bits;
mod board_common;
pub mod insight;
#[doc(hidden)]
pub mod internals;
pub mod judge;
mod limit_setters;
pub mod mayan;
#[doc(hidden)]
pub mod report;
pub mod samegame;
pub mod stress;
mod workload;

#[doc(inline)]
pub use tilefall_rules as rules;
#[cfg(feature = "verify")]
#[doc(inline)]
pub use tilefall_verify as verify;

/// Puzzles, answers and pictures as text.
pub mod text {
    #[doc(inline)]
    pub use crate::report;
    #[doc(inline)]
    pub use tilefall_text::*;
}

/// The examples of the documents, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/tutorials/embed.md")]
mod documents {}

pub use bits::cpu::CpuPath;
pub use rules::control::{Cancel, DEFAULT_MEMORY, Limits};
pub use rules::{Status, StopReason, Threads};

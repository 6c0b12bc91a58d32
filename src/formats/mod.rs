//! Text to puzzles and back, one file a format.
//!
//! - [`place`]: where in a text something is wrong, and what

pub mod place;

pub use place::ReadError;

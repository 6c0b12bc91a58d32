//! Puzzle and result records in JSON Lines, and the puzzle hash.
//!
//! - [`puzzle`]: the puzzle record; `labels`: the characters and labels of colours
//! - [`result`]: the result record; [`asked`]: the question that a result answers
//! - [`json`]: errors of JSON in plain words
//! - [`mod@hash`]: a hash of a puzzle that is the same on every machine

pub mod asked;
pub mod hash;
pub mod json;
mod labels;
pub mod puzzle;
pub mod result;

pub use asked::{Asked, Goal, LengthCount, Want};
pub use hash::{Digest, hash, named_by};
pub use puzzle::{PuzzleRecord, RecordError};
pub use result::{ResultRecord, Step};

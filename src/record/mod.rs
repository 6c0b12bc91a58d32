//! Puzzle and result records in JSON Lines, and the puzzle hash.
//!
//! - [`puzzle`]: what is to be solved; `labels`: what its author wrote for colours
//! - [`result`]: what came of it; [`asked`]: what was asked of it
//! - `json`: what `serde_json` says of a line
//! - [`mod@hash`]: a name for a puzzle that is the same anywhere

pub mod asked;
pub mod hash;
pub(crate) mod json;
mod labels;
pub mod puzzle;
pub mod result;

pub use asked::{Asked, Goal, LengthCount, Want};
pub use hash::{Digest, hash};
pub use puzzle::{PuzzleRecord, RecordError};
pub use result::{ResultRecord, Step};

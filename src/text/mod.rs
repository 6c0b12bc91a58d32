//! Puzzles, answers and pictures as text.
//!
//! - [`formats`]: text to puzzles and back, one file for each format
//! - [`record`]: puzzle and result records in JSON Lines, and the puzzle hash
//! - `render`: boards and lists of moves as pictures, with the feature of that name
//! - `decompress`: gzip and Zstandard, with the feature of that name

#[cfg(feature = "decompress")]
pub mod decompress;
pub mod formats;
pub mod record;
#[cfg(feature = "render")]
pub mod render;

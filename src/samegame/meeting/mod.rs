//! Tiles that can never meet: they are never in one group, whatever is clicked.
//!
//! A tile never leaves its column, and falls only when tiles below it are removed. Columns keep their order, and come
//! nearer to each other only if columns between them become empty and close. All proofs rest on these facts; they
//! differ in cost:
//!
//! - [`stretches`](crate::rules::stretches): by columns alone, on any board, for bounds
//! - [`heights`]: all tiles of one colour, while others are removed, on packed boards, for bounds after each click
//! - [`parts`]: tile by tile, while some tiles stay, on plain boards, for proofs that are shown
//!
//! The search for the fewest clicks computes stretches on its own boards, and the checker of answers has its own
//! proofs. Neither shares code with the modules above.

pub(super) mod heights;
#[cfg(feature = "render")]
pub(crate) mod parts;

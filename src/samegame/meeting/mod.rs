//! Tiles that can never meet: they are never in one group, whatever is clicked.
//!
//! A tile never leaves its column, and falls only when tiles below it are removed. Columns keep their order, and come nearer to
//! each other only over empty columns, where these close. All proofs rest on these facts, each at the cost that its
//! caller can pay:
//!
//! - [`stretches`](crate::rules::stretches): by columns alone, on any board, for bounds
//! - [`heights`]: all tiles of one colour, while other colours are removed, on packed boards, for bounds after each click
//! - [`parts`]: tile by tile, while some tiles stay, on plain boards, for proofs that are shown
//!
//! Besides, the search for the fewest clicks has stretches on its own boards, and the checker of answers has proofs of its own,
//! which share no code with these.

pub(super) mod heights;
#[cfg(feature = "render")]
pub(crate) mod parts;

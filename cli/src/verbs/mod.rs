//! The verbs, one file or folder each, with both games in the folder of a verb that both have.
//!
//! - [`samegame`], [`mayan`]: the lists of their verbs

pub mod bench;
pub mod click;
pub mod completions;
pub mod convert;
pub mod generate;
pub mod hint;
pub mod man;
pub mod mayan;
pub mod merge;
pub mod play;
pub mod replay;
pub mod samegame;
pub mod shard;
pub mod show;
pub mod simulate;
pub mod solve;
pub mod verify;

//! The verbs, which are the subcommands of `tilefall`: one file or folder each. A verb of both games has one folder for
//! both.
//!
//! - [`samegame`], [`mayan`]: the list of the verbs of each game
//! - [`goal_text`]: the goals of SameGame in words

pub mod analyse;
pub mod bench;
pub mod click;
pub mod completions;
pub mod convert;
pub mod generate;
pub mod goal_text;
pub mod hint;
pub mod man;
pub mod mayan;
pub mod merge;
pub mod play;
pub mod replay;
pub mod samegame;
pub mod show;
pub mod simulate;
pub mod solve;
pub mod stress;
pub mod verify;

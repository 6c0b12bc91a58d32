//! Arguments that verbs (subcommands) share: their clap types, their values, and conflicts between them.
//!
//! - `values`: numbers, times, sizes and ranges, and values chosen by name
//! - `limits`: the limits of a search, and the CPU path; `goal`: the goal of a search
//! - `format_arg`: the format of the input, and its detection
//! - `rules`: the rules of SameGame
//! - `shape`: the size of boards of `.` and digits; `task`: the arguments of each game that set the task of its puzzles
//! - `palette`: colours in a terminal
//! - `deferred`: the arguments of a verb, added to the parser only if the verb is used
//! - `output_conflicts`: checks that no output file is also an input

pub mod deferred;
pub mod format_arg;
pub mod goal;
pub mod limits;
pub mod output_conflicts;
pub mod palette;
pub mod rules;
pub mod shape;
pub mod task;
pub mod values;

//! Arguments that verbs (subcommands) share: their clap types, their values, and conflicts between them.
//!
//! - `numbers`, `range`: numbers, times, sizes and ranges; `named`: values chosen by name; `limits`: limits of a search
//! - `format_arg`: the format of the input, and its detection
//! - `rules`, `samegame_goal`: the rules of SameGame, the goal of a search; `goal`: the goal of a Mayan puzzle
//! - `shape`: the board of a click; `task`: the arguments of either game that set the task of its puzzles
//! - `palette`: colours in a terminal; `cpu`: the hidden flag that names a CPU path
//! - `deferred`: the arguments of a verb, added to the parser only if the verb is used
//! - `output_conflicts`: checks that no output file is also an input; `output_kind`: text or JSON

pub mod cpu;
pub mod deferred;
pub mod format_arg;
pub mod goal;
pub mod limits;
pub mod named;
pub mod numbers;
pub mod output_conflicts;
pub mod output_kind;
pub mod palette;
pub mod range;
pub mod rules;
pub mod samegame_goal;
pub mod shape;
pub mod task;

//! The command line: arguments, every verb, streams, signals, the terminal.

mod analyse;
mod arguments;
mod convert;
mod exit_codes;
#[cfg(target_os = "linux")]
mod few_threads;
mod generate;
mod hint;
mod latency;
mod manuals;
mod memory_bounds;
mod notation;
mod outputs;
mod places;
mod play;
mod replay;
mod requests;
mod rules;
mod show;
#[cfg(unix)]
mod signals;
mod stdio;
mod stress;
#[cfg(target_os = "linux")]
mod terminal;
mod threads;

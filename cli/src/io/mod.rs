//! Input, output, the terminal and signals.
//!
//! - `puzzles`: the files that arguments name, and their puzzles; `stream`: the puzzles of one input
//! - `input`: files and standard input, compressed or not, read up to a bound
//! - `disk`: output files, written completely or left as they were; `syncer`: files that are synced while they grow
//! - `output`: standard output; `writer`: puzzles on standard output
//! - `progress`: progress on standard error; `sanitize`: text that is safe to show
//! - `watch`, `signals`: Ctrl-C
//! - `board_text`: boards in colour; `full_screen`: full-screen terminal programs

pub mod board_text;
pub mod disk;
pub mod full_screen;
pub mod input;
pub mod output;
pub mod progress;
pub mod puzzles;
pub mod sanitize;
pub mod signals;
pub mod stream;
pub mod syncer;
pub mod watch;
pub mod writer;

//! Input, output, the terminal and signals.
//!
//! - `files`: the files that arguments name
//! - `input`, `lines`: files and standard input, compressed or not, read up to a bound
//! - `kept_game`: games that `play` keeps
//! - `puzzles`, `stream`: the puzzles of all inputs, of one input; `item`: a puzzle or an error of an input
//! - `disk`: output files that are whole or unchanged; `syncer`: files that are synced while they grow
//! - `output`, `writer`: standard output; puzzles on standard output
//! - `progress`, `sanitize`: progress on standard error; text that is safe to show
//! - `watch`, `signals`: Ctrl-C
//! - `board_text`: boards in colour; `full_screen`: full-screen terminal programs

pub mod board_text;
pub mod disk;
pub mod files;
pub mod full_screen;
pub mod input;
pub mod item;
pub mod kept_game;
pub mod lines;
pub mod output;
pub mod progress;
pub mod puzzles;
pub mod sanitize;
pub mod signals;
pub mod stream;
pub mod syncer;
pub mod watch;
pub mod writer;

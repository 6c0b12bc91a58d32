//! Readers and writers of puzzles and records.

mod corpus;
mod pasted;
mod reading;
mod records;
mod round_trip;
mod spellings;
mod statements;
mod uva758;
mod verb;
mod zeros;

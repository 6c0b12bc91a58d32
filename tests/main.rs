//! The tests of what users rely on, one file each.

mod cli_convert;
mod formats_corpus;
mod formats_round_trip;
mod mayan_solve;
mod records;

//! The tests of what users rely on, one file each.

mod boards;
mod mayan_solve;
mod perft;

//! The tests of what users rely on, one file each.

mod bench_sets;
mod mayan_solve;

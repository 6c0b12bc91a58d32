//! The tests of what users rely on, one file each.

mod mayan_solve;

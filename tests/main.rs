//! The tests of what users rely on, one file each.

mod bench_sets;
mod mayan_simulate;
mod mayan_solve;
mod samegame_click;
mod samegame_simulate;
mod support;
mod uva758;

//! The tests of what users rely on, one file each.

mod mayan_simulate;
mod mayan_solve;
mod samegame_click;
mod samegame_simulate;
mod support;
mod uva758;

//! The tests of what users rely on, one file each.

mod bench_long;
mod bench_sets;
mod boards;
mod cli_convert;
mod formats_corpus;
mod formats_round_trip;
mod mayan_board;
mod mayan_bounds;
mod mayan_cli;
mod mayan_cli_limits;
mod mayan_simulate;
mod mayan_solve;
mod mayan_table;
mod perft;
mod records;
mod samegame_click;
mod samegame_exact;
mod samegame_nested;
mod samegame_playout;
mod samegame_simulate;
mod samegame_solve;
mod support;
mod uva758;
mod verify;

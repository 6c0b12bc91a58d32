//! The tests of what users rely on, one file each.

mod batch;
mod bench_long;
mod bench_sets;
mod bounds;
mod cli_convert;
mod damaged;
mod formats_corpus;
mod formats_round_trip;
mod formats_verb;
mod latency;
mod mayan_bounds;
mod mayan_brute;
mod mayan_claims;
mod mayan_cli;
mod mayan_cli_limits;
mod mayan_reach;
mod mayan_records;
mod mayan_simulate;
mod mayan_sleep;
mod mayan_solve;
mod mayan_table;
mod mayan_threads;
mod places;
mod records;
mod resume;
mod salvage;
mod samegame_claims;
mod samegame_click;
mod samegame_limits;
mod samegame_nested;
mod samegame_resume;
mod samegame_simulate;
mod samegame_solve;
mod shard;
#[cfg(unix)]
mod signals;
mod standard_records;
mod statements;
mod stdio;
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod uva758;
mod verify;
mod verify_refuses;

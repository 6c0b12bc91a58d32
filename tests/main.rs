//! The tests of user-visible behaviour, one file per subject.

// Cargo runs the tests of a package in the folder of the package; these tests use paths relative to the repository.
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn enter_the_repository() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        std::env::set_current_dir(root).expect("the package is a folder of the repository");
    }
}

mod architecture;
mod batch;
mod bench_long;
mod bench_sets;
mod bounds;
mod cli_arguments;
mod cli_convert;
mod corrupt_archives;
mod exit_codes;
#[cfg(target_os = "linux")]
mod features;
#[cfg(target_os = "linux")]
mod few_threads;
mod formats_corpus;
mod formats_round_trip;
mod formats_verb;
mod generate;
mod generated_sets;
mod hint;
mod imports;
mod latency;
mod manuals;
mod mayan_bounds;
mod mayan_brute;
mod mayan_claims;
mod mayan_cli;
mod mayan_cli_limits;
mod mayan_column_flow;
mod mayan_noop;
mod mayan_reach;
mod mayan_records;
mod mayan_simulate;
mod mayan_sleep;
mod mayan_solve;
mod mayan_table;
mod mayan_threads;
mod module_cycles;
mod notation;
mod outputs;
mod places;
mod play;
mod reading;
mod readme;
mod records;
mod regressions;
mod replay;
mod resume;
mod resume_foreign_records;
mod salvage;
mod samegame_claims;
mod samegame_click;
mod samegame_limits;
mod samegame_nested;
mod samegame_outcomes;
mod samegame_resume;
mod samegame_simulate;
mod samegame_solve;
mod shard;
mod show;
#[cfg(unix)]
mod signals;
mod signatures;
mod standard_records;
mod statements;
mod stdio;
mod support;
#[cfg(target_os = "linux")]
mod terminal;
mod unread;
mod uva758;
mod verify;
mod verify_claims;
mod verify_mutations;
mod verify_proofs;
mod verify_refuses;
mod verify_scale;

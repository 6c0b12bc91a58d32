//! A signature is a number that stands for the behaviour of a game's searches, the same in every build and every run.
//!
//! `.ci/run` compares threads and CPU paths of the optimised program. Here, a second run in one process must give the
//! number of the first run, and a build with debug assertions the number of a build without.

use tilefall::internals::workload;
use tilefall_cli::{mayan_signature, samegame_signature};

/// Sets of Mayan boards that a build with debug assertions solves in seconds.
const SHORT: [&str; 3] = ["easy", "hard5", "none-7"];

#[test]
fn a_second_run_in_one_process_and_any_build_have_the_same_signature() {
    let runs = [1, 2].map(|_| {
        let mayan = mayan_signature(|set| SHORT.contains(&set)).unwrap();
        (mayan, samegame_signature(200).unwrap())
    });
    assert_eq!(runs[0], runs[1], "the first run and the second");
    assert_eq!(runs[0].0, 50_928, "bench mayan, the sets {SHORT:?}");
}

/// The signatures that `bench --quick --signature` prints.
#[test]
#[cfg_attr(
    debug_assertions,
    ignore = "the searches of a minute; .ci/test compares the optimised program with these numbers"
)]
fn the_quick_signatures_are_those_on_record() {
    for run in 1..=2 {
        let found = mayan_signature(|set| set != workload::mayan::SLOW).unwrap();
        assert_eq!(found, 4_038_075, "bench mayan --quick, run {run}");
        let found = samegame_signature(workload::samegame::QUICK).unwrap();
        assert_eq!(format!("{found:016x}"), "564bb22901e9cbb3", "bench samegame --quick, run {run}");
    }
}

//! The claims of the solver on the boards in data/bench under tight limits: every bound, count and status in every
//! mode is checked against known lists and counts by brute force.
//!
//! tests/data/mayan-known.tsv has a line for each board: its id, the number of lists of 0, 1, 2, … moves, and a list
//! that empties the board, if one is known.

use crate::support::mayan_brute_force::BruteForce;
use crate::support::mayan_oracle::{Oracle, check};
use std::collections::BTreeSet;
use tilefall::internals::mayan::solve::Request;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::mayan::Solutions;
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Mode, Move, Side, Status, StopFlag, StopReason, Threads};
use tilefall::text::formats::jsonl;

const KNOWN: &str = include_str!("../data/mayan-known.tsv");

/// A board of data/bench, with its number of moves and the known facts about it.
struct Case {
    id: String,
    grid: Grid,
    moves: u64,
    oracle: Oracle,
}

fn step(text: &str) -> Move {
    let [x, y, side] = text.as_bytes() else { panic!("{text}") };
    Move::new(x - b'0', y - b'0', if *side == b'R' { Side::Right } else { Side::Left })
}

fn cases() -> Vec<Case> {
    let puzzles = jsonl::each(include_bytes!("../../data/bench/mayan.jsonl")).map(Result::unwrap);
    let case = |(puzzle, line): (tilefall::rules::puzzle::Puzzle, &str)| {
        let [id, counts, list] = line.split('\t').collect::<Vec<_>>().try_into().unwrap();
        assert_eq!(puzzle.id.as_deref(), Some(id));
        let Task::Mayan(task) = &puzzle.task else { panic!("{id}") };
        let counts: Vec<u128> = counts.split_whitespace().map(|count| count.parse().unwrap()).collect();
        let list: Vec<Move> = list.split_whitespace().map(step).collect();
        let mut played = puzzle.grid.clone();
        list.iter().for_each(|&step| played.play(step).unwrap());
        assert!(list.is_empty() || played.is_empty(), "{id}");
        let length = Some(list.len() as u64).filter(|&length| length > 0);
        let counted = counts.iter().position(|&count| count > 0).map(|length| length as u64);
        let known = length.into_iter().chain(counted).min();
        let oracle = Oracle { known, counts, ..Oracle::default() };
        Case { id: id.to_owned(), grid: puzzle.grid, moves: task.moves.unwrap(), oracle }
    };
    puzzles.zip(KNOWN.lines()).map(case).collect()
}

const MODES: [Mode; 3] = [Mode::Exactly, Mode::Within, Mode::Shortest];
const WANTS: [Solutions; 6] = [
    Solutions::One,
    Solutions::First,
    Solutions::All(u64::MAX),
    Solutions::All(2),
    Solutions::Count,
    Solutions::All(0),
];

#[test]
fn no_claim_of_a_stopped_search_exceeds_what_is_known_of_the_bench_boards() {
    let stop = StopFlag::new();
    let all = cases();
    assert_eq!(all.len(), 230);
    let (mut open, mut tight) = (0, 0);
    let mut reasons = BTreeSet::new();
    for (at, case) in all.iter().enumerate() {
        for (turn, mode) in MODES.into_iter().enumerate() {
            for (n, want) in WANTS.into_iter().enumerate() {
                // The moves of the puzzle, more than needed, three, and more than the maximum depth.
                let moves = [case.moves, case.moves + 2, 3, 600][(at + turn + n) % 4];
                let nodes = [0, 1, 9, 80, 300, 1500][(at + 2 * turn + 3 * n) % 6];
                let request =
                    Request { want, skip_noop: true, threads: Threads::All, ..Request::new(moves, mode) };
                let limits = SearchLimits { nodes: Some(nodes), memory: 1 << 16, stop: &stop };
                let outcome = check(&case.grid, &case.oracle, &request, &limits);
                reasons.extend(outcome.stopped_by.map(|reason| format!("{reason:?}")));
                open += usize::from(matches!(outcome.status, Status::Unknown | Status::Feasible));
                // A bound is tight if it equals the length of the known list.
                tight += usize::from(case.oracle.known == Some(outcome.bound));
            }
        }
    }
    assert!(open > 1000 && tight > 100, "{open} open, {tight} tight bounds");
    assert_eq!(Vec::from_iter(reasons), ["Depth", "Memory", "Nodes", "Solutions"]);
}

/// Without a limit on nodes, every count is found, and must equal the count by brute force.
#[test]
fn counts_of_the_bench_boards_are_those_of_the_rule_book() {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 22, stop: &stop };
    for case in cases() {
        let deepest = case.oracle.counts.len() as u64 - 1;
        let most = if cfg!(debug_assertions) { deepest.min(3) } else { deepest };
        for mode in MODES {
            let request = Request { want: Solutions::Count, skip_noop: true, ..Request::new(most, mode) };
            let outcome = check(&case.grid, &case.oracle, &request, &limits);
            assert!(outcome.count.is_some(), "{}", case.id);
        }
    }
}

/// A search that is stopped at any time makes only true claims, on any number of threads.
#[test]
fn a_search_that_is_stopped_at_any_time_claims_only_what_is_known() {
    let mut found = BTreeSet::new();
    let all = cases();
    for (at, case) in all.iter().enumerate().filter(|(at, _)| at % 3 == 0) {
        for (turn, mode) in MODES.into_iter().enumerate() {
            let want = WANTS[(at / 3 + turn) % WANTS.len()];
            let stop = StopFlag::new();
            let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &stop };
            let threads = Threads::Exactly([2, 1, 8][(at + turn) % 3]);
            let tuning = Tuning { sequential_nodes: 5, task_depth: 3, task_nodes: 1, ..Tuning::default() };
            let request =
                Request { want, skip_noop: true, threads, tuning, ..Request::new(case.moves + 4, mode) };
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(std::time::Duration::from_micros(at as u64 * 37 % 4000));
                    stop.raise(StopReason::Time);
                });
                check(&case.grid, &case.oracle, &request, &limits)
            });
            found.insert(format!("{:?} {:?}", outcome.status, outcome.stopped_by));
        }
    }
    assert!(found.contains("Unknown Some(Time)"), "{found:?}");
}

#[test]
fn the_numbers_that_are_kept_are_those_of_the_rule_book() {
    for case in cases().iter().step_by(7) {
        let depth = if case.grid.tiles() < 12 { 3 } else { 2 };
        let mut brute_force = BruteForce::of(&case.grid, false, depth, usize::MAX).unwrap();
        for (moves, &count) in (0..=depth).zip(&case.oracle.counts) {
            assert_eq!(brute_force.count(moves), count, "{} in {moves}", case.id);
        }
    }
}

//! Several threads: each node is counted once, the growing table keeps its entries, and a stopped search keeps its
//! list.

use super::solve::small_board;
use crate::support::boards;
use crate::support::mayan_oracle::{Oracle, check};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::time::Duration;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::mayan::{Outcome, Solutions};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Status, StopFlag, StopReason, Threads};
use tilefall::text::formats::jsonl;

fn ask(grid: &Grid, request: &Request) -> Outcome {
    let stop = StopFlag::new();
    solve(grid, request, &SearchLimits { nodes: None, memory: 1 << 20, stop: &stop }).unwrap()
}

/// Without a table and sleep sets, the tree and its counts do not depend on the distribution of work, unless a
/// solution ends the search early.
#[test]
fn every_node_is_counted_once_on_any_number_of_threads() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(50);
    let (mut checked, mut nodes) = (0, 0);
    while checked < if cfg!(debug_assertions) { 25 } else { 100 } {
        let grid = boards::any(&mut dice);
        let mode = [Mode::Exactly, Mode::Within, Mode::Shortest][checked % 3];
        let tuning = Tuning { table: false, sleep: false, sequential_nodes: 0, ..Tuning::default() };
        let request = Request { tuning, ..Request::new(4, mode) };
        let one = ask(&grid, &request);
        if one.status != Status::Infeasible || !(50..20_000).contains(&one.stats.nodes) {
            continue;
        }
        checked += 1;
        nodes += one.stats.nodes;
        for (threads, task_depth, task_nodes) in [(2, 2, 0), (2, 1, 64), (8, 3, 1), (3, 2, 1)] {
            let tuning = Tuning { task_depth, task_nodes, ..tuning };
            let many = ask(&grid, &Request { threads: Threads::Exactly(threads), tuning, ..request });
            assert_eq!(many.status, Status::Infeasible);
            assert_eq!(many.stats, one.stats, "{grid:?} {mode:?} on {threads}");
        }
        // The nodes that one thread searches before it starts the others are searched again by all. Other modes are not
        // compared: their walk over the reachable boards takes a share of all nodes.
        if mode == Mode::Exactly {
            let tuning = Tuning { sequential_nodes: 7, ..tuning };
            let many = ask(&grid, &Request { threads: Threads::Exactly(2), tuning, ..request });
            assert_eq!(many.stats.nodes, one.stats.nodes + 7, "{grid:?}");
        }
    }
    assert!(nodes > 10_000);
}

/// All threads start at once, so that small boards use the parallel search, too.
#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solvable = 0;
    let boards = if cfg!(debug_assertions) { 150 } else { 600 };
    for round in 0..boards {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let m = 3 + round % 3;
        for mode in [Mode::Exactly, Mode::Shortest, Mode::Within] {
            let one = ask(&grid, &Request::new(m, mode));
            solvable += usize::from(one.found.is_some());
            for threads in [2, 8].map(Threads::Exactly) {
                let tuning =
                    Tuning { sequential_nodes: 1, task_depth: 2, task_nodes: 0, ..Tuning::default() };
                let many = ask(&grid, &Request { threads, tuning, ..Request::new(m, mode) });
                let answer = |o: &Outcome| (o.status, o.found.clone(), o.bound, o.reason);
                assert_eq!(answer(&many), answer(&one), "{grid:?} {mode:?} {m} on {threads:?}");
            }
        }
    }
    assert!(solvable > boards as usize / 4, "only {solvable}");
}

/// If fewer than M moves suffice, the traversal that creates the tasks may find a solution itself.
#[test]
fn the_first_list_within_far_more_moves_is_the_same_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut met = 0;
    for round in 0..300 {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let m = 5 + round % 2;
        let first = |threads, tuning| {
            let request =
                Request { want: Solutions::First, threads, tuning, ..Request::new(m, Mode::Within) };
            let answer = ask(&grid, &request);
            (answer.status, answer.found)
        };
        let one = first(Threads::Exactly(1), Tuning::default());
        met += usize::from(one.1.as_ref().is_some_and(|list| (1..m as usize - 2).contains(&list.len())));
        for threads in [2, 8].map(Threads::Exactly) {
            let tuning = Tuning { sequential_nodes: 1, task_depth: 2, task_nodes: 0, ..Tuning::default() };
            assert_eq!(first(threads, tuning), one, "{grid:?} {m} on {threads:?}");
        }
    }
    assert!(met > 0, "no list ends in the walk");
}

/// Returns the boards `hard5`, whose first list takes many nodes to prove, each with the length of its lists.
fn deep() -> Vec<(Grid, u64)> {
    let all = jsonl::each(include_bytes!("../../data/bench/mayan.jsonl")).map(Result::unwrap);
    let all = all.filter(|puzzle| puzzle.id.as_deref().is_some_and(|id| id.starts_with("hard5/")));
    all.map(|puzzle| (puzzle.grid, 5)).collect()
}

/// A stopped search keeps its list, even if the first list is requested and subtrees before that list are unfinished.
#[test]
fn a_list_that_one_thread_has_found_is_kept_when_the_others_are_stopped() {
    let mut seen = std::collections::BTreeMap::new();
    for (turn, (grid, length)) in deep().into_iter().cycle().take(160).enumerate() {
        let oracle = Oracle { known: Some(length), ..Oracle::default() };
        let (mode, want) = [
            (Mode::Exactly, Solutions::One),
            (Mode::Within, Solutions::First),
            (Mode::Shortest, Solutions::One),
            (Mode::Within, Solutions::One),
            (Mode::Shortest, Solutions::All(9)),
        ][turn % 5];
        let stop = StopFlag::new();
        let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &stop };
        let tuning = Tuning { sequential_nodes: 0, task_depth: 4, task_nodes: 0, ..Tuning::default() };
        let request = Request { want, threads: Threads::Exactly(4), tuning, ..Request::new(length, mode) };
        let outcome = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_micros(turn as u64 * 531 % 9000));
                stop.raise(StopReason::Time);
            });
            check(&grid, &oracle, &request, &limits)
        });
        *seen.entry(format!("{:?} {want:?} {mode:?}", outcome.status)).or_insert(0) += 1;
    }
    assert!(seen.keys().any(|kind| kind.starts_with("Optimal")), "{seen:?}");
}

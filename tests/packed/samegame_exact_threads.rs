//! The exact search on several threads gives the answer of one thread.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::{NoReport, Query, Report, Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules, Status, StopFlag, StopReason};
use tilefall::samegame::{Found, Method, Outcome};

static NEVER: StopFlag = StopFlag::new();

fn random_grid(rng: &mut Xoshiro256PlusPlus, rows: usize, cols: usize, colours: u64) -> Grid {
    Grid::from_names(rows, cols, |_: Cell| Some(rng.random_range(0..colours))).unwrap()
}

fn on(threads: usize, query: &Query, limits: &SearchLimits, from: Option<&Found>) -> Outcome {
    let method = Method::Exact;
    let request = Request { method, seed: 1, threads, from, time: None, path: CpuPath::best() };
    solve(query, &request, limits, &NoReport).unwrap()
}

/// Returns an answer without the number of nodes, which is the sum over all threads.
fn answer_of(outcome: Outcome) -> (Status, Option<Found>, Option<i64>, Option<StopReason>) {
    (outcome.status, outcome.found, outcome.bound, outcome.stopped_by)
}

#[test]
fn any_number_of_threads_gives_the_same_answer_and_list() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(17);
    for number in 0..40 {
        let (rows, cols) = [(4, 6), (5, 5), (6, 5), (9, 3), (3, 9)][number % 5];
        let grid = random_grid(&mut rng, rows, cols, 2 + number as u64 % 4);
        let query = Query::score(&grid, Rules::default()).unwrap();
        // The smaller memory makes the memo evict entries.
        let memories = if grid.tiles() < 25 { &[1 << 24, 1 << 14][..] } else { &[1 << 24] };
        for &memory in memories {
            let limits = SearchLimits { nodes: None, memory, stop: &NEVER };
            let one = answer_of(on(1, &query, &limits, None));
            assert_eq!(one.0, Status::Optimal);
            for threads in [2, 3, 8] {
                let several = answer_of(on(threads, &query, &limits, None));
                assert_eq!(several, one, "{threads} threads, {memory} bytes: {grid:?}");
            }
            // A start list that is already the best is the answer.
            let known = on(2, &query, &limits, one.1.as_ref());
            assert_eq!(answer_of(known), one);
        }
    }
}

#[test]
fn a_proof_from_an_annealed_list_is_that_of_a_proof_without() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let mut long = 0;
    for _ in 0..6 {
        let grid = random_grid(&mut rng, 7, 8, 4);
        let query = Query::score(&grid, Rules::default()).unwrap();
        // With a limit on nodes, branch and bound runs alone.
        let alone =
            on(1, &query, &SearchLimits { nodes: Some(1 << 50), memory: 1 << 26, stop: &NEVER }, None);
        let limits = SearchLimits { nodes: None, memory: 1 << 26, stop: &NEVER };
        let one = on(1, &query, &limits, None);
        // Annealing makes 200,000 trials, which count as nodes.
        long += usize::from(one.nodes > 200_000);
        let one = answer_of(one);
        assert_eq!((one.0, one.2), (Status::Optimal, alone.bound), "{grid:?}");
        assert_eq!(one.1.as_ref().map(|found| found.score), alone.found.map(|found| found.score));
        for threads in [2, 8] {
            assert_eq!(answer_of(on(threads, &query, &limits, None)), one, "{threads} threads: {grid:?}");
        }
    }
    assert!(long > 0, "no board was annealed");
}

#[test]
fn with_a_limit_on_nodes_or_a_target_threads_change_nothing() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(18);
    for number in 0..20 {
        let grid = random_grid(&mut rng, 7, 7, 4);
        let plain = Query::score(&grid, Rules::default()).unwrap();
        let target = Query { target: Some(1000 + 20 * number), ..plain };
        for (query, nodes) in [(&plain, Some(500)), (&target, None)] {
            let limits = SearchLimits { nodes, memory: 1 << 24, stop: &NEVER };
            let one = on(1, query, &limits, None);
            assert_eq!(on(2, query, &limits, None), one);
            assert_eq!(on(8, query, &limits, None), one);
        }
    }
}

/// Stores the reported lists, and raises the flag `stop` after `after` of them.
struct Recorder<'a> {
    lists: Mutex<Vec<i64>>,
    nodes: AtomicU32,
    stop: &'a StopFlag,
    after: usize,
}

impl Report for Recorder<'_> {
    fn improved(&self, _: u64, found: &Found) {
        let mut lists = self.lists.lock().unwrap();
        lists.push(found.score);
        if lists.len() == self.after {
            self.stop.raise(StopReason::Interrupt);
        }
    }

    fn advanced(&self, nodes: u64) {
        self.nodes.fetch_add(nodes as u32, Ordering::Relaxed);
    }
}

#[test]
fn a_search_that_is_stopped_tells_the_best_list_of_all_and_a_bound_that_holds() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(19);
    let mut stopped = 0;
    for number in 0..40 {
        let grid = random_grid(&mut rng, 6, 7, 4);
        let query = Query::score(&grid, Rules::default()).unwrap();
        let best = on(1, &query, &SearchLimits { nodes: None, memory: 1 << 24, stop: &NEVER }, None);
        let best = best.found.unwrap().score;
        let stop = StopFlag::new();
        let recorder = Recorder {
            lists: Mutex::default(),
            nodes: AtomicU32::new(0),
            stop: &stop,
            after: 1 + number % 9,
        };
        let request = Request {
            method: Method::Exact,
            seed: 1,
            threads: 4,
            from: None,
            time: None,
            path: CpuPath::best(),
        };
        let limits = SearchLimits { nodes: None, memory: 1 << 24, stop: &stop };
        let outcome = solve(&query, &request, &limits, &recorder).unwrap();
        let lists = recorder.lists.into_inner().unwrap();
        assert!(lists.is_sorted_by(|a, b| a < b), "{lists:?}");
        let found = outcome.found.expect("a list was reported");
        assert_eq!(lists.last(), Some(&found.score));
        assert_eq!(Found::replay(&grid, query.rules, found.clicks.clone()).unwrap(), found);
        assert_eq!(u64::from(recorder.nodes.into_inner()), outcome.nodes);
        assert!(outcome.bound.unwrap() >= best);
        match outcome.status {
            Status::Optimal => assert_eq!(found.score, best),
            status => {
                assert_eq!((status, outcome.stopped_by), (Status::Feasible, Some(StopReason::Interrupt)));
                stopped += 1;
            }
        }
    }
    // Threads that find good lists at once leave few reports to stop after.
    assert!(stopped > 4, "{stopped} of 40");
}

#[test]
fn helpers_share_the_work() {
    // Four threads may search more nodes than one, but not four times as many; the number depends on the machine.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let grid = random_grid(&mut rng, 8, 8, 4);
    let query = Query::score(&grid, Rules::default()).unwrap();
    let limits = SearchLimits { nodes: None, memory: 1 << 26, stop: &NEVER };
    let (one, four) = (on(1, &query, &limits, None), on(4, &query, &limits, None));
    assert_eq!(answer_of(four.clone()), answer_of(one.clone()));
    assert!(four.nodes < 4 * one.nodes, "every thread searches everything: {} of {}", four.nodes, one.nodes);
}

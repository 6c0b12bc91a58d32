//! The fields of an outcome of a SameGame search other than the list: the status, the bound, when the list was found,
//! and why the search stopped.

use std::sync::Mutex;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::samegame::search::anneal::anneal;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query, Report, Request, solve};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules, Status, StopFlag, StopReason};
use tilefall::samegame::{Found, Method, Outcome};

static NEVER: StopFlag = StopFlag::new();

fn limits(nodes: Option<u64>, memory: usize) -> SearchLimits<'static> {
    SearchLimits { nodes, memory, stop: &NEVER }
}

fn usual(rows: usize, cols: usize) -> Grid {
    Grid::from_names(rows, cols, |cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 4)).unwrap()
}

#[test]
fn a_list_is_proven_by_a_bound_that_it_reaches_and_by_no_higher_one() {
    let grid = Grid::parse("1112").unwrap();
    let query = Query::score(&grid, Rules::default()).unwrap();
    let list = |clicks| Found::replay(&grid, query.rules, clicks).unwrap();
    let stopped = |found, bound| Outcome::stopped(&query, Some(found), bound, StopReason::Nodes);
    let told =
        |outcome: &Outcome| (outcome.status, outcome.bound, outcome.stopped_by, outcome.found.is_some());
    let triple = || list(vec![Cell::new(0, 0)]);
    assert_eq!(triple().score, 1);
    assert_eq!(told(&stopped(triple(), 1)), (Status::Optimal, Some(1), None, true));
    assert_eq!(told(&stopped(triple(), 2)), (Status::Feasible, Some(2), Some(StopReason::Nodes), true));
    // No click is no answer, but a proof if nothing can be gained.
    assert_eq!(told(&stopped(list(vec![]), 1)), (Status::Unknown, Some(1), Some(StopReason::Nodes), false));
    assert_eq!(told(&stopped(list(vec![]), 0)), (Status::Optimal, Some(0), None, true));
}

#[test]
fn too_little_memory_for_the_way_down_proves_nothing() {
    let grid = usual(120, 120);
    let query = Query::score(&grid, Rules::default()).unwrap();
    let cut = exact(CpuPath::best(), &query, &limits(None, 0), None, &NoReport).unwrap();
    let told = (cut.status, cut.bound, cut.stopped_by);
    assert_eq!(told, (Status::Unknown, Some(query.ceiling()), Some(StopReason::Memory)));
}

#[test]
fn a_known_list_does_not_loosen_a_bound() {
    let grid = usual(6, 6);
    let query = Query::score(&grid, Rules::default()).unwrap();
    let known = Found::playable(&grid, query.rules, &grid.groups()[..1]);
    let ask = |from, nodes| {
        let time = None;
        let request =
            Request { method: Method::Exact, seed: 1, threads: 1, from, time, path: CpuPath::best() };
        solve(&query, &request, &limits(Some(nodes), 1 << 22), &NoReport).unwrap()
    };
    let mut lower = 0;
    for nodes in [2, 5, 10, 20, 50] {
        let (alone, with) = (ask(None, nodes), ask(Some(&known), nodes));
        assert!(with.bound <= alone.bound, "{alone:?} {with:?}");
        lower += usize::from(!with.is_proven() && with.bound < Some(query.ceiling()));
    }
    assert!(lower > 0);
}

#[test]
fn a_target_is_what_ended_every_search_that_reached_it() {
    let grid = usual(7, 7);
    let query = Query { target: Some(1), ..Query::score(&grid, Rules::default()).unwrap() };
    for method in [Method::Auto, Method::Anneal, Method::Exact] {
        let (from, time) = (None, None);
        let request = Request { method, seed: 1, threads: 1, from, time, path: CpuPath::best() };
        let outcome = solve(&query, &request, &limits(Some(5000), 1 << 22), &NoReport).unwrap();
        assert_eq!(
            (outcome.status, outcome.stopped_by),
            (Status::Feasible, Some(StopReason::Target)),
            "{method:?}"
        );
    }
}

#[test]
fn a_bound_has_the_whole_bonus_in_it_however_large() {
    let grid = Grid::parse("1 2 1 2 1 2 1 2 / 1 2 1 2 1 2 1 2").unwrap();
    for clear_bonus in [1000, 1 << 41, 1 << 60] {
        let query = Query::score(&grid, Rules { clear_bonus, ..Rules::default() }).unwrap();
        for nodes in [0, 1, 2, 4] {
            let cut = exact(CpuPath::best(), &query, &limits(Some(nodes), 1 << 22), None, &NoReport).unwrap();
            assert!(cut.bound >= Some(clear_bonus as i64), "{cut:?}");
        }
    }
}

/// Stores the scores of all reported lists.
#[derive(Default)]
struct Scores(Mutex<Vec<i64>>);

impl Report for Scores {
    fn improved(&self, _nodes: u64, found: &Found) {
        self.0.lock().unwrap().push(found.score);
    }
    fn advanced(&self, _nodes: u64) {}
}

#[test]
fn annealing_tells_of_better_lists_only_and_gives_the_best() {
    let mut told = 0;
    for seed in 1..=60u64 {
        let (rows, cols) = [(8, 8), (9, 3), (14, 2), (6, 5)][seed as usize % 4];
        let colours = 2 + seed / 4 % 4;
        let colour = |cell: Cell| {
            let at = (cell.row * cols + cell.col) as u64 + seed * 1000;
            at.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 40
        };
        let grid = Grid::from_names(rows, cols, |cell| Some(colour(cell) % colours)).unwrap();
        let rules = Rules { clear_bonus: [0, 60, 1000][seed as usize % 3], ..Rules::default() };
        let query = Query::score(&grid, rules).unwrap();
        let (scores, request) = (Scores::default(), Request { seed, ..Request::default() });
        let outcome = anneal(&query, &request, &limits(Some(6000), 1 << 24), &scores).unwrap();
        let scores = scores.0.into_inner().unwrap();
        assert!(scores.is_sorted_by(|a, b| a < b), "{grid:?} {scores:?}");
        assert_eq!(scores.last(), outcome.found.as_ref().map(|found| &found.score), "{grid:?}");
        told += scores.len();
    }
    assert!(told > 100, "{told}");
}

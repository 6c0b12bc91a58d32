//! The fields of an outcome of a SameGame search other than the list: the status, the bound, and why the search stopped.

use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query, Request, solve};
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

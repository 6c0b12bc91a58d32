//! The fields of an outcome of a SameGame search besides the list: status, bound, and why the search stopped.

use crate::support::solver_records::rules;
use crate::support::tilefall;
use std::ops::ControlFlow;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query, Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Columns, Goal, Random, Rules, Status, StopFlag, StopReason};
use tilefall::samegame::{Event, Found, Method, Outcome, Solver};

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
    // An empty list is no answer, unless the bound shows that no list can score more.
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
fn no_outcome_is_worse_than_a_list_that_was_reported() {
    let mut random = Random::new(9, 0);
    let mut found = 0;
    for number in 0..400 {
        let (rows, cols, colours) = (random.between(1, 8), random.between(1, 8), random.between(1, 4));
        let (goal, rules) = (Goal::NAMED[number % 5].1, rules(&mut random));
        let mut grid = Grid::from_names(rows, cols, |_| Some(random.below(colours) as u64)).unwrap();
        if rules.columns == Columns::Close {
            grid.close();
        }
        let method = [Method::Auto, Method::Anneal][random.below(2)];
        let nodes = [3, 40, 400][random.below(3)];
        let solver = Solver::new().goal(goal).rules(rules).method(method).seed(number as u64).nodes(nodes);
        let (threads, query) = (1 + number % 2, Query { goal, ..Query::score(&grid, rules).unwrap() });
        let mut best = None;
        let outcome = solver.threads(threads).solve_grid_with(&grid, |event| {
            if let Event::Better { found, .. } = event {
                assert!(best < Some(query.value(found)) && !found.clicks.is_empty(), "{best:?} {found:?}");
                best = Some(query.value(found));
            }
            ControlFlow::Continue(())
        });
        let outcome = outcome.unwrap();
        let last = outcome.found.as_ref().map(|found| query.value(found));
        assert!(last >= best, "{outcome:?}, reported {best:?}: {rules:?} {goal:?} {method:?} {grid:?}");
        found += usize::from(best.is_some());
    }
    assert!(found > 200, "{found}");
}

#[test]
fn a_record_is_the_last_line_of_its_trace_where_small_groups_cost_points() {
    let dir = tempfile::tempdir().unwrap();
    let mut random = Random::new(2, 0);
    for number in 0..12 {
        let row = |random: &mut Random| (0..8).map(|_| ['1', '2', '3'][random.below(3)]).collect::<String>();
        let rows: Vec<String> = (0..8).map(|_| row(&mut random)).collect();
        let trace = dir.path().join(number.to_string());
        let words = format!(
            "--score poly:1,-6,0 --method anneal --nodes 500 --seed {number} --trace {}",
            trace.display()
        );
        let input = serde_json::json!({"game": "samegame", "rows": rows}).to_string();
        let run = tilefall(&format!("samegame solve --output jsonl {words}"), input.as_bytes());
        let field = |line: &str| {
            let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
            (record["score"].take(), record["moves"].take())
        };
        let trace = std::fs::read_to_string(trace).unwrap();
        assert_eq!(trace.lines().last().map(field), Some(field(&run.out)), "{input}");
    }
}

//! Law: on a small board, brute force confirms the claims of a search with any method, initial list, node limit and
//! memory limit.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::HashMap;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::{NoReport, Query, Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::{Cell, LeftPenalty, Rules, Score, Status, StopFlag};
use tilefall::samegame::{Found, Goal, Method, Outcome};
use tilefall_fuzz::{best, next, samegame};

const SCORES: [Score; 5] = [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count];

fn check(query: &Query, answer: &Outcome, (best, cleared): (i64, bool)) {
    if let Some(found) = &answer.found {
        assert_eq!(Found::replay(query.grid(), query.rules, found.clicks.clone()).as_ref(), Ok(found));
        assert!(query.reached(found) && found.score <= best);
    }
    let score = answer.found.as_ref().map(|found| found.score);
    assert!(answer.bound.is_none_or(|bound| bound >= best));
    assert_eq!(answer.stopped_by.is_none(), answer.is_proven());
    match (answer.status, query.goal) {
        (Status::Optimal, Goal::Score) => assert_eq!((score, answer.bound), (Some(best), Some(best))),
        (Status::Optimal, Goal::Clear) => assert!(cleared && score.is_some()),
        (Status::Optimal, _) => unreachable!("only these goals are searched"),
        (Status::Infeasible, goal) => assert!(goal == Goal::Clear && !cleared && score.is_none()),
        (Status::Feasible, goal) => assert!(goal == Goal::Score && score.is_some() && answer.bound > score),
        (Status::Unknown, _) => assert!(score.is_none() && answer.bound.is_some()),
        (Status::Error, _) => unreachable!("a search gives no error"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes;
    let [size, colours, rules, method, nodes, start] = [(); 6].map(|()| next(&mut bytes));
    let (rows, cols) = [(1, 16), (16, 1), (2, 8), (8, 2), (4, 4), (3, 5), (5, 3)][usize::from(size) % 7];
    let grid = samegame(rows, cols, u64::from(colours % 5) + 1, &mut bytes);
    let rules = Rules {
        score: SCORES[usize::from(rules) % 5],
        clear_bonus: [0, 5, 1000, u64::MAX / 4][usize::from(rules / 5) % 4],
        left_penalty: if rules / 20 % 2 == 0 { LeftPenalty::None } else { LeftPenalty::N2 },
        ..Rules::USUAL
    };
    let truth = best(&grid, rules, &mut HashMap::new());
    let clicks: Vec<Cell> =
        bytes.iter().map(|&at| Cell::new(usize::from(at) % rows, usize::from(at) / rows % cols)).collect();
    let from = Found::playable(&grid, rules, &clicks);
    let stop = StopFlag::new();
    let method = [Method::Auto, Method::Exact][usize::from(method) % 2];
    let memory = if method == Method::Auto { 1 << 20 } else { usize::from(start) << 6 };
    let from = (start & 1 == 1).then_some(&from);
    let request =
        Request { method, seed: u64::from(nodes), threads: 1, from, time: None, path: CpuPath::best() };
    for nodes in
        [Some(u64::from(nodes)), (method == Method::Exact).then_some(u64::from(nodes) << 10), Some(1 << 30)]
    {
        let limits = SearchLimits { nodes, memory, stop: &stop };
        for query in [Query::score(&grid, rules), Query::clear(&grid)] {
            let query = Query { rules, ..query.expect("a settled board") };
            let answer = solve(&query, &request, &limits, &NoReport).expect("a small board fits");
            check(&query, &answer, truth);
            assert!(nodes < Some(1 << 30) || answer.is_proven(), "{answer:?}");
        }
    }
});

//! Checks that the search of `verify`, the solvers and brute force, which plays every list, agree on small SameGame
//! boards, under any rules and for every goal.
//!
//! `PROPTEST_CASES=20000 cargo test --release --test it verify::exhaustion` tries more boards.

use crate::support::samegame_brute_force::{self, Best};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::ops::ControlFlow;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Columns, Goal, LeftPenalty, Rules, Score, Status};
use tilefall::samegame::{Event, Found, Method, Solver};
use tilefall::text::record::hash;
use tilefall::text::report;
use tilefall::verify::{Checker, Class, Entry, Settings, Verdict, answer};

fn any_rules() -> impl Strategy<Value = Rules> {
    let named = (0..Score::NAMED.len()).prop_map(|at| Score::NAMED[at].1);
    let poly =
        (-3..4_i64, -9..9_i64, -9..9_i64).prop_map(|(a, b, c)| format!("poly:{a},{b},{c}").parse().unwrap());
    let penalty = prop_oneof![Just(LeftPenalty::None), Just(LeftPenalty::N2), Just(LeftPenalty::Total)];
    let columns = prop_oneof![Just(Columns::Close), Just(Columns::Stay)];
    let left = (-3..4_i64, -9..9_i64, -9..9_i64, 0..9_u64)
        .prop_map(|(a, b, c, most)| format!("poly:{a},{b},{c}:{most}").parse().unwrap());
    let left = proptest::option::weighted(0.3, left);
    (prop_oneof![named, poly], 0..30_u64, 1..4_u32, penalty, left, 1..4_u32, columns).prop_map(
        |(score, clear_bonus, clear_factor, left_penalty, left_points, min_group, columns)| Rules {
            score,
            clear_bonus,
            clear_factor,
            left_penalty,
            left_points,
            min_group,
            columns,
        },
    )
}

/// Returns boards of up to 12 cells, with any rules.
fn any_puzzle() -> impl Strategy<Value = Puzzle> {
    let size = (1..5_usize, 1..7_usize).prop_map(|(rows, cols)| (rows, cols.min(12 / rows)));
    (size, 1..5_u64, any_rules()).prop_flat_map(|((rows, cols), colours, rules)| {
        let cells = proptest::collection::vec(proptest::option::weighted(0.9, 0..colours), rows * cols);
        cells.prop_map(move |cells| {
            let mut grid = Grid::from_names(rows, cols, |cell| cells[cell.col * rows + cell.row]).unwrap();
            grid.fall();
            if rules.columns == Columns::Close {
                grid.close();
            }
            Puzzle::new(grid, Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() }))
        })
    })
}

/// Returns the fields of an answer with this goal and status, and the fields `more`.
fn answered(goal: &str, status: &str, more: Value) -> Value {
    let mut fields = json!({"asked": {"goal": goal}, "status": status});
    if status == "feasible" || status == "unknown" {
        fields["stopped_by"] = "nodes".into();
    }
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    fields
}

fn rules(puzzle: &Puzzle) -> Rules {
    let Task::SameGame(task) = &puzzle.task else { unreachable!("all puzzles are of SameGame") };
    task.rules.unwrap()
}

/// Returns the verdict on a record with these fields.
fn verdict(puzzle: &Puzzle, fields: Value) -> Verdict {
    let mut record = json!({"v": 1, "index": 0, "id": "p", "game": "samegame", "hash": hash(puzzle)});
    record.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    checked(puzzle, &record.to_string())
}

/// Returns the verdict on a record, with a search of up to a million moves.
fn checked(puzzle: &Puzzle, record: &str) -> Verdict {
    let entry = Entry { id: "p".into(), index: None, puzzle: Ok(puzzle.clone()) };
    let settings = Settings { search: 1_000_000, ..Settings::default() };
    let answer = answer::record(record.as_bytes(), 1).unwrap();
    Checker::new([entry].into_iter(), [answer].into_iter()).next().unwrap().unwrap().verdict(&settings)
}

/// Returns the value of a list, the higher the better.
fn value(goal: Goal, found: &Found) -> i64 {
    match goal {
        Goal::Score | Goal::Clear => found.score,
        Goal::Fewest => -(found.clicks.len() as i64),
        Goal::Left => -(found.left as i64),
        Goal::Biggest => found.biggest as i64,
    }
}

proptest! {
    #[test]
    fn the_search_proves_what_playing_every_list_shows(puzzle in any_puzzle()) {
        let rules = rules(&puzzle);
        let Best { score, left, fewest, biggest } = samegame_brute_force::best(&puzzle.grid, rules);
        for goal in ["clear", "fewest"] {
            let infeasible = verdict(&puzzle, answered(goal, "infeasible", json!({})));
            prop_assert_eq!(infeasible.class() == Class::Proven, fewest.is_none(), "{} {:?}", goal, infeasible);
            prop_assert_eq!(infeasible.class() == Class::Wrong, fewest.is_some());
        }
        let amounts = [
            ("score", Some(score), -1),
            ("fewest", fewest.map(|clicks| clicks as i64), 1),
            ("left", Some(left as i64), 1),
            ("biggest", Some(biggest as i64), -1),
        ];
        for (goal, amount, beyond) in amounts {
            let Some(amount) = amount else { continue };
            let bound = |bound: i64| verdict(&puzzle, answered(goal, "unknown", json!({"bound": bound})));
            let tight = bound(amount);
            prop_assert!(tight.bound_proven && tight.is_valid(), "{} {:?}", goal, tight);
            let refuted = bound(amount + beyond);
            prop_assert!(!refuted.is_valid(), "{} {:?}", goal, refuted);
            // The list that refutes the bound is a best list. The fault has no list if no click improves the board.
            let list = refuted.faults[0].list.clone().unwrap_or_default();
            let played = tilefall::verify::samegame::replay(&puzzle.grid, rules, &list).unwrap();
            let mut fields = json!({"moves": list, "score": played.score, "cleared": played.cleared});
            match goal {
                "left" => fields["left"] = played.left.into(),
                "biggest" => fields["biggest"] = played.biggest.into(),
                _ => {}
            }
            let optimal = verdict(&puzzle, answered(goal, "optimal", fields.clone()));
            prop_assert_eq!(optimal.class(), Class::Proven, "{} {:?}", goal, optimal);
            fields["bound"] = (amount - beyond).into();
            let loose = verdict(&puzzle, answered(goal, "optimal", fields.clone()));
            prop_assert!(!loose.is_valid(), "{} {:?}", goal, loose);
            if !list.is_empty() && amount - beyond >= 0 {
                let open = verdict(&puzzle, answered(goal, "feasible", fields));
                prop_assert!(open.is_valid() && open.bound_proven, "{} {:?}", goal, open);
            }
        }
    }

    #[test]
    fn answers_of_the_solvers_are_valid(
        puzzle in any_puzzle(),
        nodes in prop_oneof![Just(3_u64), Just(200)],
        method in prop_oneof![3 => Just(Method::Auto), 1 => Just(Method::Anneal)],
    ) {
        let Best { score, left, fewest, biggest } = samegame_brute_force::best(&puzzle.grid, rules(&puzzle));
        for (_, goal) in Goal::NAMED {
            let solver = Solver::new().goal(goal).rules(rules(&puzzle)).method(method).nodes(nodes).threads(1);
            let mut reported = Vec::new();
            let events = |event: Event| {
                if let Event::Better { found, .. } = event {
                    reported.push(value(goal, found));
                }
                ControlFlow::Continue(())
            };
            let outcome = solver.solve_grid_with(&puzzle.grid, events).unwrap();
            // Each reported list is better than the one before, and the answer is the last one.
            prop_assert!(reported.is_sorted_by(|one, two| one < two), "{:?} {:?}", goal, reported);
            if let Some(&best) = reported.last() {
                prop_assert_eq!(outcome.found.as_ref().map(|found| value(goal, found)), Some(best), "{:?}", goal);
            }
            let record = report::samegame::record(hash(&puzzle), &solver, &outcome, 0, "p".into());
            let verdict = checked(&puzzle, &record.to_line());
            prop_assert!(verdict.is_valid(), "{} {:?}", record.to_line(), verdict);
            if outcome.status == Status::Optimal {
                let best = match goal {
                    Goal::Score => record.score == Some(score),
                    Goal::Clear => left == 0,
                    Goal::Fewest => record.moves.map(|list| list.len()) == fewest,
                    Goal::Left => record.left == Some(left as u64),
                    Goal::Biggest => record.biggest == Some(biggest as u64),
                };
                prop_assert!(best, "{:?} {:?}", goal, outcome);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn small_boards_are_annealed_to_their_best(puzzle in any_puzzle()) {
        let Best { score, left, fewest, biggest } = samegame_brute_force::best(&puzzle.grid, rules(&puzzle));
        let nothing = Found::playable(&puzzle.grid, rules(&puzzle), &[]);
        for (_, goal) in Goal::NAMED {
            let solver = Solver::new().goal(goal).rules(rules(&puzzle)).method(Method::Anneal).nodes(20_000);
            let outcome = solver.threads(1).solve_grid_with(&puzzle.grid, |_| ControlFlow::Continue(())).unwrap();
            if goal.needs_empty_board() && fewest.is_none() {
                prop_assert!(outcome.found.is_none());
                continue;
            }
            // A list without clicks is never an answer: if it is the best list, the outcome has no list.
            let found = outcome.found.as_ref().unwrap_or(&nothing);
            let best = match goal {
                Goal::Score => found.score == score,
                Goal::Clear => found.cleared,
                Goal::Fewest => found.cleared && Some(found.clicks.len()) == fewest,
                Goal::Left => found.left == left as u64,
                Goal::Biggest => found.biggest == biggest as u64,
            };
            prop_assert!(best, "{:?} {:?}", goal, outcome);
        }
    }
}

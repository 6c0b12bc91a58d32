//! Solvers, their limits and their events.

use super::generator;
use std::ops::ControlFlow;
use std::time::Duration;
use tilefall::samegame::Method;
use tilefall::{Cancel, Limits, Status, StopReason, mayan, samegame};

/// The time within which a stopped search must end, even on a busy machine.
const SOON: Duration = Duration::from_secs(120);

const METHODS: [Method; 3] = [Method::Auto, Method::Anneal, Method::Exact];

fn full() -> samegame::Board {
    let mut below = generator(6);
    samegame::Board::from_names(15, 15, |_| Some(below(5) as u64)).unwrap()
}

/// A board whose searches of depth 40 practically never end.
fn deep() -> mayan::Board {
    let mut below = generator(7);
    mayan::Board::from_names(7, 5, |cell| (cell.row < 6).then(|| below(5) as u64)).unwrap()
}

fn mayan_solvers() -> [mayan::Solver; 4] {
    let solver = mayan::Solver::new();
    [
        solver.clone().exactly(40),
        solver.clone().exactly(40).threads(1),
        solver.clone().exactly(40).want(mayan::Solutions::All(u64::MAX)),
        solver.exactly(40).want(mayan::Solutions::Count),
    ]
}

#[test]
fn nodes_are_kept_and_the_answer_repeats() {
    let board = full();
    for method in METHODS {
        let solve = |threads| {
            samegame::Solver::new().method(method).nodes(300).threads(threads).solve(&board).unwrap()
        };
        assert_eq!(solve(1), solve(3), "{method:?}");
        assert!(solve(1).nodes <= 300, "{method:?}");
    }
    for solver in mayan_solvers() {
        let outcome = solver.nodes(500).solve(&deep());
        assert_eq!(outcome.stopped_by, Some(StopReason::Nodes));
    }
}

#[test]
fn limits_of_zero_leave_everything_open() {
    let board = full();
    for method in METHODS {
        let outcome = samegame::Solver::new().method(method).nodes(0).solve(&board).unwrap();
        // An annealer has a list before its first trial.
        assert_eq!((outcome.stopped_by, outcome.nodes), (Some(StopReason::Nodes), 0), "{method:?}");
    }
    let solver = mayan::Solver::new().want(mayan::Solutions::All(0));
    for solver in [solver.clone().exactly(1), solver.clone().within(1), solver.shortest(1)] {
        for drawing in [".....", "1.1 / 112"] {
            let board: mayan::Board = drawing.parse().unwrap();
            let on_event = |event: mayan::Event<'_>| {
                assert!(!matches!(event, mayan::Event::Solution(_)), "a list was reported");
                ControlFlow::Continue(())
            };
            let outcome = solver.solve_with(&board, on_event);
            assert_eq!(outcome.found, None);
            match outcome.reason {
                Some(_) => assert_eq!((outcome.status, outcome.stopped_by), (Status::Infeasible, None)),
                None => assert_eq!(
                    (outcome.status, outcome.stopped_by),
                    (Status::Unknown, Some(StopReason::Solutions))
                ),
            }
        }
    }
}

#[test]
fn a_search_starts_from_the_clicks_that_remove_something() {
    let board: samegame::Board = "1122 / 1122".parse().unwrap();
    let (one, two, single) =
        (samegame::Cell::new(0, 0), samegame::Cell::new(0, 2), samegame::Cell::new(5, 5));
    let solver = samegame::Solver::new().start_from(vec![single, two, two, one]).target(1008);
    let outcome = solver.solve(&board).unwrap();
    let found = samegame::Found { clicks: vec![two, one], score: 1008, cleared: true, left: 0, biggest: 4 };
    assert_eq!((outcome.found, outcome.nodes), (Some(found), 0));
}

#[test]
fn samegame_events_come_in_order_and_a_break_ends_the_search() {
    let board = full();
    for method in METHODS {
        let (mut scores, mut spent) = (Vec::new(), Vec::new());
        // On several threads a list may be reported that the node limit then excludes.
        let solver = samegame::Solver::new().method(method).nodes(2000).threads(1);
        let outcome = solver.solve_with(&board, |event| {
            match event {
                samegame::Event::Better { found, nodes } => {
                    let replayed = samegame::Found::replay(
                        &board.to_grid(),
                        samegame::Rules::default(),
                        found.clicks.clone(),
                    );
                    assert_eq!(replayed.as_ref(), Ok(found));
                    scores.push(found.score);
                    assert!(nodes <= 2000);
                }
                samegame::Event::Progress { nodes } => spent.push(nodes),
                _ => unreachable!("no other event"),
            }
            ControlFlow::Continue(())
        });
        let best = outcome.unwrap().found.map(|found| found.score);
        assert!(scores.windows(2).all(|pair| pair[0] < pair[1]), "{method:?} {scores:?}");
        assert!(spent.is_sorted(), "{method:?} {spent:?}");
        assert_eq!(scores.last().copied(), best, "{method:?}");
        let mut calls = 0;
        let outcome = samegame::Solver::new().method(method).time(SOON).solve_with(&board, |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert_eq!((outcome.unwrap().stopped_by, calls), (Some(StopReason::Interrupt), 1), "{method:?}");
    }
}

#[test]
fn mayan_events_come_in_order_and_a_break_ends_the_search() {
    let (mut bounds, mut visited) = (Vec::new(), Vec::new());
    let solver = mayan::Solver::new().shortest(30).nodes(200_000);
    let outcome = solver.solve_with(&deep(), |event| {
        if let mayan::Event::Progress { nodes, bound } = event {
            bounds.push(bound);
            visited.push(nodes);
        }
        ControlFlow::Continue(())
    });
    assert_eq!(outcome.bound, *bounds.last().unwrap());
    // Progress is reported at each depth, and ten times a second.
    assert!(bounds.is_sorted() && visited.is_sorted() && bounds.len() > 3, "{bounds:?}");
    for solver in mayan_solvers() {
        let mut calls = 0;
        let outcome = solver.solve_with(&deep(), |_| {
            calls += 1;
            if calls < 2 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((outcome.stopped_by, calls), (Some(StopReason::Interrupt), 2));
    }
    // Every list is reported once, in order.
    let board: mayan::Board = "21... / 12... / 12...".parse().unwrap();
    let mut lists = Vec::new();
    let solver = mayan::Solver::new().within(3).want(mayan::Solutions::All(u64::MAX));
    let outcome = solver.solve_with(&board, |event| {
        if let mayan::Event::Solution(list) = event {
            let mut game = mayan::Game::new(board.clone());
            list.iter().for_each(|&step| game.play(step).unwrap());
            assert!(game.is_won());
            lists.push(list.to_vec());
        }
        ControlFlow::Continue(())
    });
    assert_eq!((outcome.status, outcome.found.as_ref()), (Status::Optimal, lists.first()));
    assert!(lists.len() > 5 && lists.windows(2).all(|pair| pair[0] < pair[1]), "{}", lists.len());
}

#[test]
fn boards_games_and_solvers_cross_threads() {
    fn shared<T: Send + Sync + Clone + std::fmt::Debug>() {}
    shared::<samegame::Board>();
    shared::<samegame::Game>();
    shared::<samegame::Solver>();
    shared::<mayan::Board>();
    shared::<mayan::Game>();
    shared::<mayan::Solver>();
    shared::<Limits>();
    shared::<Cancel>();
}

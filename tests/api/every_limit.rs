//! Every search ends by every limit: all modes and goals of both games, by nodes, time, memory and an interrupt.

use super::generator;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tilefall::rules::Refusal;
use tilefall::samegame::{BoardError, Goal, Method, Preset};
use tilefall::{Cancel, Limits, Status, StopReason, mayan, samegame};

/// The one limit that a search gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Limit {
    Nodes(u64),
    Time,
    Memory,
    Interrupt,
}

const LIMITS: [Limit; 5] = [Limit::Nodes(1), Limit::Nodes(700), Limit::Time, Limit::Memory, Limit::Interrupt];

/// The time limit of [`Limit::Time`], and the time until the interrupt of [`Limit::Interrupt`].
const SHORT: Duration = Duration::from_millis(5);
/// A search that takes longer is considered endless.
const NEVER: Duration = Duration::from_secs(120);

/// Runs a search with this limit and checks that it ends for an allowed reason. Returns the reason for the stop.
fn run(
    limit: Limit,
    name: &str,
    search: impl FnOnce(Limits) -> (Status, Option<StopReason>),
) -> Option<StopReason> {
    let (begun, cancel, over) = (Instant::now(), Cancel::new(), AtomicBool::new(false));
    let mut limits = Limits::default();
    (limits.memory, limits.cancel) = (1 << 22, cancel.clone());
    match limit {
        Limit::Nodes(nodes) => limits.nodes = Some(nodes),
        Limit::Time => limits.time = Some(SHORT),
        Limit::Memory => limits.memory = 1 << 16,
        Limit::Interrupt => {}
    }
    let until = if limit == Limit::Interrupt { SHORT } else { NEVER };
    let (status, stopped_by) = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            while !over.load(Ordering::Relaxed) && begun.elapsed() < until {
                std::thread::park_timeout(until.saturating_sub(begun.elapsed()));
            }
            cancel.cancel();
        });
        let outcome = search(limits);
        over.store(true, Ordering::Relaxed);
        watch.thread().unpark();
        outcome
    });
    assert!(begun.elapsed() < NEVER, "{name}: no end");
    let open = matches!(status, Status::Feasible | Status::Unknown);
    assert_eq!(open, stopped_by.is_some(), "{name}: {status:?} {stopped_by:?}");
    let own = match stopped_by {
        None => true,
        Some(StopReason::Nodes) => matches!(limit, Limit::Nodes(_) | Limit::Memory),
        Some(StopReason::Time) => limit == Limit::Time,
        Some(StopReason::Interrupt) => limit == Limit::Interrupt,
        // Other reasons, like a full table, may come before any limit.
        Some(_) => true,
    };
    assert!(own, "{name}: stopped by {stopped_by:?}");
    stopped_by
}

#[test]
fn every_mayan_search_ends_by_every_limit() {
    use mayan::{Board, Solutions, Solver};
    let mut below = generator(7);
    let deep = Board::from_names(7, 5, |cell| (cell.row < 6).then(|| below(5) as u64)).unwrap();
    // Few blocks that reach many boards; the first cannot be cleared.
    let few = ["1001100", "1.1.1..", "11.1.", "1....... / 2....... / 1....... / 2......1 / 1......2"];
    let few = few.map(|drawing| (drawing, drawing.replace('0', "2").parse::<Board>().unwrap()));
    let mut stopped = std::collections::BTreeSet::new();
    for limit in LIMITS {
        // The full board is not searched with the memory limit alone: a full table does not end a search.
        let boards = few.iter().cloned().chain((limit != Limit::Memory).then(|| ("deep", deep.clone())));
        for (board, name) in boards.map(|(name, board)| (board, name)) {
            for moves in [None, Some(3), Some(512), Some(1 << 40)] {
                for want in [Solutions::One, Solutions::First, Solutions::All(3), Solutions::Count] {
                    for mode in ["exactly", "within", "shortest"] {
                        let solver = Solver::new().want(want);
                        let solver = match (mode, moves) {
                            ("exactly", Some(moves)) => solver.exactly(moves),
                            ("within", moves) => solver.within(moves.unwrap_or(u64::MAX)),
                            ("shortest", moves) => solver.shortest(moves.unwrap_or(u64::MAX)),
                            _ => continue,
                        };
                        let what = format!("{name} {mode} {moves:?} {want:?} {limit:?}");
                        let reason = run(limit, &what, |limits| {
                            let outcome = solver.limits(limits).threads(1).solve(&board);
                            (outcome.status, outcome.stopped_by)
                        });
                        stopped.extend(reason.map(|reason| format!("{want:?} {reason:?}")));
                    }
                }
            }
        }
    }
    for want in ["One", "First", "All(3)", "Count"] {
        for reason in ["Nodes", "Time", "Memory", "Interrupt"] {
            assert!(stopped.contains(&format!("{want} {reason}")), "{want} {reason}: {stopped:?}");
        }
    }
}

#[test]
fn every_samegame_search_ends_by_every_limit() {
    use samegame::{Board, Solver};
    let mut below = generator(6);
    let mut random = |side: usize| Board::from_names(side, side, |_| Some(below(5) as u64)).unwrap();
    let all = &LIMITS[..];
    // One trial of a large board takes as long as thousands of a small one.
    let few = &[Limit::Nodes(1), Limit::Time, Limit::Memory, Limit::Interrupt][..];
    let boards = [
        ("row", "1122112212211212".parse().unwrap(), all),
        ("few", "12112 / 21321 / 33213 / 12122 / 31231".parse().unwrap(), all),
        ("full", random(15), all),
        ("large", random(100), few),
        ("million", random(1000), &few[..2]),
    ];
    let methods = [Method::Auto, Method::Anneal, Method::Exact];
    let mut stopped = std::collections::BTreeSet::new();
    let presets = ["samegame", "former", "lx"].map(|name| Preset::named(name).unwrap());
    for (name, board, limits) in &boards {
        for (number, method) in methods.into_iter().enumerate() {
            for (preset, (at, (_, goal))) in
                presets.iter().flat_map(|preset| (0..).zip(Goal::NAMED).map(move |goal| (preset, goal)))
            {
                // The largest board takes long: each method and goal gets one preset.
                if *name == "million" && preset.name != presets[(at + number) % presets.len()].name {
                    continue;
                }
                for &limit in *limits {
                    // A full table does not end a proof by the usual rules, so the search would take too long.
                    if limit == Limit::Memory && *name == "full" && method == Method::Exact {
                        continue;
                    }
                    let solver = Solver::new().method(method).goal(goal).rules(preset.rules);
                    let what = format!("{name} {} {method:?} {goal:?} {limit:?}", preset.name);
                    let reason = run(limit, &what, |mut limits| {
                        // By default, the other methods make many trials, which take longer than filling a table.
                        if limit == Limit::Memory && method != Method::Exact {
                            limits.nodes = Some(1 + 50_000 / board.tiles() as u64);
                        }
                        let by =
                            |threads| solver.clone().limits(limits.clone()).threads(threads).solve(board);
                        let outcome = by(1);
                        if limit == Limit::Nodes(1) {
                            assert_eq!(outcome, by(8), "{what}");
                        }
                        match outcome {
                            Ok(outcome) => (outcome.status, outcome.stopped_by),
                            Err(BoardError::Refused(Refusal::TooLargeFor(_))) => (Status::Error, None),
                            Err(error) => panic!("{what}: {error}"),
                        }
                    });
                    stopped.extend(reason.map(|reason| format!("{method:?} {reason:?}")));
                }
            }
        }
    }
    for method in methods {
        for reason in ["Nodes", "Time", "Interrupt"] {
            assert!(stopped.contains(&format!("{method:?} {reason}")), "{method:?} {reason}: {stopped:?}");
        }
    }
}

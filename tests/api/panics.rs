//! Event callbacks that panic.

use super::generator;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;
use tilefall::samegame::Method;
use tilefall::{mayan, samegame};

/// Longer than any search in this file takes, even on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Returns the payload of the panic of `work`, which must not take long.
fn panic_of(work: impl FnOnce() + Send + 'static) -> Option<&'static str> {
    let (done, ended) = channel();
    std::thread::spawn(move || {
        let panic = catch_unwind(AssertUnwindSafe(work)).err();
        done.send(panic.and_then(|panic| panic.downcast_ref::<&str>().copied())).unwrap();
    });
    ended.recv_timeout(LONG).expect("the search ends")
}

#[test]
fn samegame_searches_end_and_hand_the_panic_on() {
    let mut below = generator(8);
    let board = samegame::Board::from_names(12, 12, |_| Some(below(5) as u64)).unwrap();
    for method in [Method::Auto, Method::Anneal, Method::Exact] {
        for threads in [1, 2, 5] {
            let (board, solver) =
                (board.clone(), samegame::Solver::new().method(method).nodes(3000).threads(threads));
            let calls = Arc::new(AtomicU32::new(0));
            let counter = calls.clone();
            let panic = panic_of(move || {
                let _ = solver.solve_with(&board, |_| -> ControlFlow<()> {
                    counter.fetch_add(1, Ordering::Relaxed);
                    panic!("of the event")
                });
            });
            let ended = (panic, calls.load(Ordering::Relaxed));
            assert_eq!(ended, (Some("of the event"), 1), "{method:?} {threads}");
        }
    }
}

#[test]
fn mayan_searches_end_and_hand_the_panic_on() {
    let mut below = generator(9);
    let board = mayan::Board::from_names(7, 5, |_| Some(below(5) as u64)).unwrap();
    for (want, threads) in
        [(mayan::Solutions::Count, 1), (mayan::Solutions::One, 1), (mayan::Solutions::One, 3)]
    {
        let solver = mayan::Solver::new().exactly(30).want(want).threads(threads);
        let board = board.clone();
        let panic = panic_of(move || {
            let mut calls = 0;
            let _ = solver.solve_with(&board, |_| {
                calls += 1;
                // The first call is at the start of the search, the others are in its middle.
                if calls == 3 {
                    panic!("of the callback");
                }
                ControlFlow::Continue(())
            });
        });
        assert_eq!(panic, Some("of the callback"), "{want:?} {threads}");
    }
}

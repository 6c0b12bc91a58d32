//! The analysis of all positions of a game, after its end or while the player thinks, in a thread of its own.

use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;
use tilefall::insight::analysis::{Analyser, Knowledge};
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Goal, Step, Threads};
use tilefall::{Cancel, Limits};

/// The time limit.
const PATIENCE: Duration = Duration::from_secs(5);

/// A running analysis, which ends when it is dropped.
pub struct Review {
    results: Receiver<Vec<Knowledge>>,
    cancel: Cancel,
    done: bool,
}

impl Review {
    /// Starts the analysis of a list of moves.
    pub fn start(puzzle: Puzzle, moves: Vec<Step>, goal: Goal, threads: Threads) -> Review {
        let (sender, results) = channel();
        let cancel = Cancel::new();
        let mut limits = Limits::default();
        (limits.time, limits.threads, limits.cancel) = (Some(PATIENCE), threads, cancel.clone());
        let analyser = Analyser::new().goal(goal).limits(limits);
        std::thread::spawn(move || {
            // The receiver is gone if the game goes on. Games can be analysed.
            let _ = analyser.analyse_with(&puzzle, &moves, &mut |event| match sender
                .send(event.analysis.known.clone())
            {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        });
        Review { results, cancel, done: false }
    }

    /// Returns the knowledge of all positions, if there is more; the last results arrive before the end of the analysis.
    pub fn listen(&mut self) -> Option<Vec<Knowledge>> {
        let mut last = None;
        loop {
            match self.results.try_recv() {
                Ok(known) => last = Some(known),
                Err(error) => {
                    self.done |= error == TryRecvError::Disconnected;
                    return last;
                }
            }
        }
    }

    /// Returns whether the analysis has ended.
    pub fn is_done(&self) -> bool {
        self.done
    }
}

impl Drop for Review {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

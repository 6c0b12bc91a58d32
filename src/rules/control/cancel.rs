//! [`Cancel`]: a token that ends searches from outside.

use super::clock::Timer;
use crate::{StopFlag, StopReason, lock};
use std::sync::{Arc, Mutex, Weak};

/// A token that cancels searches from outside. Clones share its state. Every search with a clone of the token ends within
/// milliseconds of [`cancel`](Self::cancel), and a search that begins later ends at once.
///
/// ```
/// use tilefall::{Cancel, StopReason, samegame::{Board, Solver}};
/// let cancel = Cancel::new();
/// let solver = Solver::new().cancel(&cancel);
/// cancel.cancel(); // usually from another thread
/// let board: Board = "1121 / 2212 / 1122".parse().unwrap();
/// let outcome = solver.solve(&board).unwrap();
/// assert_eq!(outcome.stopped_by, Some(StopReason::Interrupt));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Mutex<CancelState>>);

#[derive(Debug, Default)]
struct CancelState {
    cancelled: bool,
    /// The flags of running searches.
    flags: Vec<Weak<StopFlag>>,
}

impl Cancel {
    /// Creates a token that is not cancelled.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Ends all searches with this token or a clone of it.
    pub fn cancel(&self) {
        let mut state = lock(&self.0);
        state.cancelled = true;
        let flags = std::mem::take(&mut state.flags);
        flags.iter().filter_map(Weak::upgrade).for_each(|flag| flag.raise(StopReason::Interrupt));
    }

    /// Returns `true` if [`cancel`](Self::cancel) was called.
    pub fn is_cancelled(&self) -> bool {
        lock(&self.0).cancelled
    }

    /// Creates the stop flag of one search. The flag is raised when the token is cancelled.
    pub fn flag(&self) -> Arc<StopFlag> {
        self.flag_with(None)
    }

    /// Like [`flag`](Self::flag); a poll also raises the flag if the timer is over.
    pub(super) fn flag_with(&self, timer: Option<Timer>) -> Arc<StopFlag> {
        let flag = Arc::new(StopFlag::with_timer(timer));
        let mut state = lock(&self.0);
        state.flags.retain(|flag| flag.strong_count() > 0);
        state.flags.push(Arc::downgrade(&flag));
        if state.cancelled {
            flag.raise(StopReason::Interrupt);
        }
        flag
    }
}

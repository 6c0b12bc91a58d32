//! The frame of the sampling methods, from a query to runs on a board. The type of the settings selects the
//! method.

use crate::bits::cpu::{Cpu, CpuPath};
use crate::rules::StopReason;
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::samegame::repr::{BoardKernel, BoardRepr, Kind, dispatch_board};
use crate::samegame::search::budget::Budget;
use crate::samegame::search::fit::SearchError;
use crate::samegame::search::outcome::{Outcome, Query, Report};
use crate::samegame::search::sampling::restarts::{Restarts, restarts};
use crate::samegame::search::trivial::trivial_outcome;

/// The settings of a method.
pub trait Sampler: Sync {
    /// Returns the number of threads that this many bytes are enough for; 0 if they are not enough for one.
    ///
    /// # Errors
    /// If the board is too large for the method.
    fn max_threads(&self, _grid: &Grid, _memory: usize) -> Result<usize, SearchError> {
        Ok(usize::MAX)
    }

    /// Takes runs from [`Restarts::start`], plays them and passes them to [`Restarts::finish`]; must be
    /// `#[inline(always)]`, like a [`BoardKernel`].
    fn work<C: Cpu, B: BoardRepr>(&self, cpu: C, board: &B, all: &Restarts<'_>);
}

/// Searches with the method of these settings, one run after another, until a limit is reached. A node is a playout.
///
/// With `limits.nodes` the outcome depends only on the query, the settings and that limit, not on the threads or the
/// path. Without `limits.nodes` and a target, the search ends only when the flag is raised.
///
/// # Errors
/// If the board is not one that is searched, or is too large for the method.
///
/// # Panics
/// If the machine lacks the path.
pub fn sample<S: Sampler>(
    path: CpuPath,
    query: &Query<'_>,
    settings: &S,
    limits: &SearchLimits<'_>,
    threads: usize,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    match trivial_outcome(query)? {
        Some(known) => Ok(known),
        None => sample_within(path, query, settings, &Budget::new(limits, None), threads, report),
    }
}

/// Like [`sample`], for a board that needs a search, with a clock.
pub(in crate::samegame::search) fn sample_within<S: Sampler>(
    path: CpuPath,
    query: &Query<'_>,
    settings: &S,
    budget: &Budget<'_>,
    threads: usize,
    report: &dyn Report,
) -> Result<Outcome, SearchError> {
    let threads_by_memory = settings.max_threads(query.grid(), budget.limits.memory)?;
    if threads_by_memory == 0 {
        return Ok(Outcome::stopped(query, None, query.ceiling(), StopReason::Memory));
    }
    let kind = Kind::first_that_holds(Kind::FEW, query.grid()).unwrap_or(Kind::Plain);
    let work = |all: &Restarts<'_>| dispatch_board(path, kind, query.grid(), Work { settings, all });
    restarts(query, budget, threads.min(threads_by_memory), report, work)
}

/// A method, before its CPU path and its kind of board are chosen.
struct Work<'a, S> {
    settings: &'a S,
    all: &'a Restarts<'a>,
}

impl<S: Sampler> BoardKernel for Work<'_, S> {
    type Out = ();
    const KINDS: &'static [Kind] = Kind::FEW;

    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) {
        self.settings.work(cpu, &board, self.all);
    }
}

//! The main loop of the sampling searchers: one run after another, each with its own seed, and the best list of
//! all.
//!
//! Runs are numbered, and each thread takes the next number. The results of runs are merged in the order of
//! their numbers, as if one thread had made all runs. Hence with a limit on playouts the answer does not depend
//! on the number of threads: the run in which the limit falls counts up to the limit, later runs do not count.

use crate::bits::cpu::Cpu;
use crate::rules::{Cell, Colour, MAX_COLOURS, StopReason, Threads};
use crate::rules::{lock, unpoisoned};
use crate::samegame::playout::{PlayoutBoard, Policy, playout};
use crate::samegame::repr::BoardError;
use crate::samegame::search::budget::{Budget, Poll as _, PollCounter};
use crate::samegame::search::fit::SearchError;
use crate::samegame::search::outcome::{Found, Goal, Outcome, Query, Report};
use rand::Rng;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::Builder;

/// Playouts between two progress reports.
const REPORT_INTERVAL: u64 = 1 << 13;

/// A list that is better than all before in its run.
#[derive(Debug)]
struct Improvement {
    nodes: u64,
    value: i64,
    clicks: Vec<Cell>,
}

/// The results of a run so far. A worker passes every playout to it.
pub struct Restart<'a> {
    /// The number of the run.
    pub number: u64,
    all: &'a Restarts<'a>,
    nodes: u64,
    counted: u64,
    cap: u64,
    improvements: Vec<Improvement>,
    over: bool,
    polls: PollCounter,
}

/// The state that all runs share.
pub struct Restarts<'a> {
    /// The query.
    pub query: &'a Query<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
    /// The weight of a click for polling the clock: on a large board it may take milliseconds.
    weight: u32,
    /// Whether a run may count only in part, so that all its improvements are kept.
    keep_all: bool,
    /// A score that ends the search: the target, or a score that no list surpasses.
    sufficient: i64,
    next: AtomicU64,
    /// Runs with this number or a higher one do not count.
    end: AtomicU64,
    merged: Mutex<Merged>,
}

/// The results of the runs, in the order of their numbers.
#[derive(Debug, Default)]
struct Merged {
    next: u64,
    waiting: BTreeMap<u64, (u64, Vec<Improvement>)>,
    nodes: u64,
    best: Option<Improvement>,
    /// The best value reported, by any run.
    reported: Option<i64>,
    done: bool,
}

impl Restart<'_> {
    /// Returns the colour that the run keeps for the end. Every other run keeps the most frequent one; the runs
    /// between keep no colour and each other colour in turn. Many lists, on small boards most of the best ones,
    /// cannot be reached while a colour is kept.
    pub fn tabu_colour(&self) -> Option<Colour> {
        let grid = self.all.query.grid();
        let mut colours: Vec<Colour> = (0..grid.colours() as Colour).collect();
        colours.sort_by_key(|&colour| Reverse(grid.count(colour)));
        colours.retain(|&colour| grid.count(colour) > 1);
        let others = colours.len().saturating_sub(1) as u64;
        match (self.number % 2, self.number / 2) {
            (0, _) => colours.first().copied(),
            (_, odd) if odd % 2 == 0 || others == 0 => None,
            (_, odd) => Some(colours[1 + (odd / 2 % others) as usize]),
        }
    }

    /// Plays a board with a score so far to the end, and passes the first cell of every group clicked to
    /// `clicked`. Returns the value of the game, where larger is better: the score, or minus the tiles left if
    /// the board is to be cleared.
    #[inline(always)]
    pub fn play<C: Cpu, L: PlayoutBoard<C>>(
        &mut self,
        cpu: C,
        mut board: L,
        mut score: i64,
        policy: &mut impl Policy<C, L>,
        rng: &mut impl Rng,
        mut clicked: impl FnMut(Cell),
    ) -> i64 {
        let query = self.all.query;
        playout(cpu, &mut board, policy, rng, |cell, size| {
            clicked(cell);
            score += query.rules.score.points(size as u64);
            !self.over()
        });
        let (mut counts, mut left) = ([0; MAX_COLOURS], 0);
        let colours = query.grid().colours();
        for (colour, count) in counts[..colours].iter_mut().enumerate() {
            *count = board.count(cpu, colour as Colour) as u64;
            left += *count;
        }
        match query.goal {
            Goal::Clear | Goal::Left => -(left as i64),
            _ => query.rules.total(score, counts[..colours].iter().copied()),
        }
    }

    /// Counts a playout, and stores its list if it is the best of the run.
    pub fn record(&mut self, value: i64, clicks: impl Iterator<Item = Cell>) {
        self.nodes += 1;
        if self.improvements.last().is_none_or(|best| value > best.value) {
            let improvement = Improvement { nodes: self.nodes, value, clicks: clicks.collect() };
            self.all.report_best(&improvement, self.nodes);
            self.over |= self.all.suffices(value);
            if !self.all.keep_all {
                self.improvements.clear();
            }
            self.improvements.push(improvement);
        }
        self.over |= self.nodes >= self.cap;
        if self.nodes - self.counted >= REPORT_INTERVAL {
            self.all.report.advanced(self.nodes - self.counted);
            self.counted = self.nodes;
        }
    }

    /// Returns `true` if the run has to stop. To be called at every click: it costs a few loads.
    #[inline(always)]
    pub fn over(&mut self) -> bool {
        self.over
            || self.polls.count(self.all.budget, self.all.weight).is_some()
            || self.number >= self.all.end.load(Ordering::Relaxed)
    }
}

impl<'a> Restarts<'a> {
    /// Returns the bytes that the search may use.
    pub fn memory(&self) -> usize {
        self.budget.limits.memory
    }

    /// Returns the next run, or `None` if the search is over.
    pub fn start(&self) -> Option<Restart<'_>> {
        let merged = lock(&self.merged);
        let cap = self.budget.limits.nodes.unwrap_or(u64::MAX) - merged.nodes;
        if merged.done || self.budget.poll().is_some() {
            return None;
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let (improvements, polls) = (Vec::new(), PollCounter::default());
        Some(Restart { number, all: self, nodes: 0, counted: 0, cap, improvements, over: cap == 0, polls })
    }

    /// Merges a run that ended, for whatever reason.
    pub fn finish(&self, run: Restart<'_>) {
        self.report.advanced(run.nodes - run.counted);
        let mut merged = lock(&self.merged);
        merged.waiting.insert(run.number, (run.nodes, run.improvements));
        while !merged.done {
            let next = merged.next;
            let Some((nodes, improvements)) = merged.waiting.remove(&next) else { return };
            let left = self.budget.limits.nodes.unwrap_or(u64::MAX) - merged.nodes;
            let before = merged.nodes;
            merged.nodes += nodes.min(left);
            merged.next += 1;
            merged.done |= nodes >= left;
            for improvement in improvements.into_iter().filter(|improvement| improvement.nodes <= left) {
                if merged.best.as_ref().is_none_or(|best| improvement.value > best.value) {
                    if self.suffices(improvement.value) {
                        (merged.nodes, merged.done) = (before + improvement.nodes, true);
                    }
                    merged.best = Some(Improvement { nodes: before + improvement.nodes, ..improvement });
                }
            }
            if merged.done {
                self.end.store(merged.next, Ordering::Relaxed);
            }
        }
    }

    fn suffices(&self, value: i64) -> bool {
        match self.query.goal {
            Goal::Clear => value == 0,
            _ => value >= self.sufficient,
        }
    }

    /// Reports a list that reaches the goal and is better than all lists reported before.
    fn report_best(&self, improvement: &Improvement, nodes: u64) {
        let mut merged = lock(&self.merged);
        if merged.reported.is_none_or(|best| improvement.value > best) {
            merged.reported = Some(improvement.value);
            let found = Found::replay(self.query.grid(), self.query.rules, improvement.clicks.clone());
            if let Some(found) = found.ok().filter(|found| self.query.reached(found)) {
                self.report.improved(merged.nodes + nodes, &found);
            }
        }
    }
}

/// Ends all runs when a thread panics: its run is never merged, so no later run would count.
struct EndOnPanic<'a>(&'a Restarts<'a>);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            lock(&self.0.merged).done = true;
            self.0.end.store(0, Ordering::Relaxed);
        }
    }
}

/// Calls `work`, which makes runs, on this many threads, until a limit or the goal is reached. The board must
/// have a move.
///
/// Without a limit on playouts, a target and a clock, only a raised flag ends it.
///
/// # Errors
/// If the board is not searched.
pub(super) fn restarts(
    query: &Query<'_>,
    budget: &Budget<'_>,
    threads: usize,
    report: &dyn Report,
    work: impl Fn(&Restarts<'_>) -> Result<(), BoardError> + Sync,
) -> Result<Outcome, SearchError> {
    let (next, end) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let target = query.target.map_or(i64::MAX, |target| query.bound_of_value(target));
    let sufficient = query.ceiling().min(target);
    let weight = if query.grid().rows() * query.grid().cols() > 1 << 12 { 8 } else { 1 };
    let keep_all = threads > 1 && budget.limits.nodes.is_some();
    let merged = Mutex::default();
    let all = Restarts { query, budget, report, weight, keep_all, sufficient, next, end, merged };
    let guarded = || {
        let _end = EndOnPanic(&all);
        work(&all)
    };
    std::thread::scope(|scope| {
        // If a thread cannot be started, the others do its work.
        let start = |_| Builder::new().spawn_scoped(scope, guarded).ok();
        let all = if Threads::AVAILABLE { threads } else { 1 };
        let others: Vec<_> = (1..all).map_while(start).collect();
        guarded()?;
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic))?;
        }
        Ok::<_, BoardError>(())
    })?;
    let merged = unpoisoned(all.merged.into_inner());
    let found_at = merged.best.as_ref().map_or(0, |best| best.nodes);
    let clicks = merged.best.map(|best| best.clicks).unwrap_or_default();
    let found = Found::replay(query.grid(), query.rules, clicks);
    debug_assert!(found.is_ok(), "a list has a click that removes nothing: {found:?}");
    let found = found.ok();
    let sufficient = found.as_ref().is_some_and(|found| query.suffices(found));
    let limit = || budget.raised().unwrap_or(StopReason::Nodes);
    let by = if sufficient { StopReason::Target } else { limit() };
    Ok(Outcome::stopped(query, found, query.ceiling(), by).after(merged.nodes, found_at))
}

//! Depth-first search of every list, for any rules and the goals of points, tiles left and the largest removal.
//!
//! The bounds are those of the numbers of tiles alone, so boards should be small. The rest of a game depends on the board
//! only, so for each board that was searched completely its best rest is stored: for the score the most points of a rest
//! that clears the board and the best one of a rest that does not, since a factor for an empty board applies to the points
//! before as well.

use crate::bits::cpu::{Cpu, CpuPath};
use crate::rules::refusal::most_points;
use crate::rules::{Cell, Colour, Goal, StopReason};
use crate::samegame::repr::{BoardKernel, BoardRepr, Cells, Kind, dispatch_board};
use crate::samegame::search::budget::{Budget, PollCounter};
use crate::samegame::search::{Found, Outcome, Query, Report, Tally};
use rustc_hash::FxHashMap;

/// The kinds of boards that are searched; fewer in a browser, where each adds to the download.
const KINDS: &[Kind] = if cfg!(target_family = "wasm") {
    &[Kind::Lanes16x16, Kind::Plain]
} else {
    &[Kind::Lanes8x8, Kind::Lanes16x16, Kind::Plain]
};

/// The nodes for each entry of a full table after which a search ends.
const NODES_PER_ENTRY: u64 = 1000;

/// A value below all others.
const NEVER: i64 = i64::MIN / 4;

/// Searches for a list that surpasses a known one.
pub fn search(
    path: CpuPath,
    query: &Query,
    budget: &Budget,
    report: &dyn Report,
    known: Option<&Found>,
) -> Outcome {
    let kind = Kind::first_that_holds(KINDS, query.grid()).unwrap_or(Kind::Plain);
    dispatch_board(path, kind, query.grid(), Search { query, budget, report, known })
        .unwrap_or_else(|_| Outcome::stopped(query, known.cloned(), query.ceiling(), StopReason::Memory))
}

struct Search<'a> {
    query: &'a Query<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
    known: Option<&'a Found>,
}

impl BoardKernel for Search<'_> {
    type Out = Outcome;
    const KINDS: &'static [Kind] = KINDS;

    #[inline(always)]
    fn run<C: Cpu, B: BoardRepr>(self, cpu: C, board: B) -> Outcome {
        let Search { query, budget, report, known } = self;
        let entry =
            size_of::<B>() + size_of::<Rest>() + 16 + if B::IS_PACKED { 0 } else { query.grid().tiles() };
        let most_points = |tiles| most_points(&query.rules, tiles).min(i64::MAX as i128 / 8) as i64;
        let mut tree = Tree {
            most_points: (0..=query.grid().tiles() as u64).map(most_points).collect(),
            most_left_points: query.rules.most_left_points(query.grid().tiles() as u64),
            query,
            budget,
            report,
            best: match known {
                Some(known) => query.value(known),
                None if query.goal == Goal::Clear => -1,
                None => i64::MIN / 2,
            },
            found: None,
            known: FxHashMap::default(),
            most_known: budget.limits.memory / (2 * entry),
            clicks: Vec::new(),
            nodes: 0,
            found_at: 0,
            polls: PollCounter::default(),
        };
        let stopped_by = tree.visit(cpu, &board, &Tally::default()).err();
        let found = tree.found.or(known.cloned());
        let outcome = match stopped_by {
            Some(reason) => Outcome::stopped(query, found, query.ceiling(), reason),
            None => found.map_or_else(Outcome::infeasible, |found| Outcome::proven(query, found)),
        };
        outcome.after(tree.nodes, tree.found_at)
    }
}

/// Upper bounds on the rest of a game, exact where the board was searched completely.
#[derive(Clone, Copy, Debug)]
struct Rest {
    /// The most points of a rest that clears the board, or [`NEVER`].
    cleared: i64,
    /// The best value of a rest that does not; for goals without points the best value of any rest.
    ended: i64,
}

struct Tree<'a, B> {
    query: &'a Query<'a>,
    budget: &'a Budget<'a>,
    report: &'a dyn Report,
    /// The value to surpass.
    best: i64,
    found: Option<Found>,
    known: FxHashMap<B, Rest>,
    most_known: usize,
    clicks: Vec<Cell>,
    nodes: u64,
    found_at: u64,
    polls: PollCounter,
    /// The most points of the removals of each number of tiles.
    most_points: Vec<i64>,
    /// The most points for tiles left.
    most_left_points: i64,
}

impl<B: BoardRepr> Tree<'_, B> {
    /// Returns the value of a game from its tally so far and its rest.
    #[inline(always)]
    fn value(&self, tally: &Tally, rest: Rest) -> i64 {
        match self.query.goal {
            Goal::Score => {
                let ended = tally.points.saturating_add(rest.ended);
                if rest.cleared <= NEVER / 2 {
                    return ended;
                }
                ended.max(self.query.rules.total(tally.points.saturating_add(rest.cleared), []))
            }
            Goal::Biggest => rest.ended.max(tally.biggest as i64),
            _ => rest.ended,
        }
    }

    /// Returns the rest of a game that ends with this board, and bounds on every rest.
    #[inline(always)]
    fn ends(&self, board: &B) -> (Rest, Rest) {
        let rules = &self.query.rules;
        let min = u64::from(rules.min_group.max(1));
        let counts = (0..self.query.grid().colours()).map(|colour| board.count(colour as Colour) as u64);
        let (mut left, mut stay, mut most, mut points) = (0, 0, 0, 0_i64);
        for count in counts.clone() {
            left += count;
            if count < min {
                stay += count;
            } else {
                most = most.max(count);
                points = points.saturating_add(self.most_points[count as usize]);
            }
        }
        let nothing = if left == 0 { 0 } else { NEVER };
        match self.query.goal {
            Goal::Score => {
                let end = if left == 0 { NEVER } else { rules.total(0, counts) };
                let cleared = if stay == 0 { points } else { NEVER };
                let ended = points.saturating_add(self.most_left_points);
                (Rest { cleared: nothing, ended: end }, Rest { cleared, ended })
            }
            Goal::Biggest => {
                (Rest { cleared: nothing, ended: 0 }, Rest { cleared: nothing, ended: most as i64 })
            }
            _ => (
                Rest { cleared: nothing, ended: -(left as i64) },
                Rest { cleared: nothing, ended: -(stay as i64) },
            ),
        }
    }

    /// Searches a board after the clicks of a game. Returns its best rest, or bounds on it if it cannot surpass the best
    /// value.
    ///
    /// # Errors
    /// Returns the reason to stop.
    fn visit<C: Cpu>(&mut self, cpu: C, board: &B, tally: &Tally) -> Result<Rest, StopReason> {
        if let Some(&rest) = self.known.get(board)
            && self.value(tally, rest) <= self.best
        {
            return Ok(rest);
        }
        let (end, bound) = self.ends(board);
        if self.value(tally, end) > self.best {
            self.improve(self.value(tally, end));
        }
        if self.value(tally, bound) <= self.best {
            return Ok(bound);
        }
        if self.budget.limits.nodes.is_some_and(|most| self.nodes >= most) {
            return Err(StopReason::Nodes);
        }
        // Far beyond a full table a search repeats work without end.
        let most_known = self.most_known as u64;
        if self.known.len() as u64 >= most_known && self.nodes > NODES_PER_ENTRY * (most_known + 1000) {
            return Err(StopReason::Memory);
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(1 << 16) {
            self.report.advanced(1 << 16);
        }
        if let Some(reason) = self.polls.count(self.budget, 1) {
            return Err(reason);
        }
        let mut groups = board.groups(cpu, self.query.rules.min_group.max(1));
        let mut children = Vec::new();
        while let Some(group) = board.next_group(cpu, &mut groups) {
            if let Some(cell) = group.first() {
                children.push((group.count(), cell, group));
            }
        }
        children.sort_by_key(|(size, cell, _)| (std::cmp::Reverse(*size), cell.col, cell.row));
        let mut rest = end;
        for (size, cell, group) in children {
            let mut next = board.clone();
            next.remove_by(cpu, self.query.rules.columns, &group);
            let mut after = *tally;
            after.add(&self.query.rules, size);
            self.clicks.push(cell);
            let child = self.visit(cpu, &next, &after)?;
            self.clicks.pop();
            let points =
                if self.query.goal == Goal::Score { self.query.rules.score.points(size as u64) } else { 0 };
            let child_ended = match self.query.goal {
                Goal::Biggest => child.ended.max(size as i64),
                _ => child.ended.saturating_add(points).max(NEVER),
            };
            let child_cleared = if child.cleared <= NEVER / 2 { NEVER } else { child.cleared + points };
            rest = Rest { cleared: rest.cleared.max(child_cleared), ended: rest.ended.max(child_ended) };
        }
        if self.known.len() < self.most_known || self.known.contains_key(board) {
            self.known.insert(board.clone(), rest);
        }
        Ok(rest)
    }

    /// Stores and reports the game so far, which is better than all before.
    fn improve(&mut self, value: i64) {
        if let Ok(found) = Found::replay(self.query.grid(), self.query.rules, self.clicks.clone())
            && self.query.reached(&found)
        {
            self.best = value;
            self.found_at = self.nodes;
            if !found.clicks.is_empty() {
                self.report.improved(self.nodes, &found);
            }
            self.found = Some(found);
        }
    }
}

//! Finds a winning list on a board of any size, or proves that there is none.
//!
//! Two searches alternate, with twice the effort in each round. The tree search from the whole board finds short
//! solutions, or proves that no list wins. Random games play down to a few tiles: they keep one colour to the end, so
//! that its tiles meet once the other colours are gone, and they never leave too few tiles of a colour for a group. On
//! the tiles that are left, the tree search looks for a winning end, within a budget of nodes. All searches share the
//! memo of boards that cannot be cleared.

use super::ExactSearch;
use super::monitor::SearchMonitor;
use super::score::ScoreSearch;
use super::tree::Tree;
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::{Cell, Colour, Goal, Rules, StopReason, largest_first};
use crate::samegame::repr::{BoardRepr, Cells, below};
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::{Outcome, Query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nodes of the tree search from the whole board, in the first round.
const FROM_ROOT: u64 = 1000;

/// Nodes of the tree search at the end of a random game, in the first round.
const FOR_END: u64 = 400;

/// The number of random tiles that are tried for a click before all groups are listed.
const DRAWS: usize = 6;

/// A search for a winning list. If the start list wins, the start list is the answer.
pub struct ClearSearch<'a, B>(pub ScoreSearch<'a, B>);

impl<C: Cpu, B: BoardRepr> Kernel<C> for ClearSearch<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run(self, cpu: C) -> Outcome {
        let ScoreSearch { board, search: ExactSearch { query, budget, start, report, .. } } = self.0;
        let grid = query.grid();
        let mut monitor = SearchMonitor::new(query, budget, report, start);
        if let Some(known) = monitor.found.take() {
            return Outcome::proven(query, known);
        }
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as Colour)).collect();
        let table = PointTable::new(Goal::Clear, query.rules, grid.tiles());
        let mut tree = Tree::new(&board, table, query, budget);
        let mut games = RandomGames::new(counts, query.rules);
        // Large boards, which are never searched completely, get more random games for each search from the root.
        let share = (grid.tiles() as u64 / 48).pow(2).min(64);
        for turn in 0.. {
            let effort = 1u64 << turn.min(40);
            let until = monitor.nodes_before.saturating_add(FROM_ROOT * effort * (1 + share));
            let mut from_root = true;
            while from_root || monitor.nodes_before < until {
                let mut end = board.clone();
                monitor.before.clear();
                monitor.node_budget = FROM_ROOT * effort;
                if !from_root {
                    games.play(cpu, &mut end, &mut monitor);
                    monitor.nodes_before += 1;
                    monitor.node_budget = FOR_END * effort.isqrt();
                }
                if let Some(reason) = monitor.limit(monitor.nodes_before) {
                    return outcome(query, monitor, Some(reason));
                }
                let proved = tree.run(cpu, &end, 0, &mut monitor);
                monitor.count(proved.nodes);
                let limit = proved.stopped.filter(|&reason| reason != StopReason::Target);
                let none = from_root && proved.bound <= 0;
                if proved.best > 0 || none || limit.is_some() {
                    return outcome(query, monitor, limit);
                }
                from_root = false;
            }
        }
        unreachable!("a search of the whole board ends")
    }
}

/// Returns the outcome of a search that found a list, is complete, or was stopped by a limit.
fn outcome(query: &Query, monitor: SearchMonitor, limit: Option<StopReason>) -> Outcome {
    let SearchMonitor { found, found_at, nodes_before, .. } = monitor;
    let outcome = match (found, limit) {
        (Some(found), _) => Outcome::proven(query, found),
        (None, None) => Outcome::infeasible(),
        (None, Some(reason)) => Outcome::stopped(query, None, query.ceiling(), reason),
    };
    outcome.after(nodes_before, found_at)
}

/// A sequence of random games, the same in every run.
struct RandomGames {
    number: u64,
    all: Vec<usize>,
    /// The colours, most frequent first.
    frequent: Vec<usize>,
    counts: Vec<usize>,
    rules: Rules,
}

impl RandomGames {
    fn new(all: Vec<usize>, rules: Rules) -> RandomGames {
        let mut frequent = largest_first(all.iter().map(|&count| count as i64));
        frequent.retain(|&colour| all[colour] > 0);
        RandomGames { number: 0, counts: all.clone(), frequent, all, rules }
    }

    /// Returns whether the removal of `removed` tiles of a colour leaves some, but too few for another group.
    fn leaves_stuck(&self, colour: usize, removed: usize) -> bool {
        (1..self.rules.min_group as usize).contains(&(self.counts[colour] - removed))
    }

    /// Plays the next game until few tiles are left, every click would leave too few tiles of a colour, or a limit is
    /// reached.
    #[inline(always)]
    fn play<C: Cpu, B: BoardRepr>(&mut self, cpu: C, board: &mut B, monitor: &mut SearchMonitor<'_>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.number);
        // Even games keep the most frequent colour to the end; odd games keep each colour in turn.
        let turn = if self.number.is_multiple_of(2) { 0 } else { self.number as usize / 2 };
        let kept = self.frequent[turn % self.frequent.len()];
        let few = 24 + 8 * (self.number % 4) as usize;
        self.number += 1;
        self.counts.clone_from(&self.all);
        let mut left: usize = self.counts.iter().sum();
        while left > few {
            let Some((cell, group)) = self.choose(cpu, board, kept, &mut rng) else { return };
            let colour = board.get(cell).map_or(0, usize::from);
            board.remove_by(cpu, self.rules.columns, &group);
            monitor.before.push(cell);
            self.counts[colour] -= group.count();
            left -= group.count();
            if monitor.pause().is_some() {
                return;
            }
        }
    }

    /// Returns a random group with one of its cells, of another colour than `kept` if possible. Skips groups whose
    /// removal leaves too few tiles of the colour for another group; `None` if there is no other group.
    #[inline(always)]
    fn choose<C: Cpu, B: BoardRepr>(
        &self,
        cpu: C,
        board: &B,
        kept: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<(Cell, B::Mask)> {
        for _ in 0..DRAWS {
            let cell = board.random_tile(cpu, self.rules.min_group, rng)?;
            let colour = usize::from(board.get(cell)?);
            if colour != kept {
                let group = board.group(cpu, cell);
                if !self.leaves_stuck(colour, group.count()) {
                    return Some((cell, group));
                }
            }
        }
        let (mut others, mut of_kept) = ((0, None), (0, None));
        let mut groups = board.groups(cpu, self.rules.min_group);
        while let Some(group) = board.next_group(cpu, &mut groups) {
            let Some(cell) = group.first() else { continue };
            let Some(colour) = board.get(cell).map(usize::from) else { continue };
            if self.leaves_stuck(colour, group.count()) {
                continue;
            }
            let (seen, chosen) = if colour == kept { &mut of_kept } else { &mut others };
            *seen += 1;
            if below(rng, *seen) == 0 {
                *chosen = Some((cell, group));
            }
        }
        others.1.or(of_kept.1)
    }
}

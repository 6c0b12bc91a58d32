//! A winning list on a board of any size, or the proof that there is none.
//!
//! Two things take turns, with twice the effort in each turn. The tree search from the whole board finds
//! short ways and proves that there is none. Tries play at random down to a few tiles, one colour kept to
//! the end, so that it meets once the others are gone, and no colour left with one tile; then the tree
//! search looks for the end, within a budget. All share the memo of boards that cannot be cleared.

use super::score::ScoreSearch;
use super::tree::Watch as _;
use super::watcher::{Watcher, limit_of, tree_of};
use crate::base::{Cell, Colour, StopReason};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::{AtRest, Cells, below};
use crate::samegame::search::exact::points::Worth;
use crate::samegame::search::{Outcome, Query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Nodes of the first search from the whole board.
const FROM_ROOT: u64 = 1000;

/// Nodes for the end of a try in the first turn.
const FOR_END: u64 = 400;

/// Random tiles drawn before all groups are listed.
const DRAWS: usize = 6;

/// A search for a winning list; one to start from may be the answer already.
pub struct Clear<'a, B>(pub ScoreSearch<'a, B>);

impl<B: AtRest> Job for Clear<'_, B> {
    type Out = Outcome;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Outcome {
        let ScoreSearch { board, heap, query, gate, start, report, .. } = self.0;
        let grid = query.grid();
        let mut watcher = Watcher::new(query, gate, report, start);
        if let Some(known) = watcher.found.take() {
            return Outcome::proven(query, known);
        }
        let counts: Vec<usize> = (0..grid.colours()).map(|colour| grid.count(colour as Colour)).collect();
        let mut tree = tree_of(&board, heap, Worth::clearing(grid.tiles()), query, gate);
        let mut tries = Tries::new(counts);
        // Small boards are soon searched whole, large ones never.
        let share = (grid.tiles() as u64 / 48).pow(2).min(64);
        for turn in 0.. {
            let effort = 1u64 << turn.min(40);
            let until = watcher.spent.saturating_add(FROM_ROOT * effort * (1 + share));
            let mut from_root = true;
            while from_root || watcher.spent < until {
                let mut end = board.clone();
                watcher.before.clear();
                watcher.budget = FROM_ROOT * effort;
                if !from_root {
                    tries.play(cpu, &mut end, &mut watcher);
                    watcher.spent += 1;
                    watcher.budget = FOR_END * effort.isqrt();
                }
                if let Some(reason) = watcher.limit(watcher.spent) {
                    return outcome(query, watcher, Some(reason));
                }
                let proved = tree.run(cpu, &end, 0, &mut watcher);
                watcher.spent += proved.nodes;
                watcher.tell(watcher.spent);
                let limit = limit_of(proved.stopped);
                let none = from_root && proved.bound <= 0;
                if proved.best > 0 || none || limit.is_some() {
                    return outcome(query, watcher, limit);
                }
                from_root = false;
            }
        }
        unreachable!("a search of the whole board comes to its end")
    }
}

/// The outcome of a search that was stopped by a limit, or is proven.
fn outcome(query: &Query, watcher: Watcher, limit: Option<StopReason>) -> Outcome {
    let Watcher { found, found_at, spent, .. } = watcher;
    let outcome = match (found, limit) {
        (Some(found), _) => Outcome::proven(query, found),
        (None, None) => Outcome::infeasible(),
        (None, Some(reason)) => Outcome::stopped(query, None, query.ceiling(), reason),
    };
    outcome.after(spent, found_at)
}

/// Random games, the same ones each time.
struct Tries {
    number: u64,
    all: Vec<usize>,
    /// Colours, the most frequent first.
    frequent: Vec<usize>,
    counts: Vec<usize>,
}

impl Tries {
    fn new(all: Vec<usize>) -> Tries {
        let mut frequent: Vec<usize> = (0..all.len()).filter(|&colour| all[colour] > 0).collect();
        frequent.sort_by_key(|&colour| usize::MAX - all[colour]);
        Tries { number: 0, counts: all.clone(), frequent, all }
    }

    /// Plays until few tiles are left, every click would leave one tile of a colour, or a limit comes.
    #[inline(always)]
    fn play<C: Cpu, B: AtRest>(&mut self, cpu: C, board: &mut B, watcher: &mut Watcher<'_>) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(self.number);
        // Every other game keeps the most frequent colour, the rest each colour in turn.
        let turn = if self.number.is_multiple_of(2) { 0 } else { self.number as usize / 2 };
        let kept = self.frequent[turn % self.frequent.len()];
        let few = 24 + 8 * (self.number % 4) as usize;
        self.number += 1;
        self.counts.clone_from(&self.all);
        let mut left: usize = self.counts.iter().sum();
        while left > few {
            let Some((cell, group)) = self.choose(cpu, board, kept, &mut rng) else { return };
            let colour = board.get(cell).map_or(0, usize::from);
            board.remove(cpu, &group);
            watcher.before.push(cell);
            self.counts[colour] -= group.count();
            left -= group.count();
            if watcher.pause().is_some() {
                return;
            }
        }
    }

    /// A group of another colour than the one kept, if there is one; none that leaves one tile of its colour.
    #[inline(always)]
    fn choose<C: Cpu, B: AtRest>(
        &self,
        cpu: C,
        board: &B,
        kept: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<(Cell, B::Mask)> {
        for _ in 0..DRAWS {
            let cell = board.random_tile(cpu, rng)?;
            let colour = usize::from(board.get(cell)?);
            if colour != kept {
                let group = board.group(cpu, cell);
                if self.counts[colour] != group.count() + 1 {
                    return Some((cell, group));
                }
            }
        }
        let (mut others, mut of_kept) = ((0, None), (0, None));
        let mut groups = board.groups(cpu);
        while let Some(group) = board.next_group(cpu, &mut groups) {
            let Some(cell) = group.first() else { continue };
            let Some(colour) = board.get(cell).map(usize::from) else { continue };
            if self.counts[colour] == group.count() + 1 {
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

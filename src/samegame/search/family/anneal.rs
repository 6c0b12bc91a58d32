//! Annealing over lists of clicks, for any rules and any goal.
//!
//! A list names tiles, not cells, so that a change early in the list does not turn all later clicks into others. A trial
//! changes one click, replays the list from there, leaves out the clicks that have become illegal, and completes the game
//! with random clicks. The positions of the current list are stored, so that only the part after the change is replayed.

use super::objective::Objective;
use super::tile_board::{Scratch, TileBoard, Tiles};
use crate::rules::threads::results_in_order;
use crate::rules::{Cell, Colour, Goal, Random, Rules, StopReason};
use crate::samegame::search::budget::{Budget, PollCounter};
use crate::samegame::search::{Found, GameResult, Outcome, Query, Report, Tally};

/// Chains of a search whose result must not depend on the number of threads.
pub const CHAINS: usize = 4;

/// Several chains on one board.
pub struct Chains<'a> {
    pub query: &'a Query<'a>,
    pub seed: u64,
    /// The number of the search: no two searches of a seed have the same random numbers.
    pub number: u64,
    pub threads: usize,
    /// A list to start from.
    pub from: &'a [Cell],
    /// The trials of all chains; without a limit, each thread has a chain.
    pub trials: Option<u64>,
    /// The value at which a chain ends.
    pub enough: i64,
    /// Whether each chain keeps a colour for the end, which gathers its tiles; for boards on which there is time for few trials.
    pub keeps: bool,
    pub report: &'a dyn Report,
}

impl Chains<'_> {
    /// Anneals until a limit.
    pub fn run(&self, budget: &Budget) -> Outcome {
        let Chains { query, seed, number, threads, from, trials, enough, keeps, report } = *self;
        let grid = query.grid();
        let mut colours: Vec<Colour> = (0..grid.colours() as Colour).filter(|_| keeps).collect();
        colours.sort_by_key(|&colour| std::cmp::Reverse(grid.count(colour)));
        let chains = trials.map_or(threads.max(1), |trials| CHAINS.min(trials.max(1) as usize));
        let worker = || {
            |at: usize| {
                // Half of the chains begin with the list, the rest with a random one.
                let from = if at.is_multiple_of(2) { from } else { &[] };
                let random = Random::new(seed, number.wrapping_mul(64) + at as u64);
                let kept = colours.get(at % colours.len().max(1)).copied();
                let memory = budget.limits.memory / chains;
                let (all, number) = (chains as u64, at as u64);
                let trials = trials.map(|trials| trials / all + u64::from(number < trials % all));
                let run =
                    || Chain::new(query, budget, report, random, memory, kept).run(from, trials, enough);
                (at < chains).then(run)
            }
        };
        let results = results_in_order(threads.min(chains), worker);
        let (mut best, mut found_at, mut made): (Option<Found>, u64, u64) = (None, 0, 0);
        for (found, at, trials) in results {
            made += trials;
            let value = |found: &Option<Found>| found.as_ref().map(|found| query.value(found));
            if value(&found) > value(&best) {
                (best, found_at) = (found, at);
            }
        }
        let reason = budget.poll().unwrap_or(StopReason::Trials);
        Outcome::stopped(query, best, query.ceiling(), reason).after(made, found_at)
    }
}

/// Trials of the first round; each further round has twice as many as the one before.
const FIRST_ROUND: u64 = 20_000;

/// Trials between two looks at the clock for the temperature.
const STEP: u64 = 32;

/// Random tiles drawn before all tiles are tried in turn.
const DRAWS: usize = 12;

/// Trials between two progress reports.
const PROGRESS: u64 = 1 << 14;

/// A game that is played again and again from positions of a list.
struct Player<'a> {
    rules: Rules,
    budget: &'a Budget<'a>,
    objective: Objective,
    tiles: Tiles,
    start: TileBoard,
    board: TileBoard,
    random: Random,
    scratch: Scratch,
    polls: PollCounter,
    weight: u32,
    /// Clicks between two stored positions.
    stride: usize,
    /// The colour that is drawn only if no other group is left.
    kept: Option<Colour>,
}

/// A game as a list of tiles, with some of its positions.
#[derive(Clone, Debug, Default)]
struct Line {
    clicks: Vec<u32>,
    /// The cell of each click, and the number of tiles that it removes.
    removals: Vec<(Cell, u32)>,
    /// The tally before each click.
    tallies: Vec<Tally>,
    /// The position before each click whose number is a multiple of the stride.
    positions: Vec<TileBoard>,
    /// The value by the objective, and by the goal.
    value: i64,
    result: Option<i64>,
}

impl Player<'_> {
    /// Plays the first `from` clicks of `current`, then `tail` without the clicks that are illegal, then random clicks
    /// until none is left. Writes the new part of the game to `next`, also if a limit ends it.
    ///
    /// # Errors
    /// Returns a reason to stop, or `None` if the game cannot reach the value `floor`.
    fn play(
        &mut self,
        current: &Line,
        from: usize,
        tail: &[u32],
        floor: i64,
        next: &mut Line,
    ) -> Result<(), Option<StopReason>> {
        let stored = from / self.stride;
        let mut tally = current.tallies.get(from).copied().unwrap_or_default();
        self.board.copy_from(current.positions.get(stored).unwrap_or(&self.start));
        self.scratch.reset();
        for &tile in &current.clicks[stored * self.stride..from] {
            if self.tiles.group(&self.board, tile, &mut self.scratch) > 0 {
                self.tiles.remove(&mut self.board, &mut self.scratch);
            }
        }
        next.clicks.truncate(from.min(next.clicks.len()));
        next.clicks.resize(from, 0);
        next.removals.resize(from, (Cell::new(0, 0), 0));
        next.tallies.resize(from, Tally::default());
        let mut tail = tail.iter();
        let mut played = Ok(());
        while played.is_ok()
            && let Some((tile, size)) = self.next_group(&mut tail)
        {
            played = self.click(tile, size, floor, &mut tally, next);
        }
        next.tallies.push(tally);
        next.value = self.objective.value(&tally, self.board.left(), self.board.counts());
        next.result = self.objective.result(&tally, self.board.counts());
        played
    }

    /// Finds the group of the first of these tiles that can be removed, or draws one.
    fn next_group(&mut self, tail: &mut std::slice::Iter<u32>) -> Option<(u32, usize)> {
        let sizes = tail.map(|&tile| (tile, self.tiles.group(&self.board, tile, &mut self.scratch)));
        let first = { sizes }.find(|&(_, size)| size > 0);
        first.or_else(|| self.draw())
    }

    /// Removes the group that was found last, the group of `tile`.
    ///
    /// # Errors
    /// Returns the errors of [`play`](Self::play).
    fn click(
        &mut self,
        tile: u32,
        size: usize,
        floor: i64,
        tally: &mut Tally,
        line: &mut Line,
    ) -> Result<(), Option<StopReason>> {
        let number = line.clicks.len();
        if number.is_multiple_of(self.stride) {
            match line.positions.get_mut(number / self.stride) {
                Some(position) => position.copy_from(&self.board),
                None => {
                    line.positions.resize_with(number / self.stride, || self.board.clone());
                    line.positions.push(self.board.clone());
                }
            }
        }
        line.clicks.push(tile);
        line.removals.extend(self.tiles.cell(&self.board, tile).map(|cell| (cell, size as u32)));
        line.tallies.push(*tally);
        self.tiles.remove(&mut self.board, &mut self.scratch);
        tally.add(&self.rules, size);
        if self.objective.ceiling(tally) < floor {
            return Err(None);
        }
        let polls = line.clicks.len().is_multiple_of(64);
        match polls.then(|| self.polls.count(self.budget, self.weight)).flatten() {
            Some(reason) => Err(Some(reason)),
            None => Ok(()),
        }
    }

    /// Finds a random group: the larger of two, if they are quickly found. Returns one of its tiles and its size.
    fn draw(&mut self) -> Option<(u32, usize)> {
        let all = self.start.left();
        if self.board.left() == 0 {
            return None;
        }
        if let Some(kept) = self.kept {
            return self.tiles.draw(&self.board, kept, &mut self.scratch, &mut self.random);
        }
        let mut best: Option<(u32, usize)> = None;
        for _ in 0..DRAWS {
            let tile = self.random.below(all) as u32;
            let size = self.tiles.group(&self.board, tile, &mut self.scratch);
            if size == 0 {
                continue;
            }
            match best {
                None => best = Some((tile, size)),
                Some((_, other)) if size > other => return Some((tile, size)),
                Some((tile, _)) => {
                    let size = self.tiles.group(&self.board, tile, &mut self.scratch);
                    return Some((tile, size));
                }
            }
        }
        if let Some((tile, _)) = best {
            return Some((tile, self.tiles.group(&self.board, tile, &mut self.scratch)));
        }
        let first = self.random.below(all);
        (first..all).chain(0..first).find_map(|tile| {
            let size = self.tiles.group(&self.board, tile as u32, &mut self.scratch);
            (size > 0).then_some((tile as u32, size))
        })
    }
}

/// One chain of trials.
struct Chain<'a> {
    query: &'a Query<'a>,
    report: &'a dyn Report,
    player: Player<'a>,
    current: Line,
    next: Line,
    /// The tiles and the list of the best game that is an answer, with its value by the goal.
    best: Option<(i64, Vec<u32>, Found)>,
    /// The trials made, and the number of trials at which the best list was found.
    trials: u64,
    found_at: u64,
}

impl<'a> Chain<'a> {
    /// Creates a chain with approximately `memory` bytes for positions.
    fn new(
        query: &'a Query<'a>,
        budget: &'a Budget<'a>,
        report: &'a dyn Report,
        random: Random,
        memory: usize,
        kept: Option<Colour>,
    ) -> Chain<'a> {
        let (rules, (tiles, start)) = (query.rules, Tiles::new(query.grid(), query.rules));
        let clicks = start.left() / rules.min_group.max(1) as usize + 2;
        let stride = (2 * clicks).saturating_mul(start.bytes()).div_ceil(memory.max(1 << 20)).max(1);
        let player = Player {
            rules,
            budget,
            objective: Objective::new(query),
            weight: 1 + start.left() as u32 / 16,
            board: start.clone(),
            tiles,
            start,
            random,
            scratch: Scratch::default(),
            polls: PollCounter::default(),
            stride,
            kept,
        };
        let (current, next) = (Line::default(), Line::default());
        Chain { query, report, player, current, next, best: None, trials: 0, found_at: 0 }
    }

    /// Anneals until a limit, or until a list has the value `enough` by the goal, in rounds of growing length. The first
    /// round begins with the clicks of `from`. Returns the best list that is an answer, the number of trials at which it was
    /// found, and the trials made.
    fn run(mut self, from: &[Cell], trials: Option<u64>, enough: i64) -> (Option<Found>, u64, u64) {
        let first = self.names(from);
        let mut length = FIRST_ROUND;
        for round in 0_u32.. {
            // Every other round improves the best list, the rest begin with random lists.
            let warm = round % 2 == 1 && self.best.is_some();
            let names = match &self.best {
                Some((_, names, _)) if warm => names.clone(),
                _ if round == 0 => first.clone(),
                _ => Vec::new(),
            };
            let left = trials.map_or(u64::MAX, |trials| trials.saturating_sub(self.trials));
            // A limit that comes soon is the end of the round.
            let planned = if left < 2 * length { left } else { length };
            let stopped = self.round(&names, planned, warm, enough).is_some();
            let used_up = trials.is_some_and(|trials| self.trials >= trials);
            if stopped || used_up || self.has(enough) {
                break;
            }
            length = length.saturating_mul(2);
        }
        (self.best.map(|(_, _, found)| found), self.found_at, self.trials)
    }

    /// Returns whether a list has this value by the goal.
    fn has(&self, enough: i64) -> bool {
        self.best.as_ref().is_some_and(|(value, ..)| *value >= enough)
    }

    /// Makes one round of trials; a warm one begins at a lower temperature. Returns the reason to stop, if there is one.
    fn round(&mut self, names: &[u32], trials: u64, warm: bool, enough: i64) -> Option<StopReason> {
        self.trials += 1;
        let played = self.player.play(&Line::default(), 0, names, i64::MIN, &mut self.next);
        self.accept(0);
        if let Err(reason) = played {
            return reason;
        }
        let (mut hot, cold) = self.player.objective.temperatures(self.current.value);
        if self.player.kept.is_some() {
            hot = cold;
        } else if warm {
            hot = (hot * cold).sqrt();
        }
        let ratio = libm::log(cold / hot);
        let (mut temperature, mut tail) = (hot, Vec::new());
        for trial in 1..trials {
            if trial % STEP == 0 {
                temperature = hot * libm::exp(ratio * trial as f64 / trials as f64);
            }
            if let Some(reason) = self.player.polls.count(self.player.budget, self.player.weight) {
                return Some(reason);
            }
            if self.has(enough) {
                return None;
            }
            self.trials += 1;
            if self.trials.is_multiple_of(PROGRESS) {
                self.report.advanced(PROGRESS);
            }
            let chance = (self.player.random.bits() >> 11) as f64 / (1_u64 << 53) as f64;
            let slack = -libm::log(chance.max(1e-12)) * temperature;
            let floor = self.current.value.saturating_sub(slack as i64);
            let from = self.change(&mut tail);
            match self.player.play(&self.current, from, &tail, floor, &mut self.next) {
                Ok(()) if self.next.value >= floor => self.accept(from),
                Err(Some(reason)) => return Some(reason),
                _ => {}
            }
        }
        None
    }

    /// Makes the next game the current one; the first `from` clicks are equal.
    fn accept(&mut self, from: usize) {
        let Chain { current, next, player, .. } = self;
        if from == 0 {
            // The positions of a large board are not copied.
            std::mem::swap(current, next);
        } else {
            current.clicks.truncate(from);
            current.clicks.extend_from_slice(&next.clicks[from..]);
            current.removals.truncate(from);
            current.removals.extend_from_slice(&next.removals[from..]);
            current.tallies.truncate(from);
            current.tallies.extend_from_slice(&next.tallies[from..]);
            // The positions before the clicks from `from` on are new.
            for at in from.div_ceil(player.stride)..current.clicks.len().div_ceil(player.stride) {
                if at < current.positions.len() {
                    std::mem::swap(&mut current.positions[at], &mut next.positions[at]);
                } else {
                    current.positions.push(next.positions[at].clone());
                }
            }
            (current.value, current.result) = (next.value, next.result);
        }
        if let Some(result) = current.result
            && self.best.as_ref().is_none_or(|(best, ..)| result > *best)
        {
            // The list may end before the game, where the score is higher.
            let found = self.found();
            let value = self.query.value(&found);
            if self.has(value) {
                return;
            }
            self.report.improved(self.trials, &found);
            self.best = Some((value, self.current.clicks.clone(), found));
            self.found_at = self.trials;
        }
    }

    /// Chooses a change. Returns the number of clicks that stay as they are; writes the clicks that follow to `tail`.
    fn change(&mut self, tail: &mut Vec<u32>) -> usize {
        tail.clear();
        let (clicks, random) = (&self.current.clicks, &mut self.player.random);
        let count = clicks.len();
        if count == 0 {
            return 0;
        }
        let at = random.below(count);
        match random.below(10) {
            // Without one click.
            0..3 => {
                tail.extend_from_slice(&clicks[at + 1..]);
                at
            }
            // One click earlier.
            3..5 => {
                let to = random.below(at + 1);
                tail.push(clicks[at]);
                tail.extend_from_slice(&clicks[to..]);
                to
            }
            // One click later.
            5..7 => {
                let to = random.between(at, count - 1);
                tail.extend_from_slice(&clicks[at + 1..=to]);
                tail.push(clicks[at]);
                tail.extend_from_slice(&clicks[to + 1..]);
                at
            }
            // A random click before this one, or in its place.
            other => {
                tail.push(random.below(self.player.start.left()) as u32);
                tail.extend_from_slice(&clicks[at + usize::from(other == 9)..]);
                at
            }
        }
    }

    /// Returns the tiles that a list of clicks hits.
    fn names(&mut self, clicks: &[Cell]) -> Vec<u32> {
        let Player { tiles, start, board, scratch, .. } = &mut self.player;
        board.copy_from(start);
        let mut names = Vec::new();
        for &cell in clicks {
            if let Some(tile) = tiles.tile(board, cell)
                && tiles.group(board, tile, scratch) > 0
            {
                tiles.remove(board, scratch);
                names.push(tile);
            }
        }
        names
    }

    /// Returns the list of the current game. For the score it ends where the score is highest.
    fn found(&self) -> Found {
        let (Line { clicks, removals, tallies, .. }, Player { tiles, start, rules, .. }) =
            (&self.current, &self.player);
        let mut counts = start.counts().to_vec();
        let mut best: Option<(GameResult, usize)> = None;
        for (number, tally) in tallies.iter().enumerate() {
            if let Some(last) = number.checked_sub(1) {
                counts[usize::from(tiles.colour(clicks[last]))] -= removals[last].1;
            }
            let result = tally.end(rules, counts.iter().map(|&count| u64::from(count)));
            if self.query.goal != Goal::Score || best.is_none_or(|(best, _)| result.score > best.score) {
                best = Some((result, number));
            }
        }
        let (result, length) = best.expect("a game has a result before its first click");
        Found::new(removals[..length].iter().map(|&(cell, _)| cell).collect(), result)
    }
}

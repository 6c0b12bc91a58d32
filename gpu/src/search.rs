//! The search of a set of boards: ladders of chains from scratch, then generations of children of the best lists.

use crate::board::{
    BEST, CHAIN, append_words, clicks_of, colours_by_number, field, list, names_of, set_list,
};
use crate::result::{Key, Results, Solved};
use crate::{Device, DeviceError, Layout, Sweep};
use std::cmp::Reverse;
use std::time::Duration;
use tilefall::Limits;
use tilefall::internals::samegame::search::Query;
use tilefall::internals::samegame::search::anneal::cross::cross;
use tilefall::internals::samegame::search::anneal::objective::SCALE;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, Random, Rules, StopReason};
use tilefall::samegame::Found;

/// The number of chains of a ladder, whose temperatures are swapped.
pub const LADDER: usize = 4;

/// The trials for each board without any limit.
pub const TRIALS: u64 = 1_000_000_000;

/// The trials of a chain between two swaps, and the sweeps between two looks at the best lists.
const SWEEP: u64 = 300;
const HARVEST: u64 = 40;

/// The most boards that are searched together: a large card has 1,000 chains for each.
pub const GROUP: usize = 128;

/// The fewest trials of a chain: with a small number of trials there are fewer chains.
const MIN_TRIALS: u64 = 6000;

/// The part of a search that is from scratch, the part of a generation, and the fewest sweeps of one.
const SCRATCH: f64 = 1.0 / 3.0;
const GENERATION: f64 = 1.0 / 22.0;
const MIN_SWEEPS: u64 = 20;

/// Temperatures of the chains of a ladder, in points.
const HOT: [i32; LADDER] = [20, 32, 50, 80];
const WARM: [i32; LADDER] = [12, 19, 30, 48];
const COOL: [i32; LADDER] = [8, 13, 20, 32];

/// The objectives by their index.
const STEEP: usize = 0;
const PLAIN: usize = 1;

/// Ranks of main colours by frequency: fixed shares of the ladders.
const RANKS: [usize; 20] = [0, 1, 2, 3, 0, 1, 2, 4, 0, 3, 0, 1, 2, 0, 0, 3, 1, 2, 0, 4];

/// The most parents of a board, the most for each main colour beyond them, and the most with equal points.
const PARENTS: usize = 32;
const PARENTS_OF_COLOUR: usize = 4;
const EQUAL_PARENTS: usize = 2;

/// A board to search.
#[derive(Clone, Debug)]
pub struct Question {
    /// The puzzle.
    pub key: Key,
    /// The board, which [`fits`](crate::fits).
    pub grid: Grid,
    /// The rules.
    pub rules: Rules,
    /// A list that is known.
    pub start: Vec<Cell>,
    /// A score at which the search can stop.
    pub target: Option<i64>,
}

/// An event of a search.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A list for a board, by its index, that is better than all before, with the trials and the seconds for this board so far.
    Better(usize, &'a Found, u64, f64),
    /// The points of the best lists and the trials of the boards that are searched together, and the seconds so far.
    Progress(i64, u64, f64),
}

/// Searches boards together, with the time and the trials of `limits` for each of them. Returns the results, and the error that ended
/// the search: the lists are then the best ones so far, and are final only if a card is required.
pub fn solve(
    device: &mut dyn Device,
    questions: &[Question],
    limits: &Limits,
    seed: u64,
    is_required: bool,
    report: &mut dyn FnMut(Event<'_>),
) -> (Results, Result<(), DeviceError>) {
    let (mut results, mut done) = (Results::new(), Ok(()));
    for layout in [Layout::Small, Layout::Large] {
        let boards = (0..questions.len()).filter(|&at| Layout::of(&questions[at].grid) == Some(layout));
        let boards: Vec<usize> = boards.collect();
        let most = device.chains(layout).min(limits.memory / (4 * CHAIN));
        // On a small card fewer boards at once have more than a few chains.
        for group in boards.chunks((most / 32).clamp(1, GROUP)) {
            let boards: Vec<Board<'_>> =
                group.iter().map(|&at| Board::new(at, &questions[at], layout)).collect();
            let of_each = limits.nodes.or(if limits.time.is_none() { Some(TRIALS) } else { None });
            let by_trials = of_each.map_or(usize::MAX, |nodes| (nodes / MIN_TRIALS) as usize);
            // Whole warps where there is room, so that threads that run together search one board.
            let per_board = (most / boards.len()).min(by_trials);
            let unit = if per_board >= 32 { 32 } else { LADDER };
            let per_board = (per_board / unit * unit).max(LADDER);
            let mut words = Vec::new();
            for Board { question, .. } in &boards {
                append_words(&question.grid, question.rules, layout, &mut words);
            }
            let mut run = Run {
                chains: vec![0; per_board * boards.len() * CHAIN],
                most: of_each.map(|nodes| nodes.saturating_mul(boards.len() as u64)),
                boards,
                words,
                layout,
                limits,
                seed,
                report: &mut *report,
                per_board,
                begun: limits.clock.map(|clock| clock()).unwrap_or_default(),
                trials: 0,
                sweeps: 0,
            };
            if done.is_ok() {
                done = run.run(device);
            }
            let stopped_by = if done.is_ok() { run.stopped_by() } else { StopReason::Interrupt };
            let (part, trials) = (1.0 / group.len() as f64, run.trials / group.len() as u64);
            let seconds = run.seconds() * part;
            for Board { question, best, found_at, found_after, .. } in run.boards {
                let solved = Solved {
                    // Too few trials for a list are left to the processor.
                    is_final: if done.is_ok() { !best.clicks.is_empty() } else { is_required },
                    clicks: best.clicks,
                    device: device.name().to_owned(),
                    seconds,
                    found_after: found_after * part,
                    trials,
                    found_at,
                    stopped_by,
                };
                results.insert(question.key.clone(), solved);
            }
        }
    }
    (results, done)
}

/// A list from which children are made, as names of tiles.
#[derive(Clone, Debug)]
struct Parent {
    names: Vec<u16>,
    score: i64,
    /// The tabu colour with which the list was found.
    main: Colour,
}

/// A board with its best lists.
struct Board<'a> {
    index: usize,
    question: &'a Question,
    layout: Layout,
    /// The colours with their numbers of tiles, the most frequent first.
    colours: Vec<(Colour, usize)>,
    /// The score at which the search can stop.
    enough: i64,
    /// The best list, empty before one is found, with the trials and the seconds before it.
    best: Found,
    found_at: u64,
    found_after: f64,
    /// The best lists, the best first.
    parents: Vec<Parent>,
}

impl<'a> Board<'a> {
    fn new(index: usize, question: &'a Question, layout: Layout) -> Board<'a> {
        let Question { grid, rules, start, target, .. } = question;
        let ceiling = Query::score(grid, *rules).map_or(i64::MAX, |query| query.ceiling());
        let (enough, best) = (ceiling.min(target.unwrap_or(i64::MAX)), Found::playable(grid, *rules, start));
        let (colours, parents) = (colours_by_number(grid), Vec::new());
        Board { index, question, layout, colours, enough, best, found_at: 0, found_after: 0.0, parents }
    }

    /// Returns the main colour of ladder `at`: more frequent colours have more of the ladders.
    fn main_colour(&self, at: usize) -> Colour {
        let number = |rank: usize| self.colours.get(rank).map_or(0, |&(_, number)| number);
        let rank = match () {
            () if number(0) > number(1) + 12 && !at.is_multiple_of(12) => 0,
            () if number(0) == number(self.colours.len() - 1) => at,
            () => RANKS[at % RANKS.len()],
        };
        self.colours[rank % self.colours.len()].0
    }

    /// Makes the known list a parent; its main colour is the one that it clicks least often.
    fn add_start(&mut self) {
        let Question { grid, rules, start, .. } = self.question;
        let names = names_of(grid, self.layout, start);
        let colour = |name: &&u16| grid.get(self.layout.cell(**name));
        let clicks = |main: Colour| names.iter().filter(|name| colour(name) == Some(main)).count();
        let main = self.colours.iter().map(|&(main, _)| main).min_by_key(|&main| clicks(main));
        if let Some(main) = main.filter(|_| !names.is_empty()) {
            self.add(Parent { names, score: Found::playable(grid, *rules, start).score, main });
        }
    }

    /// Adds a parent, and keeps the best parents and a few of each main colour, so that no plan is lost.
    fn add(&mut self, parent: Parent) {
        self.parents.push(parent);
        self.parents.sort_by_key(|parent| Reverse(parent.score));
        let (mut place, mut of_colour) = (0, [0; 256]);
        self.parents.retain(|parent| {
            of_colour[usize::from(parent.main)] += 1;
            place += 1;
            place <= PARENTS || of_colour[usize::from(parent.main)] <= PARENTS_OF_COLOUR
        });
    }

    /// Adds the best lists of chains, after a replay. Returns `true` if one is better than all before.
    fn harvest(&mut self, chains: &[i32], trials: u64, seconds: f64) -> bool {
        let Question { grid, rules, .. } = self.question;
        let mut all: Vec<&[i32]> = chains.chunks_exact(CHAIN).collect();
        all.sort_by_key(|chain| Reverse(chain[field::BEST]));
        let mut is_better = false;
        for chain in all {
            let (score, main) = (i64::from(chain[field::BEST]), chain[field::TABU] as Colour);
            let number =
                |which: &dyn Fn(&Parent) -> bool| self.parents.iter().filter(|&parent| which(parent)).count();
            let is_kept = number(&|parent| parent.score >= score) < PARENTS
                || number(&|parent| parent.score >= score && parent.main == main) < PARENTS_OF_COLOUR;
            if !is_kept || number(&|parent| parent.score == score) >= EQUAL_PARENTS {
                continue;
            }
            // A device that fails may return anything.
            let names = list(chain, BEST);
            let found = Found::replay(grid, *rules, clicks_of(grid, self.layout, &names));
            let Some(found) = found.ok().filter(|found| found.score == score) else { continue };
            if self.best.clicks.is_empty() || score > self.best.score {
                (self.best, self.found_at, self.found_after, is_better) = (found, trials, seconds, true);
            }
            if self.parents.iter().all(|parent| parent.names != names) {
                self.add(Parent { names, score, main });
            }
        }
        is_better
    }

    /// Returns the list and the main colour with which ladder `at` begins a generation. Of eight ladders one takes up a parent as it
    /// is, four have a child of any parents, and three a child of parents whose main colour is held for a fixed share of them.
    fn child(&self, at: usize, random: &mut Random) -> (Vec<u16>, Colour) {
        let held = (at % 8 > 4).then(|| self.main_colour(at / 8 * 3 + at % 8 - 5));
        let of_colour = |parent: &&Parent| held.is_none_or(|colour| parent.main == colour);
        let mut parents: Vec<&Parent> = self.parents.iter().filter(of_colour).collect();
        if parents.len() < 2 {
            parents = self.parents.iter().collect();
        }
        let number = parents.len();
        let Some(last) = number.checked_sub(1) else { return (Vec::new(), self.main_colour(at)) };
        let one = random.below(number).min(random.below(number));
        if last == 0 || at.is_multiple_of(8) {
            return (parents[one].names.clone(), held.unwrap_or(parents[one].main));
        }
        let mut pair = [parents[one], parents[(one + 1 + random.below(last)) % number]];
        random.shuffle(&mut pair);
        let Question { grid, .. } = self.question;
        let columns = (0..grid.cols()).filter(|&col| grid.height(col) > 0).count();
        let first = Cell::new(0, random.between(columns / 5, columns * 4 / 5));
        let mut names = cross(&pair[0].names, &pair[1].names, self.layout.name(first).into());
        // More clicks than tiles allow cannot be played.
        names.truncate(grid.tiles() / 2);
        (names, held.unwrap_or(pair[random.below(2)].main))
    }
}

/// The search of boards that are on the device together.
struct Run<'a, 'b> {
    boards: Vec<Board<'b>>,
    /// The boards as the device has them.
    words: Vec<i32>,
    layout: Layout,
    limits: &'a Limits,
    seed: u64,
    report: &'a mut dyn FnMut(Event<'_>),
    chains: Vec<i32>,
    /// The number of chains of each board.
    per_board: usize,
    begun: Duration,
    /// The most trials, if they are limited.
    most: Option<u64>,
    trials: u64,
    sweeps: u64,
}

impl Run<'_, '_> {
    /// Returns the time so far in seconds.
    fn seconds(&self) -> f64 {
        self.limits.clock.map_or(0.0, |clock| clock().saturating_sub(self.begun).as_secs_f64())
    }

    /// Returns the part of the search that is over, from 0 to 1.
    fn part(&self) -> f64 {
        let time = self.limits.time.map_or(f64::MAX, |time| time.as_secs_f64() * self.boards.len() as f64);
        let by_time = if time > 0.0 { self.seconds() / time } else { 1.0 };
        by_time.max(self.most.map_or(0.0, |most| self.trials as f64 / most.max(1) as f64))
    }

    /// Returns the trials of each chain in the next sweep.
    fn next_trials(&self) -> u64 {
        let chains = (self.per_board * self.boards.len()) as u64;
        self.most.map_or(SWEEP, |most| ((most - self.trials) / chains).min(SWEEP))
    }

    fn is_late(&self) -> bool {
        self.limits.deadline.zip(self.limits.clock).is_some_and(|(deadline, clock)| clock() >= deadline)
    }

    fn is_over(&self) -> bool {
        let enough = |board: &Board<'_>| !board.best.clicks.is_empty() && board.best.score >= board.enough;
        self.limits.cancel.is_cancelled()
            || self.is_late()
            || self.part() >= 1.0
            || self.next_trials() == 0
            || self.boards.iter().all(enough)
    }

    fn stopped_by(&self) -> StopReason {
        match () {
            () if self.limits.cancel.is_cancelled() => StopReason::Interrupt,
            () if self.limits.nodes.is_some() && self.next_trials() == 0 => StopReason::Nodes,
            () if self.limits.time.is_some() || self.is_late() => StopReason::Time,
            () => StopReason::Trials,
        }
    }

    fn run(&mut self, device: &mut dyn Device) -> Result<(), DeviceError> {
        (0..self.boards.len()).for_each(|board| self.report_best(board));
        if self.is_over() {
            return Ok(());
        }
        self.begin(|board, at, _| (Vec::new(), board.main_colour(at), HOT));
        self.anneal(device, SCRATCH * 0.4, STEEP, 0)?;
        for (until, temperatures, objective) in [(0.7, HOT, STEEP), (0.88, WARM, PLAIN), (1.0, COOL, PLAIN)] {
            self.settle(temperatures);
            self.anneal(device, SCRATCH * until, objective, 0)?;
        }
        self.boards.iter_mut().for_each(Board::add_start);
        while !self.is_over() {
            let begun = self.part();
            self.begin(|board, at, random| {
                let (names, main) = board.child(at, random);
                (names, main, if at % 4 == 1 { HOT } else { WARM })
            });
            self.anneal(device, begun + GENERATION * 0.6, PLAIN, MIN_SWEEPS * 3 / 5)?;
            self.settle(COOL);
            self.anneal(device, begun + GENERATION, PLAIN, MIN_SWEEPS * 2 / 5)?;
        }
        Ok(())
    }

    /// Begins with a list, a main colour and temperatures for each ladder of each board.
    fn begin(
        &mut self,
        ladder: impl Fn(&Board<'_>, usize, &mut Random) -> (Vec<u16>, Colour, [i32; LADDER]),
    ) {
        let per_board = self.per_board;
        for (number, chains) in self.chains.chunks_exact_mut(per_board * CHAIN).enumerate() {
            let mut random = Random::new(self.seed, (self.sweeps << 20) + number as u64);
            for (at, chains) in chains.chunks_exact_mut(LADDER * CHAIN).enumerate() {
                let (names, main, temperatures) = ladder(&self.boards[number], at, &mut random);
                for (chain, temperature) in chains.chunks_exact_mut(CHAIN).zip(temperatures) {
                    set_list(chain, &names);
                    chain[field::TEMPERATURE] = temperature * SCALE as i32;
                    chain[field::RANDOM] = random.bits() as i32;
                    chain[field::TABU] = main.into();
                    (chain[field::BEST], chain[field::BEST_LENGTH]) = (-1, 0);
                }
            }
        }
    }

    /// Makes sweeps until a part of the search is over, at least one and at least a number of them, and takes the best lists.
    fn anneal(
        &mut self,
        device: &mut dyn Device,
        until: f64,
        objective: usize,
        least: u64,
    ) -> Result<(), DeviceError> {
        let enough = self.sweeps + least.max(1);
        let (mut chains, words) = (std::mem::take(&mut self.chains), std::mem::take(&mut self.words));
        while !self.is_over() && (self.part() < until || self.sweeps < enough) {
            // The first looks follow each other closely.
            let harvest = self.sweeps + self.sweeps.clamp(1, HARVEST);
            device.run(&words, &mut chains, &mut || {
                self.report_progress();
                let continues = self.sweeps < harvest && (self.part() < until || self.sweeps < enough);
                (continues && !self.is_over()).then(|| self.next_sweep(objective))
            })?;
            self.harvest(&chains);
        }
        (self.chains, self.words) = (chains, words);
        Ok(())
    }

    /// Returns the next sweep, and counts its trials.
    fn next_sweep(&mut self, objective: usize) -> Sweep {
        let (trials, per_board) = (self.next_trials(), self.per_board);
        let seed = Random::new(self.seed, u64::MAX - self.sweeps).bits() as u32;
        self.sweeps += 1;
        self.trials += trials * (per_board * self.boards.len()) as u64;
        Sweep { layout: self.layout, per_board, objective, trials: trials as u32, seed }
    }

    /// Lets all chains of a ladder continue from its best list, at other temperatures.
    fn settle(&mut self, temperatures: [i32; LADDER]) {
        for ladder in self.chains.chunks_exact_mut(LADDER * CHAIN) {
            let best = ladder.chunks_exact(CHAIN).max_by_key(|chain| chain[field::BEST]);
            let names = best.map_or(Vec::new(), |chain| list(chain, BEST));
            for (chain, temperature) in ladder.chunks_exact_mut(CHAIN).zip(temperatures) {
                set_list(chain, &names);
                chain[field::TEMPERATURE] = temperature * SCALE as i32;
            }
        }
    }

    /// Takes the best lists of the chains.
    fn harvest(&mut self, chains: &[i32]) {
        let (trials, seconds) = (self.trials / self.boards.len() as u64, self.seconds());
        for (number, chains) in chains.chunks_exact(self.per_board * CHAIN).enumerate() {
            if self.boards[number].harvest(chains, trials, seconds) {
                self.report_best(number);
            }
        }
        self.report_progress();
    }

    fn report_best(&mut self, number: usize) {
        let Board { index, best, found_at, found_after, .. } = &self.boards[number];
        if !best.clicks.is_empty() {
            let seconds = found_after / self.boards.len() as f64;
            (self.report)(Event::Better(*index, best, *found_at, seconds));
        }
    }

    fn report_progress(&mut self) {
        let (points, seconds) = (self.boards.iter().map(|board| board.best.score).sum(), self.seconds());
        (self.report)(Event::Progress(points, self.trials, seconds));
    }
}

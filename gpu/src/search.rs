//! The search of a set of boards: ladders of chains from scratch, then generations of children of the best lists.

use crate::board::{Layout, append_words, clicks_of, colours_by_number, logs, names_of};
use crate::device::{Chains, Device, DeviceError, LADDER, Sweep, field};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tilefall::Limits;
use tilefall::internals::samegame::search::Query;
use tilefall::internals::samegame::search::anneal::cross::cross;
use tilefall::internals::samegame::search::anneal::objective::SCALE;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Colour, Random, Rules, StopReason};
use tilefall::samegame::{Found, Outcome};

/// The trials for each board without any limit.
pub const TRIALS: u64 = 1_000_000_000;

/// The trials of a chain between two swaps.
const SWEEP: u64 = 300;

/// The fewest chains of a board with as many boards at once as a device takes.
const MIN_CHAINS: usize = 1024;

/// The fewest trials of a chain: with a small number of trials there are fewer chains.
const MIN_TRIALS: u64 = 6000;

/// The part of a search that is from scratch.
const SCRATCH: f64 = 1.0 / 3.0;

/// The part of a search that a generation takes, and the fewest sweeps of one.
const GENERATION: f64 = 1.0 / 22.0;
const MIN_SWEEPS: u64 = 20;

/// Temperatures of the chains of a ladder, in points.
const HOT: [i32; LADDER] = [20, 32, 50, 80];
const WARM: [i32; LADDER] = [12, 19, 30, 48];
const COOL: [i32; LADDER] = [8, 13, 20, 32];

/// The objectives by their index.
const STEEP: usize = 0;
const PLAIN: usize = 1;

/// The most parents of a board, and the most for each main colour beyond them.
const PARENTS: usize = 32;
const PARENTS_OF_COLOUR: usize = 4;

/// The most parents of a board with the same points.
const EQUAL_PARENTS: usize = 2;

/// A board to search.
#[derive(Clone, Debug)]
pub struct Question {
    /// The board, which [`fits`](crate::fits).
    pub grid: Grid,
    /// The rules.
    pub rules: Rules,
    /// A list that is known.
    pub start: Vec<Cell>,
    /// A score at which the search can stop.
    pub target: Option<i64>,
}

/// A list that is better than all before.
#[derive(Clone, Copy, Debug)]
pub struct Improved<'a> {
    /// The index of the board.
    pub board: usize,
    /// The list.
    pub found: &'a Found,
    /// The trials for this board so far.
    pub trials: u64,
}

/// The state of a search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The points of the best lists of all boards.
    pub points: i64,
    /// The trials on all boards.
    pub trials: u64,
    /// The elapsed time.
    pub elapsed: Duration,
}

/// Receives the events of a search.
pub trait Report {
    /// Called with each list that is better than all before.
    fn improved(&mut self, improved: &Improved<'_>);
    /// Called after each sweep.
    fn advanced(&mut self, progress: &Progress);
}

/// Searches boards together, with the time and the trials of `limits` for each of them. Returns the outcomes, and the error
/// that ended the search; the outcomes then have the best lists so far.
pub fn solve(
    device: &mut dyn Device,
    questions: &[Question],
    limits: &Limits,
    seed: u64,
    report: &mut dyn Report,
) -> (Vec<Outcome>, Result<(), DeviceError>) {
    let (mut outcomes, mut done) = (vec![None; questions.len()], Ok(()));
    let mut base = Progress { points: 0, trials: 0, elapsed: Duration::ZERO };
    for layout in Layout::ALL {
        let of_layout = |&at: &usize| Layout::of(&questions[at].grid) == Some(layout);
        let boards: Vec<usize> = (0..questions.len()).filter(of_layout).collect();
        let all = device.chains(layout).min(limits.memory / (2 * Chains::BYTES));
        for group in boards.chunks((all / MIN_CHAINS).max(1)) {
            let boards = group.iter().map(|&at| Board::new(at, &questions[at], layout)).collect();
            let mut run = Run::new(device, boards, layout, all, limits, seed, report);
            run.base = base;
            if done.is_ok() {
                done = run.run();
            }
            base = run.progress();
            let by = if done.is_ok() { run.stopped_by() } else { StopReason::Interrupt };
            let trials = run.trials / group.len() as u64;
            for board in run.boards {
                let index = board.index;
                outcomes[index] = Some(board.outcome(trials, by));
            }
        }
    }
    (outcomes.into_iter().flatten().collect(), done)
}

/// Returns the most boards that a device searches together.
pub fn group_size(device: &dyn Device) -> usize {
    (device.chains(Layout::Small) / MIN_CHAINS).max(1)
}

/// A list from which children are made.
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
    /// The best list; of no clicks before one is found.
    best: Found,
    /// The trials for this board at which the best list was found.
    found_at: u64,
    /// The best lists, the best first.
    parents: Vec<Parent>,
}

impl<'a> Board<'a> {
    fn new(index: usize, question: &'a Question, layout: Layout) -> Board<'a> {
        let Question { grid, rules, start, .. } = question;
        let best = Found::playable(grid, *rules, start);
        let colours = colours_by_number(grid);
        Board { index, question, layout, colours, best, found_at: 0, parents: Vec::new() }
    }

    /// Returns the tabu colour of a share of the ladders, from 0 to 1: more frequent colours have more of them.
    fn main_colour(&self, share: f64) -> Colour {
        let (all, most) = (self.colours.len(), self.colours[0].1);
        let second = self.colours.get(1).map_or(0, |&(_, number)| number);
        let shares: &[f64] = match () {
            () if most > second + 12 => &[0.92],
            () if most == self.colours[all - 1].1 => &[],
            () => &[0.35, 0.2, 0.2, 0.15],
        };
        let mut rest = share;
        for (&(colour, _), part) in self.colours.iter().zip(shares) {
            rest -= part;
            if rest < 0.0 {
                return colour;
            }
        }
        // The others share the rest.
        let others = &self.colours[shares.len().min(all - 1)..];
        let left = 1.0 - shares.iter().sum::<f64>();
        let at = (rest.max(0.0) / left * others.len() as f64) as usize;
        others[at.min(others.len() - 1)].0
    }

    /// Adds the list of `--from`, whose main colour is the one that it clicks least often.
    fn add_start(&mut self) {
        let grid = &self.question.grid;
        let names = names_of(grid, self.layout, &self.question.start);
        if names.is_empty() {
            return;
        }
        let cells: HashMap<u16, Cell> = grid.cells().map(|cell| (self.layout.name(cell), cell)).collect();
        let clicks = |colour| names.iter().filter(|name| grid.get(cells[name]) == Some(colour)).count();
        let main = self.colours.iter().map(|&(colour, _)| colour).min_by_key(|&colour| clicks(colour));
        let score = Found::playable(grid, self.question.rules, &self.question.start).score;
        self.parents.push(Parent { names, score, main: main.unwrap_or(0) });
        self.keep_best_parents();
    }

    /// Adds the best lists of chains, after they are replayed. Returns `true` if one is better than all before.
    fn harvest(&mut self, chains: &Chains, mut range: Vec<usize>, trials: u64) -> bool {
        let Question { grid, rules, .. } = self.question;
        let points = |&chain: &usize| i64::from(chains.head(chain)[field::BEST]);
        range.sort_by_key(|chain| std::cmp::Reverse(points(chain)));
        let mut is_better = false;
        for chain in range {
            let (score, names) = (points(&chain), chains.best(chain));
            let worst = self.parents.get(PARENTS - 1).map_or(i64::MIN, |parent| parent.score);
            if score <= worst {
                break;
            }
            let equal = || self.parents.iter().filter(|parent| parent.score == score);
            if equal().count() >= EQUAL_PARENTS || equal().any(|parent| parent.names == names) {
                continue;
            }
            // A device that fails may return anything.
            let clicks = clicks_of(grid, self.layout, names);
            let Ok(found) = Found::replay(grid, *rules, clicks) else { continue };
            if found.score != score {
                continue;
            }
            if found.score > self.best.score || self.best.clicks.is_empty() {
                (self.best, self.found_at, is_better) = (found, trials, true);
            }
            let main = chains.head(chain)[field::TABU] as Colour;
            self.parents.push(Parent { names: names.to_vec(), score, main });
            self.keep_best_parents();
        }
        is_better
    }

    /// Keeps the best parents, and a few of each main colour, so that other plans are not lost.
    fn keep_best_parents(&mut self) {
        self.parents.sort_by_key(|parent| std::cmp::Reverse(parent.score));
        let mut of_colour: HashMap<Colour, usize> = HashMap::new();
        let mut place = 0;
        self.parents.retain(|parent| {
            let of_colour = of_colour.entry(parent.main).or_default();
            *of_colour += 1;
            place += 1;
            place <= PARENTS || *of_colour <= PARENTS_OF_COLOUR
        });
    }

    /// Returns the list and the tabu colour with which ladder `at` of `ladders` begins a generation. Of eight ladders one
    /// takes up a parent as it is, four have a child of any parents, and three a child of parents whose main colour is held
    /// for a fixed share of the ladders.
    fn child(&self, at: usize, ladders: usize, random: &mut Random) -> (Vec<u16>, Colour) {
        let held = (at % 8 > 4).then(|| self.main_colour(at as f64 / ladders as f64));
        let of_colour = |parent: &&Parent| held.is_none_or(|colour| parent.main == colour);
        let mut parents: Vec<&Parent> = self.parents.iter().filter(of_colour).collect();
        if parents.len() < 2 {
            parents = self.parents.iter().collect();
        }
        let number = parents.len();
        if number == 0 {
            return (Vec::new(), self.main_colour(at as f64 / ladders as f64));
        }
        let (one, mut other) = (random.below(number).min(random.below(number)), random.below(number));
        if at.is_multiple_of(8) || number == 1 {
            return (parents[one].names.clone(), held.unwrap_or(parents[one].main));
        }
        if other == one {
            other = (one + 1) % number;
        }
        let (left, right) =
            if random.percent(50) { (parents[one], parents[other]) } else { (parents[other], parents[one]) };
        let columns =
            (0..self.question.grid.cols()).filter(|&col| self.question.grid.height(col) > 0).count();
        let column = random.between(columns / 5, columns * 4 / 5);
        let mut names = cross(&left.names, &right.names, self.layout.name(Cell::new(0, column)).into());
        // More clicks than tiles allow cannot be played.
        names.truncate(self.question.grid.tiles() / 2);
        (names, held.unwrap_or(if random.percent(50) { left.main } else { right.main }))
    }

    /// Returns the query, whose bound is that of the numbers of tiles.
    fn query(&self) -> Query<'_> {
        let Question { grid, rules, target, .. } = self.question;
        Query { target: *target, ..Query::score(grid, *rules).expect("a board that fits") }
    }

    /// Returns whether no better list is wanted.
    fn is_done(&self) -> bool {
        let query = self.query();
        query.suffices(&self.best) || self.best.score >= query.ceiling()
    }

    fn outcome(self, trials: u64, by: StopReason) -> Outcome {
        let query = self.query();
        let by = if query.suffices(&self.best) { StopReason::Target } else { by };
        let mut outcome = Outcome::stopped(&query, Some(self.best.clone()), query.ceiling(), by);
        (outcome.nodes, outcome.found_at) = (trials, self.found_at);
        outcome
    }
}

/// The search of boards that are on the device together.
struct Run<'a, 'b> {
    device: &'a mut dyn Device,
    boards: Vec<Board<'b>>,
    layout: Layout,
    limits: &'a Limits,
    seed: u64,
    report: &'a mut dyn Report,
    chains: Chains,
    /// The progress of the groups before.
    base: Progress,
    begun: Instant,
    /// The most trials, if they are limited.
    most: Option<u64>,
    trials: u64,
    sweeps: u64,
}

impl<'a, 'b> Run<'a, 'b> {
    fn new(
        device: &'a mut dyn Device,
        boards: Vec<Board<'b>>,
        layout: Layout,
        all: usize,
        limits: &'a Limits,
        seed: u64,
        report: &'a mut dyn Report,
    ) -> Run<'a, 'b> {
        let number = boards.len() as u64;
        let of_each = limits.nodes.or(if limits.time.is_none() { Some(TRIALS) } else { None });
        let by_trials = of_each.map_or(usize::MAX, |nodes| (nodes / MIN_TRIALS) as usize);
        // Whole warps where there is room, so that threads that run together search one board.
        let per_board = (all / boards.len()).min(by_trials);
        let per_board = if per_board >= 32 { per_board / 32 * 32 } else { LADDER };
        Run {
            device,
            chains: Chains::new(per_board * boards.len()),
            boards,
            layout,
            limits,
            seed,
            report,
            base: Progress { points: 0, trials: 0, elapsed: Duration::ZERO },
            begun: Instant::now(),
            most: of_each.map(|nodes| nodes.saturating_mul(number)),
            trials: 0,
            sweeps: 0,
        }
    }

    fn per_board(&self) -> usize {
        self.chains.number() / self.boards.len()
    }

    fn progress(&self) -> Progress {
        Progress {
            points: self.base.points + self.boards.iter().map(|board| board.best.score).sum::<i64>(),
            trials: self.base.trials + self.trials,
            elapsed: self.base.elapsed + self.begun.elapsed(),
        }
    }

    /// Returns the part of the search that is over, from 0 to 1.
    fn part(&self) -> f64 {
        let time = self.limits.time.map_or(0.0, |time| {
            let all = time.as_secs_f64() * self.boards.len() as f64;
            if all > 0.0 { self.begun.elapsed().as_secs_f64() / all } else { 1.0 }
        });
        time.max(self.most.map_or(0.0, |most| self.trials as f64 / most.max(1) as f64))
    }

    /// Returns the trials of each chain that are left, at most those of a sweep.
    fn sweep_trials(&self) -> u64 {
        self.most.map_or(SWEEP, |most| ((most - self.trials) / self.chains.number() as u64).min(SWEEP))
    }

    fn is_late(&self) -> bool {
        let deadline = self.limits.deadline.zip(self.limits.clock);
        deadline.is_some_and(|(deadline, clock)| clock() >= deadline)
    }

    fn is_over(&self) -> bool {
        self.limits.cancel.is_cancelled()
            || self.is_late()
            || self.part() >= 1.0
            || self.sweep_trials() == 0
            || self.boards.iter().all(Board::is_done)
    }

    fn stopped_by(&self) -> StopReason {
        match () {
            () if self.limits.cancel.is_cancelled() => StopReason::Interrupt,
            () if self.is_late() => StopReason::Time,
            () if self.limits.nodes.is_some() && self.sweep_trials() == 0 => StopReason::Nodes,
            () if self.limits.time.is_some() => StopReason::Time,
            () => StopReason::Trials,
        }
    }

    fn run(&mut self) -> Result<(), DeviceError> {
        let (mut words, number) = (Vec::new(), self.boards.len());
        for board in &self.boards {
            append_words(&board.question.grid, board.question.rules, self.layout, &mut words);
        }
        for board in 0..number {
            self.report_best(board);
        }
        if self.is_over() {
            return Ok(());
        }
        self.device.prepare(&words, &logs(), self.chains.number())?;
        self.begin(|board, at, ladders, _| (Vec::new(), board.main_colour(at as f64 / ladders as f64), HOT))?;
        self.anneal(SCRATCH * 0.4, STEEP, 0)?;
        for (until, temperatures, objective) in [(0.7, HOT, STEEP), (0.88, WARM, PLAIN), (1.0, COOL, PLAIN)] {
            self.settle(temperatures)?;
            self.anneal(SCRATCH * until, objective, 0)?;
        }
        self.harvest()?;
        self.boards.iter_mut().for_each(Board::add_start);
        while !self.is_over() {
            let begun = self.part();
            self.begin(|board, at, ladders, random| {
                let (names, main) = board.child(at, ladders, random);
                (names, main, if at % 4 == 1 { HOT } else { WARM })
            })?;
            self.anneal(begun + GENERATION * 0.6, PLAIN, MIN_SWEEPS * 3 / 5)?;
            self.settle(COOL)?;
            self.anneal(begun + GENERATION, PLAIN, MIN_SWEEPS * 2 / 5)?;
            self.harvest()?;
        }
        Ok(())
    }

    /// Begins anew with lists, tabu colours and temperatures for each ladder of each board.
    fn begin(
        &mut self,
        ladder: impl Fn(&Board<'_>, usize, usize, &mut Random) -> (Vec<u16>, Colour, [i32; LADDER]),
    ) -> Result<(), DeviceError> {
        let ladders = self.per_board() / LADDER;
        for (number, board) in self.boards.iter().enumerate() {
            let mut random = Random::new(self.seed, (self.sweeps << 20) + number as u64);
            for at in 0..ladders {
                let (names, main, temperatures) = ladder(board, at, ladders, &mut random);
                for (rung, temperature) in temperatures.into_iter().enumerate() {
                    let chain = (number * ladders + at) * LADDER + rung;
                    let head = self.chains.head_mut(chain);
                    head[field::TEMPERATURE] = temperature * SCALE as i32;
                    head[field::RANDOM] = random.bits() as i32;
                    head[field::TABU] = main.into();
                    (head[field::BEST], head[field::BEST_LENGTH]) = (-1, 0);
                    self.chains.set_list(chain, &names);
                }
            }
        }
        self.device.write(&self.chains)
    }

    /// Makes sweeps until a part of the search is over, at least a number of them.
    fn anneal(&mut self, until: f64, objective: usize, least: u64) -> Result<(), DeviceError> {
        let first = self.sweeps;
        while !self.is_over() && (self.part() < until || self.sweeps - first < least || self.sweeps == first)
        {
            let trials = self.sweep_trials();
            let seed = Random::new(self.seed, u64::MAX - self.sweeps).bits() as u32;
            let (layout, per_board) = (self.layout, self.per_board());
            self.device.sweep(&Sweep { layout, per_board, objective, trials: trials as u32, seed })?;
            self.sweeps += 1;
            self.trials += trials * self.chains.number() as u64;
            self.report.advanced(&self.progress());
        }
        Ok(())
    }

    /// Lets all chains of a ladder continue from its best list, at other temperatures.
    fn settle(&mut self, temperatures: [i32; LADDER]) -> Result<(), DeviceError> {
        self.harvest()?;
        for first in (0..self.chains.number()).step_by(LADDER) {
            let best = (first..first + LADDER).max_by_key(|&chain| self.chains.head(chain)[field::BEST]);
            let names = self.chains.best(best.unwrap_or(first)).to_vec();
            for (rung, temperature) in temperatures.into_iter().enumerate() {
                self.chains.head_mut(first + rung)[field::TEMPERATURE] = temperature * SCALE as i32;
                self.chains.set_list(first + rung, &names);
            }
        }
        self.device.write(&self.chains)
    }

    /// Takes the best lists from the device.
    fn harvest(&mut self) -> Result<(), DeviceError> {
        self.device.read(&mut self.chains)?;
        let (per_board, trials) = (self.per_board(), self.trials / self.boards.len() as u64);
        for number in 0..self.boards.len() {
            let range = (number * per_board..(number + 1) * per_board).collect();
            if self.boards[number].harvest(&self.chains, range, trials) {
                self.report_best(number);
            }
        }
        self.report.advanced(&self.progress());
        Ok(())
    }

    fn report_best(&mut self, number: usize) {
        let Board { index, best, found_at, .. } = &self.boards[number];
        if !best.clicks.is_empty() {
            self.report.improved(&Improved { board: *index, found: best, trials: *found_at });
        }
    }
}

//! Nested rollout policy adaptation (Rosin, IJCAI 2011): playouts by learned weights, one weight per move.
//!
//! A run of level 0 is one softmax playout. A run of level n starts from a copy of the weights of the level
//! above, makes N runs of level n − 1, and after each adapts its weights to the best game so far: the move
//! played at each step gains α, and every move that could be played loses α times its probability. A level that
//! repeats its best game several times in a row has settled and ends early. The result is the best game of the
//! highest level; the next run starts from uniform weights with another seed.
//!
//! A move is identified by a hash of its cells. Its weight is stored as exp(w), so that a playout computes no
//! exponential. Of each game the lifetime of each group is kept, from click to click ([`Transcript`]): adapting
//! then needs no board, and one exponential per group instead of one per group and step.
//!
//! For SameGame a colour is tabu while another one can be played, in most runs the most frequent one. A group
//! of n tiles has a bias of b · min(n − 2, 8), one tile less for the tabu colour (generalised NRPA, Cazenave
//! 2020).

use crate::bits::cpu::Cpu;
use crate::rules::Colour;
use crate::rules::grid::Grid;
use crate::samegame::playout::softmax::SoftmaxState;
use crate::samegame::playout::{PlayoutBoard, Softmax, Transcript};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::fit::{MAX_TILES, SearchError};
use crate::samegame::search::sampling::adapt::{Adapter, exp};
use crate::samegame::search::sampling::restarts::{Restart, Restarts};
use crate::samegame::search::sampling::sampler::Sampler;
use crate::samegame::search::sampling::seeds::generator;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The parameters of NRPA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NrpaSettings {
    /// Levels of nesting, clamped to 1..=8. A run makes at most `rounds`^`level` playouts.
    pub level: u32,
    /// Runs of the level below in a run, N; at least 1.
    pub rounds: u32,
    /// The step of the weights, α.
    pub alpha: f64,
    /// Whether most runs keep a colour for the end: every other run keeps the most frequent one.
    pub tabu: bool,
    /// The bias for each tile above two, up to eight of them.
    pub bias: f64,
    /// The seed of the first run.
    pub seed: u64,
}

impl Default for NrpaSettings {
    /// Level 2, N = 100, α = 1, with a tabu colour, bias 0.3, seed 1: good for a few seconds.
    fn default() -> Self {
        NrpaSettings { level: 2, rounds: 100, alpha: 1.0, tabu: true, bias: 0.3, seed: 1 }
    }
}

/// Bytes that the search may use whatever the limit is.
const MIN_MEMORY: usize = 1 << 22;

impl NrpaSettings {
    fn levels(&self) -> usize {
        self.level.clamp(1, MAX_LEVELS) as usize
    }
}

/// Returns the bytes of the tables of weights: one per level, plus one.
fn tables_bytes(len: usize, levels: usize) -> usize {
    4 * len * (levels + 1)
}

/// Returns the approximate bytes of the stored games: some hundred per tile.
fn games_bytes(grid: &Grid, levels: usize) -> usize {
    128 * grid.tiles() * (levels + 2)
}

/// Returns the number of weights in a table: enough that moves of one game rarely share one, as far as the
/// memory allows; `None` if the memory is too small.
fn table_len(grid: &Grid, levels: usize, memory: usize) -> Option<usize> {
    const LEAST: u32 = 12;
    let wanted = (grid.tiles().max(1).ilog2() + 9).clamp(LEAST, 20);
    let room = memory.max(MIN_MEMORY).saturating_sub(games_bytes(grid, levels)) / tables_bytes(1, levels);
    let len = wanted.min(room.checked_ilog2()?);
    (len >= LEAST).then_some(1 << len)
}

/// Returns `true` if the board is small enough: every stored game holds all its groups with their lifetimes.
pub fn fits(grid: &Grid) -> bool {
    grid.tiles() <= MAX_TILES
}

impl Sampler for NrpaSettings {
    fn max_threads(&self, grid: &Grid, memory: usize) -> Result<usize, SearchError> {
        if !fits(grid) {
            return Err(SearchError::TooLargeFor("16,000 tiles"));
        }
        let levels = self.levels();
        let needs = |len| tables_bytes(len, levels) + games_bytes(grid, levels);
        Ok(table_len(grid, levels, memory).map_or(0, |len| (memory / needs(len)).max(1)))
    }

    #[inline(always)]
    fn work<C: Cpu, B: BoardRepr>(&self, cpu: C, board: &B, all: &Restarts<'_>) {
        let mut search = Search::new(all.query.grid(), self, board.to_playout(cpu), all.memory());
        while let Some(mut run) = all.start() {
            search.tabu = if self.tabu { run.tabu_colour() } else { None };
            search.rng = generator(self.seed, run.number);
            search.run(cpu, &mut run);
            all.finish(run);
        }
    }
}

/// The largest level.
const MAX_LEVELS: u32 = 8;

/// Repetitions of the best game in a row after which a level has settled: it has nothing left to learn. On
/// small boards a level settles after a few dozen of its runs.
const REPEATS_TO_SETTLE: u32 = 4;

/// Tiles above two that count for the bias.
const MAX_BIASED_TILES: usize = 8;

/// The state of one thread.
struct Search<'a, C: Cpu, L: PlayoutBoard<C>> {
    settings: &'a NrpaSettings,
    root: L,
    tabu: Option<Colour>,
    /// exp of the bias by number of tiles.
    bias: [f32; MAX_BIASED_TILES + 3],
    /// The weights of each level from 1, as exp(w).
    tables: Vec<Vec<f32>>,
    /// The value and the best game of each level from 0.
    best: Vec<(i64, Transcript)>,
    /// Runs made of the level below, by level.
    runs_done: Vec<u32>,
    /// How many of the latest of these runs repeated the best game.
    repeats: Vec<u32>,
    kept: SoftmaxState<L::Set>,
    adapter: Adapter,
    rng: Xoshiro256PlusPlus,
}

impl<'a, C: Cpu, L: PlayoutBoard<C>> Search<'a, C, L> {
    fn new(grid: &Grid, settings: &'a NrpaSettings, root: L, memory: usize) -> Self {
        let levels = settings.levels();
        let len = table_len(grid, levels, memory).unwrap_or(1);
        let bias =
            |tiles: usize| exp((tiles.saturating_sub(2)).min(MAX_BIASED_TILES) as f32 * settings.bias as f32);
        Search {
            settings,
            root,
            tabu: None,
            bias: std::array::from_fn(bias),
            tables: vec![vec![1.0; len]; levels + 1],
            best: vec![(i64::MIN, Transcript::default()); levels + 1],
            runs_done: vec![0; levels + 1],
            repeats: vec![0; levels + 1],
            kept: SoftmaxState::default(),
            adapter: Adapter::new(settings.alpha as f32),
            rng: generator(settings.seed, 0),
        }
    }

    /// Runs one search of the highest level, from uniform weights. All levels share one loop, so that all of the
    /// search is compiled for the CPU path.
    #[inline(always)]
    fn run(&mut self, cpu: C, run: &mut Restart<'_>) {
        let top = self.tables.len() - 1;
        self.tables[top].fill(1.0);
        self.runs_done.fill(0);
        self.repeats.fill(0);
        let mut level = top;
        while !run.over() {
            // Levels below start from the weights of the one above.
            for below in (0..level).rev() {
                let (low, high) = self.tables.split_at_mut(below + 1);
                if below > 0 {
                    low[below].copy_from_slice(&high[0]);
                }
            }
            for best in &mut self.best[..level] {
                best.0 = i64::MIN;
            }
            if level == top && self.runs_done[top] == 0 {
                self.best[top].0 = i64::MIN;
            }
            self.playout(cpu, run);
            level = 1;
            loop {
                let (low, high) = self.best.split_at_mut(level);
                let (low, high) = (&mut low[level - 1], &mut high[0]);
                let same = low.0 == high.0 && low.1.cells().eq(high.1.cells());
                self.repeats[level] = if same { self.repeats[level] + 1 } else { 0 };
                if low.0 >= high.0 {
                    std::mem::swap(low, high);
                }
                self.adapter.adapt(&mut self.tables[level], &self.best[level].1);
                self.runs_done[level] += 1;
                if self.runs_done[level] < self.settings.rounds.max(1)
                    && self.repeats[level] < REPEATS_TO_SETTLE
                {
                    break;
                }
                (self.runs_done[level], self.repeats[level]) = (0, 0);
                if level == top {
                    return;
                }
                level += 1;
            }
        }
    }

    /// Makes a playout by the weights of level 1; its game becomes the best of level 0.
    #[inline(always)]
    fn playout(&mut self, cpu: C, run: &mut Restart<'_>) {
        let (value, line) = &mut self.best[0];
        let mut policy = Softmax::<C, L>::new(&self.tables[1], &self.bias, self.tabu, &mut self.kept, line);
        *value = run.play(cpu, self.root.clone(), 0, &mut policy, &mut self.rng, |_| ());
        run.record(*value, line.cells());
    }
}

//! Clicks, playouts and searches of SameGame with fixed boards and seeds.

use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::puzzle::Puzzle;
use crate::rules::{Cell, ReadError, Refusal, Rules, StopFlag};
use crate::samegame::playout::{Policy, Tabu, UniformGroups, UniformTiles, playout};
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr, random_clickable};
use crate::samegame::search::anneal::replays::replays;
use crate::samegame::search::{BoardError, Method, NoReport, Query, Request, solve};
use crate::text::formats::jsonl;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random boards of 15×15 and 5 colours, and of 8×8 and 4 colours.
pub const BOARDS: [&[u8]; 2] = [
    include_bytes!("../../data/bench/samegame15.jsonl"),
    include_bytes!("../../data/bench/samegame8x8.jsonl"),
];

/// Memory for tables, in bytes.
const MEMORY: usize = 1 << 26;

/// A quick run does the work of [`PARTS`] divided by this number.
pub const QUICK: u64 = 10;

/// The parts of the workload with their work per board: replays, playouts, or the node limit of a search.
pub const PARTS: [(Part, u64); 6] = [
    (Part(Work::Click), 20_000),
    (Part(Work::Playouts(Choice::Tiles)), 20_000),
    (Part(Work::Playouts(Choice::Groups)), 20_000),
    (Part(Work::Playouts(Choice::Tabu)), 20_000),
    (Part(Work::Search(Method::Anneal)), 500_000),
    (Part(Work::Search(Method::Exact)), 200_000),
];

/// A part of the workload: one kind of work, such as playouts by one policy.
#[derive(Clone, Copy, Debug)]
pub struct Part(Work);

#[derive(Clone, Copy, Debug)]
enum Work {
    /// Replaying the clicks of a random list with the bookkeeping of an annealer.
    Click,
    Playouts(Choice),
    Search(Method),
}

/// The policy of playouts.
#[derive(Clone, Copy, Debug)]
enum Choice {
    /// [`UniformTiles`]: all tiles of groups are equally likely.
    Tiles,
    /// [`UniformGroups`]: all groups are equally likely.
    Groups,
    /// [`Tabu`], which keeps the first colour for the end.
    Tabu,
}

/// The result of a part on one board.
#[derive(Clone, Copy, Debug)]
pub struct PartResult {
    /// The best score of a search, or the mean score of the replays or playouts.
    pub score: i64,
    /// Whether a list cleared the board.
    pub cleared: bool,
    /// The work that was done, in the unit of [`Part::names`].
    pub done: u64,
    digest: u64,
}

impl PartResult {
    /// Returns a fingerprint of the result, which changes with almost any change of behaviour.
    pub fn digest(&self) -> u64 {
        self.digest.wrapping_add(self.score as u64)
    }
}

impl Part {
    /// Returns the name of the part, and the unit of [`PartResult::done`].
    pub fn names(self) -> (&'static str, &'static str) {
        match self.0 {
            Work::Click => ("click", "clicks"),
            Work::Playouts(Choice::Tiles) => ("random tiles", "playouts"),
            Work::Playouts(Choice::Groups) => ("random groups", "playouts"),
            Work::Playouts(Choice::Tabu) => ("tabu colour", "playouts"),
            Work::Search(Method::Exact) => ("exact", "nodes"),
            Work::Search(_) => ("anneal", "trials"),
        }
    }

    /// Reads the boards of the part; the argument is [`BOARDS`].
    pub fn read(self, [large, small]: [&[u8]; 2]) -> Result<Vec<Puzzle>, ReadError> {
        let is_small = matches!(self.0, Work::Search(Method::Exact));
        jsonl::each(if is_small { small } else { large }).collect()
    }

    /// Runs the part on a board; `work` is as in [`PARTS`].
    pub fn run(self, puzzle: &Puzzle, work: u64, seed: u64, path: CpuPath) -> Result<PartResult, BoardError> {
        let rules = Rules::default();
        let query = Query::score(&puzzle.grid, rules)?;
        Ok(match self.0 {
            Work::Click => {
                let list = random_game(&puzzle.grid, seed);
                let (clicks, points) = replays(&puzzle.grid, rules, &list, work, path)
                    .ok_or(Refusal::TooLargeFor("16 rows, 16 columns and 7 colours"))?;
                PartResult {
                    score: points / work.max(1) as i64,
                    cleared: false,
                    done: clicks,
                    digest: clicks,
                }
            }
            Work::Playouts(choice) => {
                let board = Packed::from_grid(&puzzle.grid)?;
                let Sums { points, clicks, cleared } =
                    dispatch(path, Playouts { board, rules, choice, games: work, seed });
                let score = (points / work.max(1)) as i64;
                PartResult {
                    score,
                    cleared,
                    done: work,
                    digest: points.wrapping_mul(31).wrapping_add(clicks),
                }
            }
            Work::Search(method) => {
                let stop = StopFlag::new();
                let limits = SearchLimits { nodes: Some(work), memory: MEMORY, stop: &stop };
                let request = Request { method, seed, threads: 1, from: None, time: None, path };
                let outcome = solve(&query, &request, &limits, &NoReport)?;
                let (score, cleared) = outcome.found.map_or((0, false), |found| (found.score, found.cleared));
                let digest = outcome.found_at.wrapping_mul(31).wrapping_add(outcome.nodes);
                PartResult { score, cleared, done: outcome.nodes, digest }
            }
        })
    }
}

/// Playouts of one board, each with its own random numbers.
struct Playouts {
    board: Packed<16, 4, 3>,
    rules: Rules,
    choice: Choice,
    games: u64,
    seed: u64,
}

/// The totals of random games.
#[derive(Default)]
struct Sums {
    /// The points of all games, with bonuses and without penalties.
    points: u64,
    clicks: u64,
    /// Whether a game cleared the board.
    cleared: bool,
}

impl<C: Cpu> Kernel<C> for Playouts {
    type Out = Sums;

    #[inline(always)]
    fn run(self, cpu: C) -> Sums {
        match self.choice {
            Choice::Tiles => self.play(cpu, UniformTiles),
            Choice::Groups => self.play(cpu, UniformGroups),
            Choice::Tabu => self.play(cpu, Tabu(0)),
        }
    }
}

impl Playouts {
    #[inline(always)]
    fn play<C: Cpu>(self, cpu: C, mut policy: impl Policy<C::Plane16x16, 3>) -> Sums {
        let Playouts { board, rules, games, seed, .. } = self;
        let tiles: usize = (0..7).map(|colour| board.count(colour)).sum();
        let mut sums = Sums::default();
        for game in 0..games {
            // No two games of a seed have the same numbers.
            let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(game);
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut left = tiles;
            playout(cpu, &mut board.to_playout(cpu), &mut policy, &mut rng, |_, size| {
                sums.points += rules.score.points(size as u64).unsigned_abs();
                sums.clicks += 1;
                left -= size;
                true
            });
            sums.points += if left == 0 { rules.clear_bonus } else { 0 };
            sums.cleared |= left == 0;
        }
        sums
    }
}

/// Returns the clicks of a random game: for each randomly drawn tile, the first cell of the tile's group.
pub fn random_game(grid: &Grid, seed: u64) -> Vec<Cell> {
    let (mut grid, mut list) = (grid.clone(), Vec::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while let Some(tile) = random_clickable(&grid, grid.rows() * grid.cols(), &mut rng) {
        list.extend(grid.group(tile).first());
        grid.click(tile);
    }
    list
}

/// Returns a signature, which is a hash of all results so far, extended by the digest of the next result.
pub fn fold(signature: u64, digest: u64) -> u64 {
    signature.wrapping_mul(1_000_003).wrapping_add(digest)
}

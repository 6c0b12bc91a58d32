//! Clicks, playouts and searches of SameGame with fixed boards and seeds.

use crate::base::{ReadError, Rules, StopFlag};
use crate::bits::cpu::CpuPath;
use crate::control::SearchLimits;
use crate::formats::jsonl;
use crate::puzzle::Puzzle;
use crate::samegame::playout::scored::{Draw, Sums, random_game, scored};
use crate::samegame::search::anneal::replays::replays;
use crate::samegame::search::{Method, NoReport, Query, Request, SearchError, solve};

/// Random boards of 15×15 and 5 colours.
const LARGE: &[u8] = include_bytes!("../../data/bench/samegame15.jsonl");

/// Random boards of 8×8 and 4 colours.
const SMALL: &[u8] = include_bytes!("../../data/bench/samegame8x8.jsonl");

/// Memory for tables, in bytes.
const MEMORY: usize = 1 << 26;

/// The divisor of the work in a quick run.
pub const QUICK: u64 = 10;

/// The parts of the workload, and the amount of work per board.
pub const PARTS: [(Part, u64); 7] = [
    (Part(Work::Click), 20_000),
    (Part(Work::Play(Draw::Tiles)), 20_000),
    (Part(Work::Play(Draw::Groups)), 20_000),
    (Part(Work::Play(Draw::Tabu)), 20_000),
    (Part(Work::Search(Method::Nrpa)), 20_000),
    (Part(Work::Search(Method::Anneal)), 500_000),
    (Part(Work::Search(Method::Exact)), 200_000),
];

/// A part of the workload.
#[derive(Clone, Copy, Debug)]
pub struct Part(Work);

#[derive(Clone, Copy, Debug)]
enum Work {
    /// Replaying the clicks of a random list with the bookkeeping of an annealer.
    Click,
    Play(Draw),
    Search(Method),
}

/// The result of a part on one board.
#[derive(Clone, Copy, Debug)]
pub struct PartResult {
    /// The best score, or the mean of playouts.
    pub score: i64,
    /// Whether a list cleared the board.
    pub cleared: bool,
    /// The number of clicks, playouts, trials or nodes.
    pub done: u64,
    /// A number that changes with almost any change of behaviour.
    digest: u64,
}

impl Part {
    /// Returns the name of the part, and the unit of its count.
    pub fn names(self) -> (&'static str, &'static str) {
        match self.0 {
            Work::Click => ("click", "clicks"),
            Work::Play(Draw::Tiles) => ("random tiles", "playouts"),
            Work::Play(Draw::Groups) => ("random groups", "playouts"),
            Work::Play(Draw::Tabu) => ("tabu colour", "playouts"),
            Work::Search(Method::Nrpa) => ("nrpa", "playouts"),
            Work::Search(Method::Exact) => ("exact", "nodes"),
            Work::Search(_) => ("anneal", "trials"),
        }
    }

    /// Reads the boards of the part.
    ///
    /// # Errors
    /// Returns an error only if the included boards are damaged.
    pub fn boards(self) -> Result<Vec<Puzzle>, ReadError> {
        let small = matches!(self.0, Work::Search(Method::Exact));
        jsonl::each(if small { SMALL } else { LARGE }).collect()
    }

    /// Performs an amount of work on a board.
    ///
    /// # Errors
    /// Never fails for the included boards.
    pub fn run(
        self,
        puzzle: &Puzzle,
        work: u64,
        seed: u64,
        path: CpuPath,
    ) -> Result<PartResult, SearchError> {
        let rules = Rules::default();
        let query = Query::score(&puzzle.grid, rules)?;
        Ok(match self.0 {
            Work::Click => {
                let list = random_game(&puzzle.grid, seed);
                let (clicks, points) = replays(&puzzle.grid, rules, &list, work, path)
                    .ok_or(SearchError::TooLargeFor("16 rows, 16 columns and 7 colours"))?;
                PartResult {
                    score: points / work.max(1) as i64,
                    cleared: false,
                    done: clicks,
                    digest: clicks,
                }
            }
            Work::Play(draw) => {
                let Sums { points, clicks, cleared } = scored(&puzzle.grid, rules, draw, work, seed, path)?;
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

/// Adds results to a signature.
pub fn fold_signature(signature: u64, rows: impl IntoIterator<Item = PartResult>) -> u64 {
    rows.into_iter().fold(signature, |all, row| {
        all.wrapping_mul(1_000_003).wrapping_add(row.digest).wrapping_add(row.score as u64)
    })
}

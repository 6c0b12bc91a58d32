//! Clicks, playouts and searches of SameGame: the same on the same boards, so the same lists.

use crate::base::{Limits, ReadError, Rules, StopFlag};
use crate::bits::cpu::Path;
use crate::formats::jsonl;
use crate::puzzle::Puzzle;
use crate::samegame::playout::scored::{Draw, Sums, random_game, scored};
use crate::samegame::search::anneal::replays::replays;
use crate::samegame::search::{Method, Query, Request, Silent, Unfit, solve};

/// Random boards of 15×15 and 5 colours.
const LARGE: &[u8] = include_bytes!("../../data/bench/samegame15.jsonl");

/// Random boards of 8×8 and 4 colours.
const SMALL: &[u8] = include_bytes!("../../data/bench/samegame8x8.jsonl");

/// Bytes for tables.
const MEMORY: usize = 1 << 26;

/// The part of the workload that a quick run takes: one in this many.
pub const QUICK: u64 = 10;

/// The parts of the workload, and how much of each is done on each board.
pub const PARTS: [(Part, u64); 7] = [
    (Part(What::Click), 20_000),
    (Part(What::Play(Draw::Tiles)), 20_000),
    (Part(What::Play(Draw::Groups)), 20_000),
    (Part(What::Play(Draw::Tabu)), 20_000),
    (Part(What::Search(Method::Nrpa)), 20_000),
    (Part(What::Search(Method::Anneal)), 500_000),
    (Part(What::Search(Method::Exact)), 200_000),
];

/// One kind of work.
#[derive(Clone, Copy, Debug)]
pub struct Part(What);

#[derive(Clone, Copy, Debug)]
enum What {
    /// Every click of a list, with its books, as an annealer makes it.
    Click,
    Play(Draw),
    Search(Method),
}

/// The result for a board.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The best score; of playouts the mean.
    pub score: i64,
    /// Whether a list cleared the board.
    pub cleared: bool,
    /// Clicks, playouts, trials or nodes.
    pub done: u64,
    /// Changes with almost anything that the search does differently.
    mark: u64,
}

impl Part {
    /// The name, and what is counted.
    pub fn names(self) -> (&'static str, &'static str) {
        match self.0 {
            What::Click => ("click", "clicks"),
            What::Play(Draw::Tiles) => ("random tiles", "playouts"),
            What::Play(Draw::Groups) => ("random groups", "playouts"),
            What::Play(Draw::Tabu) => ("tabu colour", "playouts"),
            What::Search(Method::Nrpa) => ("nrpa", "playouts"),
            What::Search(Method::Exact) => ("exact", "nodes"),
            What::Search(_) => ("anneal", "trials"),
        }
    }

    /// The boards that it is done on.
    ///
    /// # Errors
    /// None, unless the boards that ship are damaged.
    pub fn boards(self) -> Result<Vec<Puzzle>, ReadError> {
        let small = matches!(self.0, What::Search(Method::Exact));
        jsonl::each(if small { SMALL } else { LARGE }).collect()
    }

    /// Does so much work on a board.
    ///
    /// # Errors
    /// None for boards that ship.
    pub fn run(self, puzzle: &Puzzle, work: u64, seed: u64, path: Path) -> Result<Row, Unfit> {
        let rules = Rules::default();
        let query = Query::score(&puzzle.grid, rules)?;
        Ok(match self.0 {
            What::Click => {
                let list = random_game(&puzzle.grid, seed);
                let (clicks, points) = replays(&puzzle.grid, rules, &list, work, path)
                    .ok_or(Unfit::TooLargeFor("16 rows, 16 columns and 7 colours"))?;
                Row { score: points / work.max(1) as i64, cleared: false, done: clicks, mark: clicks }
            }
            What::Play(draw) => {
                let Sums { points, clicks, cleared } = scored(&puzzle.grid, rules, draw, work, seed, path)?;
                let score = (points / work.max(1)) as i64;
                Row { score, cleared, done: work, mark: points.wrapping_mul(31).wrapping_add(clicks) }
            }
            What::Search(method) => {
                let stop = StopFlag::new();
                let limits = Limits { nodes: Some(work), memory: MEMORY, stop: &stop };
                let request = Request { method, seed, threads: 1, from: None, time: None, path };
                let outcome = solve(&query, &request, &limits, &Silent)?;
                let (score, cleared) = outcome.found.map_or((0, false), |found| (found.score, found.cleared));
                let mark = outcome.found_at.wrapping_mul(31).wrapping_add(outcome.nodes);
                Row { score, cleared, done: outcome.nodes, mark }
            }
        })
    }
}

/// The signature with that of more rows.
pub fn joined(signature: u64, rows: impl IntoIterator<Item = Row>) -> u64 {
    rows.into_iter().fold(signature, |all, row| {
        all.wrapping_mul(1_000_003).wrapping_add(row.mark).wrapping_add(row.score as u64)
    })
}

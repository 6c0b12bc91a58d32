//! Nested Monte Carlo search (Cazenave, IJCAI 2009) with the best game memorised.
//!
//! A search of level 0 is one playout. A search of level n tries every move at each position of its game: it
//! makes the move and a search of level n − 1 from there. Then it plays the next move of the best game so far,
//! which is not always a game of the latest trials, and so on to the end. Such a move is *committed*: the search does
//! not take it back.
//!
//! Playouts choose groups uniformly at random; three runs in four keep a colour for the end.

use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::{Cell, Colour};
use crate::samegame::playout::{PlayoutBoard, Policy, Tabu, UniformGroups};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::outcome::Query;
use crate::samegame::search::sampling::restarts::{Restart, Restarts};
use crate::samegame::search::sampling::sampler::Sampler;
use crate::samegame::search::sampling::seeds::generator;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The parameters of nested Monte Carlo search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NestedSettings {
    /// Levels of nesting, 0 to 6; larger numbers are clamped to 6. Level 0 is playouts only.
    pub level: u32,
    /// Whether most runs keep a colour for the end: every other run keeps the most frequent one.
    pub tabu: bool,
    /// The seed of the first run.
    pub seed: u64,
}

impl Default for NestedSettings {
    /// Level 2, with a tabu colour, seed 1.
    fn default() -> Self {
        NestedSettings { level: 2, tabu: true, seed: 1 }
    }
}

/// The largest level.
const MAX_LEVELS: u32 = 6;

impl Sampler for NestedSettings {
    #[inline(always)]
    fn work<C: Cpu, B: BoardRepr>(&self, cpu: C, board: &B, all: &Restarts<'_>) {
        let root = board.to_playout(cpu);
        while let Some(mut run) = all.start() {
            let tabu = if self.tabu { run.tabu_colour() } else { None };
            let rng = generator(self.seed, run.number);
            let mut search = Search::new(all.query, self.level, tabu, rng);
            search.run(cpu, &root, &mut run);
            all.finish(run);
        }
    }
}

/// One level of a search: its position, and the best game below it.
struct Level<C: Cpu, L: PlayoutBoard<C>> {
    /// The board after the committed moves, and their points.
    board: L,
    score: i64,
    /// The number of committed moves.
    depth: usize,
    /// The groups not tried yet; `None` before they are listed.
    untried: Option<(L::Links, L::Groups)>,
    value: i64,
    /// The best game, from the first click.
    best: Vec<Cell>,
}

struct Search<'a> {
    query: &'a Query<'a>,
    levels: usize,
    tabu: Option<Colour>,
    /// The clicks to the current position; the first `depth` of a level are committed.
    path: Vec<Cell>,
    rng: Xoshiro256PlusPlus,
}

impl<'a> Search<'a> {
    fn new(query: &'a Query<'a>, levels: u32, tabu: Option<Colour>, rng: Xoshiro256PlusPlus) -> Self {
        Search { query, levels: levels.min(MAX_LEVELS) as usize, tabu, path: Vec::new(), rng }
    }

    /// Runs one search of the highest level. The levels are a stack instead of a recursion, so that all of the
    /// search is compiled for the CPU path.
    #[inline(always)]
    fn run<C: Cpu, L: PlayoutBoard<C>>(&mut self, cpu: C, root: &L, run: &mut Restart<'_>) {
        if self.levels == 0 {
            self.playout(cpu, root.clone(), 0, run);
            return;
        }
        let level = |board: L, score: i64, depth: usize| Level {
            board,
            score,
            depth,
            untried: None,
            value: i64::MIN,
            best: Vec::new(),
        };
        let mut stack: Vec<Level<C, L>> = vec![level(root.clone(), 0, 0)];
        while !run.over() {
            let height = stack.len();
            let Some(here) = stack.last_mut() else { return };
            let first_visit = here.untried.is_none();
            if first_visit {
                let links = here.board.links(cpu);
                let pool = here.board.groups(cpu, &links, None, None);
                here.untried = Some((links, pool));
            }
            self.path.truncate(here.depth);
            let next_group = match &mut here.untried {
                Some((links, pool)) => here.board.next_group(cpu, links, pool),
                None => None,
            };
            if let Some(group) = next_group {
                let (mut board, mut score) = (here.board.clone(), here.score);
                self.click(cpu, &mut board, &mut score, &group);
                if height < self.levels {
                    let depth = here.depth + 1;
                    stack.push(level(board, score, depth));
                } else {
                    let value = self.playout(cpu, board, score, run);
                    here.keep_best(value, &self.path);
                }
            } else if !first_visit {
                // All moves were tried: the next move of the best game is committed.
                let Some(&cell) = here.best.get(here.depth) else { return };
                let links = here.board.links(cpu);
                let group = here.board.group(cpu, &links, cell);
                self.click(cpu, &mut here.board, &mut here.score, &group);
                (here.depth, here.untried) = (here.depth + 1, None);
            } else {
                // The game is over. A level that began here has no game yet.
                if here.value == i64::MIN {
                    let value = self.playout(cpu, here.board.clone(), here.score, run);
                    here.keep_best(value, &self.path);
                }
                let Some(done) = stack.pop() else { return };
                if let Some(above) = stack.last_mut() {
                    above.keep_best(done.value, &done.best);
                }
            }
        }
    }

    /// Makes a move on a board and appends it to the path.
    #[inline(always)]
    fn click<C: Cpu, L: PlayoutBoard<C>>(&mut self, cpu: C, board: &mut L, score: &mut i64, group: &L::Set) {
        self.path.push(board.first(group));
        *score += self.query.rules.score.points(board.size(group) as u64);
        board.remove(cpu, group);
    }

    /// Plays to the end, appends the moves to the path, and returns the value.
    #[inline(always)]
    fn playout<C: Cpu, L: PlayoutBoard<C>>(
        &mut self,
        cpu: C,
        board: L,
        score: i64,
        run: &mut Restart<'_>,
    ) -> i64 {
        cpu.call(Playout { search: self, board, score, run })
    }
}

/// A playout: a kernel, so that it is compiled once for all its callers.
struct Playout<'s, 'a, 'r, L> {
    search: &'s mut Search<'a>,
    board: L,
    score: i64,
    run: &'s mut Restart<'r>,
}

impl<C: Cpu, L: PlayoutBoard<C>> Kernel<C> for Playout<'_, '_, '_, L> {
    type Out = i64;

    #[inline(always)]
    fn run(self, cpu: C) -> i64 {
        match self.search.tabu {
            Some(colour) => self.play(cpu, &mut Tabu(colour)),
            None => self.play(cpu, &mut UniformGroups),
        }
    }
}

impl<L> Playout<'_, '_, '_, L> {
    #[inline(always)]
    fn play<C: Cpu>(self, cpu: C, policy: &mut impl Policy<C, L>) -> i64
    where
        L: PlayoutBoard<C>,
    {
        let Playout { search: Search { path, rng, .. }, board, score, run } = self;
        let value = run.play(cpu, board, score, policy, rng, |cell| path.push(cell));
        run.record(value, path.iter().copied());
        value
    }
}

impl<C: Cpu, L: PlayoutBoard<C>> Level<C, L> {
    /// Stores a game if it is better than the best.
    #[inline(always)]
    fn keep_best(&mut self, value: i64, game: &[Cell]) {
        if value > self.value {
            self.value = value;
            self.best.clear();
            self.best.extend_from_slice(game);
        }
    }
}

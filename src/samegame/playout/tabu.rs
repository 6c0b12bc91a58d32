//! A policy that keeps one colour for the end, where it forms one large group: the playout policy of the SameGame
//! papers.
//!
//! Groups of other colours are drawn with the same probability. Groups of the tabu colour are drawn only when there is
//! no other move, or by a [`TabuException`]:
//!
//! | variant | from |
//! | --- | --- |
//! | [`Never`](TabuException::Never) | TabuColourRandomPolicy, Schadd et al. 2008 |
//! | [`Whole`](TabuException::Whole) | the same as Cazenave states it: also a move that takes all of the colour |
//! | [`Leak`](TabuException::Leak) | SP-MCTS, 2012: a tabu move slips through now and then |
//! | [`Pairs`](TabuException::Pairs) | selective NRPA, Cazenave 2016: groups of two, once some moves were played |
//!
//! The tabu colour is fixed for the whole game, or it is the most frequent colour at every click.

use super::Policy;
use super::playout_board::{Candidates, PlayoutBoard};
use super::uniform::{Allow, AllowAll, draw_group};
use crate::base::{Colour, MAX_COLOURS};
use crate::bits::cpu::Cpu;
use rand::Rng;

/// A condition under which a group of the tabu colour may be clicked although there is another move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TabuException {
    /// Never.
    #[default]
    Never,
    /// If the group contains all tiles of its colour.
    Whole,
    /// With this probability, in units of 2⁻³², at each click: all groups are then drawn uniformly. 3,006,477 is
    /// 0.0007.
    Leak(u32),
    /// If the group has exactly two tiles and more than this number of clicks were made.
    Pairs(u32),
}

/// A policy that keeps one colour for the end.
#[derive(Clone, Copy, Debug)]
pub struct Tabu {
    /// The tabu colour, or `None` for the most frequent colour at every click.
    pub colour: Option<Colour>,
    /// The condition under which the tabu colour may be clicked anyway.
    pub exception: TabuException,
    clicks: u32,
}

impl Tabu {
    /// Creates a policy with a fixed tabu colour, or `None` for the most frequent colour at every click.
    pub fn new(colour: Option<Colour>, exception: TabuException) -> Tabu {
        Tabu { colour, exception, clicks: 0 }
    }
}

/// Returns the most frequent colour of a board, the lowest one on a tie.
#[inline(always)]
pub fn most_frequent<C: Cpu, B: PlayoutBoard<C>>(cpu: C, board: &B) -> Colour {
    let mut best = (0, 0);
    for colour in 0..MAX_COLOURS as Colour {
        let count = board.count(cpu, colour);
        if count > best.0 {
            best = (count, colour);
        }
    }
    best.1
}

impl<C: Cpu, B: PlayoutBoard<C>> Policy<C, B> for Tabu {
    #[inline(always)]
    fn start(&mut self, _cpu: C, _live: &B) {
        self.clicks = 0;
    }

    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, board: &B, rng: &mut R) -> Option<B::Set> {
        let links = board.links(cpu);
        let tabu = match self.colour {
            Some(colour) => colour,
            None => most_frequent(cpu, board),
        };
        self.clicks += 1;
        let others = Candidates::CornersExcept(tabu);
        let chosen = match self.exception {
            TabuException::Leak(chance) if (rng.next_u64() >> 32) < u64::from(chance) => None,
            TabuException::Whole if board.is_whole(cpu, &links, tabu) => None,
            TabuException::Pairs(after) if self.clicks > after.saturating_add(1) => {
                draw_group(cpu, board, &links, Candidates::Corners, rng, PairsOf(tabu))
            }
            _ => draw_group(cpu, board, &links, others, rng, AllowAll),
        };
        match chosen {
            None => draw_group(cpu, board, &links, Candidates::Corners, rng, AllowAll),
            some => some,
        }
    }
}

/// Allows groups of a colour only if they have two tiles.
#[derive(Clone, Copy)]
struct PairsOf(Colour);

impl<C: Cpu, B: PlayoutBoard<C>> Allow<C, B> for PairsOf {
    #[inline(always)]
    fn allows(self, cpu: C, board: &B, group: &B::Set) -> bool {
        board.size(group) == 2 || board.colour(cpu, group) != Some(self.0)
    }
}

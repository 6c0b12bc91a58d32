//! One colour kept for the end, where it makes one large group: the playout policy of the SameGame papers.
//!
//! Groups of other colours are drawn with the same chance each; groups of the tabu colour only when there
//! is no other move, or by an [`Exception`]:
//!
//! | variant | from |
//! | --- | --- |
//! | [`Never`](Exception::Never) | TabuColourRandomPolicy, Schadd et al. 2008 |
//! | [`Whole`](Exception::Whole) | the same as Cazenave states it: also a move that takes all of the colour |
//! | [`Leak`](Exception::Leak) | SP-MCTS, 2012: a tabu move slips through now and then |
//! | [`Pairs`](Exception::Pairs) | selective NRPA, Cazenave 2016: groups of two, once some moves were played |
//!
//! The colour is fixed for the whole game, or the most frequent one on the board at every click.

use super::Policy;
use super::live::{Live, Spots};
use super::uniform::{Allow, Any, draw_group};
use crate::base::{Colour, MAX_COLOURS};
use crate::bits::cpu::Cpu;
use rand::Rng;

/// When a tabu group may be clicked although there is another move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exception {
    /// Never.
    #[default]
    Never,
    /// If it is all that is left of its colour.
    Whole,
    /// With a chance of this number in 2³² at each click: all groups are then drawn alike. 3,006,477 is 0.0007.
    Leak(u32),
    /// If it has exactly two tiles and more clicks than this were made.
    Pairs(u32),
}

/// Keeps one colour for the end.
#[derive(Clone, Copy, Debug)]
pub struct Tabu {
    /// The colour; `None` for the most frequent one at every click.
    pub colour: Option<Colour>,
    /// What is permitted besides.
    pub exception: Exception,
    clicks: u32,
}

impl Tabu {
    /// A policy that keeps a colour, `None` for the most frequent one at every click.
    pub fn new(colour: Option<Colour>, exception: Exception) -> Tabu {
        Tabu { colour, exception, clicks: 0 }
    }
}

/// The most frequent colour on a board, the first of several.
#[inline(always)]
pub fn most_frequent<C: Cpu, L: Live<C>>(cpu: C, live: &L) -> Colour {
    let mut best = (0, 0);
    for colour in 0..MAX_COLOURS as Colour {
        let count = live.count(cpu, colour);
        if count > best.0 {
            best = (count, colour);
        }
    }
    best.1
}

impl<C: Cpu, L: Live<C>> Policy<C, L> for Tabu {
    #[inline(always)]
    fn start(&mut self, _cpu: C, _live: &L) {
        self.clicks = 0;
    }

    #[inline(always)]
    fn choose<R: Rng>(&mut self, cpu: C, live: &L, rng: &mut R) -> Option<L::Set> {
        let links = live.links(cpu);
        let tabu = match self.colour {
            Some(colour) => colour,
            None => most_frequent(cpu, live),
        };
        self.clicks += 1;
        let others = Spots::CornersBut(tabu);
        let chosen = match self.exception {
            Exception::Leak(chance) if (rng.next_u64() >> 32) < u64::from(chance) => None,
            Exception::Whole if live.is_whole(cpu, &links, tabu) => None,
            Exception::Pairs(after) if self.clicks > after.saturating_add(1) => {
                draw_group(cpu, live, &links, Spots::Corners, rng, PairsOf(tabu))
            }
            _ => draw_group(cpu, live, &links, others, rng, Any),
        };
        match chosen {
            None => draw_group(cpu, live, &links, Spots::Corners, rng, Any),
            some => some,
        }
    }
}

/// Groups of a colour only if they have two tiles.
#[derive(Clone, Copy)]
struct PairsOf(Colour);

impl<C: Cpu, L: Live<C>> Allow<C, L> for PairsOf {
    #[inline(always)]
    fn allows(self, cpu: C, live: &L, group: &L::Set) -> bool {
        live.size(group) == 2 || live.colour(cpu, group) != Some(self.0)
    }
}

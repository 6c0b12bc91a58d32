//! By the order in which colours are first touched.
//!
//! The colours are touched for the first time one after the other. A colour goes whole in one removal only
//! if its tiles can meet while no colour behind it in that order has been touched: see
//! [`Board::meeting`]. Otherwise it goes in parts, or some of it stays, which loses a known number of
//! points. Whatever the order is, no less is lost than in the order that loses least. Colours that are never
//! touched come last; they lose no less than one in parts.
//!
//! The loose bound lets any tiles of the colours before be gone. The strict one lets only those be gone that can be
//! taken while no other colour is touched: see [`Board::removable`]. And where the board is cleared, each colour is
//! touched, so two of its tiles have to meet first; the strict bound leaves out orders in which they cannot.
//!
//! An order that loses too little on one board often does so on the next, so it is tried first. That changes how
//! long an answer takes, and never the answer.

use crate::base::Colour;
use crate::bits::cpu::Cpu;
use crate::samegame::board::{Board, Cells, Meeting};
use crate::samegame::search::exact::points::Worth;

/// Most colours on a board for this bound: there are 2ⁿ sets of them.
const MOST: usize = 5;

/// What is lost by what cannot be; sums stay in range.
const NEVER: i32 = 1 << 29;

/// The bound, and the last order that lost too little.
#[derive(Clone, Debug)]
pub struct Orders {
    strict: bool,
    /// Colours of the board; those from `known` on have no meaning.
    last: [Colour; MOST],
    known: usize,
}

/// The colours on a board, numbered from 0, and what was asked about them.
struct Present<'a, C, B: Board> {
    cpu: C,
    board: &'a B,
    strict: bool,
    /// Whether only games that clear the board count.
    clears: bool,
    tiles: [B::Mask; MOST],
    /// What each loses if it does not go in one removal.
    losses: [i32; MOST],
    /// What each loses if it is touched when the colours of a set have been, by set; negative if it was not asked.
    known: [[i32; 1 << MOST]; MOST],
    /// The tiles that may be gone when the colours of a set have been touched.
    gone: [Option<B::Mask>; 1 << MOST],
}

impl<C: Cpu, B: Board> Present<'_, C, B> {
    /// What colour i loses if it is touched when the colours of a set have been.
    #[inline(always)]
    fn loss(&mut self, i: usize, set: usize) -> i32 {
        if self.known[i][set] >= 0 {
            return self.known[i][set];
        }
        let gone = self.gone[set].get_or_insert_with(|| {
            let of_set = |j: &usize| set >> j & 1 == 1;
            let mut gone = B::Mask::default();
            if self.strict && set != 0 {
                let (mut sets, mut k) = (std::array::from_fn::<_, MOST, _>(|_| B::Mask::default()), 0);
                for j in (0..MOST).filter(of_set) {
                    sets[k].add(&self.tiles[j]);
                    k += 1;
                }
                return self.board.removable(&sets[..k]);
            }
            (0..MOST).filter(of_set).for_each(|j| gone.add(&self.tiles[j]));
            gone
        });
        let loss = match self.board.meeting(self.cpu, &self.tiles[i], gone) {
            Meeting::All => 0,
            Meeting::None if self.strict && self.clears => NEVER,
            _ => self.losses[i],
        };
        self.known[i][set] = loss;
        loss
    }
}

impl Orders {
    /// The bound that lets any tiles be gone of colours that were touched.
    pub fn loose() -> Self {
        Orders { strict: false, last: [0; MOST], known: 0 }
    }

    /// The bound that lets only those be gone that can be.
    pub fn strict() -> Self {
        Orders { strict: true, ..Orders::loose() }
    }

    /// Whether every game loses at least `excess > 0` of what the counts of tiles promise, the bonus included.
    #[inline(always)]
    pub fn lose_enough<C: Cpu, B: Board>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        worth: &Worth,
        excess: i32,
    ) -> bool {
        // Games that do not clear the board, then those that do. A board with a single tile of a colour is never cleared.
        let single = counts.contains(&1);
        let left = excess - if single { 0 } else { worth.bonus() };
        (left <= 0 || self.lose(cpu, board, counts, |n| worth.parted_or_left(n), left, false))
            && (single || self.lose(cpu, board, counts, |n| worth.parted(n), excess, true))
    }

    /// Whether every order loses at least `limit > 0`, where a colour of n tiles that cannot meet in time loses
    /// `parted(n)`. Costs up to one test a set of colours and colour, fewer if the answer shows early.
    #[inline(always)]
    fn lose<C: Cpu, B: Board>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        parted: impl Fn(usize) -> i32,
        limit: i32,
        clears: bool,
    ) -> bool {
        let k = counts.iter().filter(|&&count| count > 0).count();
        if k > MOST || !B::LOOKS {
            return false;
        }
        let mut colours = [0; MOST];
        let (mut losses, mut sum, mut largest) = ([0; MOST], 0i32, 0);
        let present = counts.iter().enumerate().filter(|&(_, &count)| count > 0);
        for (i, (colour, &count)) in present.enumerate() {
            (colours[i], losses[i]) = (colour as Colour, parted(count));
            sum = sum.saturating_add(losses[i]);
            largest = largest.max(losses[i]);
        }
        // The last colour of an order always meets.
        if !(self.strict && clears) && sum - largest < limit {
            return false;
        }
        let tiles = std::array::from_fn(|i| if i < k { board.tiles(colours[i]) } else { B::Mask::default() });
        let (known, gone) = ([[-1; 1 << MOST]; MOST], [const { None }; 1 << MOST]);
        let mut present = Present { cpu, board, strict: self.strict, clears, tiles, losses, known, gone };
        if self.again(&mut present, &colours[..k], limit) {
            return false;
        }
        let all = (1usize << k) - 1;
        let (mut least, mut after) = ([i32::MAX; 1 << MOST], [0; 1 << MOST]);
        least[0] = 0;
        for set in 0..all {
            let so_far = least[set];
            if so_far >= limit {
                continue;
            }
            let rest = (0..k).filter(|i| set >> i & 1 == 0);
            let (mut sum, mut last) = (0i32, 0);
            for i in rest.clone() {
                sum = sum.saturating_add(losses[i]);
                last = if set >> last & 1 == 1 || losses[i] > losses[last] { i } else { last };
            }
            if !(self.strict && clears) && so_far.saturating_add(sum - losses[last]) < limit
                || set.count_ones() as usize + 1 == k
            {
                // From the end: the colours of the set, each after the set that it was put to.
                let (mut at, mut left) = (set.count_ones() as usize, set);
                while left != 0 {
                    at -= 1;
                    self.last[at] = colours[after[left]];
                    left &= !(1 << after[left]);
                }
                let others = rest.filter(|&i| i != last).chain([last]);
                let behind = self.last[set.count_ones() as usize..].iter_mut();
                behind.zip(others).for_each(|(place, i)| *place = colours[i]);
                self.known = k;
                return false;
            }
            for i in rest {
                let with = set | 1 << i;
                if least[with] > so_far {
                    let lost = so_far.saturating_add(present.loss(i, set));
                    if lost < least[with] {
                        (least[with], after[with]) = (lost, i);
                    }
                }
            }
        }
        true
    }

    /// Whether the last order loses less than `limit` again.
    #[inline(always)]
    fn again<C: Cpu, B: Board>(&self, present: &mut Present<C, B>, colours: &[Colour], limit: i32) -> bool {
        let (mut set, mut lost) = (0usize, 0i32);
        for colour in &self.last[..self.known] {
            let Some(i) = colours.iter().position(|here| here == colour) else { continue };
            if (set | 1 << i) + 1 < 1 << colours.len() {
                lost = lost.saturating_add(present.loss(i, set));
            }
            if lost >= limit {
                return false;
            }
            set |= 1 << i;
        }
        // Colours that are new on the board: another order has to be found.
        set + 1 == 1 << colours.len()
    }
}

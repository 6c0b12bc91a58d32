//! By the order of the largest removals.
//!
//! The largest removal of a colour is its main one, the first among equals. The colours have their main removals one
//! after the other. Just before that of a colour, there still are of each colour behind it at least the tiles of its own
//! main removal. So no more of them are gone than their colour loses by that, and of the colours before it any may be.
//! [`reach`](super::group_reach) tells how many tiles can be together by then. For each set of colours that holds those before
//! and not the colour itself, the tiles of the set may be taken as free; all these bounds hold.
//!
//! A colour of n tiles brings no more than its main removal of m tiles, and what the other n − m bring in removals of no
//! more than m. Whatever order and whatever main removals a game has, it brings no more than the best that pass these
//! bounds. A colour that is never removed comes last: no tile of it is gone, and it brings nothing.
//!
//! In a game that clears the board the n − m tiles go as well, so that one tile by itself is not among them.

use super::columns::Columns;
use super::group_reach::{COSTS, GroupReach, MAX_TILES, MaxByCost};
use super::merging::{MAX_COLOURS, PresentColours, SETS};
use crate::bits::cpu::{Cpu, Kernel};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// What cannot be; sums stay in range.
const NEVER: i32 = -(1 << 28);

/// What a colour brings, by its tiles and those of its main removal.
#[derive(Clone, Debug, Default)]
struct SplitPoints {
    /// With exactly this main removal.
    with: Vec<i32>,
    /// With one of at most so many tiles.
    up_to: Vec<i32>,
}

impl SplitPoints {
    /// For colours of at most so many tiles that go wholly, or of which some may be left.
    fn new(tiles: usize, scores: &PointTable, wholly: bool) -> Self {
        let side = tiles + 1;
        // In any number of removals, none of more than so many tiles.
        let mut any = vec![NEVER; side * side];
        let (mut with, mut up_to) = (any.clone(), any.clone());
        for most in 0..side {
            any[most] = 0;
        }
        for n in 1..side {
            for most in 0..side {
                let mut best = if wholly { NEVER } else { any[(n - 1) * side + most] };
                for m in 2..=most.min(n) {
                    best = best.max(scores.points(m) + any[(n - m) * side + most]);
                }
                any[n * side + most] = best.max(NEVER);
            }
            // A tile that stays alone has no main removal.
            if !wholly {
                up_to[n * side] = if n == 1 { scores.most(1) } else { 0 };
                up_to[n * side + 1] = up_to[n * side];
            }
            for m in 2..=n {
                with[n * side + m] = (scores.points(m) + any[(n - m) * side + m]).max(NEVER);
                up_to[n * side + m] = up_to[n * side + m - 1].max(with[n * side + m]);
            }
        }
        SplitPoints { with, up_to }
    }
}

/// The bound, with room to work in.
#[derive(Clone, Debug)]
pub struct LargestRemovals {
    side: usize,
    /// Of games that clear the board, and of those that do not.
    cleared: SplitPoints,
    left: SplitPoints,
    columns: Columns,
    reach: GroupReach,
    /// The most tiles of a colour that can be together, by colour and by the colours that are free.
    reachable: Vec<[MaxByCost; SETS]>,
}

impl LargestRemovals {
    /// A bound for boards with no more tiles of a colour than this.
    pub fn new(tiles: usize, scores: &PointTable) -> Self {
        let tiles = tiles.min(MAX_TILES);
        LargestRemovals {
            side: tiles + 1,
            cleared: SplitPoints::new(tiles, scores, true),
            left: SplitPoints::new(tiles, scores, false),
            columns: Columns::default(),
            reach: GroupReach::default(),
            reachable: vec![[[i8::MAX; COSTS]; SETS]; MAX_COLOURS],
        }
    }

    /// The most that a board brings, as far as `work` pairs of states and ways tell, unless it is given up before; `None`
    /// if it is not a board that is looked at.
    #[inline(always)]
    pub fn most<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        (scores, work): (&PointTable, usize),
        give_up: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let present = PresentColours::of(counts).filter(|_| B::HAS_MERGE_BOUND)?;
        let mut tiles = [0; MAX_COLOURS];
        for (at, &colour) in present.colours().iter().enumerate() {
            tiles[at] = counts[usize::from(colour)];
            if tiles[at] >= self.side {
                return None;
            }
        }
        if !self.columns.read(board, present.colours()) {
            return None;
        }
        self.reach.work = work;
        cpu.call(ComputeReach { bound: self, tiles: &tiles, all: present.all(), give_up });
        let orders = |split, best| OrderSearch {
            bound: self,
            split,
            tiles,
            all: present.all(),
            lost: [0; MAX_COLOURS],
            best,
        };
        let left = orders(&self.left, NEVER).most();
        // A board with a single tile of a colour is never cleared.
        if counts.contains(&1) {
            return Some(left);
        }
        Some(orders(&self.cleared, left - scores.bonus()).most() + scores.bonus())
    }
}

/// Looks how many tiles can be together. A job, so that it is compiled once for all kinds of boards.
struct ComputeReach<'a, 'b> {
    bound: &'a mut LargestRemovals,
    tiles: &'a [usize; MAX_COLOURS],
    all: usize,
    give_up: &'a mut (dyn FnMut() -> bool + 'b),
}

impl Kernel for ComputeReach<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let ComputeReach { bound, tiles, all, give_up } = self;
        // What is not looked at is not known: all tiles may be together.
        for colour in 0..MAX_COLOURS {
            bound.reachable[colour] = [[tiles[colour] as i8; COSTS]; SETS];
        }
        // Few free colours take the least time, and tell most.
        for size in 0..all.count_ones() {
            for free in 0..all {
                for colour in 0..MAX_COLOURS {
                    // All tiles of the last colour meet.
                    let others = all & !(1 << colour);
                    let asked = free.count_ones() == size && free & !others == 0 && free != others;
                    if !asked || all >> colour & 1 == 0 {
                        continue;
                    }
                    if give_up() {
                        return;
                    }
                    match bound.reach.most(&bound.columns, (colour, free), tiles[colour], give_up) {
                        Some(most) => bound.reachable[colour][free] = most,
                        None => return,
                    }
                }
            }
        }
    }
}

/// A search for the best order and the best main removals.
struct OrderSearch<'a> {
    bound: &'a LargestRemovals,
    split: &'a SplitPoints,
    /// The tiles of each colour.
    tiles: [usize; MAX_COLOURS],
    /// The set of all colours.
    all: usize,
    /// The tiles that are not in the main removal, of the colours that are last in the order.
    lost: [usize; MAX_COLOURS],
    best: i32,
}

impl OrderSearch<'_> {
    /// The most that passes the bounds.
    fn most(mut self) -> i32 {
        if self.all == 0 {
            return 0;
        }
        self.choose(0, 0);
        self.best
    }

    /// What a colour brings with a main removal of up to so many tiles.
    fn up_to(&self, colour: usize, most: usize) -> i32 {
        self.split.up_to[self.tiles[colour] * self.bound.side + most]
    }

    /// The most tiles of the main removal of a colour between these sets, of which those of the later one have lost their
    /// tiles.
    fn cap(&self, colour: usize, before: usize, later: usize) -> usize {
        let mut cap = self.tiles[colour];
        let mut free = later;
        loop {
            let mut gone = 0;
            for other in 0..MAX_COLOURS {
                if (later & !free) >> other & 1 == 1 {
                    gone += self.lost[other];
                }
            }
            if gone < COSTS {
                cap = cap.min(self.bound.reachable[colour][before | free][gone] as usize);
            }
            if free == 0 {
                return cap;
            }
            free = (free - 1) & later;
        }
    }

    /// What the colours of a set bring, if those are before all others that have lost their tiles.
    fn rest(&self, set: usize, later: usize) -> i32 {
        let mut sum = 0;
        for colour in 0..MAX_COLOURS {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.cap(colour, set & !(1 << colour), later));
            }
        }
        sum
    }

    /// What the colours of a set bring, each in one removal.
    fn whole(&self, set: usize) -> i32 {
        let mut sum = 0;
        for colour in 0..MAX_COLOURS {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.tiles[colour]);
            }
        }
        sum
    }

    /// Chooses the colour before the later ones, which bring this much, and its main removal.
    fn choose(&mut self, later: usize, value: i32) {
        for colour in 0..MAX_COLOURS {
            let before = self.all & !later & !(1 << colour);
            if (self.all & !later) >> colour & 1 == 0 {
                continue;
            }
            let mut main = self.cap(colour, before, later);
            if before == 0 {
                let most = self.up_to(colour, main);
                if most > NEVER {
                    self.best = self.best.max(value + most);
                }
                continue;
            }
            let whole = self.whole(before);
            while value + self.up_to(colour, main) + whole > self.best {
                // Of a colour that is never removed nothing is gone.
                let removed = main >= 2;
                let brings = match removed {
                    true => self.split.with[self.tiles[colour] * self.bound.side + main],
                    false => self.up_to(colour, 0),
                };
                self.lost[colour] = if removed { self.tiles[colour] - main } else { 0 };
                let later = later | 1 << colour;
                if brings > NEVER && value + brings + self.rest(before, later) > self.best {
                    self.choose(later, value + brings);
                }
                if !removed {
                    break;
                }
                main = if main > 2 { main - 1 } else { 0 };
            }
        }
    }
}

//! An upper bound from the order of the largest removals.
//!
//! The main removal of a colour is its largest one, the first among equals. The main removals of the colours
//! happen one after the other. Just before the main removal of a colour, each colour later in this order still
//! has at least the tiles of its own main removal. So no more of its tiles are gone than it has outside its
//! main removal, while any tiles of earlier colours may be gone. [`group_reach`](super::group_reach) computes
//! how many tiles can be together at that time. For each set of colours that contains the earlier ones and not
//! the colour itself, the tiles of the set may be treated as free; all these bounds hold.
//!
//! A colour of n tiles scores no more than its main removal of m tiles, plus the best score of the other n − m
//! tiles in removals of at most m. No game, whatever its order and its main removals, scores more than the best
//! order and main removals that respect these bounds. A colour that is never removed comes last: no tile of it
//! is gone, and it scores nothing.
//!
//! In a game that clears the board the other n − m tiles are removed as well, so no single tile remains among
//! them.

use super::columns::Columns;
use super::group_reach::{COSTS, GroupReach, MAX_TILES, MaxByCost};
use super::merging::{MAX_COLOURS, PresentColours, SETS};
use crate::bits::cpu::{Cpu, Kernel};
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;

/// An impossible value; sums stay in range.
const NEVER: i32 = -(1 << 28);

/// The points of a colour, by its number of tiles and the size of its main removal.
#[derive(Clone, Debug, Default)]
struct SplitPoints {
    /// The points with a main removal of exactly this size.
    with: Vec<i32>,
    /// The points with a main removal of at most this size.
    up_to: Vec<i32>,
}

impl SplitPoints {
    /// Computes the points for colours of at most this many tiles. All tiles are removed if `wholly`, otherwise
    /// some may be left.
    fn new(tiles: usize, scores: &PointTable, wholly: bool) -> Self {
        let side = tiles + 1;
        // In any number of removals of at most `most` tiles.
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
            // A single tile that stays has no main removal.
            if !wholly {
                up_to[n * side] = if n == 1 { scores.max_gain(1) } else { 0 };
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

/// The bound, with reusable memory.
#[derive(Clone, Debug)]
pub struct LargestRemovals {
    side: usize,
    /// The points in games that clear the board, and (`left`) in games that do not.
    cleared: SplitPoints,
    left: SplitPoints,
    columns: Columns,
    reach: GroupReach,
    /// The most tiles of a colour that can be together, by colour and by the set of free colours.
    reachable: Vec<[MaxByCost; SETS]>,
}

impl LargestRemovals {
    /// Creates a bound for boards with at most this many tiles of a colour.
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

    /// Returns an upper bound for a board. It is weaker, but still valid, if `work` pairs of states and
    /// placements are used up or `give_up` returns `true`. `None` if the board is too large or of an
    /// unsupported kind.
    #[inline(always)]
    pub fn upper_bound<C: Cpu, B: BoardRepr>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        scores: &PointTable,
        work: usize,
        give_up: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let present = PresentColours::of(counts).filter(|_| B::IS_PACKED)?;
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
        let left = orders(&self.left, NEVER).search();
        // A board with a single tile of a colour is never cleared.
        if counts.contains(&1) {
            return Some(left);
        }
        Some(orders(&self.cleared, left - scores.bonus()).search() + scores.bonus())
    }
}

/// Computes how many tiles can be together. A kernel, so that it is compiled once for all kinds of boards.
struct ComputeReach<'a, 'b> {
    bound: &'a mut LargestRemovals,
    tiles: &'a [usize; MAX_COLOURS],
    all: usize,
    give_up: &'a mut (dyn FnMut() -> bool + 'b),
}

impl<C: Cpu> Kernel<C> for ComputeReach<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run(self, _: C) {
        let ComputeReach { bound, tiles, all, give_up } = self;
        // Where nothing is computed, all tiles may be together.
        for colour in 0..MAX_COLOURS {
            bound.reachable[colour] = [[tiles[colour] as i8; COSTS]; SETS];
        }
        // Few free colours take the least time and give the sharpest bounds.
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
                    match bound.reach.max_sizes(&bound.columns, (colour, free), tiles[colour], give_up) {
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
    /// For the colours that are last in the order: the number of tiles outside the main removal.
    lost: [usize; MAX_COLOURS],
    best: i32,
}

impl OrderSearch<'_> {
    /// Returns the best value that respects the bounds.
    fn search(mut self) -> i32 {
        if self.all == 0 {
            return 0;
        }
        self.choose(0, 0);
        self.best
    }

    /// Returns the points of a colour with a main removal of at most this size.
    fn up_to(&self, colour: usize, most: usize) -> i32 {
        self.split.up_to[self.tiles[colour] * self.bound.side + most]
    }

    /// Returns the largest main removal of a colour between the sets `before` and `later`, where the later
    /// colours have lost their `lost` tiles.
    fn max_removal(&self, colour: usize, before: usize, later: usize) -> usize {
        let mut max_removal = self.tiles[colour];
        let mut free = later;
        loop {
            let mut gone = 0;
            for other in 0..MAX_COLOURS {
                if (later & !free) >> other & 1 == 1 {
                    gone += self.lost[other];
                }
            }
            if gone < COSTS {
                max_removal = max_removal.min(self.bound.reachable[colour][before | free][gone] as usize);
            }
            if free == 0 {
                return max_removal;
            }
            free = (free - 1) & later;
        }
    }

    /// Returns the points of the colours of a set that comes before the `later` colours.
    fn rest(&self, set: usize, later: usize) -> i32 {
        let mut sum = 0;
        for colour in 0..MAX_COLOURS {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.max_removal(colour, set & !(1 << colour), later));
            }
        }
        sum
    }

    /// Returns the points of the colours of a set, each removed at once.
    fn whole(&self, set: usize) -> i32 {
        let mut sum = 0;
        for colour in 0..MAX_COLOURS {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.tiles[colour]);
            }
        }
        sum
    }

    /// Chooses the colour before the `later` ones, whose points are `value`, and its main removal.
    fn choose(&mut self, later: usize, value: i32) {
        for colour in 0..MAX_COLOURS {
            let before = self.all & !later & !(1 << colour);
            if (self.all & !later) >> colour & 1 == 0 {
                continue;
            }
            let mut main = self.max_removal(colour, before, later);
            if before == 0 {
                let most = self.up_to(colour, main);
                if most > NEVER {
                    self.best = self.best.max(value + most);
                }
                continue;
            }
            let whole = self.whole(before);
            while value + self.up_to(colour, main) + whole > self.best {
                // If a colour is never removed, no tile of it is gone.
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

//! By the order of the largest removals.
//!
//! The largest removal of a colour is its main one, the first among equals. The colours have their main removals one
//! after the other. Just before that of a colour, there still are of each colour behind it at least the tiles of its own
//! main removal. So no more of them are gone than their colour loses by that, and of the colours before it any may be.
//! [`reach`](super::reach) tells how many tiles can be together by then. For each set of colours that holds those before
//! and not the colour itself, the tiles of the set may be taken as free; all these bounds hold.
//!
//! A colour of n tiles brings no more than its main removal of m tiles, and what the other n − m bring in removals of no
//! more than m. Whatever order and whatever main removals a game has, it brings no more than the best that pass these
//! bounds. A colour that is never removed comes last: no tile of it is gone, and it brings nothing.
//!
//! In a game that clears the board the n − m tiles go as well, so that one tile by itself is not among them.

use super::columns::Columns;
use super::meetings::{MOST, Present, SETS};
use super::reach::{COSTS, Most, Reach, TILES};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::AtRest;
use crate::samegame::search::exact::points::Worth;

/// What cannot be; sums stay in range.
const NEVER: i32 = -(1 << 28);

/// What a colour brings, by its tiles and those of its main removal.
#[derive(Clone, Debug, Default)]
struct Parted {
    /// With exactly this main removal.
    with: Vec<i32>,
    /// With one of at most so many tiles.
    up_to: Vec<i32>,
}

impl Parted {
    /// For colours of at most so many tiles that go wholly, or of which some may be left.
    fn new(tiles: usize, worth: &Worth, wholly: bool) -> Self {
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
                    best = best.max(worth.points(m) + any[(n - m) * side + most]);
                }
                any[n * side + most] = best.max(NEVER);
            }
            // A tile that stays alone has no main removal.
            if !wholly {
                up_to[n * side] = if n == 1 { worth.most(1) } else { 0 };
                up_to[n * side + 1] = up_to[n * side];
            }
            for m in 2..=n {
                with[n * side + m] = (worth.points(m) + any[(n - m) * side + m]).max(NEVER);
                up_to[n * side + m] = up_to[n * side + m - 1].max(with[n * side + m]);
            }
        }
        Parted { with, up_to }
    }
}

/// The bound, with room to work in.
#[derive(Clone, Debug)]
pub struct Mains {
    side: usize,
    /// Of games that clear the board, and of those that do not.
    cleared: Parted,
    left: Parted,
    columns: Columns,
    reach: Reach,
    /// The most tiles of a colour that can be together, by colour and by the colours that are free.
    tops: Vec<[Most; SETS]>,
}

impl Mains {
    /// A bound for boards with no more tiles of a colour than this.
    pub fn new(tiles: usize, worth: &Worth) -> Self {
        let tiles = tiles.min(TILES);
        Mains {
            side: tiles + 1,
            cleared: Parted::new(tiles, worth, true),
            left: Parted::new(tiles, worth, false),
            columns: Columns::default(),
            reach: Reach::default(),
            tops: vec![[[i8::MAX; COSTS]; SETS]; MOST],
        }
    }

    /// The most that a board brings, as far as `work` pairs of states and ways tell, unless it is given up before; `None`
    /// if it is not a board that is looked at.
    #[inline(always)]
    pub fn most<C: Cpu, B: AtRest>(
        &mut self,
        cpu: C,
        board: &B,
        counts: &[usize],
        (worth, work): (&Worth, usize),
        give_up: &mut dyn FnMut() -> bool,
    ) -> Option<i32> {
        let present = Present::of(counts).filter(|_| B::LOOKS)?;
        let mut tiles = [0; MOST];
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
        cpu.enter(Look { mains: self, tiles: &tiles, all: present.all(), give_up });
        let orders =
            |parted, best| Orders { mains: self, parted, tiles, all: present.all(), lost: [0; MOST], best };
        let left = orders(&self.left, NEVER).most();
        // A board with a single tile of a colour is never cleared.
        if counts.contains(&1) {
            return Some(left);
        }
        Some(orders(&self.cleared, left - worth.bonus()).most() + worth.bonus())
    }
}

/// Looks how many tiles can be together. A job, so that it is compiled once for all kinds of boards.
struct Look<'a, 'b> {
    mains: &'a mut Mains,
    tiles: &'a [usize; MOST],
    all: usize,
    give_up: &'a mut (dyn FnMut() -> bool + 'b),
}

impl Job for Look<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, _: C) {
        let Look { mains, tiles, all, give_up } = self;
        // What is not looked at is not known: all tiles may be together.
        for colour in 0..MOST {
            mains.tops[colour] = [[tiles[colour] as i8; COSTS]; SETS];
        }
        // Few free colours take the least time, and tell most.
        for size in 0..all.count_ones() {
            for free in 0..all {
                for colour in 0..MOST {
                    // All tiles of the last colour meet.
                    let others = all & !(1 << colour);
                    let asked = free.count_ones() == size && free & !others == 0 && free != others;
                    if !asked || all >> colour & 1 == 0 {
                        continue;
                    }
                    if give_up() {
                        return;
                    }
                    match mains.reach.most(&mains.columns, (colour, free), tiles[colour], give_up) {
                        Some(most) => mains.tops[colour][free] = most,
                        None => return,
                    }
                }
            }
        }
    }
}

/// A search for the best order and the best main removals.
struct Orders<'a> {
    mains: &'a Mains,
    parted: &'a Parted,
    /// The tiles of each colour.
    tiles: [usize; MOST],
    /// The set of all colours.
    all: usize,
    /// The tiles that are not in the main removal, of the colours that are last in the order.
    lost: [usize; MOST],
    best: i32,
}

impl Orders<'_> {
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
        self.parted.up_to[self.tiles[colour] * self.mains.side + most]
    }

    /// The most tiles of the main removal of a colour between these sets, of which those of the later one have lost their
    /// tiles.
    fn cap(&self, colour: usize, before: usize, later: usize) -> usize {
        let mut cap = self.tiles[colour];
        let mut free = later;
        loop {
            let mut gone = 0;
            for other in 0..MOST {
                if (later & !free) >> other & 1 == 1 {
                    gone += self.lost[other];
                }
            }
            if gone < COSTS {
                cap = cap.min(self.mains.tops[colour][before | free][gone] as usize);
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
        for colour in 0..MOST {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.cap(colour, set & !(1 << colour), later));
            }
        }
        sum
    }

    /// What the colours of a set bring, each in one removal.
    fn whole(&self, set: usize) -> i32 {
        let mut sum = 0;
        for colour in 0..MOST {
            if set >> colour & 1 == 1 {
                sum += self.up_to(colour, self.tiles[colour]);
            }
        }
        sum
    }

    /// Chooses the colour before the later ones, which bring this much, and its main removal.
    fn choose(&mut self, later: usize, value: i32) {
        for colour in 0..MOST {
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
                    true => self.parted.with[self.tiles[colour] * self.mains.side + main],
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

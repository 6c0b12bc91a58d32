//! A board with the names of its tiles, and clicks on it.
//!
//! The name of a tile is its bit on the first board, column × lane bits + row, and never changes. The plane `alive` has
//! a bit for each tile that is left: in the current column of the tile, but in its row on the first board. Tiles of a
//! column keep their order, so the current row of a tile is the number of set bits below its bit in the column.

use crate::bits::cells::nth;
use crate::bits::cpu::CpuToken as _;
use crate::bits::lanes::lane;
use crate::bits::plane::{Plane, cells_of_code, occupied};
use crate::rules::grid::Grid;
use crate::rules::{Columns, Rules};

/// The rules by which a board changes.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// The smallest group that can be removed.
    pub min_group: u16,
    /// Whether empty columns are closed: the columns to the right move left.
    pub closes: bool,
}

impl Play {
    /// Returns the part of the rules that clicks follow.
    pub fn of(rules: &Rules) -> Play {
        let min_group = rules.min_group.clamp(1, u16::MAX.into()) as u16;
        Play { min_group, closes: rules.columns == Columns::Close }
    }

    /// Returns the largest number of clicks in a list on a board with this many tiles.
    pub fn most_clicks(self, tiles: u16) -> usize {
        (tiles / self.min_group).into()
    }
}

/// A board in a search. `PLANES` planes hold the colours as codes. `COLOURS` bounds the number of colours; it
/// is a power of two, so that the counts of the colours fill whole SIMD vectors.
#[derive(Clone, Copy, Debug)]
pub struct State<V, const PLANES: usize, const COLOURS: usize> {
    /// The colours as binary codes, one plane for each bit: 0 for an empty cell, else the colour plus one.
    pub planes: [V; PLANES],
    /// For each current column, the rows that its tiles had on the first board.
    pub alive: V,
    /// The cells that the last click removed, at their positions before the click.
    pub group: V,
    /// The cells of `group` and the cells beside them.
    pub near: V,
    /// The counts of tiles, and the open columns.
    pub tally: ListTally<COLOURS>,
}

/// A tile that was drawn, and its group.
#[derive(Clone, Copy, Debug)]
pub struct DrawnTile<V> {
    /// The tile's name.
    pub name: u16,
    /// The cells of the tile's group.
    pub group: V,
    /// The cells of `group` and the cells beside them.
    pub near: V,
}

/// Groups above this size are about as likely to be drawn as groups of this size; see [`State::draw_group`].
pub const SMALL_GROUP: u64 = 4;

/// The tile counts and the open columns of a board in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListTally<const COLOURS: usize> {
    /// A bit for each column of the first board: if columns close, set while the column is not empty; else always set.
    pub open: u64,
    /// Tiles left.
    pub left: u16,
    /// Tiles left of each colour.
    pub counts: [u16; COLOURS],
}

/// A click of a list, and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Click {
    /// The tile that is clicked.
    pub name: u16,
    /// The number of tiles removed.
    pub size: u16,
    /// The colour of the tiles.
    pub colour: u8,
    /// The columns that the click changes, a bit for each; all columns if the click closed a column.
    pub columns: u64,
}

impl<const COLOURS: usize> ListTally<COLOURS> {
    /// Subtracts the tiles that a click removes.
    #[inline(always)]
    pub fn count(&mut self, colour: u8, size: u16) {
        self.counts[usize::from(colour)] -= size;
        self.left -= size;
    }

    /// Subtracts the tiles that the clicks from board `from` to board `to` remove; copies the open columns of `to`.
    #[inline(always)]
    pub fn advance(&mut self, from: &Self, to: &Self) {
        self.open = to.open;
        self.left -= from.left - to.left;
        for at in 0..COLOURS {
            self.counts[at] -= from.counts[at] - to.counts[at];
        }
    }

    /// Returns the number of tiles of colours that have too few for a group. They can never be removed.
    #[inline(always)]
    pub fn stuck(&self, min_group: u16) -> usize {
        let mut stuck = 0;
        for at in 0..COLOURS {
            stuck += self.counts[at] & u16::from(self.counts[at] < min_group).wrapping_neg();
        }
        stuck.into()
    }

    /// Returns the number of tiles left of the tabu colour; 0 without a tabu colour.
    #[inline(always)]
    pub fn of(&self, tabu: Option<u8>) -> u16 {
        tabu.map_or(0, |colour| self.counts[usize::from(colour)])
    }
}

impl<V: Plane, const PLANES: usize, const COLOURS: usize> State<V, PLANES, COLOURS> {
    /// Creates the first board from a settled grid that fits the planes.
    pub fn of_grid(cpu: V::Cpu, play: Play, grid: &Grid) -> Self {
        let empty = V::splat(cpu, 0);
        let (mut planes, mut alive) = ([empty.words(); PLANES], empty.words());
        let open = if play.closes { 0 } else { u64::MAX >> (64 - grid.cols().clamp(1, 64)) };
        let mut tally = ListTally { open, left: 0, counts: [0; COLOURS] };
        for cell in grid.cells() {
            let Some(colour) = grid.get(cell) else { continue };
            let bit = cell.col * V::BITS as usize + cell.row;
            let (word, bit) = (bit / 64, 1 << (bit % 64));
            for (at, plane) in planes.iter_mut().enumerate() {
                plane.as_mut()[word] |= if (colour + 1) >> at & 1 == 1 { bit } else { 0 };
            }
            alive.as_mut()[word] |= bit;
            tally.open |= 1 << cell.col;
            tally.left += 1;
            tally.counts[usize::from(colour)] += 1;
        }
        let planes = planes.map(|words| V::load(cpu, &words));
        State { planes, alive: V::load(cpu, &alive), group: empty, near: empty, tally }
    }

    /// Returns a copy made field by field, in registers; see [`copy_from`](Self::copy_from).
    #[inline(always)]
    pub fn copy(&self) -> Self {
        let State { planes, alive, group, near, tally } = self;
        State { planes: *planes, alive: *alive, group: *group, near: *near, tally: *tally }
    }

    /// Copies another board field by field, in registers. To copy the whole struct, the compiler would emit a call.
    #[inline(always)]
    pub fn copy_from(&mut self, other: &Self) {
        for at in 0..PLANES {
            self.planes[at] = other.planes[at];
        }
        self.alive = other.alive;
        self.group = other.group;
        self.near = other.near;
        self.tally = other.tally;
    }

    /// Returns the cells of a colour.
    #[inline(always)]
    pub fn of_colour(&self, cpu: V::Cpu, colour: u8) -> V {
        cells_of_code(cpu, &self.planes, u32::from(colour) + 1)
    }

    /// Clicks the tile with this name; returns `None` if the tile is gone or its group too small. `known` is a group of
    /// this board, and the group with the cells beside it; they replace the flood fill if the tile is in the group.
    #[inline(always)]
    pub fn click(
        &mut self,
        cpu: V::Cpu,
        play: Play,
        (name, colour): (u16, u8),
        known: Option<(V, V)>,
    ) -> Option<Click> {
        let bits = V::BITS as usize;
        let (column, row) = (usize::from(name) / bits, usize::from(name) % bits);
        if self.tally.open >> column & 1 == 0 {
            return None;
        }
        let column = (self.tally.open & ((1 << column) - 1)).count_ones() as usize;
        let alive = self.alive.words();
        let (word, shift) = (column * bits / 64, column * bits % 64);
        let living = alive.as_ref()[word] >> shift & lane(V::BITS);
        if living >> row & 1 == 0 {
            return None;
        }
        let row = (living & ((1 << row) - 1)).count_ones() as usize;
        let seed = column * bits + row;
        let (group, near) = match known {
            Some((group, near)) if group.words().as_ref()[seed / 64] >> (seed % 64) & 1 == 1 => (group, near),
            _ => self.of_colour(cpu, colour).flood(cpu, seed),
        };
        let size = group.count() as u16;
        if size < play.min_group {
            return None;
        }
        // The n-th tile of a column has the n-th set bit of `alive`, so `lift` finds the bits of the group.
        self.alive = self.alive.and_not(group.lift(cpu, self.alive, occupied(&self.planes)));
        V::fall(cpu, &mut self.planes, group);
        self.tally.count(colour, size);
        self.group = group;
        self.near = near;
        let mut columns = group.columns(cpu);
        let mut emptied = if play.closes { columns & !occupied(&self.planes).columns(cpu) } else { 0 };
        if emptied != 0 {
            columns = u64::MAX;
        }
        while emptied != 0 {
            let last = 63 - emptied.leading_zeros();
            V::close(cpu, &mut self.planes, last);
            V::close(cpu, std::array::from_mut(&mut self.alive), last);
            self.tally.open &= !(1 << cpu.nth_bit(self.tally.open, last));
            emptied &= !(1 << last);
        }
        debug_assert!(self.is_settled(cpu), "{self:?}");
        Some(Click { name, size, colour, columns })
    }

    /// Returns the tiles to draw the next click from: the tiles of groups that are not of the tabu colour; without such
    /// a group, all tiles of other colours if single tiles can be clicked; otherwise the tiles of the tabu colour. If
    /// groups must have more than three tiles, smaller groups may be included.
    #[inline(always)]
    pub fn clickable(&self, cpu: V::Cpu, play: Play, tabu: Option<u8>) -> V {
        let all = if play.min_group > 2 {
            V::in_threes(cpu, &self.planes)
        } else {
            V::clickable(cpu, &self.planes)
        };
        if let Some(tabu) = tabu {
            let tabu = self.of_colour(cpu, tabu);
            let others = all.and_not(tabu);
            if !others.is_empty() {
                return others;
            }
            let tiles = occupied(&self.planes).and_not(tabu);
            if play.min_group == 1 && !tiles.is_empty() {
                return tiles;
            }
        }
        if play.min_group == 1 && all.is_empty() { occupied(&self.planes) } else { all }
    }

    /// Draws a tile that can be clicked, each with the same probability, and returns its name and colour; `None` if the
    /// game is over. The tabu colour comes last, see [`clickable`](Self::clickable).
    #[inline(always)]
    pub fn draw(
        &self,
        cpu: V::Cpu,
        play: Play,
        colours: &[u8],
        mut tabu: Option<u8>,
        mut random: impl FnMut() -> u32,
    ) -> Option<(u16, u8)> {
        let mut cells = self.clickable(cpu, play, tabu);
        loop {
            let Some(bit) = draw_bit(cpu, cells, random()) else {
                // The groups of other colours than `tabu` may all be too small to be clicked.
                if play.min_group <= 3 || tabu.is_none() {
                    return None;
                }
                tabu = None;
                cells = self.clickable(cpu, play, tabu);
                continue;
            };
            let name = self.name(cpu, bit);
            let colour = colours[usize::from(name)];
            if play.min_group <= 3 {
                return Some((name, colour));
            }
            let (group, _) = self.of_colour(cpu, colour).flood(cpu, bit);
            if group.count() >= play.min_group.into() {
                return Some((name, colour));
            }
            cells = cells.and_not(group);
        }
    }

    /// Draws one of the cells, which must form whole groups, and returns the tile and its group; `None` if no group is
    /// large enough to be clicked. In groups of up to [`SMALL_GROUP`] tiles all cells are equally likely; larger groups
    /// are as likely as groups of [`SMALL_GROUP`] tiles, or slightly more.
    ///
    /// Large groups are not preferred, because in the best lists all but one or two colours are removed in twos and
    /// threes, which make way for the rest.
    #[inline(always)]
    pub fn draw_group(
        &self,
        cpu: V::Cpu,
        play: Play,
        colours: &[u8],
        mut cells: V,
        mut random: impl FnMut() -> u32,
    ) -> Option<DrawnTile<V>> {
        let mut tries = 4;
        loop {
            let bit = draw_bit(cpu, cells, random())?;
            let name = self.name(cpu, bit);
            let (group, near) = self.of_colour(cpu, colours[usize::from(name)]).flood(cpu, bit);
            if play.min_group > 3 && group.count() < play.min_group.into() {
                cells = cells.and_not(group);
                continue;
            }
            tries -= 1;
            if tries == 0 || (u64::from(random()) * u64::from(group.count())) >> 32 < SMALL_GROUP {
                return Some(DrawnTile { name, group, near });
            }
        }
    }

    /// Returns `true` if there is a tile at a bit of the current board.
    pub fn is_tile(&self, bit: usize) -> bool {
        occupied(&self.planes).words().as_ref().get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// Returns the name of the tile at a bit of the current board.
    #[inline(always)]
    pub fn name(&self, cpu: V::Cpu, bit: usize) -> u16 {
        let bits = V::BITS as usize;
        let (column, row) = (bit / bits, bit % bits);
        let first = cpu.nth_bit(self.tally.open, column as u32) as usize;
        let word = self.alive.words().as_ref()[column * bits / 64];
        let living = word >> (column * bits % 64) & lane(V::BITS);
        (first * bits + cpu.nth_bit(living, row as u32) as usize) as u16
    }

    /// Returns the cells in which two boards differ in colour, and the columns in which they differ in a colour
    /// or a name; all cells and columns if their open columns differ.
    #[inline(always)]
    pub fn difference(&self, cpu: V::Cpu, other: &Self) -> (V, u64) {
        if self.tally.open != other.tally.open {
            return (V::full_columns(cpu, u64::MAX), u64::MAX);
        }
        let mut cells = self.planes[0].xor(other.planes[0]);
        for at in 1..PLANES {
            cells = cells.or(self.planes[at].xor(other.planes[at]));
        }
        (cells, cells.or(self.alive.xor(other.alive)).columns(cpu))
    }

    /// Copies all columns of `other` except `changed_columns`, and its `group` and `near`. Both boards must have the
    /// same open columns.
    #[inline(always)]
    pub fn merge(&mut self, cpu: V::Cpu, other: &Self, changed_columns: u64) {
        self.take_columns(cpu, other, !changed_columns);
        self.group = other.group;
        self.near = other.near;
    }

    /// Copies from another board the columns whose bits are set in `columns`.
    #[inline(always)]
    pub fn take_columns(&mut self, cpu: V::Cpu, other: &Self, columns: u64) {
        let columns = V::full_columns(cpu, columns);
        for at in 0..PLANES {
            self.planes[at] = other.planes[at].select(self.planes[at], columns);
        }
        self.alive = other.alive.select(self.alive, columns);
        debug_assert!(self.is_settled(cpu), "{self:?}");
    }

    /// Returns `true` if no tile floats, every tile has a name, and no tile is beyond the open columns: the invariant
    /// between two clicks.
    fn is_settled(&self, cpu: V::Cpu) -> bool {
        let tiles = occupied(&self.planes);
        let heights = |plane: V| {
            let words = plane.words();
            let lanes = |&word: &u64| (0..64 / V::BITS).map(move |at| word >> (at * V::BITS) & lane(V::BITS));
            words.as_ref().iter().flat_map(lanes).map(u64::count_ones).collect::<Vec<_>>()
        };
        tiles.down().and_not(tiles).is_empty()
            && heights(tiles) == heights(self.alive)
            && tiles.columns(cpu).checked_shr(self.tally.open.count_ones()).unwrap_or(0) == 0
    }
}

/// Returns the bit of one of the cells, chosen uniformly by the number `random`; `None` if there are no cells.
#[inline(always)]
fn draw_bit<V: Plane>(cpu: V::Cpu, cells: V, random: u32) -> Option<usize> {
    let count = cells.count();
    let which = (u64::from(random) * u64::from(count)) >> 32;
    if count == 0 { None } else { Some(nth(cpu, cells.words().as_ref(), which as usize)) }
}

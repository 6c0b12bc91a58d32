//! Boards of column lanes, with colours as binary codes spread over planes.
//!
//! ```text
//!  board    code      plane 0   plane 1   (plane 2 is empty)
//!  1 . .    2 . .     . . .     x . .
//!  0 2 1    1 3 2     x x .     . x x
//! ```
//!
//! Code 0 is empty, colour c has code c + 1. Extracting the cells of one colour costs two operations per plane, and
//! gravity moves three planes instead of one per colour.

use crate::bits::cells::{array_from_fn, next_lowest};
use crate::bits::cpu::{Cpu, CpuToken, Kernel, Lanes, Layout};
use crate::bits::lanes::{bottom, down, lane};
use crate::bits::plane::{Plane, word_kernels};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns, MAX_COLOURS};
use crate::samegame::meeting::heights::may_merge;
use crate::samegame::playout::{PlaneBoard, Policy as _, Tabu};
use crate::samegame::repr::board_repr::{BoardRepr, Cells, PackError, check_settled};
use crate::samegame::repr::codes::{ONES, gather_bits, spread_bits};
use crate::samegame::repr::mask::Mask;
use crate::samegame::repr::{ClickSet, observation, random_bit};
use rand::Rng;
use std::hash::{Hash, Hasher};

/// A board with lanes of `BITS` bits in `WORDS` words, its colours coded in `PLANES` bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packed<const BITS: u32, const WORDS: usize, const PLANES: usize> {
    pub(super) planes: [[u64; WORDS]; PLANES],
}

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> Hash for Packed<BITS, WORDS, PLANES> {
    /// Like the derived implementation, but without a function call per plane.
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(PLANES);
        for plane in &self.planes {
            state.write_usize(WORDS);
            for &word in plane {
                state.write_u64(word);
            }
        }
    }
}

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> Packed<BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    /// The maximum numbers of rows, columns and colours.
    pub const LIMITS: (usize, usize, usize) = {
        let codes = (1 << PLANES) - 1;
        let colours = if codes < MAX_COLOURS { codes } else { MAX_COLOURS };
        (BITS as usize, WORDS * 64 / BITS as usize, colours)
    };

    /// Creates a board of the given size without empty cells.
    pub(in crate::samegame) fn full(rows: usize, cols: usize, colour: impl Fn(Cell) -> Colour) -> Self {
        let mut board = Packed { planes: [[0; WORDS]; PLANES] };
        for col in 0..cols {
            let mut lanes = [0; PLANES];
            for row in 0..rows {
                let code = u64::from(colour(Cell::new(row, col))) + 1;
                lanes.iter_mut().enumerate().for_each(|(i, lane)| *lane |= (code >> i & 1) << row);
            }
            let bit = col * BITS as usize;
            board
                .planes
                .iter_mut()
                .zip(lanes)
                .for_each(|(plane, lane)| plane[bit / 64] |= lane << (bit % 64));
        }
        debug_assert_eq!(board.check_invariants(Columns::Close), Ok(()));
        board
    }

    /// Creates a board from the planes of a board without floating tiles.
    #[inline(always)]
    pub(in crate::samegame) fn from_planes(planes: [[u64; WORDS]; PLANES]) -> Self {
        let board = Packed { planes };
        debug_assert_eq!(board.check_invariants(Columns::Stay), Ok(()));
        board
    }

    /// Returns the lane of a column in each plane.
    #[inline(always)]
    pub(in crate::samegame) fn column(&self, col: usize) -> [u64; PLANES] {
        let (bit, mut planes) = (col * BITS as usize, [0; PLANES]);
        for plane in 0..PLANES {
            planes[plane] = self.planes[plane][bit / 64 % WORDS] >> (bit % 64) & lane(BITS);
        }
        planes
    }

    /// Returns the code of the cell at a bit; 0 if the cell is empty.
    #[inline(always)]
    fn code(&self, bit: usize) -> u64 {
        let of_plane = |plane: &[u64; WORDS]| plane[bit / 64] >> (bit % 64) & 1;
        let mut code = 0;
        for i in 0..PLANES {
            code |= of_plane(&self.planes[i]) << i;
        }
        code
    }

    #[inline(always)]
    fn cells_of_code(&self, code: u64) -> [u64; WORDS] {
        let mut cells = [u64::MAX; WORDS];
        for (i, plane) in self.planes.iter().enumerate() {
            let flip = (code >> i & 1).wrapping_sub(1);
            for at in 0..WORDS {
                cells[at] &= plane[at] ^ flip;
            }
        }
        cells
    }

    /// Returns the group of the cell at a bit. `code` is the code of this cell, which must not be empty.
    #[inline(always)]
    fn group_of<C: Cpu>(&self, cpu: C, bit: usize, code: u64) -> Mask<BITS, WORDS> {
        let cells = <Lanes<BITS, WORDS> as Layout>::Plane::load(cpu, &self.cells_of_code(code));
        Mask(cells.flood(cpu, bit).0.words())
    }

    #[inline(always)]
    fn occupied(&self, at: usize) -> u64 {
        let mut all = 0;
        for plane in &self.planes {
            all |= plane[at];
        }
        all
    }

    #[inline(always)]
    fn clickable<C: Cpu>(&self, cpu: C) -> Mask<BITS, WORDS> {
        if Self::HAS_SIMD {
            return Mask(Plane::clickable(cpu, &self.load_planes(cpu)).words());
        }
        Mask(cpu.call(ClickableWords::<BITS, WORDS, PLANES>(&self.planes)))
    }

    /// Returns the cells of all groups of at least `min_group` tiles.
    #[inline(always)]
    fn clickable_by<C: Cpu>(&self, cpu: C, min_group: u32) -> Mask<BITS, WORDS> {
        match min_group {
            0 | 1 => return Mask(array_from_fn(|at| self.occupied(at))),
            2 => return self.clickable(cpu),
            3 => return Mask(Plane::in_threes(cpu, &self.load_planes(cpu)).words()),
            _ => {}
        }
        let planes = self.load_planes(cpu);
        // WebAssembly builds find groups of four like larger ones, so that browsers load less code.
        let fours = cfg!(not(target_arch = "wasm32"));
        let found = if fours { Plane::in_fours(cpu, &planes) } else { Plane::in_threes(cpu, &planes) };
        let mut rest = Mask(found.words());
        if fours && min_group == 4 {
            return rest;
        }
        let mut all = Mask::default();
        while let Some(group) = self.next_group(cpu, &mut rest) {
            if group.count() >= min_group as usize {
                all.add(&group);
            }
        }
        all
    }

    /// Returns the first cell of each group of two or more tiles.
    #[inline(always)]
    fn first_cells<C: Cpu>(&self, cpu: C) -> Mask<BITS, WORDS> {
        let board = self.to_playout(cpu);
        let links = board.links(cpu);
        Mask(board.first_cells(cpu, &links).words())
    }

    /// Converts the board for playouts.
    #[inline(always)]
    pub fn to_playout<C: Cpu>(&self, cpu: C) -> PlaneBoard<<Lanes<BITS, WORDS> as Layout>::Plane<C>, PLANES> {
        PlaneBoard::new(self.load_planes(cpu))
    }

    /// Loads the colour planes as the CPU path represents them.
    #[inline(always)]
    fn load_planes<C: Cpu>(&self, cpu: C) -> [<Lanes<BITS, WORDS> as Layout>::Plane<C>; PLANES] {
        let mut planes = [Plane::load(cpu, &self.planes[0]); PLANES];
        for at in 1..PLANES {
            planes[at] = Plane::load(cpu, &self.planes[at]);
        }
        planes
    }
}

/// A kernel that finds the cells with an equal neighbour, without a copy of the planes.
struct ClickableWords<'a, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    &'a [[u64; WORDS]; PLANES],
);

impl<C: CpuToken, const BITS: u32, const WORDS: usize, const PLANES: usize> Kernel<C>
    for ClickableWords<'_, BITS, WORDS, PLANES>
{
    type Out = [u64; WORDS];

    #[inline(always)]
    fn run(self, _cpu: C) -> [u64; WORDS] {
        word_kernels::clickable::<BITS, WORDS, PLANES>(self.0)
    }
}

impl<const BITS: u32, const WORDS: usize, const PLANES: usize> BoardRepr for Packed<BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Mask = Mask<BITS, WORDS>;
    type Groups = Mask<BITS, WORDS>;
    const HAS_SIMD: bool = <Lanes<BITS, WORDS> as Layout>::HAS_SIMD;
    const IS_PACKED: bool = true;

    fn from_grid(grid: &Grid) -> Result<Self, PackError> {
        let (rows, cols, colours) = Self::LIMITS;
        if grid.rows() > rows || grid.cols() > cols || grid.colours() > colours {
            return Err(PackError::TooLarge { rows, cols, colours });
        }
        let mut board = Packed { planes: [[0; WORDS]; PLANES] };
        for (col, tiles) in grid.columns().enumerate() {
            for (first, tiles) in (col * BITS as usize..).step_by(8).zip(tiles.chunks(8)) {
                let tiles = match tiles.first_chunk() {
                    Some(tiles) => u64::from_le_bytes(*tiles),
                    None => tiles.iter().rev().fold(u64::MAX, |word, &tile| word << 8 | u64::from(tile)),
                };
                // Each byte plus one: an empty cell, 255, becomes code 0.
                let codes = ((tiles & !TOPS) + ONES) ^ (tiles & TOPS);
                for i in 0..PLANES {
                    board.planes[i][first / 64] |= gather_bits(codes >> i) << (first % 64);
                }
            }
        }
        // If a tile floats, the slow check of the grid returns the error with the cell of the tile.
        let floats = (0..WORDS).any(|at| down::<BITS>(board.occupied(at)) & !board.occupied(at) != 0);
        if floats { check_settled(grid, Columns::Stay).map(|()| board) } else { Ok(board) }
    }

    fn to_grid(&self, like: &Grid) -> Grid {
        let mut grid = like.clone();
        for (col, tiles) in grid.columns_mut().enumerate() {
            for (first, tiles) in (col * BITS as usize..).step_by(8).zip(tiles.chunks_mut(8)) {
                let mut codes = 0;
                for i in 0..PLANES {
                    codes |= spread_bits(self.planes[i][first / 64] >> (first % 64)) << i;
                }
                // Each byte minus one: code 0 becomes 255, an empty cell.
                let colours = (((codes | TOPS) - ONES) ^ TOPS).to_le_bytes();
                match tiles.first_chunk_mut() {
                    Some(tiles) => *tiles = colours,
                    None => tiles.iter_mut().zip(colours).for_each(|(tile, colour)| *tile = colour),
                }
            }
        }
        grid
    }

    #[inline(always)]
    fn get(&self, cell: Cell) -> Option<Colour> {
        let code = self.code(Self::Mask::bit(cell)?);
        code.checked_sub(1).map(|colour| colour as Colour)
    }

    #[inline(always)]
    fn group<C: Cpu>(&self, cpu: C, cell: Cell) -> Self::Mask {
        match Self::Mask::bit(cell).map(|bit| (bit, self.code(bit))) {
            Some((bit, code)) if code != 0 => self.group_of(cpu, bit, code),
            _ => Mask([0; WORDS]),
        }
    }

    #[inline(always)]
    fn remove_by<C: Cpu>(&mut self, cpu: C, columns: Columns, cells: &Self::Mask) {
        let mut planes = self.load_planes(cpu);
        let gone = Plane::load(cpu, &cells.0);
        match columns {
            Columns::Close => Plane::sink(cpu, &mut planes, gone),
            Columns::Stay => Plane::fall(cpu, &mut planes, gone),
        }
        for at in 0..PLANES {
            self.planes[at] = planes[at].words();
        }
        debug_assert_eq!(self.check_invariants(columns), Ok(()));
    }

    #[inline(always)]
    fn click<C: Cpu>(&mut self, cpu: C, cell: Cell) -> usize {
        if Self::HAS_SIMD {
            return self.click_group(cpu, cell);
        }
        let Some(bit) = Self::Mask::bit(cell) else { return 0 };
        let size = word_kernels::click::<C, BITS, WORDS, PLANES>(cpu, &mut self.planes, bit);
        debug_assert_eq!(self.check_invariants(Columns::Close), Ok(()));
        size
    }

    #[inline(always)]
    fn groups<C: Cpu>(&self, cpu: C, min_group: u32) -> Self::Groups {
        self.clickable_by(cpu, min_group)
    }

    #[inline(always)]
    fn next_group<C: Cpu>(&self, cpu: C, rest: &mut Self::Groups) -> Option<Self::Mask> {
        let bit = next_lowest(&rest.0)?;
        let group = self.group_of(cpu, bit, self.code(bit));
        for at in 0..WORDS {
            rest.0[at] &= !group.0[at];
        }
        Some(group)
    }

    #[inline(always)]
    fn has_move<C: Cpu>(&self, cpu: C) -> bool {
        !self.clickable(cpu).is_empty()
    }

    #[inline(always)]
    fn write_observation<C: Cpu, T: From<bool> + Copy>(
        &self,
        cpu: C,
        size: (usize, usize),
        min_group: u32,
        clicks: ClickSet,
        codes: &mut [u8],
        legal: &mut [T],
    ) -> bool {
        let mut clickable = match (clicks, min_group) {
            (ClickSet::First, 2) => self.first_cells(cpu),
            _ => self.clickable_by(cpu, min_group),
        };
        if clicks == ClickSet::First && min_group != 2 {
            let mut rest = clickable;
            clickable = Mask::default();
            while let Some(bit) = next_lowest(&rest.0) {
                clickable.0[bit / 64] |= 1 << (bit % 64);
                self.next_group(cpu, &mut rest);
            }
        }
        // `write_observation` takes up to 16 lanes of 16 bits, `write_tall` all other boards.
        if BITS == 16 && size.1 <= 16 {
            observation::write_observation(cpu, &self.planes, &clickable.0, size, codes, legal);
        } else {
            observation::write_tall::<T, BITS, WORDS, PLANES>(&self.planes, &clickable.0, size, codes, legal);
        }
        !clickable.is_empty()
    }

    fn hash_cells<H: Hasher>(&self, state: &mut H) {
        let planes = self.planes.iter().filter(|plane| plane.iter().any(|&word| word != 0));
        planes.for_each(|plane| plane.hash(state));
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        (0..WORDS).all(|at| self.occupied(at) == 0)
    }

    #[inline(always)]
    fn count(&self, colour: Colour) -> usize {
        if usize::from(colour) >= Self::LIMITS.2 {
            return 0;
        }
        self.tiles(colour).count()
    }

    #[inline(always)]
    fn tiles(&self, colour: Colour) -> Self::Mask {
        Mask(self.cells_of_code(u64::from(colour) + 1))
    }

    #[inline(always)]
    fn may_merge<C: Cpu>(&self, cpu: C, tiles: &Self::Mask, gone: &Self::Mask) -> bool {
        may_merge::<C, BITS, WORDS>(cpu, tiles.0, array_from_fn(|at| self.occupied(at)), gone.0)
    }

    #[inline(always)]
    fn random_tile<C: Cpu, R: Rng>(&self, cpu: C, min_group: u32, rng: &mut R) -> Option<Cell> {
        Some(Self::Mask::cell(random_bit(cpu, &self.clickable_by(cpu, min_group).0, rng)?))
    }

    #[inline(always)]
    fn random_first<C: Cpu, R: Rng>(&self, cpu: C, rng: &mut R) -> Option<Cell> {
        Some(Self::Mask::cell(random_bit(cpu, &self.first_cells(cpu).0, rng)?))
    }

    #[inline(always)]
    fn random_first_except<C: Cpu, R: Rng>(&self, cpu: C, tabu: Colour, rng: &mut R) -> Option<Cell> {
        let group = Tabu(tabu).choose(cpu, &self.to_playout(cpu), rng)?;
        Some(PlaneBoard::<_, PLANES>::first(&group))
    }

    fn check_invariants(&self, columns: Columns) -> Result<(), &'static str> {
        let mut ended = false;
        for at in 0..WORDS {
            let occupied = self.occupied(at);
            if down::<BITS>(occupied) & !occupied != 0 {
                return Err("a tile floats");
            }
            for shift in (0..64).step_by(BITS as usize) {
                let empty = occupied >> shift & lane(BITS) & bottom(BITS) == 0;
                if columns == Columns::Close && ended && !empty {
                    return Err("an empty column lies left of a full one");
                }
                ended |= empty;
            }
            let highest = self.planes.iter().fold(u64::MAX, |all, plane| all & plane[at]);
            if (1 << PLANES) - 1 > MAX_COLOURS && highest != 0 {
                return Err("a tile has a colour that does not exist");
            }
        }
        Ok(())
    }
}

/// The highest bit of each byte.
const TOPS: u64 = ONES << 7;

#[cfg(test)]
mod tests {
    use super::*;

    type Small = Packed<16, 4, 3>;

    #[test]
    fn broken_boards_are_not_sound() {
        let broken = |planes| Packed::<16, 4, 6> { planes }.check_invariants(Columns::Close);
        let plane = |word| [word, 0, 0, 0];
        assert_eq!(broken([plane(0b11); 6].map(|_| plane(0))), Ok(()));
        assert_eq!(broken([0b101, 0, 0, 0, 0, 0].map(plane)), Err("a tile floats"));
        assert_eq!(broken([0b001, 0b010, 0, 0, 0, 0].map(plane)), Ok(()));
        let gap = [1 << 16, 1, 0, 0, 0, 0].map(plane);
        assert_eq!(broken(gap), Ok(()));
        let gap = [1 << 32, 1, 0, 0, 0, 0].map(plane);
        assert_eq!(broken(gap), Err("an empty column lies left of a full one"));
        assert_eq!(broken([plane(1); 6]), Err("a tile has a colour that does not exist"));
        let far = Small { planes: [[1, 0, 1, 0]; 3] };
        assert_eq!(far.check_invariants(Columns::Close), Err("an empty column lies left of a full one"));
    }

    #[test]
    fn unsettled_and_large_grids_are_refused() {
        let grid = |drawing| Small::from_grid(&Grid::parse(drawing).unwrap());
        assert_eq!(grid("1. / .1"), Err(PackError::Floating(Cell::new(1, 0))));
        assert!(grid(".1 / .1").is_ok(), "columns may stay");
        assert_eq!(grid("12345678"), Err(PackError::TooLarge { rows: 16, cols: 16, colours: 7 }));
        assert!(matches!(grid("11111111111111111"), Err(PackError::TooLarge { .. })));
    }
}

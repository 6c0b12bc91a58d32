//! A board as bytes, one per cell, with rows from the top and each from the left.
//!
//! Lanes are columns, but the output consists of rows: one row of 16 lanes becomes 16 bytes.

use crate::bits::cpu::Cpu;
use crate::bits::lanes::lane;

/// The number of lanes of 16 bits that are written at once, without a branch.
const LANES: usize = 16;
/// The number of lanes of any width that are written at once.
const WIDE: usize = 32;
/// The number of rows in one half of a lane.
const HALF: usize = 8;

/// Writes the codes of planes of 16-bit lanes to `codes`, and whether each cell is in `set` to `flags`.
///
/// Both slices have `rows` × `cols` elements. There are at most 16 rows and 16 columns.
#[inline(always)]
pub fn write_observation<C: Cpu, T: From<bool> + Copy, const WORDS: usize, const PLANES: usize>(
    cpu: C,
    planes: &[[u64; WORDS]; PLANES],
    set: &[u64; WORDS],
    size: (usize, usize),
    codes: &mut [u8],
    flags: &mut [T],
) {
    let mut halves = [[0; 2 * LANES]; PLANES];
    for i in 0..PLANES {
        halves[i] = cpu.halves16(&block_words(&planes[i]));
    }
    let set = cpu.halves16(&block_words(set));
    let (mut code_rows, mut flag_rows) = (Rows::new(size.1, 0), Rows::new(size.1, T::from(false)));
    // The loops use indices: without optimization across compilation units, methods of iterators are calls here and
    // take ten times as long. Rows are written from the top: a row narrower than a block leaves surplus bytes behind
    // it, which the next row overwrites.
    for bit in (0..HALF).rev() {
        let (mut code, mut flag) = ([0; 2 * LANES], [T::from(false); 2 * LANES]);
        for at in 0..2 * LANES {
            for i in 0..PLANES {
                code[at] |= (halves[i][at] >> bit & 1) << i;
            }
            flag[at] = T::from(set[at] >> bit & 1 == 1);
        }
        code_rows.set(bit, &code);
        flag_rows.set(bit, &flag);
    }
    code_rows.copy_to(size.0, codes);
    flag_rows.copy_to(size.0, flags);
}

/// Like [`write_observation`], for any number of lanes of `BITS` bits, 16 or more. Besides filling the slices with
/// zeros, the cost depends only on the rows and columns that have tiles.
#[inline(always)]
pub fn write_tall<T: From<bool> + Copy, const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
    set: &[u64; WORDS],
    (rows, cols): (usize, usize),
    codes: &mut [u8],
    flags: &mut [T],
) {
    codes.fill(0);
    flags.fill(T::from(false));
    // The loops use indices as in `write_observation`. A row is written as a whole block: the surplus bytes are zeros
    // and land in the rows below, whose tiles are written later.
    let mut first = cols.div_ceil(WIDE) * WIDE;
    while first > 0 {
        first -= WIDE;
        let mut row = height::<BITS, WORDS, PLANES>(planes, set, first).min(rows);
        if row == 0 {
            continue;
        }
        let mut lanes = [[0; WIDE]; PLANES];
        for i in 0..PLANES {
            lanes[i] = lanes_of::<BITS, WORDS>(&planes[i], first);
        }
        let lane = lanes_of::<BITS, WORDS>(set, first);
        while row > 0 {
            let band = (row - 1) / HALF * HALF;
            let mut parts = [[0; WIDE]; PLANES];
            for i in 0..PLANES {
                parts[i] = bytes(&lanes[i], band);
            }
            let part = bytes(&lane, band);
            while row > band {
                row -= 1;
                let (mut code, mut flag) = ([0; WIDE], [T::from(false); WIDE]);
                for at in 0..WIDE {
                    for i in 0..PLANES {
                        code[at] |= (parts[i][at] >> (row - band) & 1) << i;
                    }
                    flag[at] = T::from(part[at] >> (row - band) & 1 == 1);
                }
                let at = (rows - 1 - row) * cols + first;
                put(codes, at, cols - first, &code);
                put(flags, at, cols - first, &flag);
            }
        }
    }
}

/// Returns the number of rows up to the highest tile in the block of lanes from lane `first` on.
#[inline(always)]
fn height<const BITS: u32, const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
    set: &[u64; WORDS],
    first: usize,
) -> usize {
    let (each, mut all) = (64 / BITS as usize, 0);
    for at in first / each..((first + WIDE) / each).min(WORDS) {
        all |= set[at];
        for i in 0..PLANES {
            all |= planes[i][at];
        }
    }
    for part in 1..each {
        all |= all >> (part * BITS as usize);
    }
    64 - (all & lane(BITS)).leading_zeros() as usize
}

/// Returns a word for each lane of a block, with the lane in the lowest bits. The higher bits are the next lanes.
#[inline(always)]
fn lanes_of<const BITS: u32, const WORDS: usize>(plane: &[u64; WORDS], first: usize) -> [u64; WIDE] {
    let (mut lanes, each) = ([0; WIDE], 64 / BITS as usize);
    for word in 0..(WIDE / each).min(WORDS - first / each) {
        for part in 0..each {
            lanes[word * each + part] = plane[first / each + word] >> (part * BITS as usize);
        }
    }
    lanes
}

/// Returns eight bits of each lane, from bit `band` on.
#[inline(always)]
fn bytes(lanes: &[u64; WIDE], band: usize) -> [u8; WIDE] {
    let mut bytes = [0; WIDE];
    for at in 0..WIDE {
        bytes[at] = (lanes[at] >> band) as u8;
    }
    bytes
}

/// Writes a block at index `at`. Near the end of the slice, writes only the first `width` items of the block.
#[inline(always)]
fn put<T: Copy>(out: &mut [T], at: usize, width: usize, block: &[T; WIDE]) {
    match out[at..].first_chunk_mut() {
        Some(room) => *room = *block,
        None => out[at..at + width.min(WIDE)].copy_from_slice(&block[..width.min(WIDE)]),
    }
}

/// Returns the words of the first 16 lanes of 16 bits.
#[inline(always)]
fn block_words<const WORDS: usize>(plane: &[u64; WORDS]) -> [u64; 4] {
    let mut words = [0; 4];
    words.copy_from_slice(&plane[..4]);
    words
}

/// The rows of a block of lanes: rows 0 to 7 and 8 to 15, each half from the top and without gaps between rows.
struct Rows<T> {
    width: usize,
    halves: [[T; HALF * LANES + LANES]; 2],
}

impl<T: Copy> Rows<T> {
    #[inline(always)]
    fn new(width: usize, item: T) -> Rows<T> {
        Rows { width, halves: [[item; HALF * LANES + LANES]; 2] }
    }

    /// Sets row `bit` of both halves. Rows must be set from the top, because a row may overwrite the start of the next.
    #[inline(always)]
    fn set(&mut self, bit: usize, items: &[T; 2 * LANES]) {
        let at = (HALF - 1 - bit) * self.width;
        for half in 0..2 {
            let row = items[LANES * half..].first_chunk::<LANES>();
            let room = self.halves[half][at..].first_chunk_mut();
            if let (Some(room), Some(row)) = (room, row) {
                *room = *row;
            }
        }
    }

    /// Copies the lowest `rows` rows to `out`, the top row first.
    #[inline(always)]
    fn copy_to(&self, rows: usize, out: &mut [T]) {
        let upper = rows.saturating_sub(HALF);
        for (half, from, to) in [(1, 0, upper), (0, upper, rows)] {
            let items = &self.halves[half][(HALF - (to - from)) * self.width..HALF * self.width];
            out[from * self.width..to * self.width].copy_from_slice(items);
        }
    }
}

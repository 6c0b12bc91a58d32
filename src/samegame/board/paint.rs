//! A board as it is drawn: bytes for every cell, rows from the top, each from the left.
//!
//! Lanes are columns and a picture is made of rows, so that 16 lanes of 16 bits are transposed, and eight bits at a
//! time become eight bytes:
//!
//! ```text
//!  lanes: column 0 = 0b011, column 1 = 0b001    rows: row 0 = 0b11, row 1 = 0b01    bytes: 0 0 | 1 0 | 1 1
//! ```

/// Eight bytes that are 0 or 1 for eight bits, the lowest bit first.
const BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            bytes[bits] |= ((bits as u64) >> at & 1) << (8 * at);
            at += 1;
        }
        bits += 1;
    }
    bytes
};

/// The same as truth values.
const TRUTHS: [[bool; 8]; 256] = {
    let mut truths = [[false; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut at = 0;
        while at < 8 {
            truths[bits][at] = bits >> at & 1 == 1;
            at += 1;
        }
        bits += 1;
    }
    truths
};

/// Turns 16 lanes of 16 bits around: bit r of lane c becomes bit c of lane r.
#[inline(always)]
fn transposed([mut a, mut b, mut c, mut d]: [u64; 4]) -> [u64; 4] {
    /// Exchanges the blocks of `SHIFT` bits above the diagonal with those below it, of two words of lanes.
    #[inline(always)]
    fn exchange<const SHIFT: u32>(near: &mut u64, far: &mut u64, mask: u64) {
        let unlike = ((*near >> SHIFT) ^ *far) & mask;
        *far ^= unlike;
        *near ^= unlike << SHIFT;
    }
    exchange::<8>(&mut a, &mut c, 0x00ff_00ff_00ff_00ff);
    exchange::<8>(&mut b, &mut d, 0x00ff_00ff_00ff_00ff);
    exchange::<4>(&mut a, &mut b, 0x0f0f_0f0f_0f0f_0f0f);
    exchange::<4>(&mut c, &mut d, 0x0f0f_0f0f_0f0f_0f0f);
    [a, b, c, d].map(|mut word| {
        for (shift, mask) in [(30, 0x0000_0000_cccc_cccc), (15, 0x0000_aaaa_0000_aaaa)] {
            let unlike = ((word >> shift) ^ word) & mask;
            word ^= unlike ^ (unlike << shift);
        }
        word
    })
}

/// The bits of a row of a transposed block, as two indexes into the tables.
#[inline(always)]
fn row_of(block: &[u64; 4], row: usize) -> [usize; 2] {
    let bits = block[row / 4] >> (16 * (row % 4));
    [(bits & 0xff) as usize, (bits >> 8 & 0xff) as usize]
}

/// Writes eight items, or as many as there is room for. What hangs over the end of a row is written over by the next.
#[inline(always)]
fn put<T: Copy>(out: &mut [T], at: usize, items: [T; 8]) {
    match out.get_mut(at..at + 8) {
        Some(room) => room.copy_from_slice(&items),
        None => {
            let room = out.get_mut(at..).unwrap_or_default();
            let fits = room.len();
            room.copy_from_slice(&items[..fits]);
        }
    }
}

/// Writes the codes of planes of 16-bit lanes to `codes` and the cells of `set` to `truths`.
///
/// Both have `rows` × `cols` elements, and there are at most 16 rows and as many columns as lanes.
#[inline(always)]
pub fn paint<const WORDS: usize, const PLANES: usize>(
    planes: &[[u64; WORDS]; PLANES],
    set: &[u64; WORDS],
    (rows, cols): (usize, usize),
    codes: &mut [u8],
    truths: &mut [bool],
) {
    // Blocks from the left within rows from the top, so that what hangs over is written over.
    let block = |plane: &[u64; WORDS], at: usize| transposed(std::array::from_fn(|i| plane[4 * at + i]));
    if WORDS == 4 {
        let held = planes.each_ref().map(|plane| block(plane, 0));
        let set = block(set, 0);
        for row in 0..rows {
            paint_row(&held, &set, rows - 1 - row, row * cols, cols, codes, truths);
        }
        return;
    }
    let blocks: [_; 4] = std::array::from_fn(|at| {
        (planes.each_ref().map(|p| block(p, at % (WORDS / 4))), block(set, at % (WORDS / 4)))
    });
    for row in 0..rows {
        for (at, (held, set)) in blocks.iter().enumerate().take(cols.div_ceil(16)) {
            let left = cols - 16 * at;
            paint_row(held, set, rows - 1 - row, row * cols + 16 * at, left, codes, truths);
        }
    }
}

#[inline(always)]
fn paint_row<const PLANES: usize>(
    held: &[[u64; 4]; PLANES],
    set: &[u64; 4],
    row: usize,
    at: usize,
    left: usize,
    codes: &mut [u8],
    truths: &mut [bool],
) {
    let legal = row_of(set, row);
    let planes = held.each_ref().map(|plane| row_of(plane, row));
    for half in 0..if left > 8 { 2 } else { 1 } {
        let code = planes.iter().enumerate().fold(0, |code, (i, bits)| code | BYTES[bits[half]] << i);
        put(codes, at + 8 * half, code.to_le_bytes());
        put(truths, at + 8 * half, TRUTHS[legal[half]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_bit_has_its_byte(
            planes in any::<[[u64; 16]; 3]>(),
            set in any::<[u64; 16]>(),
            rows in 1..=16usize,
            cols in 1..=64usize,
        ) {
            let bit = |plane: &[u64], row: usize, col: usize| plane[col / 4] >> (16 * (col % 4) + row) & 1;
            let holds = |words: usize, cols: usize, codes: &[u8], truths: &[bool]| (0..rows * cols).all(|at| {
                let (row, col) = (rows - 1 - at / cols, at % cols);
                let code = (0..3).fold(0, |code, i| code | (bit(&planes[i][..words], row, col) as u8) << i);
                codes[at] == code && truths[at] == (bit(&set[..words], row, col) == 1)
            });
            let (mut codes, mut truths) = (vec![9; rows * cols], vec![false; rows * cols]);
            paint(&planes, &set, (rows, cols), &mut codes, &mut truths);
            prop_assert!(holds(16, cols, &codes, &truths));
            let (cols, short) = (cols.min(16), |plane: &[u64; 16]| -> [u64; 4] { std::array::from_fn(|i| plane[i]) });
            let (mut codes, mut truths) = (vec![9; rows * cols], vec![false; rows * cols]);
            paint(&planes.each_ref().map(short), &short(&set), (rows, cols), &mut codes, &mut truths);
            prop_assert!(holds(4, cols, &codes, &truths));
        }
    }
}

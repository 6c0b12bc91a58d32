//! The definition of the column bound, and of the tables in `src/mayan/solve/bound/tables`.

use tilefall::internals::mayan::solve::bound::column_flow::{COLUMNS, FAR, LANES, SCALE};

/// Colours with more blocks have no row in the tables, because their bound is nearly always 0.
pub const MAX_TOTAL: usize = 14;

/// The value of a lane for a colour that can never vanish.
pub const NEVER: u8 = 255;

/// The weights of each lane, in thirds, for a step right over the boundaries 0|1, 1|2, 2|3, 3|4; a step left weighs 3
/// minus the step right. They were chosen greedily among all 256 vectors to prune most on boards without a solution.
pub const WEIGHTS: [[u8; 4]; LANES] = [
    [2, 2, 1, 1],
    [1, 2, 3, 0],
    [2, 3, 0, 2],
    [2, 2, 2, 2],
    [2, 1, 1, 1],
    [2, 3, 0, 0],
    [1, 2, 1, 1],
    [3, 1, 0, 2],
    [2, 3, 1, 1],
    [2, 2, 0, 1],
    [2, 2, 2, 0],
    [1, 1, 2, 2],
    [3, 1, 1, 1],
    [2, 2, 0, 2],
    [2, 2, 3, 0],
    [1, 3, 0, 1],
    [3, 0, 1, 1],
    [1, 1, 1, 1],
    [1, 3, 1, 2],
    [3, 3, 1, 1],
    [2, 1, 3, 0],
    [1, 3, 2, 1],
    [3, 0, 2, 1],
    [1, 2, 0, 2],
    [3, 3, 0, 1],
    [1, 3, 2, 0],
    [2, 2, 1, 2],
    [3, 1, 2, 2],
    [2, 3, 0, 1],
    [2, 1, 1, 3],
    [3, 0, 0, 2],
    [2, 0, 2, 1],
];

/// A count vector: the number of blocks of one colour in each column.
pub type Counts = [u8; COLUMNS];

/// Returns the index of a count vector: three bits per column, column 0 lowest. Counts are at most 7.
pub fn index(counts: Counts) -> usize {
    counts.iter().rev().fold(0, |index, &count| index << 3 | usize::from(count))
}

/// Returns the count vector of an index below 2¹⁵.
pub fn counts(index: usize) -> Counts {
    std::array::from_fn(|x| (index >> (3 * x) & 7) as u8)
}

/// Returns `true` if the blocks of a count vector can all vanish without moving to other columns.
///
/// Tries all numbers of horizontal runs: `a` start in column 0 and `b` in column 1, `d` end in column 4 and `e` in
/// column 3, and `h` is the number of all runs.
pub fn clearable(columns: Counts) -> bool {
    let c = columns.map(i32::from);
    let fits = |hx: i32, x: usize| hx == c[x] || (c[x] >= 3 && hx < c[x]);
    for a in (0..=c[0]).filter(|&a| fits(a, 0)) {
        for b in (0..=c[1] - a).filter(|&b| fits(a + b, 1)) {
            for d in (0..=c[4]).filter(|&d| fits(d, 4)) {
                for e in (0..=c[3] - d).filter(|&e| fits(e + d, 3)) {
                    // `start2` runs start in column 2 and end in column 4; `end2` runs start in 0 and end in 2.
                    for h in (0..=c[2]).filter(|&h| fits(h, 2)) {
                        let (start2, end2) = (h - a - b, h - e - d);
                        if start2 >= 0 && end2 >= 0 && start2 <= d && end2 <= a && b <= e + d - start2 {
                            return true;
                        }
                    }
                }
            }
        }
    }
    false
}

/// Returns every [`clearable`] count vector of `total` blocks.
pub fn targets(total: usize) -> Vec<Counts> {
    let mut found = Vec::new();
    let total = total as u8;
    for a in 0..=total {
        for b in 0..=total - a {
            for c in 0..=total - a - b {
                for d in 0..=total - a - b - c {
                    let columns = [a, b, c, d, total - a - b - c - d];
                    if clearable(columns) {
                        found.push(columns);
                    }
                }
            }
        }
    }
    found
}

/// Returns the steps right over each boundary (left if negative) that lead from one vector to another.
pub fn flow(from: Counts, to: Counts) -> [i32; COLUMNS - 1] {
    let mut carried = 0;
    std::array::from_fn(|x| {
        carried += i32::from(from[x]) - i32::from(to[x]);
        carried
    })
}

/// Returns the bound of every lane for a vector, in thirds. `targets` are the clearable vectors of the same total.
pub fn row(from: Counts, targets: &[Counts]) -> [u8; LANES] {
    let mut best = [NEVER; LANES];
    for &to in targets {
        let flow = flow(from, to);
        for (lane, weights) in WEIGHTS.iter().enumerate() {
            let mut sum = 0;
            for x in 0..COLUMNS - 1 {
                let right = i32::from(weights[x]);
                sum += if flow[x] > 0 { right * flow[x] } else { (right - i32::from(SCALE)) * flow[x] };
            }
            best[lane] = best[lane].min(sum.min(254) as u8);
        }
    }
    best
}

/// Returns the single steps that lead from a vector to a clearable one: bit x is a step right over the
/// boundary x|x+1, bit 4 + x a step left over it.
pub fn steps(from: Counts) -> u8 {
    let mut steps = 0;
    for x in 0..COLUMNS - 1 {
        for (bit, from_column, to_column) in [(x, x, x + 1), (4 + x, x + 1, x)] {
            let mut to = from;
            if from[from_column] > 0 {
                to[from_column] -= 1;
                to[to_column] += 1;
                steps |= u8::from(clearable(to)) << bit;
            }
        }
    }
    steps
}

/// The tables of the count vectors.
pub struct Vectors {
    /// First a row of zeros for vectors without blocks or with more than [`MAX_TOTAL`]. Then the [`row`] of each other
    /// vector, in the order of indexes: [`NEVER`] for one or two blocks, which can never vanish.
    pub rows: Vec<[u8; LANES]>,
    /// By index: the [`steps`], with [`FAR`] if the vector is not clearable. Vectors that share the zeros have all
    /// steps and no [`FAR`].
    pub ends: Vec<u16>,
}

/// Computes the tables of count vectors of up to [`MAX_TOTAL`] blocks.
pub fn table() -> Vectors {
    let targets: Vec<Vec<Counts>> = (0..=MAX_TOTAL).map(targets).collect();
    let mut rows = vec![[0; LANES]];
    let mut ends = vec![0xff; 1 << (3 * COLUMNS)];
    for (index, end) in ends.iter_mut().enumerate() {
        let from = counts(index);
        let total: usize = from.iter().map(|&count| usize::from(count)).sum();
        match total {
            1 | 2 => {
                rows.push([NEVER; LANES]);
                *end = FAR;
            }
            3..=MAX_TOTAL => {
                rows.push(row(from, &targets[total]));
                *end = u16::from(steps(from)) | if clearable(from) { 0 } else { FAR };
            }
            _ => {}
        }
    }
    Vectors { rows, ends }
}

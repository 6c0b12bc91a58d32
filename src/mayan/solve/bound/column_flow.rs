//! The exact column bound: where the blocks of one colour have to go before they can all vanish.
//!
//! Let c be the number of blocks of a colour in each of the five columns, and c' the columns in which
//! they are when they vanish, summed over the rest of the game. A block changes its column only by a
//! move, one column at a time, so at least h(c) = min over possible c' of Σ |prefix(c) − prefix(c')|
//! single steps of that colour are needed.
//!
//! Which c' are possible? Every horizontal run on five columns covers the middle one, and a row holds at
//! most one run. Say H horizontal runs, A of them start in column 0 and B in column 1, C end in column 3
//! and D in column 4. The cells they cover are hx = (A, A+B, H, C+D, D). What is left of c' vanishes in
//! vertical runs. So c' is possible only if some (A,B,C,D,H) has hx ≤ c' everywhere, and hx = c' in every
//! column with c' < 3, where no vertical run fits. The runs pair up a start and an end: those that start
//! in column 2 (H−A−B of them) end in column 4, those that end in column 2 start in column 0, those that
//! start in column 1 end in column 3 or 4. c' may be larger than a column is high: blocks vanish at
//! different times.
//!
//! The counts may be taken before or after a board settles, since vanishing moves no block sideways.
//! The same holds on boards of less than five columns: they are five-column boards with fewer moves.
//!
//! **All colours at once.** For the boundary between columns x and x+1 let Rₓ and Lₓ be the steps right
//! and left that all colours still need. A move carries at most one block each way over one boundary, so
//! at least Σ max(Rₓ, Lₓ) moves are needed, and max(R, L) ≥ wR + (1−w)L for every w in \[0, 1\]. With w
//! fixed for each boundary the colours come apart: T_w(c) = min over c' of Σ wₓRₓ + (1−wₓ)Lₓ, and the sum
//! of T_w over the colours is a bound, for each weight vector w at once. (This is the Lagrangian dual of
//! the common flow.) Adding up h and halving is the single vector ½; adding up h is wrong, for one
//! move serves two blocks.

/// Columns that the bound is about.
pub const COLUMNS: usize = 5;

/// Weight vectors, each a lane of a row.
pub const LANES: usize = 32;

/// Lanes count in thirds of a move.
pub const SCALE: u8 = 3;

/// Colours with more blocks than this have no rows: their bound is nearly always 0.
pub const MAX_TOTAL: usize = 14;

/// The value of a lane for a colour that can never vanish.
pub const NEVER: u8 = 255;

/// Weights of a step right over the boundaries 0|1, 1|2, 2|3, 3|4 in thirds; a step left weighs 3 minus
/// it. Of all 256 such vectors these cut most, by a greedy choice over boards without solution.
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

/// Blocks of one colour in each column.
pub type Counts = [u8; COLUMNS];

/// The number of a count vector: three bits a column, column 0 lowest. Counts are at most 7.
pub fn index(counts: Counts) -> usize {
    counts.iter().rev().fold(0, |index, &count| index << 3 | usize::from(count))
}

/// The count vector of a number below 2¹⁵.
pub fn counts(index: usize) -> Counts {
    std::array::from_fn(|x| (index >> (3 * x) & 7) as u8)
}

/// Whether blocks that vanish in these columns can all do so.
///
/// The loops are over the runs that start in column 0, those that start in column 1, those that end in
/// column 3, those that end in column 4, and all: small numbers, tried one by one.
pub fn clearable(columns: Counts) -> bool {
    let c = columns.map(i32::from);
    let fits = |hx: i32, x: usize| hx == c[x] || (c[x] >= 3 && hx < c[x]);
    for a in (0..=c[0]).filter(|&a| fits(a, 0)) {
        for b in (0..=c[1] - a).filter(|&b| fits(a + b, 1)) {
            for d in (0..=c[4]).filter(|&d| fits(d, 4)) {
                for e in (0..=c[3] - d).filter(|&e| fits(e + d, 3)) {
                    // h runs in all; those that start in column 2 end in column 4, and so on.
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

/// Every clearable vector of a total.
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

/// Steps right over each boundary (left if negative) that lead from one vector to another.
pub fn flow(from: Counts, to: Counts) -> [i32; COLUMNS - 1] {
    let mut carried = 0;
    std::array::from_fn(|x| {
        carried += i32::from(from[x]) - i32::from(to[x]);
        carried
    })
}

/// T_w(c) for every lane, in thirds, against the targets of the vector's total.
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

/// The single steps that lead from a vector to a clearable one: bit x says "right over the boundary x|x+1",
/// bit 4 + x "left over it".
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

/// Stands in an end beside the steps if the blocks cannot all vanish where they are.
pub const FAR: u16 = 1 << 8;

/// What is known of the count vectors.
pub struct Vectors {
    /// The slot of each number in the rows. Slot 0 is for vectors of no block, or of too many to have a row, slot 1
    /// for those of a colour that can never vanish.
    pub slots: Vec<u16>,
    /// T_w, see [`row`]; zeros in slot 0.
    pub rows: Vec<[u8; LANES]>,
    /// The [`steps`] of each number, and [`FAR`]; every step for a vector of slot 0, none for one of slot 1.
    pub ends: Vec<u16>,
}

/// Everything that is known of count vectors of up to [`MAX_TOTAL`] blocks.
pub fn table() -> Vectors {
    let targets: Vec<Vec<Counts>> = (0..=MAX_TOTAL).map(targets).collect();
    let mut slots = vec![0; 1 << (3 * COLUMNS)];
    let mut rows = vec![[0; LANES], [NEVER; LANES]];
    let mut ends = vec![0xff; 1 << (3 * COLUMNS)];
    for (index, slot) in slots.iter_mut().enumerate() {
        let from = counts(index);
        let total: usize = from.iter().map(|&count| usize::from(count)).sum();
        match total {
            1 | 2 => (*slot, ends[index]) = (1, FAR),
            3..=MAX_TOTAL => {
                *slot = rows.len() as u16;
                rows.push(row(from, &targets[total]));
                ends[index] = u16::from(steps(from)) | if clearable(from) { 0 } else { FAR };
            }
            _ => {}
        }
    }
    Vectors { slots, rows, ends }
}

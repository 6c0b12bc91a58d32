//! The column bound: the minimum distance that the blocks of one colour must move before all can vanish.
//!
//! Let c be the number of blocks of a colour in each of the five columns, and c' the number that vanish in
//! each column over the rest of the game. A block changes its column only by a move, one column at a time, so
//! at least h(c) = min over possible c' of Σ |prefix(c) − prefix(c')| single steps of that colour are needed.
//!
//! Which c' are possible? Every horizontal run on five columns covers the middle one, and a row has at most one run.
//! Let there be H horizontal runs, of which A start in column 0 and B in column 1, C end in column 3 and D in column 4.
//! They cover hx = (A, A+B, H, C+D, D) cells. The rest of c' vanishes in vertical runs. So c' is possible only if some
//! (A,B,C,D,H) has hx ≤ c' everywhere, and hx = c' in every column with c' < 3, where no vertical run fits. Starts must
//! match ends: the H−A−B runs that start in column 2 end in column 4, the H−C−D that end in column 2 start in column 0,
//! and the B that start in column 1 end in column 3 or 4. c' may exceed a column's height: blocks vanish at different
//! times.
//!
//! The counts may be taken before or after a board settles, since vanishing moves no block sideways. The
//! bound also holds on boards of fewer columns: they are five-column boards with fewer moves.
//!
//! **All colours at once.** For the boundary between columns x and x+1 let Rₓ and Lₓ be the steps right and left that
//! all colours still need. A move carries at most one block each way over one boundary, so at least Σ max(Rₓ, Lₓ) moves
//! are needed, and max(R, L) ≥ wR + (1−w)L for every w in \[0, 1\]. For a fixed w per boundary the bound is separable
//! by colour: T_w(c) = min over c' of Σ wₓRₓ + (1−wₓ)Lₓ, and the sum of T_w over the colours is a bound for each weight
//! vector w. (This is the Lagrangian dual of the common flow.) With all weights ½, the bound is half the sum of h. The
//! sum of h itself is no bound, because one move can step two blocks.
//!
//! The values T_w(c) are stored in a table, which `tests/support/column_flow.rs` computes.

/// The maximum number of columns that the bound supports.
pub const COLUMNS: usize = 5;

/// The number of weight vectors: a row of the table has one lane for each.
pub const LANES: usize = 32;

/// Units per move: lanes count in thirds of a move.
pub const SCALE: u8 = 3;

/// A flag in the table entry of a count vector: the blocks cannot all vanish in the columns where they are now. The
/// bits below the flag are the single steps after which they can, see [`end`](super::lanes::end).
pub const FAR: u16 = 1 << 8;

//! One row or one column: the exact answer in polynomial time.
//!
//! `whole(l, r, k)` is the most that cells l to r can bring if all of them go and k cells of the colour of l
//! already touch l from the left. Either l goes now, with those k; or it waits for an equal cell m, for
//! which all between has to go first:
//!
//! ```text
//! whole(l, r, k) = max( points(k + 1) + whole(l + 1, r, 0)                    if k ≥ 1,
//!                       whole(l + 1, m − 1, 0) + whole(m, r, k + 1)           for l < m ≤ r, m equal to l )
//! ```
//!
//! Some cells stay: `rest(i)` is the most that cells from i on bring, cell j + 1 stays after a stretch that
//! goes whole: `rest(i) = max( rest(i + 1), whole(i, j, 0) + rest(j + 2) for j ≥ i )`.
//!
//! This lets a part of a group go without the rest, which the game forbids. That never pays where points
//! are strictly superadditive and strictly grow. Take the last such step of a plan: it parts a group into
//! A, which goes, and R, which stays together from then on (with A gone it is one stretch of equal cells
//! still). If R goes later, in a group H, then A may wait and go with it: A ∪ R blocks and joins nothing
//! that R alone would not, and points(H + A) > points(H) + points(A). If R stays for good, it may as well
//! go with A, for points(A + R) > points(A); what closes in by that can only make larger groups. So a best
//! plan has no such step, and can be played. All rules but `count` are so; for `count` each removal costs
//! the smallest part of a tile, which changes no order between unequal sums. The penalty for tiles left is
//! not a sum over stretches, so boards with that rule are not taken on.

use crate::base::{Cell, Colour, LeftPenalty, Limits, Score};
use crate::samegame::search::gate::Gate;
use crate::samegame::search::{Found, Goal, Outcome, Query};

/// Impossible; sums with what is possible stay in range.
const NEVER: i64 = i64::MIN / 4;

/// Most tiles taken on: about 10⁹ steps when all are equal, far fewer with more colours.
pub const MOST: usize = 256;

/// The answer for a board of one row or one column; `None` for other boards, for the penalty, and where
/// the table would surpass a limit, or takes longer than one allows. The nodes are the entries of the table.
pub fn solve(query: &Query, limits: &Limits) -> Option<Outcome> {
    solve_within(query, &Gate::new(limits, None))
}

/// [`solve`] with a clock.
pub(super) fn solve_within(query: &Query, gate: &Gate) -> Option<Outcome> {
    let limits = gate.limits;
    let grid = query.grid();
    let (rows, cols) = (grid.rows(), grid.cols());
    let line = rows == 1 || cols == 1;
    let penalty = query.rules.left_penalty != LeftPenalty::None && query.goal == Goal::Score;
    if !line || penalty || rows * cols > MOST {
        return None;
    }
    let cells: Vec<Colour> = grid.cells().map_while(|cell| grid.get(cell)).collect();
    let size = Table::size(&cells);
    if size * size_of::<i64>() > limits.memory || limits.nodes.is_some_and(|most| most < size as u64) {
        return None;
    }
    let table = Table::new(&cells, query.rules.score, gate)?;
    let all = cells.len();
    let rest = table.rest();
    let cleared = table.whole(0, all, 0);
    let bonus = table.scaled(query.rules.clear_bonus);
    let clear = cleared > NEVER && (query.goal == Goal::Clear || cleared.saturating_add(bonus) >= rest[0].0);
    let mut groups = Vec::new();
    if clear {
        table.plan(0, all, &mut groups);
    } else {
        let mut at = 0;
        while at < all {
            let end = rest[at].1;
            table.plan(at, end, &mut groups);
            at = end + 1;
        }
    }
    let nodes = size as u64;
    if query.goal == Goal::Clear && !clear {
        return Some(Outcome::infeasible().after(nodes, nodes));
    }
    let found = Found::replay(grid, query.rules, clicks(all, &groups, rows == 1)).ok()?;
    Some(Outcome::proven(query, found).after(nodes, nodes))
}

/// Groups of cells, in the order of their removal, as clicks.
fn clicks(all: usize, groups: &[Vec<usize>], row: bool) -> Vec<Cell> {
    let mut here = vec![true; all];
    let mut clicks = Vec::new();
    for group in groups {
        let place = here[..group[0]].iter().filter(|&&here| here).count();
        clicks.push(if row { Cell::new(0, place) } else { Cell::new(place, 0) });
        group.iter().for_each(|&cell| here[cell] = false);
    }
    clicks
}

/// All values of `whole`.
struct Table<'a> {
    cells: &'a [Colour],
    score: Score,
    /// Equal cells before each cell: the most that k can be.
    before: Vec<usize>,
    /// Entry `(r − l) × (before + 1) + k` of row l, the right end r not included.
    rows: Vec<Vec<i64>>,
}

impl<'a> Table<'a> {
    /// Equal cells before each cell.
    fn before(cells: &[Colour]) -> Vec<usize> {
        let earlier = |at: usize| cells[..at].iter().filter(|&&colour| colour == cells[at]).count();
        (0..cells.len()).map(earlier).collect()
    }

    /// Entries of the table.
    fn size(cells: &[Colour]) -> usize {
        let before = Self::before(cells);
        before.iter().enumerate().map(|(l, before)| (cells.len() - l + 1) * (before + 1)).sum()
    }

    /// The table, unless a limit comes first.
    fn new(cells: &'a [Colour], score: Score, gate: &Gate) -> Option<Self> {
        let before = Self::before(cells);
        let mut table = Table { cells, score, before, rows: vec![Vec::new(); cells.len()] };
        for l in (0..cells.len()).rev() {
            let most = table.before[l];
            let mut row = vec![NEVER; (cells.len() - l + 1) * (most + 1)];
            for r in l + 1..=cells.len() {
                if gate.ask().is_some() {
                    return None;
                }
                for k in 0..=most {
                    row[(r - l) * (most + 1) + k] = table.best(l, r, k).0;
                }
            }
            table.rows[l] = row;
        }
        Some(table)
    }

    /// Points of a removal, in units small enough for what a removal costs under `count`.
    fn points(&self, n: usize) -> i64 {
        match self.score {
            Score::Count => self.scaled(n as u64) - 1,
            score => score.points(n as u64) as i64,
        }
    }

    /// Points of the rules in the units of the table; more than all others together if they are many.
    fn scaled(&self, points: u64) -> i64 {
        let unit = if self.score == Score::Count { self.cells.len() as i64 + 1 } else { 1 };
        points.min(1 << 40) as i64 * unit
    }

    fn whole(&self, l: usize, r: usize, k: usize) -> i64 {
        if l >= r { 0 } else { self.rows[l][(r - l) * (self.before[l] + 1) + k] }
    }

    /// The value of an entry, and the equal cell that l waits for, if it does.
    fn best(&self, l: usize, r: usize, k: usize) -> (i64, Option<usize>) {
        let both = |a: i64, b: i64| if a == NEVER || b == NEVER { NEVER } else { a + b };
        let now = if k > 0 { both(self.points(k + 1), self.whole(l + 1, r, 0)) } else { NEVER };
        let mut best = (now, None);
        for m in (l + 1..r).filter(|&m| self.cells[m] == self.cells[l]) {
            let value = both(self.whole(l + 1, m, 0), self.whole(m, r, k + 1));
            if value > best.0 {
                best = (value, Some(m));
            }
        }
        best
    }

    /// `rest(i)` for each i, and where the stretch that goes from there ends (i itself if cell i stays).
    fn rest(&self) -> Vec<(i64, usize)> {
        let all = self.cells.len();
        let mut rest = vec![(0, all); all + 2];
        for i in (0..all).rev() {
            let mut best = (rest[i + 1].0, i);
            for end in i + 1..=all {
                let value = self.whole(i, end, 0) + rest[end + 1].0;
                if value > best.0 {
                    best = (value, end);
                }
            }
            rest[i] = best;
        }
        rest
    }

    /// The groups that take cells l to r off, each after all that lies inside it.
    fn plan(&self, l: usize, r: usize, groups: &mut Vec<Vec<usize>>) {
        // Stretches to do, and groups to finish, the last first.
        let mut stack = vec![(l, r, Vec::new())];
        while let Some((l, r, mut members)) = stack.pop() {
            if l >= r {
                continue;
            }
            let wait = self.best(l, r, members.len()).1;
            members.push(l);
            match wait {
                Some(m) => {
                    stack.push((m, r, members));
                    stack.push((l + 1, m, Vec::new()));
                }
                None => {
                    groups.push(members);
                    stack.push((l + 1, r, Vec::new()));
                }
            }
        }
    }
}

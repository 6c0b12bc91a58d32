//! One row or one column: the exact answer in polynomial time.
//!
//! - [`score`](self): the best result for any goal, from a table of points by stretch and by the equal tiles that already touch it
//! - [`clear`](self): a list that clears the board, or the proof that there is none, from a table of two bits per stretch

mod clear;
mod score;

use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Columns};
use crate::samegame::search::budget::Budget;
use crate::samegame::search::{Found, Goal, Outcome, Query, Report};

/// The part of the time after which a table is given up, so that a search can still find a list.
const SHARE: f64 = 0.5;

/// Solves a board of one row or one column.
///
/// Returns `None` for other boards, for rules whose tables are not known to be right (see `score`), and if the table needs
/// more memory, nodes or time than the limits allow. The nodes of the outcome are the entries of the table. The list is
/// reported.
pub(in crate::samegame::search) fn solve_within(
    query: &Query,
    budget: &Budget,
    report: &dyn Report,
) -> Option<Outcome> {
    let (grid, rules) = (query.grid(), query.rules);
    let place = place(grid, rules.columns)?;
    let cells: Vec<Colour> = (0..).map_while(|at| grid.get(place(at))).collect();
    let min = rules.min_group.max(1) as usize;
    let table = |values| score::table(&cells, values, budget);
    let (plan, nodes) = match query.goal {
        Goal::Clear if min == 2 => clear::plan(&cells, budget)?,
        Goal::Clear | Goal::Fewest => {
            let (table, nodes) = table(score::Values::of_clicks(min))?;
            (table.clear(), nodes)
        }
        Goal::Score => {
            let (table, nodes) = table(score::Values::of_score(rules, cells.len())?)?;
            (Some(table.best(Some(rules))), nodes)
        }
        Goal::Left => {
            let (table, nodes) = table(score::Values::of_tiles(min, cells.len()))?;
            (Some(table.best(None)), nodes)
        }
        Goal::Biggest => {
            let (table, nodes) = table(score::Values::of_clicks(min))?;
            (Some(table.biggest()), nodes)
        }
    };
    let Some(plan) = plan else { return Some(Outcome::infeasible().after(nodes, nodes)) };
    let clicks = places(cells.len(), &plan).map(place).collect();
    let found = Found::replay(grid, rules, clicks);
    debug_assert!(found.is_ok(), "a plan removes whole groups");
    let found = found.ok()?;
    report.improved(nodes, &found);
    Some(Outcome::proven(query, found).after(nodes, nodes))
}

/// Returns the cell of each place on a board whose tiles lie in one row, if columns close, or in the first column; `None` for
/// other boards.
fn place(grid: &Grid, columns: Columns) -> Option<fn(usize) -> Cell> {
    let row = columns == Columns::Close && (0..grid.cols()).all(|col| grid.height(col) <= 1);
    let column = (1..grid.cols()).all(|col| grid.height(col) == 0);
    match (row, column) {
        (true, _) => Some(|at| Cell::new(0, at)),
        (_, true) => Some(|at| Cell::new(at, 0)),
        _ => None,
    }
}

/// Groups of cells, by their places on the first board, in the order of their removal.
type Plan = Vec<Vec<usize>>;

/// Returns whether a table of this many entries, and of this many bytes, is within the limits.
fn fits(entries: usize, bytes: usize, budget: &Budget) -> bool {
    bytes <= budget.limits.memory && budget.limits.nodes.is_none_or(|most| entries as u64 <= most)
}

/// Returns whether the table has to be given up.
fn given_up(budget: &Budget) -> bool {
    budget.poll().is_some() || budget.is_past(SHARE)
}

/// Builds the groups that take the cells `from..to` off the board, each after all that lies inside it.
///
/// `next(l, r, k)` is the cell that cell `l` waits for if `k` cells of its group lie left of the stretch `l..r`, and `None`
/// if the group is removed with `l` as its last cell.
fn groups(from: usize, to: usize, plan: &mut Plan, next: impl Fn(usize, usize, usize) -> Option<usize>) {
    // Stretches to remove, the last first, each with the cells of an unfinished group that touches it on the
    // left.
    let mut stack = vec![(from, to, Vec::new())];
    while let Some((l, r, mut group)) = stack.pop() {
        if l >= r {
            continue;
        }
        let waits_for = next(l, r, group.len());
        group.push(l);
        match waits_for {
            Some(m) => {
                stack.push((m, r, group));
                stack.push((l + 1, m, Vec::new()));
            }
            None => {
                plan.push(group);
                stack.push((l + 1, r, Vec::new()));
            }
        }
    }
}

/// Returns the places to click in order to remove the groups of a plan; each is the number of cells left before it.
fn places(all: usize, plan: &Plan) -> impl Iterator<Item = usize> + '_ {
    let mut left = vec![true; all];
    plan.iter().map(move |group| {
        let place = left[..group[0]].iter().filter(|&&left| left).count();
        group.iter().for_each(|&cell| left[cell] = false);
        place
    })
}

//! Smaller inputs on which a program fails in the same way.

use super::draw::any;
use super::input::{Board, Layout};
use super::{Failure, Input, Task, Trap};
use crate::rules::Random;
use std::collections::HashSet;

/// The most runs to make an input smaller.
const MAX_RUNS: u64 = 3_000;

/// Random inputs to replace one that no step makes smaller, if the mistake is known, and if it is not.
const MAX_RANDOM: [usize; 2] = [5_000, 200];

/// A failing input that is made smaller.
pub(super) struct Smaller {
    pub at: (Input, Failure),
    pub runs: u64,
}

/// A function that runs the program, and returns its failure.
type Fails<'a> = dyn FnMut(&Input) -> Option<Failure> + 'a;

impl Smaller {
    /// Replaces the input by smaller ones that fail in the same way, until no single step makes it smaller.
    pub fn shrink(&mut self, fails: &mut Fails<'_>, goes_on: &dyn Fn(u64) -> bool) {
        let mut seen = HashSet::from([self.at.0.clone()]);
        'smaller: loop {
            for next in steps(&self.at.0) {
                if self.runs >= MAX_RUNS || !goes_on(u64::MAX) {
                    return;
                }
                if next.is_valid() && seen.insert(next.clone()) && self.take(next, fails) {
                    continue 'smaller;
                }
            }
            return;
        }
    }

    /// Looks for inputs with fewer tiles among random ones, on which a known mistake is wrong.
    pub fn replace(
        &mut self,
        mut random: Random,
        like: Option<&Trap>,
        fails: &mut Fails<'_>,
        goes_on: &dyn Fn(u64) -> bool,
    ) {
        for _ in 0..MAX_RANDOM[usize::from(like.is_none())] {
            if self.at.0.tiles() <= 3 || self.runs >= 2 * MAX_RUNS || !goes_on(u64::MAX) {
                return;
            }
            let size = 1 + random.below(4);
            let mut next = any(self.at.0.task, &mut random, size);
            if next.task == Task::Solve {
                // Some mistakes need more moves than blocks.
                next.boards[0].moves = 1 + random.below(4) as u64;
            }
            let wanted = next.tiles() < self.at.0.tiles() && like.is_none_or(|trap| trap.catches(&next));
            if wanted && self.take(next, fails) {
                self.shrink(fails, goes_on);
            }
        }
    }

    /// Takes an input if it fails in the same way.
    fn take(&mut self, next: Input, fails: &mut Fails<'_>) -> bool {
        self.runs += 1;
        let failure = fails(&next).filter(|failure| failure.is_like(&self.at.1));
        let Some(failure) = failure else { return false };
        self.at = (next, failure);
        true
    }
}

/// Returns the inputs that are one step smaller, the largest steps first.
fn steps(input: &Input) -> Vec<Input> {
    let mut found = Vec::new();
    let count = input.boards.len();
    for length in halves(count).filter(|&length| length < count) {
        for first in (0..count).step_by(length) {
            let mut next = input.clone();
            next.boards.drain(first..count.min(first + length));
            found.push(next);
        }
    }
    for (at, board) in input.boards.iter().enumerate() {
        for board in board_steps(input.task, board) {
            let mut next = input.clone();
            next.boards[at] = board;
            found.push(next);
        }
    }
    let usual = Input { layout: Layout::USUAL, ..input.clone() };
    found.extend([usual, Input { layout: Layout { lines: true, ..input.layout }, ..input.clone() }]);
    found
}

/// Returns the powers of two below `count` and `count` itself, the largest first.
fn halves(count: usize) -> impl Iterator<Item = usize> {
    std::iter::successors((count > 0).then_some(count), |&length| (length > 1).then_some(length / 2))
}

fn board_steps(task: Task, board: &Board) -> Vec<Board> {
    let mut found = Vec::new();
    let mut add = |change: &dyn Fn(&mut Board)| {
        let mut next = board.clone();
        change(&mut next);
        found.push(next);
    };
    // A list of a click cannot be shorter.
    if !matches!(task, Task::Click(_)) {
        for length in halves(board.list.len()) {
            for first in (0..board.list.len()).step_by(length) {
                add(&|next| drop(next.list.drain(first..board.list.len().min(first + length))));
            }
        }
    }
    (1..=board.moves).for_each(|less| add(&|next| next.moves -= less));
    // A column, with the selections to its right; columns of the Mayan puzzle stay, and those of UVa 758.
    for col in 0..board.columns.len() {
        match task {
            Task::Solve | Task::Simulate => {
                add(&|next| next.columns[col].clear());
                add(&|next| next.columns[..=col].rotate_right(1));
            }
            Task::Uva339 | Task::Click(_) => {
                add(&|next| drop(next.columns.remove(col)));
                let first = i64::from(task == Task::Uva339);
                add(&|next| {
                    next.columns.remove(col);
                    next.list
                        .iter_mut()
                        .filter(|click| click[1] > first + col as i64)
                        .for_each(|click| click[1] -= 1);
                });
            }
            Task::Uva758 => {}
        }
    }
    if task != Task::Uva758 {
        for row in 0..board.height() {
            add(&|next| remove_row(next, row));
            add(&|next| {
                remove_row(next, row);
                let above = |click: &&mut [i64; 3]| click[0] > row as i64 + 1;
                next.list.iter_mut().filter(above).for_each(|click| click[0] -= 1);
            });
        }
    }
    let tiles: Vec<(usize, usize)> = (0..board.columns.len())
        .flat_map(|col| (0..board.columns[col].len()).map(move |row| (col, row)))
        .collect();
    if matches!(task, Task::Solve | Task::Simulate | Task::Click(_)) {
        for &(col, row) in &tiles {
            add(&|next| _ = next.columns[col].remove(row));
        }
        // Three equal blocks at once, as a run needs them.
        let colour = |&(col, row): &(usize, usize)| board.columns[col][row];
        for three in (2..tiles.len()).flat_map(|third| {
            (1..third).flat_map(move |second| (0..second).map(move |first| [third, second, first]))
        }) {
            let cells = three.map(|at| tiles[at]);
            if cells.iter().all(|cell| colour(cell) == colour(&cells[0])) {
                add(&|next| cells.iter().for_each(|&(col, row)| drop(next.columns[col].drain(row..=row))));
            }
        }
    }
    // A colour becomes a lower one, on all tiles or on one.
    let lowest = u8::from(task.is_mayan());
    let used: HashSet<u8> = board.columns.iter().flatten().copied().collect();
    let mut used: Vec<u8> = used.into_iter().collect();
    used.sort_unstable();
    for &colour in used.iter().rev() {
        for lower in lowest..colour {
            let recolour = |next: &mut Board| {
                next.columns
                    .iter_mut()
                    .flatten()
                    .filter(|tile| **tile == colour)
                    .for_each(|tile| *tile = lower);
            };
            add(&recolour);
        }
    }
    for &(col, row) in &tiles {
        (lowest..board.columns[col][row]).for_each(|lower| add(&|next| next.columns[col][row] = lower));
    }
    for (at, click) in board.list.iter().enumerate() {
        for axis in 0..2 {
            (0..click[axis].clamp(0, 50)).for_each(|lower| add(&|next| next.list[at][axis] = lower));
        }
    }
    found
}

fn remove_row(board: &mut Board, row: usize) {
    for column in board.columns.iter_mut().filter(|column| column.len() > row) {
        column.remove(row);
    }
}

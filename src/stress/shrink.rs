//! Smaller inputs on which a program fails in the same way.

use super::draw::small;
use super::input::{InputBoard, Layout};
use super::{ContestTask, Failure, Input, Trap};
use crate::rules::Random;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

/// The most runs of the tested program to make an input smaller.
const MAX_RUNS: u64 = 3_000;

/// The most random inputs tried once no step makes the input smaller: with a given trap, and without a trap.
const MAX_RANDOM: [usize; 2] = [5_000, 200];

/// A failing input that is made smaller.
pub(super) struct Smaller<'a> {
    pub input: Input,
    pub failure: Failure,
    pub runs: u64,
    /// Runs the program and returns its failure, if there is one.
    pub fails: &'a dyn Fn(&Input) -> Option<Failure>,
    pub goes_on: &'a dyn Fn() -> bool,
}

impl Smaller<'_> {
    /// Replaces the input by smaller ones that fail in the same way, until no single step makes it smaller.
    pub fn shrink(&mut self) {
        let mut seen = HashSet::from([self.input.clone()]);
        'smaller: loop {
            for next in steps(&self.input) {
                if self.runs >= MAX_RUNS || !(self.goes_on)() {
                    return;
                }
                if next.is_valid() && seen.insert(next.clone()) && self.take(next) {
                    continue 'smaller;
                }
            }
            return;
        }
    }

    /// Looks for failing random inputs with fewer tiles; with `like`, only among inputs that this trap catches.
    pub fn replace(&mut self, mut random: Random, like: Option<&Trap>) {
        for _ in 0..MAX_RANDOM[usize::from(like.is_none())] {
            if self.input.tiles() <= 3 || self.runs >= 2 * MAX_RUNS || !(self.goes_on)() {
                return;
            }
            let next = small(self.input.task, &mut random);
            let wanted = next.tiles() < self.input.tiles() && like.is_none_or(|trap| trap.catches(&next));
            if wanted && self.take(next) {
                self.shrink();
            }
        }
    }

    /// Replaces the input by `next` and returns `true`, if the program fails on `next` in the same way.
    fn take(&mut self, next: Input) -> bool {
        self.runs += 1;
        let failure = (self.fails)(&next).filter(|failure| failure.is_like(&self.failure));
        let Some(failure) = failure else { return false };
        (self.input, self.failure) = (next, failure);
        true
    }
}

/// Returns the inputs that are one step smaller, the largest steps first. Some of them are not valid.
fn steps(input: &Input) -> Vec<Input> {
    let mut found = Vec::new();
    let mut add = |change: &dyn Fn(&mut Input)| {
        let mut next = Input { given: None, ..input.clone() };
        change(&mut next);
        if input.task.is_mayan() {
            next.boards.iter_mut().for_each(|board| _ = board.number_colours());
        }
        found.push(next);
    };
    add(&|_| {});
    for part in parts(input.boards.len()) {
        add(&|next| drop(next.boards.drain(part.clone())));
    }
    for (at, board) in input.boards.iter().enumerate() {
        board_steps(input.task, board, &mut |change| add(&|next| change(&mut next.boards[at])));
    }
    add(&|next| (next.layout, next.end) = (Layout::Lines, Some([0, 0])));
    found
}

/// Returns the index ranges of a list to leave out: the whole list, then ranges a quarter shorter, and so on.
fn parts(count: usize) -> impl Iterator<Item = Range<usize>> {
    let shorter = |&length: &usize| (length > 1).then(|| length - length.div_ceil(4));
    let lengths = std::iter::successors((count > 0).then_some(count), shorter);
    lengths.flat_map(move |length| {
        (0..=count - length).step_by(length.div_ceil(3)).map(move |first| first..first + length)
    })
}

type Change<'a> = &'a dyn Fn(&mut InputBoard);

fn board_steps(task: ContestTask, board: &InputBoard, add: &mut dyn FnMut(Change<'_>)) {
    for part in parts(board.list.len()) {
        add(&|next| drop(next.list.drain(part.clone())));
    }
    (1..=board.moves).for_each(|less| add(&|next| next.moves -= less));
    // Removes a column or a row. Selections beyond it are shifted (by `close`) in one version and stay in another.
    let [row_axis, col_axis] = if task.is_mayan() { [1, 0] } else { [0, 1] };
    let close = |next: &mut InputBoard, axis: usize, at: usize| {
        let last = at as i64 + i64::from(task == ContestTask::Uva339);
        next.list.iter_mut().filter(|step| step[axis] > last).for_each(|step| step[axis] -= 1);
    };
    for col in 0..board.columns.len() {
        add(&|next| next.columns[col].clear());
        add(&|next| drop(next.columns.remove(col)));
        add(&|next| {
            next.columns.remove(col);
            close(next, col_axis, col);
        });
    }
    let remove_row = |next: &mut InputBoard, row: usize| {
        next.columns.iter_mut().filter(|column| column.len() > row).for_each(|column| _ = column.remove(row));
    };
    for row in 0..board.height() {
        add(&|next| remove_row(next, row));
        add(&|next| {
            remove_row(next, row);
            close(next, row_axis, row);
        });
    }
    // Tiles of one colour vanish, or get a lower colour.
    let mut colours: BTreeMap<u8, Vec<(usize, usize)>> = BTreeMap::new();
    for (col, column) in board.columns.iter().enumerate() {
        for (row, &colour) in column.iter().enumerate() {
            colours.entry(colour).or_default().push((col, row));
        }
    }
    for (&colour, cells) in colours.iter().rev() {
        for part in parts(cells.len()).filter(|_| !matches!(task, ContestTask::Uva339 | ContestTask::Uva758))
        {
            let gone = cells[part].iter().rev();
            add(&|next| gone.clone().for_each(|&(col, row)| _ = next.columns[col].remove(row)));
        }
        for lower in u8::from(task.is_mayan())..colour {
            let mut recolour = |cells: &[(usize, usize)]| {
                add(&|next| cells.iter().for_each(|&(col, row)| next.columns[col][row] = lower));
            };
            recolour(cells);
            cells.chunks(1).for_each(recolour);
        }
    }
    for (at, step) in board.list.iter().enumerate() {
        for axis in 0..2 {
            (0..step[axis].clamp(0, 50)).for_each(|lower| add(&|next| next.list[at][axis] = lower));
        }
    }
}

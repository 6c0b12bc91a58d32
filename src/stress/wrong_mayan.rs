//! Plain programs for P1312 that make a known mistake.

use super::input::{Board, Task};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Move, Side};
use crate::text::formats::noip;
use std::collections::HashSet;

/// The most moves that a search tries.
const MAX_NODES: u32 = 20_000;

/// A board, and the mistake of the program that plays on it.
#[derive(Clone)]
struct Play {
    grid: Grid,
    mistake: &'static str,
}

impl Play {
    fn is_clear(&self) -> bool {
        let most = if self.mistake == "pair-left" { 2 } else { 0 };
        (0..self.grid.colours() as u8).all(|colour| self.grid.count(colour) <= most)
    }

    /// Returns the cells in runs, as the program finds them: first in columns, then in rows.
    fn runs(&self) -> Vec<Cell> {
        if self.grid.runs().is_empty() {
            return Vec::new();
        }
        let (mut grid, mut runs) = (self.grid.clone(), Vec::new());
        for in_rows in [false, true] {
            let line = |cell: &Cell| if in_rows { cell.row } else { cell.col };
            let is_seen = |cell: &Cell| match self.mistake {
                "right-edge" => !in_rows || cell.col + 1 < grid.cols(),
                "top-row" => cell.row + 1 < grid.rows(),
                _ => true,
            };
            let mut cells: Vec<Cell> = grid.cells().filter(is_seen).collect();
            cells.sort_by_key(line);
            let equal = |a: &Cell, b: &Cell| line(a) == line(b) && grid.get(*a) == grid.get(*b);
            let found = cells.chunk_by(equal).filter(|run| run.len() > 2 && grid.get(run[0]).is_some());
            runs.extend(found.map(<[Cell]>::to_vec));
            if self.mistake == "both-directions" {
                runs.iter().flatten().for_each(|&cell| grid.set(cell, None));
            }
        }
        match self.mistake {
            "longer-runs" => runs.iter_mut().for_each(|run| run.truncate(3)),
            "all-runs" => {
                runs.sort_by_key(|run| (run[0].row == run[1].row, run[0].col));
                runs.truncate(1);
            }
            _ => {}
        }
        runs.concat()
    }

    fn settle(&mut self) {
        loop {
            let gone = self.runs();
            if gone.is_empty() {
                return;
            }
            gone.iter().for_each(|&cell| self.grid.set(cell, None));
            if self.mistake == "while-falling" {
                self.fall_to_a_run();
            } else {
                self.grid.fall();
            }
            if self.mistake == "chains" {
                return;
            }
        }
    }

    /// Lets blocks fall row by row, until they rest or there is a run.
    fn fall_to_a_run(&mut self) {
        while self.grid.first_floating().is_some() {
            for column in self.grid.columns_mut() {
                if let Some(gap) = column.iter().position(|&block| block == u8::MAX) {
                    column[gap..].rotate_left(1);
                }
            }
            if !self.runs().is_empty() {
                return;
            }
        }
    }

    fn play(&mut self, step: Move) {
        let (from, to) = self.grid.ends(step).expect("a move on the board");
        let (block, other) = (self.grid.get(from), self.grid.get(to));
        if block.is_none() && self.mistake != "empty-cell" {
            return;
        }
        self.grid.set(from, other);
        self.grid.set(to, block);
        match self.mistake {
            "column-left" if other.is_none() => {
                self.grid.set(to, None);
                let mut below = (0..to.row).map(|row| Cell::new(row, to.col));
                let rest = below.find(|&cell| self.grid.get(cell).is_none()).unwrap_or(to);
                self.grid.set(rest, block);
            }
            "while-falling" if !self.runs().is_empty() => {}
            "while-falling" => self.fall_to_a_run(),
            _ => self.grid.fall(),
        }
        self.settle();
    }
}

/// Returns the output of a simulator.
pub(super) fn simulate(mistake: &'static str, board: &Board) -> Vec<u8> {
    let mut play = Play { grid: board.grid(Task::Simulate), mistake };
    if mistake != "runs-at-first" {
        play.settle();
    }
    let (mut cleared, mut played) = (play.is_clear(), 0);
    for step in board.moves_of_list() {
        if played >= board.moves && mistake != "moves-beyond" {
            break;
        }
        if cleared && mistake == "cleared-early" {
            cleared = false;
            break;
        }
        let is_empty = play.grid.get(Cell::new(step.y.into(), step.x.into())).is_none();
        played += u64::from(!is_empty || mistake != "empty-counts");
        play.play(step);
        cleared |= play.is_clear();
    }
    if cleared { "Yes\n".into() } else { "No\n".into() }
}

/// Returns the output of a solver; `None` if it takes too long.
pub(super) fn solve(mistake: &'static str, board: &Board) -> Option<Vec<u8>> {
    let mut search = Search { list: Vec::new(), nodes: 0, seen: HashSet::new() };
    let found = search.clears(&Play { grid: board.grid(Task::Solve), mistake }, board.moves)?;
    if found && mistake == "padding" {
        let last = search.list.last().copied()?;
        search.list.resize(board.moves as usize, last);
    }
    Some(noip::answer(found.then_some(search.list.as_slice())).into())
}

struct Search {
    list: Vec<Move>,
    nodes: u32,
    seen: HashSet<Grid>,
}

impl Search {
    /// Completes the list if some moves clear the board; `None` beyond the limit.
    fn clears(&mut self, play: &Play, left: u64) -> Option<bool> {
        let Play { grid, mistake } = play;
        if play.is_clear() && (left == 0 || matches!(*mistake, "exactly-n" | "padding")) {
            return Some(true);
        }
        let is_hopeless = |count: usize| match *mistake {
            "modulo-three" => !count.is_multiple_of(3),
            // A prune that these mistakes allow.
            "cell-order" | "side-order" | "left-moves" => (1..3).contains(&count),
            _ => false,
        };
        if left == 0 || (0..grid.colours() as u8).any(|colour| is_hopeless(grid.count(colour))) {
            return Some(false);
        }
        if *mistake == "seen-boards" && !self.seen.insert(grid.clone()) {
            return Some(false);
        }
        let mut moves = grid.canonical_moves(false);
        match *mistake {
            "cell-order" => moves.sort_by_key(|step| (step.y, step.x)),
            "side-order" => moves.sort_by_key(|step| (step.x, step.y, step.side == Side::Right)),
            "left-moves" => moves.retain(|step| step.side == Side::Right),
            _ => {}
        }
        for step in moves {
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return None;
            }
            let mut next = play.clone();
            next.play(step);
            self.list.push(step);
            if self.clears(&next, left - 1)? {
                return Some(true);
            }
            self.list.pop();
        }
        Some(false)
    }
}

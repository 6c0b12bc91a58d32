//! Plain programs for P1312 that make a known mistake.

use super::input::{Board, Task};
use super::trap::Mistake;
use crate::rules::{Move, Side};
use crate::text::formats::noip;
use std::collections::HashSet;

const COLS: usize = Task::MAYAN.0;
const ROWS: usize = Task::MAYAN.1;

/// The most moves that a search tries.
const MAX_NODES: u32 = 20_000;

/// A board, cell by cell: columns from the left, rows from the bottom, 0 for empty.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Cells([[u8; ROWS]; COLS]);

impl Cells {
    fn new(board: &Board) -> Cells {
        let mut cells = Cells([[0; ROWS]; COLS]);
        for (to, from) in cells.0.iter_mut().zip(&board.columns) {
            to[..from.len()].copy_from_slice(from);
        }
        cells
    }

    fn is_clear(&self, mistake: Mistake) -> bool {
        let most = if mistake == Mistake::PairLeft { 2 } else { 0 };
        self.0.as_flattened().iter().all(|&block| block == 0 || self.count(block) <= most)
    }

    fn count(&self, colour: u8) -> usize {
        self.0.as_flattened().iter().filter(|&&block| block == colour).count()
    }

    /// Lets blocks fall, by one row at most if `once`. Returns whether a block has fallen.
    fn fall(&mut self, once: bool) -> bool {
        let before = self.clone();
        for column in &mut self.0 {
            let gaps: Vec<usize> = (0..ROWS).filter(|&row| column[row] == 0).collect();
            for &gap in gaps.iter().rev().filter(|_| !once).chain(gaps.first().filter(|_| once)) {
                column[gap..].rotate_left(1);
            }
        }
        *self != before
    }

    /// Returns the cells in runs, as the program finds them.
    fn runs(&self, mistake: Mistake) -> [[bool; ROWS]; COLS] {
        let mut gone = [[false; ROWS]; COLS];
        for (dx, dy) in [(0, 1), (1, 0)] {
            let before = gone;
            for x in 0..COLS {
                for y in 0..ROWS {
                    let at = |step: usize| {
                        Some((x + dx * step, y + dy * step)).filter(|&(x, y)| x < COLS && y < ROWS)
                    };
                    let seen = |(x, y): (usize, usize)| {
                        let broken = mistake == Mistake::BothDirections && before[x][y];
                        if broken { 0 } else { self.0[x][y] }
                    };
                    let colour = seen((x, y));
                    let length = (0..).map_while(at).take_while(|&cell| seen(cell) == colour).count();
                    let at_edge = match mistake {
                        Mistake::RightEdge => x + 2 * dx == COLS - 1 && dx == 1,
                        Mistake::TopRow => y + 2 * dy == ROWS - 1,
                        _ => false,
                    };
                    if colour == 0 || length < 3 || at_edge {
                        continue;
                    }
                    let behind =
                        x.checked_sub(dx).zip(y.checked_sub(dy)).filter(|&(bx, by)| (bx, by) != (x, y));
                    let inside = behind.is_some_and(|cell| seen(cell) == colour);
                    if mistake == Mistake::LongerRuns && inside {
                        continue;
                    }
                    (0..3).filter_map(at).for_each(|(x, y)| gone[x][y] = true);
                    if mistake == Mistake::AllRuns {
                        (3..length).filter_map(at).for_each(|(x, y)| gone[x][y] = true);
                        return gone;
                    }
                }
            }
        }
        gone
    }

    fn settle(&mut self, mistake: Mistake) {
        loop {
            let gone = self.runs(mistake);
            if !gone.as_flattened().contains(&true) {
                return;
            }
            let cells = self.0.as_flattened_mut().iter_mut().zip(gone.as_flattened());
            cells.filter(|(_, gone)| **gone).for_each(|(block, _)| *block = 0);
            if mistake == Mistake::WhileFalling {
                self.fall_and_settle();
            } else {
                self.fall(false);
            }
            if mistake == Mistake::Chains {
                return;
            }
        }
    }

    /// Lets blocks fall row by row, and runs vanish on the way.
    fn fall_and_settle(&mut self) {
        while self.fall(true) {
            if self.runs(Mistake::WhileFalling).as_flattened().contains(&true) {
                return;
            }
        }
    }

    fn play(&mut self, step: Move, mistake: Mistake) {
        let (x, y) = (usize::from(step.x), usize::from(step.y));
        let to = if step.side == Side::Right { x + 1 } else { x - 1 };
        if self.0[x][y] == 0 && mistake != Mistake::EmptyCell {
            return;
        }
        let (block, other) = (self.0[x][y], self.0[to][y]);
        (self.0[x][y], self.0[to][y]) = (other, block);
        if mistake == Mistake::ColumnLeft && other == 0 {
            self.0[to][y] = 0;
            let row = (0..ROWS).find(|&row| self.0[to][row] == 0).unwrap_or(y);
            self.0[to][row] = block;
        } else if mistake == Mistake::WhileFalling {
            if self.runs(mistake) == [[false; ROWS]; COLS] {
                self.fall_and_settle();
            }
        } else {
            self.fall(false);
        }
        self.settle(mistake);
    }
}

/// Returns the output of a simulator.
pub(super) fn simulate(mistake: Mistake, board: &Board) -> Vec<u8> {
    let mut cells = Cells::new(board);
    if mistake != Mistake::RunsAtFirst {
        cells.settle(mistake);
    }
    let mut cleared = cells.is_clear(mistake);
    let mut at = 0;
    for step in board.moves_of_list() {
        let is_empty = cells.0[usize::from(step.x)][usize::from(step.y)] == 0;
        let played = at < board.moves || mistake == Mistake::MovesBeyond;
        if mistake == Mistake::ClearedEarly && played && cleared {
            cleared = false;
            break;
        }
        if played {
            cells.play(step, mistake);
            cleared |= cells.is_clear(mistake);
        }
        at += u64::from(!is_empty || mistake != Mistake::EmptyCounts);
    }
    if cleared { "Yes\n".into() } else { "No\n".into() }
}

/// Returns the output of a solver; `None` if it takes too long.
pub(super) fn solve(mistake: Mistake, board: &Board) -> Option<Vec<u8>> {
    let mut search = Search { mistake, list: Vec::new(), nodes: 0, seen: HashSet::new() };
    let found = search.clears(&Cells::new(board), board.moves)?;
    if found && mistake == Mistake::Padding {
        let last = search.list.last().copied()?;
        search.list.resize(board.moves as usize, last);
    }
    Some(noip::answer(found.then_some(search.list.as_slice())).into())
}

struct Search {
    mistake: Mistake,
    list: Vec<Move>,
    nodes: u32,
    seen: HashSet<Cells>,
}

impl Search {
    /// Completes the list if some moves clear the board; `None` beyond the limit.
    fn clears(&mut self, board: &Cells, left: u64) -> Option<bool> {
        let mistake = self.mistake;
        if board.is_clear(mistake) && (left == 0 || matches!(mistake, Mistake::ExactlyN | Mistake::Padding)) {
            return Some(true);
        }
        let odd = |block: &u8| match board.count(*block) {
            count if mistake == Mistake::ModuloThree => count % 3 != 0,
            // A prune that every mistake allows.
            count => {
                count < 3 && matches!(mistake, Mistake::CellOrder | Mistake::SideOrder | Mistake::LeftMoves)
            }
        };
        let blocks = board.0.as_flattened();
        if left == 0 || blocks.iter().filter(|block| **block != 0).any(odd) {
            return Some(false);
        }
        if mistake == Mistake::SeenBoards && !self.seen.insert(board.clone()) {
            return Some(false);
        }
        for step in self.moves(board) {
            self.nodes += 1;
            if self.nodes > MAX_NODES {
                return None;
            }
            let mut next = board.clone();
            next.play(step, mistake);
            self.list.push(step);
            if self.clears(&next, left - 1)? {
                return Some(true);
            }
            self.list.pop();
        }
        Some(false)
    }

    fn moves(&self, board: &Cells) -> Vec<Move> {
        let mut moves = Vec::new();
        for x in 0..COLS {
            for y in 0..ROWS {
                let block = board.0[x][y];
                if block != 0 && x + 1 < COLS && board.0[x + 1][y] != block {
                    moves.push(Move::new(x as u8, y as u8, Side::Right));
                }
                if block != 0 && x > 0 && board.0[x - 1][y] == 0 {
                    moves.push(Move::new(x as u8, y as u8, Side::Left));
                }
            }
        }
        match self.mistake {
            Mistake::CellOrder => moves.sort_by_key(|step| (step.y, step.x, step.side)),
            Mistake::SideOrder => moves.sort_by_key(|step| (step.x, step.y, step.side == Side::Right)),
            Mistake::LeftMoves => moves.retain(|step| step.side == Side::Right),
            _ => {}
        }
        moves
    }
}

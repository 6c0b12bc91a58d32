//! Boards made backwards: the empty board is the last one, and each step puts in what the move before it removed.

use super::Wish;
use crate::base::{Cell, Move, Random, Side};
use crate::grid::Grid;

/// Times that a step back is tried before the board is given up.
const TRIES: usize = 300;

/// A settled board that some list of `wish.moves` moves clears, with the blocks and colours of the wish; `None` if
/// the dice do not give one.
pub fn plant(random: &mut Random, wish: &Wish) -> Option<Grid> {
    let names: Vec<u64> = (1..=wish.colours as u64).collect();
    let mut board = Grid::empty(wish.rows, wish.cols, &names).ok()?;
    // Each step back adds three blocks or more; the steps beyond those that fill the board add none.
    let wanted = random.between(*wish.blocks.start(), *wish.blocks.end());
    for step in 0..wish.moves {
        let left = (wish.moves - step) as usize;
        let missing = wanted.saturating_sub(board.tiles());
        let before = (0..TRIES).find_map(|_| {
            let quiet = step > 0 && (missing < 3 || (missing < 3 * left && random.percent(40)));
            if quiet { quiet_step(random, &board) } else { loud_step(random, &board, wish, missing, left) }
        })?;
        board = before;
    }
    let colours = (0..board.colours() as u8).filter(|&colour| board.count(colour) > 0).count();
    (wish.blocks.contains(&board.tiles()) && colours == wish.colours).then_some(board)
}

/// A board from which a move that makes runs leads to `after`.
fn loud_step(random: &mut Random, after: &Grid, wish: &Wish, missing: usize, left: usize) -> Option<Grid> {
    let cell = |row, col| Cell::new(row, col);
    let mut columns: Vec<Vec<u64>> = (0..wish.cols)
        .map(|col| (0..wish.rows).map_while(|row| after.name_at(cell(row, col))).collect())
        .collect();
    // As many runs as bring the board to its size in the steps that are left, one or two of them at least.
    let runs = (missing / 3).div_ceil(left.max(1)).clamp(1, 3);
    let used =
        |name: u64| after.names().iter().position(|&n| n == name).is_some_and(|c| after.count(c as u8) > 0);
    let unused: Vec<u64> = (1..=wish.colours as u64).filter(|&name| !used(name)).collect();
    for _ in 0..random.between(1, runs) {
        let colour = match random.below(unused.len() + 2) {
            at if at < unused.len() => unused[at],
            _ => 1 + random.below(wish.colours) as u64,
        };
        let x = random.below(wish.cols);
        if random.percent(40) || wish.cols < 3 {
            let y = random.below(columns[x].len() + 1);
            columns[x].splice(y..y, [colour; 3]);
        } else {
            let covered = columns.get_mut(x..x + 3)?;
            let lowest = covered.iter().map(Vec::len).min()?;
            let y = random.below(lowest + 1);
            covered.iter_mut().for_each(|column| column.insert(y, colour));
        }
    }
    if columns.iter().any(|column| column.len() > wish.rows) {
        return None;
    }
    let (x, y) = (random.below(wish.cols - 1), random.below(wish.rows));
    let step = if random.percent(75) {
        if columns[x].len().min(columns[x + 1].len()) <= y || columns[x][y] == columns[x + 1][y] {
            return None;
        }
        let (left, right) = (columns[x][y], columns[x + 1][y]);
        (columns[x][y], columns[x + 1][y]) = (right, left);
        Move::new(x as u8, y as u8, Side::Right)
    } else {
        // A block that fell into its place came from a higher cell of the column beside it.
        let (to, from) = if random.percent(50) { (x, x + 1) } else { (x + 1, x) };
        let height = columns[to].len();
        if height == 0 || y < height || columns[from].len() < y || columns[from].len() == wish.rows {
            return None;
        }
        let block = columns[to].pop()?;
        columns[from].insert(y, block);
        Move::new(from as u8, y as u8, if from < to { Side::Right } else { Side::Left })
    };
    let before = Grid::from_names(wish.rows, wish.cols, |at| columns[at.col].get(at.row).copied()).ok()?;
    let mut played = before.clone();
    let leads_there = before.is_settled() && played.play(step).is_ok() && played == *after;
    leads_there.then_some(before)
}

/// A board from which a swap that makes no run leads to `after`.
fn quiet_step(random: &mut Random, after: &Grid) -> Option<Grid> {
    let (x, y) = (random.below(after.cols() - 1), random.below(after.rows()));
    let (left, right) = (Cell::new(y, x), Cell::new(y, x + 1));
    let (one, other) = (after.get(left)?, after.get(right)?);
    let mut before = after.clone();
    before.set(left, Some(other));
    before.set(right, Some(one));
    (one != other && before.is_settled()).then_some(before)
}

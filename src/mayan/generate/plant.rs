//! Boards built backwards from the empty board: each step takes back one move.

use super::GenerateOptions;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Move, Random, Side};

/// Attempts at one backward step before the board is discarded.
const MAX_TRIES: usize = 300;

/// Returns a settled board that some list of `options.moves` moves clears, with the requested blocks and colours;
/// `None` if the random choices do not lead to such a board.
pub fn plant(random: &mut Random, options: &GenerateOptions) -> Option<Grid> {
    let names: Vec<u64> = (1..=options.colours as u64).collect();
    let mut board = Grid::empty(options.rows, options.cols, &names).ok()?;
    // The number of blocks to reach. A step with runs adds three blocks or more; a step without a run adds none.
    let wanted = random.between(*options.blocks.start(), *options.blocks.end());
    for step in 0..options.moves {
        let left = (options.moves - step) as usize;
        let missing = wanted.saturating_sub(board.tiles());
        let before = (0..MAX_TRIES).find_map(|_| {
            let quiet = step > 0 && (missing < 3 || (missing < 3 * left && random.percent(40)));
            if quiet {
                step_without_run(random, &board)
            } else {
                step_with_runs(random, &board, options, missing, left)
            }
        })?;
        board = before;
    }
    let colours = (0..board.colours() as u8).filter(|&colour| board.count(colour) > 0).count();
    (options.blocks.contains(&board.tiles()) && colours == options.colours).then_some(board)
}

/// Returns a board from which a move that makes runs leads to `after`; `None` if the random choices fail. This step is
/// one of the last `left` steps, which must add `missing` blocks in all.
fn step_with_runs(
    random: &mut Random,
    after: &Grid,
    options: &GenerateOptions,
    missing: usize,
    left: usize,
) -> Option<Grid> {
    let cell = |row, col| Cell::new(row, col);
    let mut columns: Vec<Vec<u64>> = (0..options.cols)
        .map(|col| (0..options.rows).map_while(|row| after.name_at(cell(row, col))).collect())
        .collect();
    // The number of runs per remaining step that would add all missing blocks, at most 3.
    let runs = (missing / 3).div_ceil(left.max(1)).clamp(1, 3);
    let used =
        |name: u64| after.names().iter().position(|&n| n == name).is_some_and(|c| after.count(c as u8) > 0);
    let unused: Vec<u64> = (1..=options.colours as u64).filter(|&name| !used(name)).collect();
    for _ in 0..random.between(1, runs) {
        let colour = match random.below(unused.len() + 2) {
            at if at < unused.len() => unused[at],
            _ => 1 + random.below(options.colours) as u64,
        };
        let x = random.below(options.cols);
        if random.percent(40) || options.cols < 3 {
            let y = random.below(columns[x].len() + 1);
            columns[x].splice(y..y, [colour; 3]);
        } else {
            let covered = columns.get_mut(x..x + 3)?;
            let lowest = covered.iter().map(Vec::len).min()?;
            let y = random.below(lowest + 1);
            covered.iter_mut().for_each(|column| column.insert(y, colour));
        }
    }
    if columns.iter().any(|column| column.len() > options.rows) {
        return None;
    }
    let (x, y) = (random.below(options.cols - 1), random.below(options.rows));
    let step = if random.percent(75) {
        if columns[x].len().min(columns[x + 1].len()) <= y || columns[x][y] == columns[x + 1][y] {
            return None;
        }
        let (left, right) = (columns[x][y], columns[x + 1][y]);
        (columns[x][y], columns[x + 1][y]) = (right, left);
        Move::new(x as u8, y as u8, Side::Right)
    } else {
        // Takes back a slide: the top block of column `to` came from row `y` of column `from` and fell.
        let (to, from) = if random.percent(50) { (x, x + 1) } else { (x + 1, x) };
        let height = columns[to].len();
        if height == 0 || y < height || columns[from].len() < y || columns[from].len() == options.rows {
            return None;
        }
        let block = columns[to].pop()?;
        columns[from].insert(y, block);
        Move::new(from as u8, y as u8, if from < to { Side::Right } else { Side::Left })
    };
    let before =
        Grid::from_names(options.rows, options.cols, |at| columns[at.col].get(at.row).copied()).ok()?;
    let mut played = before.clone();
    let leads_there = before.is_settled() && played.play(step).is_ok() && played == *after;
    leads_there.then_some(before)
}

/// Returns a board from which a random swap that makes no run leads to `after`; `None` if the swap drawn is impossible.
fn step_without_run(random: &mut Random, after: &Grid) -> Option<Grid> {
    let (x, y) = (random.below(after.cols() - 1), random.below(after.rows()));
    let (left, right) = (Cell::new(y, x), Cell::new(y, x + 1));
    let (one, other) = (after.get(left)?, after.get(right)?);
    let mut before = after.clone();
    before.set(left, Some(other));
    before.set(right, Some(one));
    (one != other && before.is_settled()).then_some(before)
}

//! Law: on any board, the judges of UVa 758, Click and P1312 agree with plain implementations of their statements.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::fmt::Write as _;
use tilefall::judge::{click, p1312, uva758};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Move, Side};
use tilefall_fuzz::{board, next};

/// Returns the output of UVa 758. Each move removes the biggest group; ties go to the leftmost, then the lowest group.
fn biggest(grid: &Grid) -> String {
    let mut grid = grid.clone();
    let mut text = "Game 1:\n\n".to_owned();
    let mut score = 0;
    for number in 1.. {
        let size = |cell: &Cell| grid.group(*cell).len();
        let most =
            grid.cells().filter(|cell| grid.get(*cell).is_some()).map(|cell| size(&cell)).max().unwrap_or(0);
        if most < 2 {
            break;
        }
        let mut cells: Vec<Cell> =
            grid.cells().filter(|cell| grid.get(*cell).is_some() && size(cell) == most).collect();
        cells.sort_by_key(|cell| (cell.col, cell.row));
        let name = grid.name_at(cells[0]).and_then(Grid::character).unwrap_or('?');
        let points = (most - 2) * (most - 2);
        score += points;
        let (row, col) = (cells[0].row + 1, cells[0].col + 1);
        writeln!(
            text,
            "Move {number} at ({row},{col}): removed {most} balls of color {name}, got {points} points."
        )
        .expect("a string takes all");
        grid.click(cells[0]);
    }
    let left = grid.tiles();
    score += if left == 0 { 1000 } else { 0 };
    writeln!(text, "Final score: {score}, with {left} balls remaining.").expect("a string takes all");
    text
}

/// Returns whether the first `allowed` moves of `list` ever empty the board. The error is the index of an invalid move.
fn clears(grid: &Grid, allowed: u64, list: &[Move]) -> Result<bool, usize> {
    let leaves = |step: &Move| {
        let over = if step.side == Side::Left { step.x == 0 } else { usize::from(step.x) + 1 >= grid.cols() };
        over || usize::from(step.x) >= grid.cols() || usize::from(step.y) >= grid.rows()
    };
    if let Some(at) = list.iter().position(leaves) {
        return Err(at);
    }
    let mut board = grid.clone();
    board.settle();
    let mut cleared = board.is_empty();
    for &step in list.iter().take(usize::try_from(allowed).unwrap_or(usize::MAX)) {
        let block = board.get(Cell::new(usize::from(step.y), usize::from(step.x)));
        assert_eq!(board.play(step).is_ok(), block.is_some());
        cleared |= board.is_empty();
    }
    Ok(cleared)
}

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes;
    let [judge, rows, cols, colours] = [(); 4].map(|()| next(&mut bytes));
    let (rows, cols) = (usize::from(rows % 20) + 1, usize::from(cols % 8) + 1);
    match judge % 3 {
        0 => {
            let mut grid = board(rows, cols, u64::from(colours % 18) + 1, &mut bytes);
            grid.close();
            let mut out = Vec::new();
            uva758::play(1, &grid, &mut out);
            assert_eq!(String::from_utf8_lossy(&out), biggest(&grid));
        }
        1 => {
            let shape = click::Shape { rows, cols, types: colours % 11 };
            let Ok(grid) = click::read(bytes, shape) else { return };
            let lines = bytes.split(|&byte| byte == b'\n').take(rows);
            let rows = lines.map(|line| [line.strip_suffix(b"\r").unwrap_or(line), b"\n"].concat());
            assert_eq!(click::write(&grid), rows.collect::<Vec<_>>().concat());
        }
        _ => {
            let grid = board(rows.min(9), cols, u64::from(colours % 15) + 1, &mut bytes);
            let allowed = u64::from(next(&mut bytes) % 8);
            let step = |pair: &[u8]| {
                let side = if pair[1] & 1 == 0 { Side::Left } else { Side::Right };
                Move::new(pair[0] % 9, pair[1] / 2 % 10, side)
            };
            let list: Vec<Move> = bytes.chunks_exact(2).take(12).map(step).collect();
            assert_eq!(
                p1312::clears(&grid, allowed, &list).map_err(|(at, _)| at),
                clears(&grid, allowed, &list)
            );
        }
    }
});

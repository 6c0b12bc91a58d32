//! Law: the solver gives the same answers with and without its optional techniques, and its lists clear the board.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Mode, StopFlag};

fuzz_target!(|bytes: &[u8]| {
    // The bytes are: number of colours, number of moves, then up to 16 blocks, each a column and a colour.
    let [colours, moves, blocks @ ..] = bytes else { return };
    let colours = colours % 5 + 1;
    let mut columns = vec![Vec::new(); 5];
    for block in &blocks[..blocks.len().min(16)] {
        let column: &mut Vec<u64> = &mut columns[usize::from(block % 5)];
        if column.len() < 7 {
            column.push(u64::from(block / 5 % colours) + 1);
        }
    }
    let grid = Grid::from_names(7, 5, |cell: Cell| columns[cell.col].get(cell.row).copied())
        .expect("a small board of few colours");
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &stop };
    for mode in [Mode::Exactly, Mode::Shortest] {
        let request = Request::new(u64::from(moves % 4), mode);
        let answer = solve(&grid, &request, &limits).expect("the board fits");
        let plain = Request { tuning: Tuning::PLAIN, ..request };
        let plain = solve(&grid, &plain, &limits).expect("the board fits");
        assert_eq!((answer.status, &answer.found), (plain.status, &plain.found), "{grid:?} {request:?}");
        let Some(list) = answer.found else { continue };
        let mut played = grid.clone();
        played.settle();
        list.iter().for_each(|&step| played.play(step).expect("a move of a list can be played"));
        assert!(played.is_empty(), "{grid:?} {list:?}");
    }
});

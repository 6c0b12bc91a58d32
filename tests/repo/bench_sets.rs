//! The boards that `tilefall bench` and the benches run on, and how they were made.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::mayan::Outcome;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Mode, Status, StopFlag};
use tilefall::text::formats::jsonl;

static NEVER: StopFlag = StopFlag::new();

pub fn ask(grid: &Grid, request: &Request, nodes: Option<u64>) -> Outcome {
    solve(grid, request, &SearchLimits { nodes, memory: 1 << 26, stop: &NEVER }).unwrap()
}

fn shipped() -> Vec<Puzzle> {
    jsonl::each(include_bytes!("../../data/bench/mayan.jsonl")).map(Result::unwrap).collect()
}

/// Checks the property in the name of a set: `easy` and `deep` are solvable, `hard5` in exactly five moves, `none-M`
/// and `few-K` have no solution.
#[test]
fn every_board_is_what_its_set_says() {
    let puzzles = shipped();
    assert_eq!(puzzles.len(), 230);
    for puzzle in &puzzles {
        let id = puzzle.id.as_deref().unwrap();
        let Task::Mayan(task) = &puzzle.task else { panic!("{id}") };
        let (mode, moves) = (task.mode.unwrap(), task.moves.unwrap());
        // The deepest take too long for a test.
        if moves > 8 || (cfg!(debug_assertions) && moves > 6) {
            continue;
        }
        let answer = ask(&puzzle.grid, &Request::new(moves, mode), None);
        let solvable = !id.starts_with("none") && !id.starts_with("few");
        assert_eq!(answer.status == Status::Optimal, solvable, "{id}");
        if let Some(list) = answer.list {
            let mut board = puzzle.grid.clone();
            list.iter().for_each(|&step| board.play(step).unwrap());
            assert!(board.is_empty(), "{id}");
        }
    }
}

fn random(rng: &mut Xoshiro256PlusPlus, blocks: usize, colours: u64) -> Grid {
    loop {
        let mut heights = [7usize; 5];
        for _ in blocks..35 {
            let full: Vec<usize> = (0..5).filter(|&x| heights[x] > 0).collect();
            heights[full[rng.random_range(0..full.len())]] -= 1;
        }
        // Three of each colour, then any, in a random order.
        let mut bag: Vec<u64> = (0..3 * colours).map(|i| 1 + i % colours).collect();
        bag.extend((bag.len()..blocks).map(|_| rng.random_range(1..=colours)));
        let mut cell = |c: tilefall::rules::Cell| {
            (c.row < heights[c.col]).then(|| bag.swap_remove(rng.random_range(0..bag.len())))
        };
        let grid = Grid::from_names(7, 5, &mut cell).unwrap();
        if grid.is_settled() {
            return grid;
        }
    }
}

/// A board that `steps` moves empty, constructed backwards: inserts runs, then breaks them by a swap.
fn planted(rng: &mut Xoshiro256PlusPlus, steps: usize, colours: u64, blocks: std::ops::Range<usize>) -> Grid {
    'again: loop {
        let mut board = Grid::empty(7, 5, &[]).unwrap();
        for _ in 0..steps {
            let before = (0..400).find_map(|_| step_back(rng, &board, colours));
            let Some(before) = before else { continue 'again };
            board = before;
        }
        if blocks.contains(&board.tiles()) {
            return board;
        }
    }
}

/// A random board from which one move leads to `after`, if possible.
pub fn step_back(rng: &mut Xoshiro256PlusPlus, after: &Grid, colours: u64) -> Option<Grid> {
    let mut columns: Vec<Vec<u64>> = (0..5)
        .map(|col| (0..7).map_while(|row| after.name_at(tilefall::rules::Cell::new(row, col))).collect())
        .collect();
    for _ in 0..rng.random_range(1..=2) {
        let (colour, x) = (rng.random_range(1..=colours), rng.random_range(0..5));
        if rng.random_bool(0.4) {
            let y = rng.random_range(0..=columns[x].len());
            columns[x].splice(y..y, [colour; 3]);
        } else {
            let covered = columns.get_mut(x..x + 3)?;
            let y = rng.random_range(0..=covered.iter().map(Vec::len).min()?);
            covered.iter_mut().for_each(|column| column.insert(y, colour));
        }
    }
    let (x, y) = (rng.random_range(0..4), rng.random_range(0..7));
    if columns.iter().any(|column| column.len() > 7) || columns[x].len().min(columns[x + 1].len()) <= y {
        return None;
    }
    let (left, right) = (columns[x][y], columns[x + 1][y]);
    (columns[x][y], columns[x + 1][y]) = (right, left);
    let before = Grid::from_names(7, 5, |cell| columns[cell.col].get(cell.row).copied()).ok()?;
    let mut played = before.clone();
    let swap = tilefall::rules::Move::new(x as u8, y as u8, tilefall::rules::Side::Right);
    (left != right && before.is_settled() && played.play(swap).is_ok() && played == *after).then_some(before)
}

/// Rewrites the file: `cargo test --release --test it write_the_bench_sets -- --ignored`.
#[test]
#[ignore = "writes data/bench/mayan.jsonl"]
fn write_the_bench_sets() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(20);
    let mut out = String::new();
    let mut put = |set: &str, number: usize, grid: &Grid, moves: u64, mode: &str| {
        let rows: Vec<String> = (0..7).rev().map(|row| grid.row_text(row).unwrap()).collect();
        let rows = serde_json::to_string(&rows).unwrap();
        let id = format!("{set}/{:02}", number + 1);
        eprintln!("{id}");
        writeln!(
            out,
            r#"{{"v":1,"id":"{id}","game":"mayan","rows":{rows},"moves":{moves},"mode":"{mode}"}}"#
        )
        .unwrap();
    };
    let mut number = 0;
    while number < 60 {
        let (blocks, colours) = (rng.random_range(9..=18), rng.random_range(2..=4));
        let grid = random(&mut rng, blocks, colours);
        let answer = ask(&grid, &Request::new(4, Mode::Shortest), Some(100_000));
        if answer.list.is_some_and(|list| list.len() >= 2) {
            put("easy", number, &grid, 4, "shortest");
            number += 1;
        }
    }
    let mut number = 0;
    while number < 40 {
        let colours = rng.random_range(4..=8);
        let grid = planted(&mut rng, 5, colours, 20..36);
        // Hard for the accepted programs: the plain search needs 200,000 boards and more.
        let tuning = Tuning { cpu: None, ..Tuning::PLAIN };
        let plain = Request { tuning, ..Request::new(5, Mode::Exactly) };
        if ask(&grid, &plain, Some(200_000)).status == Status::Unknown {
            put("hard5", number, &grid, 5, "exactly");
            number += 1;
        }
    }
    let mut number = 0;
    while number < 30 {
        let (steps, colours) = (6 + number / 8, rng.random_range(5..=8));
        let grid = planted(&mut rng, steps, colours, 26..36);
        let answer = ask(&grid, &Request::new(steps as u64, Mode::Shortest), Some(3_000_000));
        if let Some(list) = answer.list.filter(|list| list.len() >= 6) {
            put("deep", number, &grid, list.len() as u64, "shortest");
            number += 1;
        }
    }
    for moves in 7..=10 {
        let mut number = 0;
        while number < 20 {
            let blocks = rng.random_range(30..=35);
            let grid = random(&mut rng, blocks, 6 + number as u64 % 5);
            if ask(&grid, &Request::new(moves, Mode::Exactly), None).status == Status::Infeasible {
                put(&format!("none-{moves}"), number, &grid, moves, "exactly");
                number += 1;
            }
        }
    }
    for (colours, boards) in [(3, 6), (4, 7), (5, 7)] {
        let mut number = 0;
        while number < boards {
            let blocks = rng.random_range(30..=35);
            let grid = random(&mut rng, blocks, colours);
            if ask(&grid, &Request::new(7, Mode::Exactly), None).status == Status::Infeasible {
                put(&format!("few-{colours}"), number, &grid, 7, "exactly");
                number += 1;
            }
        }
    }
    std::fs::write(concat!(".", "/data/bench/mayan.jsonl"), out).unwrap();
}

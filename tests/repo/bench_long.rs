//! Boards whose shortest list is long: 10 to 12 moves. They come in a file of their own.

use super::bench_sets::{ask, step_back};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;
use tilefall::internals::mayan::solve::Request;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Cell, Mode, Move, Side, Status, Threads};
use tilefall::text::formats::jsonl;

const COUNT: usize = 20;

fn shipped() -> Vec<Puzzle> {
    jsonl::each(include_bytes!("../../data/bench/mayan-long.jsonl")).map(Result::unwrap).collect()
}

/// Checks the lists stored with the boards. The proof that no list is shorter takes too long for a test.
#[test]
fn every_long_board_is_nearly_full_and_has_ten_to_twelve_moves() {
    let puzzles = shipped();
    assert_eq!(puzzles.len(), COUNT);
    let kept = include_str!("../../data/bench/mayan-long.moves");
    assert_eq!(kept.lines().count(), COUNT);
    for (puzzle, line) in puzzles.iter().zip(kept.lines()) {
        let (id, list) = line.split_once(' ').unwrap();
        assert_eq!(puzzle.id.as_deref(), Some(id));
        let Task::Mayan(task) = &puzzle.task else { panic!("{id}") };
        assert_eq!(task.mode, Some(Mode::Shortest), "{id}");
        assert!(puzzle.grid.tiles() >= 28 && puzzle.grid.is_settled(), "{id}");
        let list: Vec<Move> = list.split(' ').map(step).collect();
        assert!((10..=12).contains(&list.len()) && task.moves == Some(list.len() as u64), "{id}");
        let mut board = puzzle.grid.clone();
        list.iter().for_each(|&step| board.play(step).unwrap());
        assert!(board.is_empty(), "{id}");
    }
}

fn step(text: &str) -> Move {
    let [x, y, side] = text.as_bytes() else { panic!("{text}") };
    Move::new(x - b'0', y - b'0', if *side == b'R' { Side::Right } else { Side::Left })
}

/// Returns a lower bound on the number of moves.
fn bound(grid: &Grid) -> u64 {
    ask(grid, &Request::new(0, Mode::Within), None).bound
}

/// A random board from which one swap that makes no run leads to `after`, if possible.
fn quiet_back(rng: &mut Xoshiro256PlusPlus, after: &Grid) -> Option<Grid> {
    let (x, y) = (rng.random_range(0..4), rng.random_range(0..7));
    let (left, right) = (after.name_at(Cell::new(y, x))?, after.name_at(Cell::new(y, x + 1))?);
    let swapped = |cell: Cell| match (cell.row == y, cell.col) {
        (true, col) if col == x => Some(right),
        (true, col) if col == x + 1 => Some(left),
        _ => after.name_at(cell),
    };
    let before = Grid::from_names(7, 5, swapped).ok()?;
    (left != right && before.is_settled()).then_some(before)
}

/// A board that `steps` moves empty, constructed backwards: each step takes the farthest of some predecessors.
fn far(rng: &mut Xoshiro256PlusPlus, steps: usize, colours: u64) -> Option<Grid> {
    let mut board = Grid::empty(7, 5, &[]).unwrap();
    for number in 0..steps {
        let eliminate = number == 0 || (board.tiles() < 33 && rng.random_bool(0.8));
        let mut best: Option<(u64, Grid)> = None;
        for _ in 0..120 {
            let before = if eliminate { step_back(rng, &board, colours) } else { quiet_back(rng, &board) };
            let Some(before) = before else { continue };
            let far = bound(&before);
            if far < 100 && best.as_ref().is_none_or(|(most, _)| far > *most) {
                best = Some((far, before));
            }
        }
        board = best?.1;
    }
    (board.tiles() >= 28 && bound(&board) >= 7).then_some(board)
}

/// Rewrites the files: `cargo test --release --test it write_the_long_set -- --ignored`.
#[test]
#[ignore = "writes data/bench/mayan-long.*; minutes"]
fn write_the_long_set() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(21);
    let (mut boards, mut moves) = (String::new(), String::new());
    let mut number = 0;
    while number < COUNT {
        let (steps, colours) = (rng.random_range(11..=15), rng.random_range(6..=10));
        let Some(grid) = far(&mut rng, steps, colours) else { continue };
        let request = Request { threads: Threads::Exactly(1), ..Request::new(12, Mode::Shortest) };
        let answer = ask(&grid, &request, Some(30_000_000));
        let Some(list) = answer.list.filter(|list| list.len() >= 10) else { continue };
        assert_eq!(answer.status, Status::Optimal);
        number += 1;
        let rows: Vec<String> = (0..7).rev().map(|row| grid.row_text(row).unwrap()).collect();
        let rows = serde_json::to_string(&rows).unwrap();
        let (id, length) = (format!("long-{}/{number:02}", list.len()), list.len());
        eprintln!("{id} {colours} colours, {} blocks, {} nodes", grid.tiles(), answer.stats.nodes);
        writeln!(
            boards,
            r#"{{"v":1,"id":"{id}","game":"mayan","rows":{rows},"moves":{length},"mode":"shortest"}}"#
        )
        .unwrap();
        let letter = |step: &Move| if step.side == Side::Right { 'R' } else { 'L' };
        let list: Vec<String> =
            list.iter().map(|step| format!("{}{}{}", step.x, step.y, letter(step))).collect();
        writeln!(moves, "{id} {}", list.join(" ")).unwrap();
        let data = concat!(".", "/data/bench/mayan-long");
        std::fs::write(format!("{data}.jsonl"), &boards).unwrap();
        std::fs::write(format!("{data}.moves"), &moves).unwrap();
    }
}

//! Checks the boards that `tilefall bench` and the benches run on.

use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Mode, Move, Side, Status, StopFlag};
use tilefall::text::formats::jsonl;

fn read(text: &'static [u8]) -> Vec<Puzzle> {
    jsonl::each(text).map(Result::unwrap).collect()
}

/// Checks the property in the name of a set: `easy` and `deep` are solvable, `hard5` in exactly five moves, `none-M`
/// and `few-K` have no solution.
#[test]
fn every_board_is_what_its_set_says() {
    let puzzles = read(include_bytes!("../../data/bench/mayan.jsonl"));
    assert_eq!(puzzles.len(), 230);
    for puzzle in &puzzles {
        let id = puzzle.id.as_deref().unwrap();
        let Task::Mayan(task) = &puzzle.task else { panic!("{id}") };
        let (mode, moves) = (task.mode.unwrap(), task.moves.unwrap());
        // The deepest boards take too long for a test.
        if moves > 8 || (cfg!(debug_assertions) && moves > 6) {
            continue;
        }
        let limits = SearchLimits { nodes: None, memory: 1 << 26, stop: &StopFlag::new() };
        let answer = solve(&puzzle.grid, &Request::new(moves, mode), &limits).unwrap();
        let solvable = !id.starts_with("none") && !id.starts_with("few");
        assert_eq!(answer.status == Status::Optimal, solvable, "{id}");
        if let Some(list) = answer.found {
            let mut board = puzzle.grid.clone();
            list.iter().for_each(|&step| board.play(step).unwrap());
            assert!(board.is_empty(), "{id}");
        }
    }
}

/// Checks the stored lists, of 10 to 12 moves. A proof that no list is shorter takes too long for a test.
#[test]
fn every_long_board_is_nearly_full_and_has_ten_to_twelve_moves() {
    let puzzles = read(include_bytes!("../../data/bench/mayan-long.jsonl"));
    assert_eq!(puzzles.len(), 20);
    let kept = include_str!("../../data/bench/mayan-long.moves");
    assert_eq!(kept.lines().count(), 20);
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

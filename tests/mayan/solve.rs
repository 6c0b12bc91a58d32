//! The solver, part by part, against the plain search. `brute` compares it with brute force.

use crate::support::paths;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::mayan::Outcome;
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Move, Status, StopFlag, Threads};

static NEVER: StopFlag = StopFlag::new();

fn limits() -> SearchLimits<'static> {
    SearchLimits { nodes: None, memory: 1 << 24, stop: &NEVER }
}

fn ask(grid: &Grid, request: &Request) -> Outcome {
    solve(grid, request, &limits()).unwrap()
}

/// Returns a random board in which most colours have about three blocks; it may have runs.
pub fn small_board(rng: &mut Xoshiro256PlusPlus, rows: usize, cols: usize) -> Grid {
    let blocks = rng.random_range(3..=(rows * cols * 3 / 4).max(4));
    let colours = (blocks / rng.random_range(3..=6)).max(1) as u64;
    let mut columns = vec![Vec::new(); cols];
    for block in 0..blocks as u64 {
        // Blocks are close to each other, so that many boards can be cleared in few moves.
        let near = ((block % colours) as usize + rng.random_range(0..3)) % cols;
        let column = if columns[near].len() < rows {
            near
        } else {
            (0..cols).find(|&c| columns[c].len() < rows).unwrap()
        };
        columns[column].push(1 + block % colours);
    }
    for column in &mut columns {
        for i in (1..column.len()).rev() {
            if rng.random_bool(0.5) {
                column.swap(i, rng.random_range(0..=i));
            }
        }
    }
    Grid::from_names(rows, cols, |cell| columns[cell.col].get(cell.row).copied()).unwrap()
}

/// Returns settings of the solver: each part alone, and all parts together, on every CPU path.
fn variants() -> Vec<Tuning> {
    let plain = Tuning::PLAIN;
    let mut variants = vec![
        Tuning { flow: true, ..plain },
        Tuning { sleep: true, ..plain },
        Tuning { table: true, ..plain },
        Tuning { final_moves: true, ..plain },
        Tuning { flow: true, final_moves: true, ..plain },
        Tuning { final_moves: false, ..Tuning::default() },
        Tuning { sleep: true, table: true, ..plain },
    ];
    variants.extend(paths::tested().into_iter().map(|path| Tuning { cpu: Some(path), ..Tuning::default() }));
    variants
}

#[test]
fn every_part_keeps_the_first_answer_of_the_plain_search() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let variants = variants();
    let boards = if cfg!(debug_assertions) { 2_000 } else { 8_000 };
    let mut solvable = 0;
    for round in 0..boards {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let m = if grid.tiles() <= 12 { 2 + round % 3 } else { 2 + round % 2 };
        for mode in [Mode::Exactly, Mode::Shortest] {
            let request = Request { tuning: Tuning::PLAIN, ..Request::new(m, mode) };
            let plain = ask(&grid, &request);
            solvable += usize::from(plain.found.is_some());
            for &tuning in &variants {
                let other = ask(&grid, &Request { tuning, ..request });
                assert_eq!(
                    (other.status, &other.found),
                    (plain.status, &plain.found),
                    "{grid:?} {mode:?} {m} {tuning:?}"
                );
            }
        }
    }
    assert!(solvable * 10 > boards as usize, "only {solvable} of {boards} can be cleared");
}

fn columns(text: &str) -> Grid {
    let columns: Vec<Vec<u64>> = text
        .split(';')
        .map(|column| column.split_whitespace().filter_map(|block| block.parse().ok()).collect())
        .collect();
    Grid::from_names(7, 5, |cell| columns[cell.col].get(cell.row).copied()).unwrap()
}

/// These first lists are lost or change if the table ignores the moves left, if sleep sets contain moves that are not
/// quiet, or if quietness is not tested again at the next level. In the last board, one swap completes two runs.
#[test]
fn conditions_of_the_parts_decide_these_answers() {
    for (board, moves, expected) in [
        ("2 3 2; 3; 1 2 3 1 2 2 3; 3 2 1; 3", 4, "0 2 R, 0 1 R, 2 1 R, 1 0 R"),
        ("-; 3 3; 3 3 1 2; 2 1 1 2; 3 3", 2, "3 1 R, 3 0 R"),
        ("1; 1 2 2 1; 2 1; 1 1; -", 4, "1 1 R, 1 1 R, 3 0 R, 1 0 R"),
        ("1 1 2; 2 2 1; -; -; -", 1, "0 2 R"),
    ] {
        for tuning in [Tuning { sleep: true, ..Tuning::PLAIN }, Tuning::default()] {
            let request = Request { skip_noop: true, tuning, ..Request::new(moves, Mode::Exactly) };
            let list = ask(&columns(board), &request).found.unwrap_or_default();
            let list: Vec<String> = list.iter().map(Move::to_string).collect();
            assert_eq!(list.join(", "), expected, "{board}");
        }
    }
}

#[test]
fn node_limits_are_exact_and_say_so() {
    let board = columns("1 1 2 3 4; 3 3 1 2 3 5 4; 3 5 5 3 2 2; 5 5 3 5 2 4 2; -");
    let whole = ask(&board, &Request::new(5, Mode::Exactly));
    assert_eq!(whole.status, Status::Optimal);
    for nodes in [0, 1, 100, whole.stats.nodes - 1, whole.stats.nodes] {
        let limits = SearchLimits { nodes: Some(nodes), ..limits() };
        let request = Request { threads: Threads::Exactly(8), ..Request::new(5, Mode::Exactly) };
        let answer = solve(&board, &request, &limits).unwrap();
        assert_eq!(answer.stats.nodes, nodes);
        let stopped = (nodes < whole.stats.nodes).then_some(tilefall::rules::StopReason::Nodes);
        assert_eq!(answer.stopped_by, stopped);
        assert_eq!(answer.found.is_some(), stopped.is_none());
    }
}

//! The solver, part by part, against brute force on small boards.

use crate::support::mayan_brute_force::BruteForce;
use crate::support::paths;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve, solve_with};
use tilefall::mayan::{Event, Outcome, Solutions};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Move, Status, StopFlag, Threads};

static NEVER: StopFlag = StopFlag::new();

fn limits() -> SearchLimits<'static> {
    SearchLimits { nodes: None, memory: 1 << 24, stop: &NEVER }
}

fn ask(grid: &Grid, request: &Request) -> Outcome {
    solve(grid, request, &limits()).unwrap()
}

fn lists(grid: &Grid, request: &Request) -> Vec<Vec<Move>> {
    let mut lists = Vec::new();
    let request = Request { want: Solutions::All(u64::MAX), ..*request };
    solve_with(grid, &request, &limits(), &mut |event| {
        if let Event::Solution(list) = event {
            lists.push(list.to_vec());
        }
        ControlFlow::Continue(())
    })
    .unwrap();
    lists
}

/// A settled board, mostly of colours with about three blocks.
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

/// Every mode of the solver against all lists by brute force, on boards of about 4×4.
#[test]
fn all_modes_agree_with_the_rule_book_on_a_thousand_small_boards() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut solvable, mut boards) = (0, 0);
    for round in 0..1000 {
        let (rows, cols) = [(7, 5), (4, 4), (5, 3), (3, 6), (8, 5), (8, 8), (2, 7)][round % 7];
        let mut grid = small_board(&mut rng, rows, cols);
        grid.settle();
        let noop = round % 5 == 0;
        let deepest = if grid.tiles() <= 9 { 3 } else { 2 };
        let mut all = BruteForce::of(&grid, noop, deepest, usize::MAX).unwrap();
        let book: Vec<_> = (0..=deepest).map(|m| all.lists(m)).collect();
        boards += 1;
        let shortest = book.iter().position(|lists| !lists.is_empty());
        solvable += usize::from(shortest.is_some());
        for m in 0..=deepest {
            let name = || format!("{grid:?} in {m}, noop {noop}");
            let request = |mode, want| Request { want, noop, ..Request::new(m, mode) };
            let exactly = ask(&grid, &request(Mode::Exactly, Solutions::One));
            assert_eq!(exactly.list.as_ref(), book[m as usize].first(), "{}", name());
            assert_eq!(lists(&grid, &request(Mode::Exactly, Solutions::One)), book[m as usize], "{}", name());
            let count = ask(&grid, &request(Mode::Exactly, Solutions::Count));
            assert_eq!(count.count, Some(book[m as usize].len() as u128), "{}", name());
            let within: Vec<_> = book[..=m as usize].concat();
            let mut sorted = within.clone();
            sorted.sort();
            assert_eq!(lists(&grid, &request(Mode::Within, Solutions::One)), sorted, "{}", name());
            let any = ask(&grid, &request(Mode::Within, Solutions::One));
            assert_eq!(any.list.is_some(), !within.is_empty(), "{}", name());
            assert!(any.list.is_none_or(|list| within.contains(&list)), "{}", name());
            let first = ask(&grid, &request(Mode::Within, Solutions::First));
            assert_eq!(first.list.as_ref(), sorted.first(), "{}", name());
            let counts = ask(&grid, &request(Mode::Within, Solutions::Count));
            assert_eq!(counts.count, Some(within.len() as u128), "{}", name());
            for counted in &counts.counts {
                assert_eq!(counted.lists, book[counted.moves as usize].len() as u128, "{}", name());
            }
            let best = shortest.filter(|&length| length as u64 <= m);
            let answer = ask(&grid, &request(Mode::Shortest, Solutions::One));
            assert_eq!(answer.list.as_ref(), best.map(|length| &book[length][0]), "{}", name());
            let status = if best.is_some() { Status::Optimal } else { Status::Infeasible };
            assert_eq!((answer.status, any.status), (status, status), "{}", name());
            let all: Vec<_> = best.map_or(Vec::new(), |length| book[length].clone());
            assert_eq!(lists(&grid, &request(Mode::Shortest, Solutions::One)), all, "{}", name());
            let count = ask(&grid, &request(Mode::Shortest, Solutions::Count));
            assert_eq!(count.count, Some(all.len() as u128), "{}", name());
        }
    }
    assert_eq!(boards, 1000);
    assert!(solvable > 200, "only {solvable} of the boards can be cleared");
}

/// Every part of the solver alone, and all together, against the plain search.
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
            solvable += usize::from(plain.list.is_some());
            for &tuning in &variants {
                let other = ask(&grid, &Request { tuning, ..request });
                assert_eq!(
                    (other.status, &other.list),
                    (plain.status, &plain.list),
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

fn first(board: &str, moves: u64) -> String {
    let answer = ask(&columns(board), &Request::new(moves, Mode::Exactly));
    let lines = answer.list.unwrap_or_default();
    let line =
        |m: &Move| format!("{} {} {}", m.x, m.y, if m.side == tilefall::rules::Side::Right { 1 } else { -1 });
    lines.iter().map(line).collect::<Vec<_>>().join("/")
}

#[test]
fn a_table_without_the_moves_left_would_change_this_answer() {
    let answer = first("2 3 2; 3; 1 2 3 1 2 2 3; 3 2 1; 3", 4);
    assert!(answer.starts_with("0 2 1/0 1 1/2 1 1/1 0 1"), "{answer}");
}

#[test]
fn one_swap_may_serve_two_blocks() {
    let board = columns("1 1 2; 2 2 1; -; -; -");
    assert_eq!(ask(&board, &Request::new(1, Mode::Exactly)).list.map(|list| list.len()), Some(1));
}

/// Threads start at once here, so that small boards also use the parallel search.
#[test]
fn answers_are_the_same_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut solvable = 0;
    let boards = if cfg!(debug_assertions) { 150 } else { 600 };
    for round in 0..boards {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let m = 3 + round % 3;
        for mode in [Mode::Exactly, Mode::Shortest, Mode::Within] {
            let one = ask(&grid, &Request::new(m, mode));
            solvable += usize::from(one.list.is_some());
            for threads in [2, 8].map(Threads::Exactly) {
                let tuning =
                    Tuning { sequential_nodes: 1, task_depth: 2, task_nodes: 0, ..Tuning::default() };
                let many = ask(&grid, &Request { threads, tuning, ..Request::new(m, mode) });
                let answer = |o: &Outcome| (o.status, o.list.clone(), o.bound, o.reason);
                assert_eq!(answer(&many), answer(&one), "{grid:?} {mode:?} {m} on {threads:?}");
            }
        }
    }
    assert!(solvable > boards as usize / 4, "only {solvable}");
}

/// The traversal that creates tasks also finds solutions if fewer than M moves suffice.
#[test]
fn the_first_list_within_far_more_moves_is_the_same_on_any_number_of_threads() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut met = 0;
    for round in 0..300 {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let m = 5 + round % 2;
        let first = |threads, tuning| {
            let request =
                Request { want: Solutions::First, threads, tuning, ..Request::new(m, Mode::Within) };
            let answer = ask(&grid, &request);
            (answer.status, answer.list)
        };
        let one = first(Threads::Exactly(1), Tuning::default());
        met += usize::from(one.1.as_ref().is_some_and(|list| (1..m as usize - 2).contains(&list.len())));
        for threads in [2, 8].map(Threads::Exactly) {
            let tuning = Tuning { sequential_nodes: 1, task_depth: 2, task_nodes: 0, ..Tuning::default() };
            assert_eq!(first(threads, tuning), one, "{grid:?} {m} on {threads:?}");
        }
    }
    assert!(met > 0, "no list ends in the walk");
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
        assert_eq!(answer.list.is_some(), stopped.is_none());
    }
}

#[test]
fn a_raised_flag_ends_any_search_at_once() {
    let flag = StopFlag::new();
    flag.raise(tilefall::rules::StopReason::Interrupt);
    let board = columns("1 1 2 3 4; 3 3 1 2 3 5 4; 3 5 5 3 2 2; 5 5 3 5 2 4 2; -");
    for want in [Solutions::One, Solutions::All(9), Solutions::Count] {
        for mode in [Mode::Exactly, Mode::Within, Mode::Shortest] {
            for threads in [1, 2].map(Threads::Exactly) {
                let request = Request { want, threads, ..Request::new(9, mode) };
                let answer = solve(&board, &request, &SearchLimits { stop: &flag, ..limits() }).unwrap();
                assert_eq!(answer.status, Status::Unknown, "{request:?}");
                assert_eq!(answer.stopped_by, Some(tilefall::rules::StopReason::Interrupt), "{request:?}");
            }
        }
    }
}

#[test]
fn no_solution_for_any_number_of_moves_is_proven_by_looking_at_every_board() {
    // Two colours in separate heaps: few boards, none of them empty.
    let board = Grid::parse(". . . / 1 . 1 / 2 . 2 / 1 . 2").unwrap();
    let answer = ask(&board, &Request::new(u64::MAX, Mode::Shortest));
    match answer.status {
        Status::Infeasible => {
            assert!(matches!(answer.reason, Some(tilefall::mayan::InfeasibleReason::Exhausted(_))))
        }
        other => assert_eq!(other, Status::Optimal),
    }
    let dead = Grid::parse("1 1 2 2").unwrap();
    let answer = ask(&dead, &Request::new(u64::MAX, Mode::Shortest));
    assert_eq!(answer.reason, Some(tilefall::mayan::InfeasibleReason::Colour(1)));
}

#[test]
fn huge_numbers_of_moves_cost_nothing() {
    let board = columns("1; 1; -; 1; -");
    for mode in [Mode::Shortest, Mode::Within] {
        assert_eq!(ask(&board, &Request::new(u64::MAX, mode)).list.map(|list| list.len()), Some(1));
    }
    let exactly = ask(&board, &Request::new(u64::MAX, Mode::Exactly));
    assert_eq!(exactly.status, Status::Unknown);
}

/// The bound is at most the distance, and a quiet move lowers it by one at the most.
#[test]
fn the_bound_is_never_above_the_true_distance() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut checked = 0;
    while checked < if cfg!(debug_assertions) { 300 } else { 3000 } {
        let mut grid = small_board(&mut rng, 7, 5);
        grid.settle();
        let plain =
            Request { tuning: Tuning { table: true, ..Tuning::PLAIN }, ..Request::new(3, Mode::Shortest) };
        let Some(list) = ask(&grid, &plain).list else { continue };
        let bound = ask(&grid, &Request::new(0, Mode::Within)).bound;
        assert!(
            list.is_empty() || bound <= list.len() as u64,
            "{grid:?}: bound {bound}, solved in {}",
            list.len()
        );
        checked += 1;
    }
}

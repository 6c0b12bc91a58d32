//! Records of the solvers for random small puzzles: SameGame under any rules, the Mayan puzzle in every mode.

use super::good_records::Case;
use std::ops::ControlFlow;
use tilefall::mayan;
use tilefall::mayan::Solutions;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::rules::{Columns, Goal, LeftPenalty, Mode, Random, Rules, Score};
use tilefall::samegame;
use tilefall::text::record::hash;
use tilefall::text::report;

/// Returns random rules; removing a single tile or few tiles may cost points.
pub fn rules(random: &mut Random) -> Rules {
    let mut poly = |spread: usize| random.below(2 * spread + 1) as i64 - spread as i64;
    let (a, b, c) = (poly(3), poly(8), poly(8));
    let left = format!("poly:{},{},{}:{}", poly(3), poly(8), poly(8), poly(4) + 4);
    let named = random.below(10);
    Rules {
        score: match Score::NAMED.get(named) {
            Some(&(_, score)) => score,
            None => format!("poly:{a},{b},{c}").parse().unwrap(),
        },
        clear_bonus: [0, 7, 1000][random.below(3)],
        clear_factor: [1, 1, 3][random.below(3)],
        left_penalty: [LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total][random.below(3)],
        left_points: (random.below(4) == 0).then(|| left.parse().unwrap()),
        min_group: [2, 2, 1, 3][random.below(4)] as u32,
        columns: [Columns::Close, Columns::Stay][random.below(2)],
    }
}

/// Returns a random board of at most `cells` cells.
fn grid(random: &mut Random, cells: usize, mut cols: usize, colours: usize, close: bool) -> Grid {
    let rows = 1 + random.below(4);
    cols = (1 + random.below(cols)).clamp(1, cells / rows);
    let mut name = |_| (random.below(9) > 0).then(|| random.below(colours) as u64);
    let mut grid = Grid::from_names(rows, cols, &mut name).unwrap();
    grid.fall();
    if close {
        grid.close();
    }
    grid
}

/// Returns the SameGame solver's answer to a random question; with `is_short` the search stops before a proof.
fn samegame(random: &mut Random, is_short: bool) -> Case {
    let rules = rules(random);
    let colours = 1 + random.below(3);
    let grid = grid(random, 9, 6, colours, rules.columns == Columns::Close);
    let task = SameGameTask { rules: Some(rules), clicks: Vec::new() };
    let mut puzzle = Puzzle::new(grid, Task::SameGame(task));
    puzzle.id = Some("p".into());
    let goal = Goal::NAMED[random.below(5)].1;
    let mut solver = samegame::Solver::new().goal(goal).rules(rules).threads(1);
    if is_short {
        solver = solver.nodes(1 + random.below(3) as u64);
        if random.below(3) == 0 && goal != Goal::Clear {
            solver = solver.target([1, 2, 10][random.below(3)]);
        }
    }
    let outcome = solver.solve_grid_with(&puzzle.grid, |_| ControlFlow::Continue(())).unwrap();
    let record = report::samegame::record(hash(&puzzle), &solver, &outcome, 0, "p".into());
    Case { name: format!("samegame {}", goal.name()), puzzle, record: serde_json::to_value(record).unwrap() }
}

/// Returns the Mayan solver's answer to a random question; with `is_short` the search stops before a proof.
fn mayan(random: &mut Random, is_short: bool) -> Case {
    let colours = 1 + random.below(2);
    let grid = grid(random, 12, 5, colours, false);
    let mode = [Mode::Exactly, Mode::Within, Mode::Shortest][random.below(3)];
    let is_any = mode == Mode::Shortest && random.below(2) == 0;
    let moves = if is_any { None } else { Some(random.below(4) as u64) };
    let task = MayanTask { moves, mode: Some(mode), skip_noop: random.below(3) == 0, list: Vec::new() };
    let skip = task.skip_noop;
    let mut puzzle = Puzzle::new(grid, Task::Mayan(task));
    puzzle.id = Some("p".into());
    let most = [1, 2, u64::MAX][random.below(3)];
    let want = [Solutions::One, Solutions::First, Solutions::All(most), Solutions::Count][random.below(4)];
    let mut solver = mayan::Solver::new().moves(moves.unwrap_or(u64::MAX), mode).want(want).skip_noop(skip);
    if is_short {
        solver = solver.nodes(1 + random.below(9) as u64);
    }
    let mut lists = Vec::new();
    let outcome = solver.solve_grid_with(&puzzle.grid, |event| {
        if let mayan::Event::Solution(list) = event {
            lists.push(list.to_vec());
        }
        ControlFlow::Continue(())
    });
    let record = report::mayan::record(&puzzle, &solver, &outcome.unwrap(), &lists, 0, "p".into());
    Case { name: format!("mayan {mode:?} {want:?}"), puzzle, record: serde_json::to_value(record).unwrap() }
}

/// Returns the answer to a random question.
pub fn case(random: &mut Random) -> Case {
    let is_short = random.below(3) == 0;
    if random.below(2) == 0 { samegame(random, is_short) } else { mayan(random, is_short) }
}

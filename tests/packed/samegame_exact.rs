//! Compares the exact search with brute force on the plain grid, and checks its answers under limits.

use crate::support::clearable::clearable;
use crate::support::paths;
use crate::support::samegame_brute_force::{Best, best};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::{NoReport, Query};
use tilefall::internals::workload::samegame::random_game;
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Columns, LeftPenalty, Refusal, Rules, Score, Status, StopFlag, StopReason};
use tilefall::samegame::PackError;
use tilefall::samegame::{Found, Goal, Outcome};

static NEVER: StopFlag = StopFlag::new();

const SCORES: [Score; 7] =
    [Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count, Score::Sq, Score::Tri1];

fn limits(nodes: Option<u64>, memory: usize) -> SearchLimits<'static> {
    SearchLimits { nodes, memory, stop: &NEVER }
}

fn random_grid(rng: &mut Xoshiro256PlusPlus, rows: usize, cols: usize, colours: u64) -> Grid {
    let heights: Vec<usize> = (0..cols).map(|_| rng.random_range(rows / 2..=rows).max(1)).collect();
    let colour = |cell: Cell| (cell.row < heights[cell.col]).then(|| rng.random_range(0..colours));
    Grid::from_names(rows, cols, colour).unwrap()
}

fn random_rules(rng: &mut Xoshiro256PlusPlus) -> Rules {
    let clear_bonus = [0, 1000, 5, u64::MAX / 4][rng.random_range(0..4)];
    let left_penalty = if rng.random() { LeftPenalty::N2 } else { LeftPenalty::None };
    Rules { score: SCORES[rng.random_range(0..SCORES.len())], clear_bonus, left_penalty, ..Rules::USUAL }
}

/// Returns rules of the whole family. Points may be negative for some sizes, or higher if a group is removed in parts.
fn any_rules(rng: &mut Xoshiro256PlusPlus) -> Rules {
    let mut poly = |most: &str| {
        let [a, b, c] = [3, 9, 9].map(|size| rng.random_range(-size..=size));
        format!("poly:{a},{b},{c}{most}")
    };
    let (score, left_points) = (poly("").parse().unwrap(), poly(":5").parse().unwrap());
    Rules {
        score: if rng.random() { SCORES[rng.random_range(0..SCORES.len())] } else { score },
        clear_bonus: [0, 1000, 5, u64::MAX / 16][rng.random_range(0..4)],
        clear_factor: [1, 1, 2, 3][rng.random_range(0..4)],
        left_penalty: [LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total][rng.random_range(0..3)],
        left_points: [None, None, Some(left_points)][rng.random_range(0..3)],
        min_group: rng.random_range(1..=3),
        columns: [Columns::Close, Columns::Stay][rng.random_range(0..2)],
    }
}

/// Returns a random board; it may have an empty column if columns stay.
fn any_grid(rng: &mut Xoshiro256PlusPlus, rules: Rules, (rows, cols): (usize, usize), colours: u64) -> Grid {
    let grid = random_grid(rng, rows, cols, colours);
    let gap = rng.random_range(0..3 * cols);
    let name = |cell: Cell| grid.name_at(cell).filter(|_| cell.col != gap || rules.columns == Columns::Close);
    Grid::from_names(rows, cols, name).unwrap()
}

/// Checks the result and the bound of an answer, and that its list gives the claimed score.
fn right(grid: &Grid, query: &Query, answer: &Outcome, truth: Best) {
    let replayed = answer.found.as_ref().map(|f| Found::replay(grid, query.rules, f.clicks.clone()).unwrap());
    assert_eq!(replayed, answer.found);
    assert_eq!(answer.stopped_by, None);
    let amount = match query.goal {
        Goal::Left => truth.left as i64,
        Goal::Biggest => truth.biggest as i64,
        _ => truth.score,
    };
    if query.goal == Goal::Clear {
        let expected = if truth.clears() { Status::Optimal } else { Status::Infeasible };
        assert_eq!(
            (answer.status, replayed.is_some_and(|f| f.cleared)),
            (expected, truth.clears()),
            "{grid:?}"
        );
    } else {
        assert_eq!((answer.status, answer.bound), (Status::Optimal, Some(amount)), "{grid:?} {query:?}");
        let Found { score, left, biggest, .. } = replayed.unwrap();
        let played = match query.goal {
            Goal::Left => left as i64,
            Goal::Biggest => biggest as i64,
            _ => score,
        };
        assert_eq!(played, amount, "{grid:?} {query:?}");
    }
}

/// Returns a query for each goal except the fewest clicks.
fn queries(grid: &Grid, rules: Rules) -> [Query<'_>; 4] {
    let query = Query::score(grid, rules).unwrap();
    [Goal::Score, Goal::Clear, Goal::Left, Goal::Biggest].map(|goal| Query { goal, ..query })
}

/// Checks all goals on every path, with ample and with minimal memory; returns the number of searches.
fn everywhere(grid: &Grid, rules: Rules) -> usize {
    let truth = best(grid, rules);
    let mut searches = 0;
    for path in paths::tested() {
        for memory in [0, 1 << 20] {
            for query in queries(grid, rules) {
                let answer = exact(path, &query, &limits(None, memory), None, &NoReport).unwrap();
                right(grid, &query, &answer, truth);
                searches += 1;
            }
        }
    }
    searches
}

#[test]
fn answers_are_those_of_playing_everything() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut searches = 0;
    for number in 0..500 {
        let (rows, cols) = [(3, 3), (2, 5), (4, 3), (3, 5), (6, 2), (4, 4), (9, 2), (2, 9)][number % 8];
        let colours = rng.random_range(2..=6);
        let grid = random_grid(&mut rng, rows, cols, colours);
        searches += everywhere(&grid, random_rules(&mut rng));
    }
    assert!(searches >= 4000, "{searches}");
}

#[test]
fn answers_by_any_rules_are_those_of_playing_everything() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    let mut searches = 0;
    for number in 0..400 {
        let size = [(3, 3), (2, 5), (4, 3), (1, 9), (6, 2), (3, 4), (9, 1), (2, 6)][number % 8];
        let (colours, rules) = (rng.random_range(2..=6), any_rules(&mut rng));
        let grid = any_grid(&mut rng, rules, size, colours);
        searches += everywhere(&grid, rules);
    }
    assert!(searches >= 3000, "{searches}");
}

#[test]
fn a_list_to_start_from_changes_no_answer() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(41);
    let (mut layers, mut surpassed) = (0, 0);
    for number in 0..150 {
        let (rows, cols) = [(3, 5), (4, 4), (5, 3), (9, 2), (2, 8)][number % 5];
        let rules = if number % 2 == 0 { random_rules(&mut rng) } else { any_rules(&mut rng) };
        // Boards of 14 cells take long if single tiles can be clicked.
        let (rows, cols) = if rules.min_group == 1 { (3, 4) } else { (rows, cols) };
        let grid = any_grid(&mut rng, rules, (rows, cols), 2 + number as u64 % 5);
        let truth = best(&grid, rules);
        let start = Found::playable(&grid, rules, &random_game(&grid, number as u64));
        let query = Query::score(&grid, rules).unwrap();
        // A node limit selects depth-first search. Without one, the memory holds all layers, no layer, or some layers.
        for (nodes, memory) in [(Some(u64::MAX), 1 << 22), (None, 1 << 26), (None, 0), (None, 1 << 17)] {
            let mut lists = Vec::new();
            for path in paths::tested() {
                let answer = exact(path, &query, &limits(nodes, memory), Some(&start), &NoReport).unwrap();
                right(&grid, &query, &answer, truth);
                lists.push(answer.found.unwrap().clicks);
                layers += usize::from(nodes.is_none());
                surpassed += usize::from(start.score < truth.score);
            }
            assert!(lists.windows(2).all(|pair| pair[0] == pair[1]), "{memory}: {grid:?}");
        }
    }
    assert!(layers > 700 && surpassed > 300, "{layers} {surpassed}");
}

#[test]
fn boards_of_every_kind_are_searched() {
    // Boards of many sizes with few groups, so that there are few lists.
    for (rows, cols, colours) in [(2, 4, 8), (9, 1, 9), (3, 18, 50), (18, 3, 50), (40, 2, 60), (66, 2, 50)] {
        let grid = Grid::from_names(rows, cols, |cell| {
            let at = (cell.col * rows + cell.row) as u64;
            Some(if at.is_multiple_of(40) { (at + 1) % colours } else { at % colours })
        });
        everywhere(&grid.unwrap(), Rules::default());
    }
}

#[test]
fn empty_and_unsettled_boards_have_answers() {
    let ask = |query: &Query| exact(CpuPath::best(), query, &limits(None, 1 << 20), None, &NoReport);
    for grid in [Grid::parse(". . / . .").unwrap(), Grid::empty(0, 0, &[]).unwrap()] {
        let best = ask(&Query::score(&grid, Rules::default()).unwrap()).unwrap();
        assert_eq!((best.status, best.found.unwrap().score), (Status::Optimal, 1000));
        let win = ask(&Query::clear(&grid).unwrap()).unwrap();
        assert_eq!((win.status, win.found.unwrap().clicks), (Status::Optimal, vec![]));
    }
    let floating = Grid::parse("1. / .1").unwrap();
    assert_eq!(Query::clear(&floating).unwrap_err(), PackError::Floating(Cell::new(1, 0)).into());
}

#[test]
fn too_large_boards_are_refused() {
    let grid = Grid::from_names(200, 200, |cell| Some((cell.row + cell.col) as u64 / 2 % 5)).unwrap();
    let answer = exact(
        CpuPath::best(),
        &Query::score(&grid, Rules::default()).unwrap(),
        &limits(None, 1 << 30),
        None,
        &NoReport,
    );
    assert_eq!(answer, Err(Refusal::TooLargeFor("16,000 tiles").into()));
}

#[test]
fn node_limits_repeat_and_their_bounds_hold() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..6 {
        let grid = random_grid(&mut rng, 6, 6, 4);
        let query = Query::score(&grid, Rules::default()).unwrap();
        let best = exact(CpuPath::best(), &query, &limits(None, 1 << 24), None, &NoReport).unwrap();
        let optimum = best.found.clone().unwrap().score;
        assert_eq!(best.status, Status::Optimal);
        for nodes in [0, 1, 10, 100, 300] {
            let cut = exact(CpuPath::best(), &query, &limits(Some(nodes), 1 << 24), None, &NoReport).unwrap();
            for path in paths::tested() {
                let again = exact(path, &query, &limits(Some(nodes), 1 << 24), None, &NoReport);
                assert_eq!(again.as_ref(), Ok(&cut));
            }
            assert!(
                cut.bound.unwrap() >= optimum
                    && cut.found.as_ref().is_none_or(|found| found.score <= optimum)
            );
            assert!(cut.nodes <= nodes.max(1));
            assert_eq!(cut.status != Status::Optimal, cut.stopped_by == Some(StopReason::Nodes));
        }
        // A known list is kept, or a better one is found.
        for start in [&best.found, &Found::replay(&grid, query.rules, vec![]).ok()] {
            let again =
                exact(CpuPath::best(), &query, &limits(None, 1 << 24), start.as_ref(), &NoReport).unwrap();
            assert_eq!((again.status, again.found.unwrap().score), (Status::Optimal, optimum));
        }
        let target = Query { target: Some(1), ..query };
        assert!(
            exact(CpuPath::best(), &target, &limits(None, 1 << 24), None, &NoReport)
                .unwrap()
                .found
                .unwrap()
                .score
                >= 1
        );
    }
}

#[test]
fn a_search_that_is_stopped_while_clicks_are_listed_proves_nothing() {
    let grid =
        Grid::from_names(20, 20, |cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 4)).unwrap();
    let query = Query::score(&grid, Rules::default()).unwrap();
    let stop = StopFlag::new();
    stop.raise(StopReason::Interrupt);
    let cut = exact(
        CpuPath::best(),
        &query,
        &SearchLimits { stop: &stop, ..limits(None, 1 << 24) },
        None,
        &NoReport,
    )
    .unwrap();
    assert_eq!((cut.status, cut.stopped_by), (Status::Unknown, Some(StopReason::Interrupt)));
    let game = Found::replay(&grid, query.rules, random_game(&grid, 1)).unwrap();
    assert!((game.score..=query.ceiling()).contains(&cut.bound.unwrap()), "{cut:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn a_row_or_a_column_is_solved_as_by_playing_everything(
        cells in prop::collection::vec(0u64..4, 0..13), colours in 1u64..=4, up: bool, room in 0usize..3,
        score in 0usize..5, bonus in prop::sample::select(vec![0u64, 3, 1000, u64::MAX / 4]),
    ) {
        let (rows, cols) = if up { (cells.len() + room, 1 + room) } else { (1 + room, cells.len() + room) };
        let name = |cell: Cell| {
            let (at, across) = if up { (cell.row, cell.col) } else { (cell.col, cell.row) };
            cells.get(at).filter(|_| across == 0).map(|name| name % colours)
        };
        let grid = Grid::from_names(rows, cols, name).unwrap();
        let rules = Rules { score: SCORES[score], clear_bonus: bonus, left_penalty: LeftPenalty::None, ..Rules::USUAL };
        let truth = best(&grid, rules);
        for query in [Query::score(&grid, rules).unwrap(), Query::clear(&grid).unwrap()] {
            let query = Query { rules, ..query };
            right(&grid, &query, &exact(CpuPath::best(), &query, &limits(None, 1 << 20), None, &NoReport).unwrap(), truth);
        }
    }
}

#[test]
fn planted_boards_are_cleared() {
    for (rows, cols, colours, seed) in [(10, 10, 4, 1), (4, 40, 3, 2), (15, 4, 3, 3), (10, 15, 5, 4)] {
        let grid = clearable(rows, cols, colours, seed);
        let answer = exact(
            CpuPath::best(),
            &Query::clear(&grid).unwrap(),
            &limits(Some(200_000), 1 << 24),
            None,
            &NoReport,
        )
        .unwrap();
        assert_eq!(answer.status, Status::Optimal, "{grid:?}");
        assert!(Found::replay(&grid, Rules::default(), answer.found.unwrap().clicks).unwrap().cleared);
    }
}

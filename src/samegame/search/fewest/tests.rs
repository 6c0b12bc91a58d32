use super::*;
use crate::bits::cpu::{CpuPath, tested_paths};
use crate::rules::control::SearchLimits;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Columns, Goal, Random, Rules, StopFlag};
use crate::samegame::search::NoReport;
use clicks::Groups;
use std::collections::HashSet;

fn rules_of(min_group: u32, close: bool) -> Rules {
    let columns = if close { Columns::Close } else { Columns::Stay };
    Rules { min_group, columns, ..Rules::USUAL }
}

fn all_rules() -> impl Iterator<Item = Rules> {
    (1..=3).flat_map(|min_group| [false, true].map(|close| rules_of(min_group, close)))
}

fn random_grid(random: &mut Random, rows: usize, cols: usize, colours: usize, full: bool) -> Grid {
    let heights: Vec<_> = (0..cols).map(|_| if full { rows } else { random.between(1, rows) }).collect();
    let mut name = |cell: Cell| (cell.row < heights[cell.col]).then(|| random.below(colours) as u64);
    Grid::from_names(rows, cols, &mut name).unwrap()
}

fn after_clicks(grid: &Grid, rules: &Rules) -> Vec<Grid> {
    let click = |cell| {
        let mut after = grid.clone();
        (after.click_by(rules, cell) > 0).then_some(after)
    };
    grid.cells().filter_map(click).collect()
}

fn search(
    path: CpuPath,
    grid: &Grid,
    rules: &Rules,
    known: Option<&Found>,
    threads: usize,
    nodes: Option<u64>,
    memory: usize,
) -> Outcome {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes, memory, stop: &stop };
    let query = Query { goal: Goal::Fewest, ..Query::score(grid, *rules).unwrap() };
    fewest_within(Workers { path, threads }, &query, &Budget::new(&limits, None), known, &NoReport).unwrap()
}

#[test]
fn boards_that_another_program_proved() {
    // The fewest clicks as found by A*, from a comparison of solvers for NRK's game "Former".
    let rules = rules_of(1, false);
    for (text, clicks) in [
        ("112 / 231 / 422", 4),
        ("1221 / 3244 / 2112 / 3431", 6),
        ("12344 / 41231 / 24332 / 31412 / 31221", 9),
    ] {
        let grid = Grid::parse(text).unwrap();
        let outcome = search(CpuPath::best(), &grid, &rules, None, 1, None, 1 << 20);
        assert_eq!((outcome.bound, outcome.stopped_by), (Some(clicks), None));
        assert!(outcome.found.unwrap().cleared);
    }
}

#[test]
fn paths_threads_memory_and_a_known_list_do_not_change_the_answer() {
    let mut random = Random::new(2, 0);
    for (rules, (rows, cols)) in all_rules().zip([(4, 5), (4, 5), (5, 5), (5, 4), (5, 5), (5, 4)]) {
        let grid = random_grid(&mut random, rows, cols, 3, true);
        let one = search(CpuPath::best(), &grid, &rules, None, 1, None, 1 << 22);
        for path in tested_paths() {
            for threads in [1, 2, 8] {
                assert_eq!(search(path, &grid, &rules, None, threads, None, 1 << 22), one);
            }
            for memory in [0, 200_000] {
                let less = search(path, &grid, &rules, None, 2, None, memory);
                assert_eq!((less.bound, less.stopped_by), (one.bound, None));
            }
            let again = search(path, &grid, &rules, one.found.as_ref(), 1, None, 1 << 22);
            assert_eq!((again.bound, &again.found), (one.bound, &one.found));
        }
        for nodes in [0, 1, 10, 100, one.nodes.saturating_sub(1)] {
            let less = search(CpuPath::best(), &grid, &rules, None, 8, Some(nodes), 1 << 22);
            assert_eq!(less, search(CpuPath::best(), &grid, &rules, None, 1, Some(nodes), 1 << 22));
            assert!(less.nodes <= nodes && less.bound.is_some() || less.stopped_by.is_none());
            assert!(one.bound.is_none_or(|fewest| less.bound <= Some(fewest)));
        }
    }
}

/// Plays a board at random, and compares each click with the grid, and the bounds before and after the click.
struct Playout<'a>(&'a Grid, Rules, u64);

impl<C: Cpu> Kernel<C> for Playout<'_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let Playout(grid, rules, seed) = self;
        let mut random = Random::new(seed, 1);
        let (shape, mut board) = Shape::of(grid, &rules).unwrap();
        let (mut grid, mut groups) = (grid.clone(), Groups::new());
        loop {
            let bound = lower_bound(&shape, &board);
            assert_eq!(bound == 0, grid.is_empty());
            groups.find(&shape, &board);
            let wanted = after_clicks(&grid, &rules).into_iter().collect::<HashSet<_>>();
            assert!(
                groups.as_slice().len() >= wanted.len()
                    && (wanted.is_empty() || !groups.as_slice().is_empty())
            );
            for &group in groups.as_slice() {
                let mut after = grid.clone();
                assert_eq!(
                    after.click_by(&rules, shape.cell(group.trailing_zeros())),
                    group.count_ones() as usize
                );
                let clicked = shape.remove(cpu, &board, group);
                let expected = Shape::of(&after, &rules).unwrap().1;
                // Each shape numbers the colours by their first tiles, so only the sets of tiles are compared.
                let tiles =
                    |board: LaneBoard| (1..=7).map(move |n| board.colour(n)).filter(|&tiles| tiles != 0);
                assert_eq!(tiles(clicked).collect::<HashSet<_>>(), tiles(expected).collect());
                let lower = lower_bound(&shape, &clicked);
                assert!(lower.saturating_add(1) >= bound, "{grid:?} {rules:?} {group:x}");
            }
            if groups.as_slice().is_empty() {
                return;
            }
            let group = groups.as_slice()[random.below(groups.as_slice().len())];
            grid.click_by(&rules, shape.cell(group.trailing_zeros()));
            board = shape.remove(cpu, &board, group);
        }
    }
}

#[test]
fn clicks_agree_with_the_grid_and_lower_the_bound_by_at_most_one() {
    let mut random = Random::new(3, 0);
    let sizes = [(9, 7), (8, 8), (5, 5), (1, 64), (63, 1), (2, 9), (32, 2), (3, 20)];
    for number in 0..16 {
        let (rows, cols) = sizes[number % sizes.len()];
        let colours = random.between(1, 7);
        let grid = random_grid(&mut random, rows, cols, colours, number % 2 > 0);
        for rules in all_rules() {
            for path in tested_paths() {
                dispatch(path, Playout(&grid, rules, number as u64));
            }
        }
    }
}

#[test]
fn boards_that_do_not_fit_are_those_that_are_refused() {
    let mut random = Random::new(5, 0);
    for (rows, cols, colours) in
        [(8, 8, 7), (8, 8, 8), (9, 7, 7), (9, 8, 2), (64, 1, 2), (63, 1, 2), (1, 64, 2), (65, 1, 1)]
    {
        let grid = random_grid(&mut random, rows, cols, colours, true);
        let rules = rules_of(2, false);
        if grid.groups_of(2).is_empty() || grid.colours() < colours {
            continue;
        }
        let refused = crate::rules::Refusal::check_exact(&grid, &rules_of(1, false), Goal::Fewest).is_err();
        assert_eq!(Shape::of(&grid, &rules).is_none(), refused, "{rows} {cols} {colours}");
    }
}

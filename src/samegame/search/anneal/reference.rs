//! A slow, simple reference of a trial on [`Grid`], and the tests against it.

use crate::bits::cpu::{Cpu, CpuPath, CpuToken as _, Kernel, Lanes, Layout, Portable, dispatch};
use crate::bits::plane::Plane;
use crate::rules::grid::Grid;
use crate::rules::{Cell, LeftPenalty, Rules, Score};
use crate::samegame::search::Goal;
use crate::samegame::search::anneal::chain::Shared;
use crate::samegame::search::anneal::click_list::{ClickList, Instance};
use crate::samegame::search::anneal::objective::{Logs, Objective, SCALE};
use crate::samegame::search::anneal::state::State;
use crate::samegame::search::anneal::trial::TrialScratch;
use proptest::prelude::*;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A board with the names of its tiles.
struct NamedGrid {
    /// The board.
    grid: Grid,
    /// The names of the tiles, by columns from the left, each from the bottom.
    names: Vec<Vec<u16>>,
}

impl NamedGrid {
    /// Names the tiles of the first board of a game, with this many names for each column.
    fn new(grid: &Grid, bits: usize) -> NamedGrid {
        let column = |col| (0..grid.height(col)).map(|row| (col * bits + row) as u16).collect();
        NamedGrid { grid: grid.clone(), names: (0..grid.cols()).map(column).collect() }
    }

    /// Returns the cell of a tile that is left.
    fn cell(&self, name: u16) -> Option<Cell> {
        let find = |(col, column): (usize, &Vec<u16>)| {
            Some(Cell::new(column.iter().position(|&other| other == name)?, col))
        };
        self.names.iter().enumerate().find_map(find)
    }

    /// Clicks a cell. Returns the size of the group that is removed, or 0.
    fn click(&mut self, cell: Cell) -> usize {
        let group = self.grid.group(cell);
        if group.len() < 2 {
            return 0;
        }
        for gone in group.iter().rev() {
            self.names[gone.col].remove(gone.row);
        }
        self.names.retain(|column| !column.is_empty());
        self.grid.click(cell)
    }
}

/// Clicks a tile, if it is left. Returns the number of tiles that are removed.
fn click(board: &mut NamedGrid, name: u16) -> usize {
    board.cell(name).map_or(0, |cell| board.click(cell))
}

/// Returns the value of a list that ends here, from the sizes of its clicks and the number of clicks of the tabu colour.
fn value(grid: &Grid, objective: &Objective, sizes: &[usize], tabu: usize) -> i64 {
    let counts: Vec<u16> = (0..grid.colours()).map(|c| grid.count(c as u8) as u16).collect();
    let points: i64 = sizes.iter().map(|&size| objective.points(size)).sum();
    points - objective.cost(tabu) + objective.at_end(grid.tiles(), &counts)
}

/// Trials on one board, each compared with the reference.
struct Checked<'a> {
    grid: &'a Grid,
    rules: Rules,
    seed: u64,
    trials: usize,
}

impl Checked<'_> {
    #[inline(always)]
    fn run<C: Cpu, V: Plane<C>, const PLANES: usize, const COLOURS: usize>(self, cpu: C) -> Vec<u16> {
        let Checked { grid, rules, seed, trials } = self;
        let rules_objective = Objective::new(rules, Goal::Score, grid.tiles());
        let objective = if seed.is_multiple_of(5) {
            rules_objective.clone().steep(grid.count(0))
        } else {
            rules_objective.clone()
        };
        let objective = objective.with_tabu_cost(grid.count(0));
        // Half of them without the heuristic, which may end a trial that would be accepted.
        let exact = seed.is_multiple_of(2);
        let objective = if exact { objective.exact() } else { objective };
        let colours = crate::samegame::search::anneal::colours_of(grid, V::BITS);
        let start = State::<V, PLANES, COLOURS>::of_grid(cpu, grid);
        let shared =
            Shared { instance: Instance { objective, rules_objective, colours }, logs: Logs::default() };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let temperature = 40 * SCALE;
        let tabu = (!seed.is_multiple_of(3)).then_some(0);
        let of_tabu = |names: &[u16]| {
            names.iter().filter(|&&name| tabu == Some(shared.instance.colours[usize::from(name)])).count()
        };
        let mut list = ClickList::new(cpu, &shared.instance, start, &[], tabu, || rng.next_u32());
        let mut scratch = TrialScratch::default();
        for _ in 0..trials {
            let before = list.clone();
            let mut again = rng.clone();
            let kept = list.trial(cpu, &shared.instance, &shared.logs, temperature, &mut scratch, &mut rng);
            // The same edit, played in full.
            let Some(edit) = before.edit(cpu, &shared.instance, &mut again) else { continue };
            let least = before.value() - shared.logs.slack(again.next_u64(), temperature);
            let mut board = NamedGrid::new(grid, V::BITS as usize);
            let old: Vec<u16> = before.names().collect();
            let mut names = edit.apply(&old);
            let mut sizes = Vec::new();
            names.retain(|&name| {
                let size = click(&mut board, name);
                sizes.extend((size > 0).then_some(size));
                size > 0
            });
            let finished = board.grid.is_over();
            if finished {
                let value = value(&board.grid, &shared.instance.objective, &sizes, of_tabu(&names));
                assert!(!kept || value >= least, "{old:?} {edit:?}");
                assert!(kept || value < least || !exact, "{old:?} {edit:?}");
            }
            let mut board = NamedGrid::new(grid, V::BITS as usize);
            let now: Vec<u16> = list.names().collect();
            if !kept {
                assert_eq!(now, old);
                continue;
            }
            assert_eq!(now[..names.len()], names, "{old:?} {edit:?}");
            let sizes: Vec<usize> = now.iter().map(|&name| click(&mut board, name)).collect();
            assert!(board.grid.is_over());
            let value = value(&board.grid, &shared.instance.objective, &sizes, of_tabu(&now));
            assert_eq!(list.value(), value);
            let counts = &list.end().tally.counts;
            let soft = shared.instance.objective.at_end(board.grid.tiles(), counts)
                - shared.instance.objective.at_end_bare(board.grid.tiles(), counts);
            assert_eq!(
                list.objective_value(&shared.instance),
                value + shared.instance.objective.cost(of_tabu(&now)) - soft
            );
            // Every stored board equals the board after the names before it.
            let mut state = start;
            for (at, &name) in now.iter().enumerate() {
                let kept = list.state(at);
                assert_eq!(kept.difference(cpu, &state).1, 0, "{at} {old:?} {edit:?}");
                assert_eq!(kept.tally, state.tally, "{at} {old:?} {edit:?}");
                let colour = shared.instance.colours[usize::from(name)];
                let click = state.click(cpu, name, colour, None).expect("the click is possible");
                assert_eq!(usize::from(click.size), sizes[at]);
            }
            assert_eq!(list.end().difference(cpu, &state).1, 0);
            let points: i64 = sizes.iter().map(|&size| rules.score.points(size as u64)).sum();
            let end = shared.instance.rules_objective.at_end_bare(board.grid.tiles(), counts);
            assert_eq!(list.rules_value(&shared.instance), points * SCALE + end);
        }
        list.names().collect()
    }
}

struct OnPlanes<'a, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize>(
    Checked<'a>,
);
impl<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize, const COLOURS: usize> Kernel<C>
    for OnPlanes<'_, BITS, WORDS, PLANES, COLOURS>
where
    Lanes<BITS, WORDS>: Layout,
{
    type Out = Vec<u16>;
    #[inline(always)]
    fn run(self, cpu: C) -> Vec<u16> {
        self.0.run::<C, <Lanes<BITS, WORDS> as Layout>::Plane<C>, PLANES, COLOURS>(cpu)
    }
}

fn boards(rows: usize, cols: usize) -> impl Strategy<Value = Grid> {
    (1..=rows, 1..=cols, 1u8..=5)
        .prop_flat_map(|(rows, cols, colours)| {
            let columns =
                proptest::collection::vec(proptest::collection::vec(0..colours, 1..=rows), 1..=cols);
            columns.prop_map(move |columns| (rows, cols, columns))
        })
        .prop_map(|(rows, cols, columns)| {
            let mut grid = Grid::empty(rows, cols, &[1, 2, 3, 4, 5]).expect("a small board");
            for (col, column) in columns.iter().enumerate() {
                for (row, &colour) in column.iter().enumerate() {
                    grid.set(Cell::new(row, col), Some(colour));
                }
            }
            grid
        })
}

fn rules() -> impl Strategy<Value = Rules> {
    let score = prop::sample::select(vec![Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count]);
    let penalty = prop::sample::select(vec![LeftPenalty::None, LeftPenalty::N2]);
    (score, prop::sample::select(vec![0, 50, 1000]), penalty).prop_map(
        |(score, clear_bonus, left_penalty)| Rules { score, clear_bonus, left_penalty, ..Rules::USUAL },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn trials_equal_the_reference_on_every_path(grid in boards(9, 9), rules in rules(), seed: u64) {
        let checked = || Checked { grid: &grid, rules, seed, trials: 60 };
        let mut paths = crate::bits::cpu::tested_paths().into_iter();
        let first = dispatch(paths.next().expect("the portable path"), OnPlanes::<16, 4, 3, 8>(checked()));
        for path in paths {
            prop_assert_eq!(&dispatch(path, OnPlanes::<16, 4, 3, 8>(checked())), &first);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]
    #[test]
    fn long_boards_follow_the_same_rules(grid in boards(16, 40), rules in rules(), seed: u64) {
        dispatch(CpuPath::best(), OnPlanes::<16, 16, 3, 8>(Checked { grid: &grid, rules, seed, trials: 20 }));
    }

    #[test]
    fn higher_boards_follow_the_same_rules(grid in boards(32, 16), rules in rules(), seed: u64) {
        for path in crate::bits::cpu::tested_paths() {
            dispatch(path, OnPlanes::<32, 16, 3, 8>(Checked { grid: &grid, rules, seed, trials: 20 }));
        }
    }

    #[test]
    fn large_boards_follow_the_same_rules(grid in boards(40, 16), rules in rules(), seed: u64) {
        Portable.call(OnPlanes::<64, 64, 6, 64>(Checked { grid: &grid, rules, seed, trials: 20 }));
    }
}

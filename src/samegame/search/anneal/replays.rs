//! Replays lists on the boards that chains use, without a search, to measure the cost of a click with its
//! bookkeeping.

use super::state::{Play, State};
use super::{colours_of, names_of};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::bits::plane::Plane as _;
use crate::rules::grid::Grid;
use crate::rules::{Cell, Columns, Rules};
use crate::samegame::repr::Kind;
use crate::samegame::search::Goal;
use crate::samegame::search::anneal::objective::{Objective, SCALE};
use crate::samegame::search::fit::Settled;

/// Plays a list `times` times and stores every board. Returns the number of clicks made and their points.
///
/// A click finds its tile by name, removes the group, and updates names and counts. Clicks that remove
/// nothing are left out. Returns `None` if the grid is not settled, exceeds 16×16 cells, or has more than 7 colours.
///
/// ```
/// use tilefall::rules::{Cell, Rules};
/// use tilefall::rules::grid::Grid;
/// use tilefall::internals::bits::cpu::CpuPath;
/// use tilefall::internals::samegame::search::anneal::replays::replays;
/// let (grid, list) = (Grid::parse("12223").unwrap(), [Cell::new(0, 1)]);
/// assert_eq!(replays(&grid, Rules::default(), &list, 3, CpuPath::best()), Some((3, 3)));
/// ```
pub fn replays(grid: &Grid, rules: Rules, list: &[Cell], times: u64, path: CpuPath) -> Option<(u64, i64)> {
    let grid =
        Some(Settled::of(grid, Columns::Close).ok()?.grid()).filter(|grid| Kind::Lanes16x16.holds(grid))?;
    Some(dispatch(path, Replays { grid, rules, list, times }))
}

struct Replays<'a> {
    grid: &'a Grid,
    rules: Rules,
    list: &'a [Cell],
    times: u64,
}

impl<C: Cpu> Kernel<C> for Replays<'_> {
    type Out = (u64, i64);

    #[inline(always)]
    fn run(self, cpu: C) -> (u64, i64) {
        let Replays { grid, rules, list, times } = self;
        let objective = Objective::new(rules, Goal::Score, grid.tiles());
        let colours = colours_of(grid, C::Plane16x16::BITS);
        let play = Play::of(&rules);
        let start = State::<C::Plane16x16, 3, 8>::of_grid(cpu, play, grid);
        let names = names_of(cpu, play, &colours, start, list);
        let mut boards = vec![start; names.len() + 1];
        let (mut clicks, mut points) = (0, 0);
        for _ in 0..times {
            let mut state = boards[0];
            for (at, &name) in names.iter().enumerate() {
                let Some(click) = state.click(cpu, play, (name, colours[usize::from(name)]), None) else {
                    continue;
                };
                points += objective.points(click.size.into());
                clicks += 1;
                boards[at + 1].copy_from(&state);
            }
        }
        (clicks, points / SCALE)
    }
}

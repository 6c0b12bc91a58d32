//! Tests a batch against single boards.

use super::*;
use crate::bits::cpu::{Kernel, Portable, dispatch, tested_paths};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour};
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardRepr, Cells};
use proptest::prelude::*;

type Board = Packed<16, 4, 3>;

/// The groups and merges of a batch of boards with a number of colours.
struct Ask<'a>(&'a [Grid], usize);

/// A group: its first cell, last column, size and colour, and the board after the click.
#[derive(Debug, PartialEq)]
struct Group {
    cell: Cell,
    end: usize,
    size: usize,
    colour: Colour,
    after: Grid,
}

/// The groups of a board in order, and whether each colour can merge, by set of removable colours.
#[derive(Debug, Default, PartialEq)]
struct Answer {
    groups: Vec<Group>,
    meets: Vec<(usize, usize, bool)>,
}

impl<C: Cpu> Kernel<C> for Ask<'_> {
    type Out = Vec<Answer>;

    #[inline(always)]
    fn run(self, cpu: C) -> Vec<Answer> {
        let Ask(grids, colours) = self;
        let mut columns = [[[0; BATCH]; 3]; COLUMNS];
        for (at, grid) in grids.iter().enumerate() {
            for cell in grid.cells() {
                let code = grid.get(cell).map_or(0, |colour| u16::from(colour) + 1);
                for (plane, numbers) in columns[cell.col].iter_mut().enumerate() {
                    numbers[at] |= (code >> plane & 1) << cell.row;
                }
            }
        }
        let cols = grids.iter().map(Grid::cols).max().unwrap();
        let mut boards = BoardBatch::<C::Lanes32, 3>::new(cpu, cols);
        boards.load(cpu, &columns);
        boards.link();
        let mut answers: Vec<Answer> = grids.iter().map(|_| Answer::default()).collect();
        let mut active = [0; BATCH];
        active[..grids.len()].fill(u16::MAX);
        let mut rest = boards.list_groups(cpu, &active);
        while let Some(ListedGroups { sizes, cells, ends, codes }) = boards.next_groups(cpu, &mut rest) {
            let planes = boards.planes;
            assert_eq!(boards.remove(cpu), sizes);
            for (at, grid) in grids.iter().enumerate().filter(|&(at, _)| sizes[at] > 0) {
                let cell = Cell::new(usize::from(cells[at] % 16), usize::from(cells[at] / 16));
                let after = after(&boards, at, grid);
                answers[at].groups.push(Group {
                    cell,
                    end: ends[at].into(),
                    size: sizes[at].into(),
                    colour: codes[at] as u8 - 1,
                    after,
                });
            }
            boards.planes = planes;
        }
        let mut meetings = MergeAnalysis::new(cpu, cols);
        for set in 0..1 << colours {
            meetings.set_removable(cpu, &boards, set);
            for colour in (0..colours).filter(|colour| set >> colour & 1 == 0) {
                let meets = meetings.may_merge(cpu, &boards, colour).to_array();
                for (answer, meets) in answers.iter_mut().zip(meets) {
                    answer.meets.push((set, colour, meets > 0));
                }
            }
        }
        answers
    }
}

/// Returns a board as a grid of the same size.
fn after<C: Cpu, V: Lanes32<C>>(boards: &BoardBatch<V, 3>, at: usize, like: &Grid) -> Grid {
    let mut grid = like.clone();
    for cell in like.cells() {
        let bit = |plane: usize| (boards.planes[cell.col][plane].to_array()[at] >> cell.row & 1) << plane;
        grid.set(cell, (bit(0) | bit(1) | bit(2)).checked_sub(1).map(|colour| colour as u8));
    }
    grid
}

/// The same for a single board.
fn alone(grid: &Grid, colours: usize) -> Answer {
    let board = Board::from_grid(grid).unwrap();
    let mut answer = Answer::default();
    let mut groups = board.groups(Portable, 2);
    while let Some(group) = board.next_group(Portable, &mut groups) {
        let cell = group.first().unwrap();
        let mut after = grid.clone();
        after.click(cell);
        let end = grid.group(cell).iter().map(|cell| cell.col).max().unwrap();
        let (size, colour) = (group.count(), board.get(cell).unwrap());
        answer.groups.push(Group { cell, end, size, colour, after });
    }
    for set in 0..1 << colours {
        let mut gone = <Board as BoardRepr>::Mask::default();
        (0..colours)
            .filter(|colour| set >> colour & 1 == 1)
            .for_each(|colour| gone.add(&board.tiles(colour as u8)));
        for colour in (0..colours).filter(|colour| set >> colour & 1 == 0) {
            let meets = board.may_merge(Portable, &board.tiles(colour as u8), &gone);
            answer.meets.push((set, colour, meets));
        }
    }
    answer
}

proptest! {
    #[test]
    fn boards_abreast_are_what_they_are_alone(
        (rows, cols, colours, tiles) in (1usize..=16, 1usize..=16, 1usize..=7).prop_flat_map(|(rows, cols, colours)| {
            let tiles = proptest::collection::vec(0..colours as u8, rows * cols);
            (Just(rows), Just(cols), Just(colours), tiles)
        }),
        clicks: [u8; 24],
    ) {
        // Positions of a game, down to the last.
        let name = |cell: Cell| Some(u64::from(tiles[cell.row * cols + cell.col]));
        let mut grid = Grid::from_names(rows, cols, name).unwrap();
        let mut grids = vec![grid.clone()];
        for click in clicks {
            let cells: Vec<Cell> = grid.cells().filter(|&cell| grid.group(cell).len() > 1).collect();
            if let Some(&cell) = cells.get(usize::from(click) % cells.len().max(1)) {
                grid.click(cell);
                grids.push(grid.clone());
            }
        }
        // A grid numbers only the colours that occur.
        let colours = grid.colours().min(colours).min(5);
        let alone: Vec<Answer> = grids.iter().map(|grid| alone(grid, colours)).collect();
        for path in tested_paths() {
            prop_assert_eq!(&dispatch(path, Ask(&grids, colours)), &alone);
        }
    }
}

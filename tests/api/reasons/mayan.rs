//! Checks facts about boards of the Mayan puzzle against all lists of moves.

use super::Checked;
use crate::generator;
use crate::mayan_brute_force::BruteForce;
use std::collections::BTreeSet;
use tilefall::insight::hints::Aim;
use tilefall::insight::hints::reasons::{Fact, Reason, of_list, reasons};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Mode, Move, Side, Step};

/// A board whose blocks have names: the name of a block is its cell at the start.
#[derive(Clone)]
struct Named {
    like: Grid,
    columns: Vec<Vec<Cell>>,
}

impl Named {
    fn new(board: &Grid) -> Named {
        let column = |col| (0..board.height(col)).map(|row| Cell::new(row, col)).collect();
        Named { like: board.clone(), columns: (0..board.cols()).map(column).collect() }
    }

    fn grid(&self) -> Grid {
        let name = |cell: Cell| self.like.name_at(*self.columns[cell.col].get(cell.row)?);
        Grid::from_names(self.like.rows(), self.like.cols(), name).unwrap()
    }

    /// Plays a move. Returns the blocks that vanish in each round, each as its name and its cell before it vanishes.
    fn play(&mut self, step: Move) -> Vec<Vec<(Cell, Cell)>> {
        let (x, y) = (usize::from(step.x), usize::from(step.y));
        let to = if step.side == Side::Right { x + 1 } else { x - 1 };
        if y < self.columns[to].len() {
            let block = self.columns[x][y];
            self.columns[x][y] = std::mem::replace(&mut self.columns[to][y], block);
        } else {
            let block = self.columns[x].remove(y);
            self.columns[to].push(block);
        }
        let mut rounds = Vec::new();
        loop {
            let runs = self.grid().runs();
            if runs.is_empty() {
                return rounds;
            }
            rounds.push(runs.iter().map(|&cell| (self.columns[cell.col][cell.row], cell)).collect());
            for cell in runs.into_iter().rev() {
                self.columns[cell.col].remove(cell.row);
            }
        }
    }
}

/// A board with its number of moves, its mode, and all lists by brute force.
struct Case<'a> {
    board: &'a Grid,
    left: Option<u64>,
    mode: Mode,
    brute_force: &'a mut BruteForce,
    /// All lists that clear the board, by their length from 0.
    lists: &'a [Vec<Vec<Move>>],
}

/// Checks a fact. `list` is the list of the hint that states the fact; empty for a fact about the board.
#[track_caller]
fn check(reason: &Reason, case: &mut Case, list: &[Move]) {
    let (board, lists, length) = (case.board, case.lists, list.len());
    let what = || format!("{reason:?}\n{board:?} {:?} {:?} {list:?}", case.left, case.mode);
    let of_colour = |colour| -> Vec<Cell> {
        let mut cells: Vec<_> = board.cells().filter(|&cell| board.get(cell) == Some(colour)).collect();
        cells.sort();
        cells
    };
    let clears = || lists.get(length).is_some_and(|lists| lists.iter().any(|other| other == list));
    match &reason.fact {
        &Fact::TooFew { colour, blocks } => {
            assert_eq!((reason.cells.len(), blocks < 3), (blocks, true), "{}", what());
            assert!(reason.cells == of_colour(colour), "{}", what());
        }
        Fact::NoSolution { within, .. } => {
            let left = case.left.filter(|_| within.is_some()).unwrap_or(case.brute_force.depth) as usize;
            let from = if within.is_some() && case.mode == Mode::Exactly { left } else { 0 };
            assert!(lists[from..=left].iter().all(Vec::is_empty), "{}", what());
            assert!(within.is_some() || !case.brute_force.closed || !case.brute_force.clears(), "{}", what());
        }
        &Fact::MeetInColumn { colour, moves, column } | &Fact::MeetInRow { colour, moves, column } => {
            assert!(reason.cells == of_colour(colour) && reason.cells.len() == 3, "{}", what());
            for list in lists[..=moves as usize].concat() {
                let mut named = Named::new(board);
                let rounds: Vec<_> = list.iter().flat_map(|&step| named.play(step)).collect();
                let own = |round: &Vec<(Cell, Cell)>| {
                    let own = round.iter().filter(|(name, _)| reason.cells.contains(name));
                    own.map(|&(_, cell)| cell.col).collect::<BTreeSet<_>>()
                };
                let columns: Vec<_> = rounds.iter().map(own).filter(|columns| !columns.is_empty()).collect();
                let upright = matches!(reason.fact, Fact::MeetInColumn { .. });
                let expected = if upright { [column].into() } else { (column..column + 3).collect() };
                assert_eq!(columns, [expected], "{}", what());
            }
        }
        &Fact::OnlyMove { moves, others } => {
            let from = if case.mode == Mode::Exactly && case.left == Some(moves) { moves } else { 0 };
            assert!(clears() && length as u64 == moves, "{}", what());
            assert_eq!(board.canonical_moves(false).len(), others + 1, "{}", what());
            let all = lists[from as usize..=moves as usize].concat();
            assert!(all.iter().all(|other| other[0] == list[0]), "{}", what());
        }
        &Fact::FewestMoves { moves } => {
            assert!(clears() && length as u64 == moves, "{}", what());
            assert!(lists[..length].iter().all(Vec::is_empty), "{}", what());
        }
        Fact::Vanish { moves, colours, blocks, total } => {
            let mut named = Named::new(board);
            let rounds: Vec<_> = list.iter().map(|&step| named.play(step)).collect();
            let at = rounds.iter().position(|rounds| !rounds.is_empty()).unwrap();
            let mut cells: Vec<Cell> = rounds[at][0].iter().map(|&(name, _)| name).collect();
            cells.sort();
            let found: BTreeSet<_> = cells.iter().map(|&cell| board.get(cell).unwrap()).collect();
            assert!((*moves, &cells, *blocks) == (at + 1, &reason.cells, cells.len()), "{}", what());
            assert_eq!(
                (found.into_iter().collect(), rounds[at].concat().len()),
                (colours.clone(), *total),
                "{}",
                what()
            );
        }
        _ => panic!("{}", what()),
    }
}

/// Returns a settled board; most have three or more blocks of each colour.
fn random_board(random: &mut impl FnMut(usize) -> usize) -> Grid {
    let (rows, cols) = [(3, 3), (4, 3), (3, 4), (4, 4), (3, 5), (6, 3)][random(6)];
    let colours = 1 + random(3);
    let mut blocks = Vec::new();
    for colour in 0..colours {
        let extra = if random(5) == 0 { random(4) } else { 2 };
        blocks.extend(std::iter::repeat_n(colour as u64 + 1, 1 + extra));
    }
    let mut grid = Grid::from_names(rows, cols, |_| None).unwrap();
    let mut columns = vec![Vec::new(); cols];
    while !blocks.is_empty() {
        let block = blocks.swap_remove(random(blocks.len()));
        let free: Vec<usize> = (0..cols).filter(|&col| columns[col].len() < rows).collect();
        if free.is_empty() {
            break;
        }
        columns[free[random(free.len())]].push(block);
    }
    if columns.iter().any(|column| !column.is_empty()) {
        grid = Grid::from_names(rows, cols, |cell| columns[cell.col].get(cell.row).copied()).unwrap();
    }
    grid.settle();
    grid
}

#[test]
fn facts_are_true() {
    let (mut random, mut checked) = (generator(5), Checked::default());
    for _ in 0..1500 {
        let board = random_board(&mut random);
        let depth = 1 + random(3) as u64;
        let Some(mut brute_force) = BruteForce::of(&board, false, depth, 20_000) else { continue };
        if board.is_empty() {
            continue;
        }
        let lists: Vec<_> = (0..=depth).map(|moves| brute_force.lists(moves)).collect();
        for (left, mode) in [
            (Some(depth), Mode::Exactly),
            (Some(depth), Mode::Within),
            (Some(depth), Mode::Shortest),
            (None, Mode::Shortest),
        ] {
            let aim = Aim::Mayan { left, mode, noop: false };
            let mut case = Case { board: &board, left, mode, brute_force: &mut brute_force, lists: &lists };
            for reason in reasons(&board, &aim) {
                check(&reason, &mut case, &[]);
                checked.add(&reason);
            }
            let mut hints: Vec<Vec<Move>> = lists
                .iter()
                .filter(|lists| !lists.is_empty())
                .map(|all| all[random(all.len())].clone())
                .collect();
            if mode == Mode::Exactly {
                hints.retain(|list| list.len() as u64 == depth);
            }
            let (mut after, mut any) = (board.clone(), Vec::new());
            while (any.len() as u64) < depth {
                let moves = after.canonical_moves(false);
                let Some(&step) = moves.get(random(moves.len().max(1))) else { break };
                after.play(step).unwrap();
                any.push(step);
            }
            hints.extend(Some(any).filter(|any| !any.is_empty()));
            for list in hints {
                let steps: Vec<Step> = list.iter().map(|&step| step.into()).collect();
                for reason in of_list(&board, &aim, &steps).unwrap().0 {
                    check(&reason, &mut case, &list);
                    checked.add(&reason);
                }
            }
        }
    }
    checked.at_least(&[
        ("fewest-moves", 400),
        ("meet-in-column", 40),
        ("meet-in-row", 800),
        ("no-solution", 1000),
        ("only-move", 400),
        ("too-few", 800),
        ("vanish", 2500),
    ]);
}

//! The inputs of a seed. First, for each trap (a known mistake with a program that makes it), come boards on which
//! this program is wrong; then random boards of growing size.

use super::input::{InputBoard, Layout, numbers};
use super::{ContestTask, Input, Trap};
use crate::mayan::Solver;
use crate::mayan::generate::{GenerateOptions, plant};
use crate::rules::{Cell, Random};

/// The number of inputs for each trap, of growing size, that precede the random inputs.
const ROUNDS: usize = 4;

/// The most boards that are tried for a trap.
const MAX_TRIES: usize = 4000;

/// The most lists of moves that an input to solve may allow, counting two moves for every block at each step.
const MAX_LISTS: u64 = 2_000_000;

/// The greatest size of an input, an abstract number that scales its rows, columns, colours and moves.
const MAX_SIZE: usize = 20;

/// Returns input `number`, from 0, of the inputs of `seed`.
pub fn draw(task: ContestTask, seed: u64, number: u64) -> Input {
    let mut random = Random::new(seed, number);
    let (traps, number) = (Trap::of(task), number as usize);
    let trap = match number {
        _ if number < ROUNDS * traps.len() => {
            Some((traps[number % traps.len()], 2 + 2 * (number / traps.len())))
        }
        _ if number % 64 == 0 => Some((traps[random.below(traps.len())], 2 + random.below(9))),
        _ => None,
    };
    let size = MAX_SIZE.min(number / 40);
    let made = trap.and_then(|(trap, size)| for_trap(task, &mut random, trap, size));
    made.unwrap_or_else(|| {
        let size = 1 + random.below(size + 1);
        any(task, &mut random, size)
    })
}

/// Returns the inputs for traps that a seed makes, each with its trap. Tested traps come first, in rounds of growing
/// input size; then come the traps that judges do not seem to test.
pub fn made(task: ContestTask, seed: u64) -> impl Iterator<Item = (&'static Trap, Input)> {
    let tested = Trap::of(task);
    let rounds = (0..ROUNDS * tested.len()).map(move |number| tested[number % tested.len()]);
    let inputs = (0..).zip(rounds).filter_map(move |(number, trap)| {
        let input = draw(task, seed, number);
        trap.catches(&input).then_some((trap, input))
    });
    inputs.chain(untested(task, seed))
}

/// Returns small inputs for the traps that judges do not seem to test.
pub(super) fn untested(task: ContestTask, seed: u64) -> impl Iterator<Item = (&'static Trap, Input)> {
    let mut random = Random::new(seed, u64::MAX);
    let traps = Trap::untested(task).into_iter();
    traps.filter_map(move |trap| Some((trap, for_trap(task, &mut random, trap, 2)?)))
}

/// Returns an input of about this size that catches the program of a trap, if one is found.
pub(super) fn for_trap(task: ContestTask, random: &mut Random, trap: &Trap, size: usize) -> Option<Input> {
    let inputs = std::iter::repeat_with(|| {
        let mut input = any(task, random, size);
        match trap.name {
            "single-zero" => {
                let list = &mut input.boards[0].list;
                let half = [[0, 1, 0], [1, 0, 0]][random.below(2)];
                list.insert(random.below(list.len() + 1), half);
            }
            "zero-size" => input.end = Some([5, 0]),
            "no-end" => input.end = None,
            "grid-lines" => input.layout = Layout::Loose,
            _ => {}
        }
        input
    });
    inputs.take(MAX_TRIES).find(|input| trap.catches(input))
}

/// Returns a random input whose boards have about this size, from 1 to [`MAX_SIZE`].
pub(super) fn any(task: ContestTask, random: &mut Random, size: usize) -> Input {
    let mut input = Input::new(task, Vec::new());
    input.boards = match task {
        ContestTask::Solve => vec![to_solve(random, size)],
        ContestTask::Simulate => vec![to_simulate(random, size)],
        ContestTask::Uva339 => {
            let is_sample = random.percent(15);
            input.layout = if is_sample { Layout::Sample } else { Layout::Lines };
            let count = 1 + random.below(1 + size / 2);
            (0..count).map(|_| to_select(random, size)).collect()
        }
        ContestTask::Uva758 => {
            let count = 1 + random.below(1 + size / 4);
            (0..count)
                .map(|_| InputBoard { columns: columns(random, [10, 15], 3), ..InputBoard::default() })
                .collect()
        }
        ContestTask::Click(shape) => {
            let used =
                [shape.rows.min(1 + size), shape.cols.min(1 + size)].map(|most| 1 + random.below(most));
            let mut columns = columns(random, used, shape.types.into());
            columns.iter_mut().for_each(|column| column.truncate(1 + random.below(used[0])));
            // Most clicks are in the rows and columns of the tiles, a few on any cell.
            let near = random.percent(90);
            let [rows, cols] =
                if near { used } else { [shape.rows, shape.cols] }.map(|most| random.below(most));
            let list = vec![[(shape.rows - 1 - rows) as i64, cols as i64, 0]];
            vec![InputBoard { columns, list, moves: 0 }]
        }
    };
    debug_assert!(input.is_valid(), "{input:?}");
    input
}

/// Returns a random small input.
pub(super) fn small(task: ContestTask, random: &mut Random) -> Input {
    let size = 1 + random.below(4);
    let mut input = any(task, random, size);
    if task == ContestTask::Solve {
        // Some mistakes show only with more moves than blocks.
        input.boards[0].moves = 1 + random.below(4) as u64;
    }
    input
}

/// Returns columns of equal height with at most `most` random colours from 0: evenly mixed, in blots, or in stripes.
fn columns(random: &mut Random, [rows, cols]: [usize; 2], most: usize) -> Vec<Vec<u8>> {
    let colours = 1 + random.below(most);
    let (like_neighbour, stripes) = (10 * random.below(10), random.percent(25));
    let mut columns: Vec<Vec<u8>> = Vec::new();
    for col in 0..cols {
        let mut column = Vec::new();
        for row in 0..rows {
            let below = column.last().copied();
            let left = columns.last().map(|column| column[row]);
            let neighbour = if stripes || (random.percent(50) && row > 0) || col == 0 { below } else { left };
            let tile = neighbour.filter(|_| random.percent(like_neighbour));
            column.push(tile.unwrap_or_else(|| random.below(colours) as u8));
        }
        columns.push(column);
    }
    columns
}

/// Returns a random grid of UVa 339 with random selections, a few of them outside the grid.
fn to_select(random: &mut Random, size: usize) -> InputBoard {
    let [rows, cols] = [10.min(1 + size / 2), 40.min(1 + 2 * size)].map(|most| 1 + random.below(most));
    let mut columns = columns(random, [rows, cols], 10.min(2 + size / 3));
    if random.percent(50) {
        let shift = 1 + random.below(3) as u8;
        columns.iter_mut().flatten().for_each(|tile| *tile = (*tile + shift) % 10);
    }
    let mut board = InputBoard { columns, ..InputBoard::default() };
    let mut grid = board.grid(ContestTask::Uva339);
    let mut more = random.below(2 + 2 * size);
    while more > 0 {
        more -= 1;
        let cell = Cell::new(random.below(rows), random.below(cols));
        let groups = grid.groups();
        let mut add = |row: usize, col: usize| board.list.push([row as i64, col as i64, 0]);
        match random.below(20) {
            0 => add(rows + 1 + random.below(3), 1 + cell.col),
            1 => add(1 + cell.row, cols + 1 + random.below(3)),
            2 => add(99, 99),
            3..6 => add(1 + cell.row, 1 + cell.col),
            _ if groups.is_empty() => more /= 2,
            _ => {
                let group = grid.group(groups[random.below(groups.len())]);
                let Cell { row, col } = group[random.below(group.len())];
                add(1 + row, 1 + col);
            }
        }
        if let Some(&[row, col, _]) = board.list.last().filter(|[row, col, _]| row.min(col) > &0) {
            grid.click(Cell::new(row as usize - 1, col as usize - 1));
        }
    }
    board
}

/// Returns the columns of a Mayan board with random blocks; with `settled`, of a board without runs.
fn loose(random: &mut Random, size: usize, settled: bool) -> Vec<Vec<u8>> {
    let (cols, rows) = ContestTask::MAYAN;
    loop {
        let colours = 1 + random.below(10.min(1 + size / 2));
        let mut deck: Vec<u8> = Vec::new();
        for colour in 1..=colours as u8 {
            let count =
                if random.percent(8) { 1 + random.below(2) } else { 3 + random.below(1 + size.min(5) / 2) };
            deck.extend(vec![colour; count]);
        }
        deck.truncate(cols * rows - 1);
        random.shuffle(&mut deck);
        // Some boards use few columns, so that blocks form towers.
        let used =
            if random.percent(70) { cols } else { (1 + random.below(cols)).max(deck.len().div_ceil(rows)) };
        let first = random.below(cols - used + 1);
        let mut columns = vec![Vec::new(); cols];
        for block in deck {
            let free: Vec<usize> = (first..first + used).filter(|&col| columns[col].len() < rows).collect();
            columns[free[random.below(free.len())]].push(block);
        }
        let board = InputBoard { columns, ..InputBoard::default() };
        if !settled || board.grid(ContestTask::Solve).is_settled() {
            return board.columns;
        }
    }
}

/// Returns the columns of a Mayan board that a list of `moves` moves clears; `None` if a few tries find no board.
fn planted(random: &mut Random, moves: u64, size: usize) -> Option<Vec<Vec<u8>>> {
    let colours = 1 + random.below(10.min(1 + size / 2));
    let blocks = 3 * colours..=34.min(3 * colours + size);
    let options = GenerateOptions { moves, colours, blocks, ..GenerateOptions::for_moves(moves, None, None) };
    let grid = (0..8).find_map(|_| plant(random, &options))?;
    let name = |row, col| grid.name_at(Cell::new(row, col)).map(|name| name as u8);
    Some((0..grid.cols()).map(|col| (0..grid.rows()).map_while(|row| name(row, col)).collect()).collect())
}

/// Returns the columns of a board with two adjacent towers. One has full height, and a swap between the towers makes
/// a run of the three blocks at its top.
fn towers(random: &mut Random) -> Vec<Vec<u8>> {
    let (cols, rows) = ContestTask::MAYAN;
    loop {
        let colours = 2 + random.below(2);
        let mut towers = [rows, rows - 1 - random.below(2)]
            .map(|height| (0..height).map(|_| 1 + random.below(colours) as u8).collect::<Vec<u8>>());
        (towers[0][rows - 2], towers[0][rows - 1]) = (1, 1);
        towers[1][rows - 3] = 1;
        random.shuffle(&mut towers);
        let mut columns = towers.to_vec();
        columns.resize(cols, Vec::new());
        columns.rotate_right(random.below(cols - 1));
        let board = InputBoard { columns, ..InputBoard::default() };
        if board.grid(ContestTask::Solve).is_settled() {
            return board.columns;
        }
    }
}

fn to_solve(random: &mut Random, size: usize) -> InputBoard {
    let most = 5.min(1 + size / 3);
    let mut moves = 1 + random.below(most) as u64;
    let planted = if random.percent(50) { planted(random, moves, size) } else { None };
    if planted.is_some() && random.percent(20) {
        moves = 1 + random.below(most) as u64;
    }
    let columns = match planted {
        Some(columns) => columns,
        None if random.percent(20) => {
            moves = 3 + random.below(2) as u64;
            towers(random)
        }
        None => loose(random, size, true),
    };
    let mut board = InputBoard { columns, ..InputBoard::default() };
    let mut names: Vec<u8> = (1..=board.number_colours()).collect();
    if random.percent(50) {
        random.shuffle(&mut names);
        board.columns.iter_mut().flatten().for_each(|block| *block = names[usize::from(*block) - 1]);
    }
    // Even a plain search without bounds must be able to answer within the time limit.
    let width = 2 * board.columns.iter().map(Vec::len).sum::<usize>() as u64;
    while width.pow(moves as u32) > MAX_LISTS {
        moves -= 1;
    }
    InputBoard { moves, ..board }
}

fn to_simulate(random: &mut Random, size: usize) -> InputBoard {
    let mut board = to_solve(random, size);
    let solver = Solver::new().exactly(board.moves).threads(1);
    let outcome = solver.solve_grid(&board.grid(ContestTask::Solve)).expect("a board of the contest");
    if let Some(list) = outcome.found.filter(|_| random.percent(80)) {
        board.list = list.iter().map(numbers).collect();
    } else if random.percent(15) {
        board.columns = loose(random, size, false);
    }
    for _ in 0..random.below(2 + size / 4) {
        let rows = if random.percent(80) { 2 } else { 7 };
        let (x, y) = (random.below(5) as i64, random.below(rows) as i64);
        let right = x == 0 || (x < 4 && random.percent(50));
        let at = if random.percent(70) { board.list.len() } else { random.below(board.list.len() + 1) };
        board.list.insert(at, [x, y, if right { 1 } else { -1 }]);
    }
    board.moves = match random.below(4) {
        0 => random.below(board.list.len() + 3) as u64,
        _ => board.list.len() as u64,
    };
    board
}

//! Inputs of contest programs as text: boards with the moves to be played on them, and the exact answers.

use crate::judge::{click, p1312, uva339, uva758};
use crate::mayan::Solver;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use crate::rules::{Cell, Move, ReadError, Side};
use crate::text::formats;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The task of a contest program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContestTask {
    /// NOIP 2011, Luogu P1312: the first list of exactly n moves that clears the board.
    Solve,
    /// P1312 as a simulation: whether a list of moves clears the board.
    Simulate,
    /// UVa 339: the grids after lists of selections.
    Uva339,
    /// UVa 758: games in which every move removes the largest group.
    Uva758,
    /// One click on a board of this size.
    Click(click::Shape),
}

impl ContestTask {
    /// The number of columns and the greatest height of a board of the Mayan puzzle.
    pub(super) const MAYAN: (usize, usize) = (5, 7);

    /// Returns whether the task is one of the Mayan puzzle.
    pub fn is_mayan(self) -> bool {
        matches!(self, ContestTask::Solve | ContestTask::Simulate)
    }

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            ContestTask::Solve => "solve",
            ContestTask::Simulate => "simulate",
            ContestTask::Uva339 => "uva339",
            ContestTask::Uva758 => "uva758",
            ContestTask::Click(_) => "click",
        }
    }

    /// Returns the task with this name on the command line; `shape` is the size of the board of the click task.
    pub fn named(name: &str, shape: click::Shape) -> Option<ContestTask> {
        [
            ContestTask::Solve,
            ContestTask::Simulate,
            ContestTask::Uva339,
            ContestTask::Uva758,
            ContestTask::Click(shape),
        ]
        .into_iter()
        .find(|task| task.name() == name)
    }
}

/// A board of an input, with the moves to be played on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct InputBoard {
    /// The colours of each column from the bottom, numbered from 1 for the Mayan puzzle and from 0 otherwise.
    pub columns: Vec<Vec<u8>>,
    /// The number of moves of the Mayan puzzle; 0 for the other tasks.
    pub moves: u64,
    /// The moves as in the input: x, y, and 1 for right or -1 for left; or the selections: row, column, and 0.
    pub list: Vec<[i64; 3]>,
}

/// How the numbers of a UVa 339 input are divided into lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Layout {
    /// Each row and each selection has a line of its own.
    #[default]
    Lines,
    /// Several selections stand on a line, as in the statement's sample.
    Sample,
    /// Each number has a line of its own. The statement allows this layout, but judges do not seem to test it.
    Loose,
}

/// An input of a contest program.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Input {
    /// The task that the program is to solve.
    pub task: ContestTask,
    /// The boards: one, or several for UVa 339 and 758.
    pub boards: Vec<InputBoard>,
    /// The division into lines, for UVa 339 only.
    pub layout: Layout,
    /// UVa 339: the size that ends the input (rows and columns, at least one of them 0); `None` if no size ends it.
    pub end: Option<[u8; 2]>,
    /// The text of an input that was read; `None` for an input that was made.
    pub given: Option<Vec<u8>>,
}

impl InputBoard {
    /// Returns the number of rows: the height of the highest column.
    pub fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// Returns the board as a grid, with the size and the colour names of inputs of `task`.
    pub fn grid(&self, task: ContestTask) -> Grid {
        let (rows, cols) = match task {
            ContestTask::Solve | ContestTask::Simulate => (ContestTask::MAYAN.1, ContestTask::MAYAN.0),
            ContestTask::Click(shape) => (shape.rows, shape.cols),
            ContestTask::Uva339 | ContestTask::Uva758 => (self.height(), self.columns.len()),
        };
        let name = |tile: u8| match task {
            ContestTask::Uva758 => Grid::name_of(char::from(LETTERS[usize::from(tile)])).expect("a letter"),
            _ => u64::from(tile),
        };
        let cell = |cell: Cell| self.columns.get(cell.col)?.get(cell.row).map(|&tile| name(tile));
        let grid = Grid::from_names(rows, cols, cell).expect("a small board");
        if task == ContestTask::Uva758 { grid.with_letters() } else { grid }
    }

    /// Renumbers the colours from 1 without gaps, in ascending order, and returns how many colours there are.
    pub(super) fn number_colours(&mut self) -> u8 {
        let colours: BTreeSet<u8> = self.columns.iter().flatten().copied().collect();
        let number = |colour: u8| 1 + colours.range(..colour).count() as u8;
        self.columns.iter_mut().flatten().for_each(|colour| *colour = number(*colour));
        colours.len() as u8
    }

    /// Converts `list` to moves of the Mayan puzzle.
    pub(super) fn moves_of_list(&self) -> Vec<Move> {
        let side = |g| if g < 0 { Side::Left } else { Side::Right };
        self.list.iter().map(|&[x, y, g]| Move::new(x as u8, y as u8, side(g))).collect()
    }

    fn puzzle(&self, task: ContestTask) -> Puzzle {
        let moves = Some(self.moves);
        let task_of_puzzle = if task.is_mayan() {
            Task::Mayan(MayanTask { moves, list: self.moves_of_list(), ..MayanTask::default() })
        } else {
            Task::SameGame(SameGameTask::default())
        };
        Puzzle::new(self.grid(task), task_of_puzzle)
    }
}

/// Returns a move of the Mayan puzzle as x, y, and 1 for right or -1 for left.
pub(super) fn numbers(step: &Move) -> [i64; 3] {
    [step.x.into(), step.y.into(), if step.side == Side::Left { -1 } else { 1 }]
}

/// The letters of the balls of UVa 758, by colour.
pub(super) const LETTERS: [u8; 3] = [b'R', b'G', b'B'];

impl Input {
    /// Creates an input in the usual layout; in UVa 339, the size 0 0 ends it.
    pub(super) fn new(task: ContestTask, boards: Vec<InputBoard>) -> Input {
        Input { task, boards, layout: Layout::Lines, end: Some([0, 0]), given: None }
    }

    /// Reads the input of a task. `click` is the row and the column for [`ContestTask::Click`], whose text is only a board.
    ///
    /// # Errors
    /// If the text is no input of the task.
    pub fn read(task: ContestTask, text: &[u8], click: [i64; 2]) -> Result<Input, ReadError> {
        let mut puzzles = Vec::new();
        match task {
            ContestTask::Solve => formats::noip::FORMAT.read(text, &mut puzzles)?,
            ContestTask::Simulate => formats::p1312::FORMAT.read(text, &mut puzzles)?,
            ContestTask::Uva339 => formats::uva339::FORMAT.read(text, &mut puzzles)?,
            ContestTask::Uva758 => formats::uva758::FORMAT.read(text, &mut puzzles)?,
            ContestTask::Click(shape) => {
                puzzles.push(Puzzle::new(click::read(text, shape)?, Task::SameGame(Default::default())));
            }
        }
        let boards = puzzles.iter().map(|puzzle| {
            let grid = &puzzle.grid;
            let (moves, list) = match &puzzle.task {
                Task::Mayan(task) => (task.moves, task.list.iter().map(numbers).collect()),
                Task::SameGame(_) if matches!(task, ContestTask::Click(_)) => {
                    (None, vec![[click[0], click[1], 0]])
                }
                Task::SameGame(task) => {
                    let numbers = |cell: &Cell| [cell.row as i64 + 1, cell.col as i64 + 1, 0];
                    (None, task.clicks.iter().map(numbers).collect())
                }
            };
            let tile = |cell| {
                let (colour, name) = (grid.get(cell)?, grid.name_at(cell)?);
                let ball = || LETTERS.iter().position(|&ball| Grid::name_of(ball.into()) == Some(name));
                Some(match task {
                    ContestTask::Solve | ContestTask::Simulate => colour + 1,
                    ContestTask::Uva758 => ball()? as u8,
                    ContestTask::Uva339 | ContestTask::Click(_) => name as u8,
                })
            };
            let column = |col| (0..grid.rows()).map_while(|row| tile(Cell::new(row, col))).collect();
            InputBoard { columns: (0..grid.cols()).map(column).collect(), moves: moves.unwrap_or(0), list }
        });
        Ok(Input { given: Some(text.to_vec()), ..Input::new(task, boards.collect()) })
    }

    /// Returns the text that the program reads.
    pub fn text(&self) -> Vec<u8> {
        let written = |format: &formats::Format| {
            let texts = self.boards.iter().map(|board| format.write(&board.puzzle(self.task)));
            let texts: Vec<String> = texts.collect::<Result<_, _>>().expect("valid boards");
            format.join(&texts).expect("as many boards as the format takes").into()
        };
        match self.task {
            _ if self.given.is_some() => self.given.clone().unwrap_or_default(),
            ContestTask::Solve => written(&formats::noip::FORMAT),
            ContestTask::Simulate => written(&formats::p1312::FORMAT),
            ContestTask::Uva758 => written(&formats::uva758::FORMAT),
            ContestTask::Uva339 => self.uva339().into(),
            ContestTask::Click(_) => click::write(&self.boards[0].grid(self.task)),
        }
    }

    /// Returns the text of an input of UVa 339 in the input's layout, including illegal selections.
    fn uva339(&self) -> String {
        let (space, line) = if self.layout == Layout::Loose { ("\n", "  ") } else { (" ", "\n") };
        let mut text = String::new();
        for board in &self.boards {
            let _ = write!(text, "{} {}{line}", board.height(), board.columns.len());
            for row in 0..board.height() {
                let tiles: Vec<String> = board.columns.iter().map(|column| column[row].to_string()).collect();
                text += &(tiles.join(space) + line);
            }
            for (at, &[row, col, _]) in (1..).zip(&board.list) {
                let line = if self.layout == Layout::Sample && at % 4 > 0 { "   " } else { line };
                let _ = write!(text, "{row}{space}{col}{line}");
            }
            text += &format!("0 0{line}");
            text += if self.layout == Layout::Sample { "\n" } else { "" };
        }
        if let Some([rows, cols]) = self.end {
            let _ = write!(text, "{rows} {cols}");
        }
        text + "\n"
    }

    /// Returns the row and the column of the click, which replace `ROW` and `COL` in the command of the program.
    pub fn click(&self) -> [i64; 2] {
        let [row, col, _] = self.boards[0].list.first().copied().unwrap_or_default();
        [row, col]
    }

    /// Returns the right answer. With `noop`, a swap of equal blocks is a move; this affects only [`ContestTask::Solve`].
    pub fn answer(&self, noop: bool) -> Vec<u8> {
        let board = &self.boards[0];
        match self.task {
            ContestTask::Solve => {
                let solver = Solver::new().exactly(board.moves).skip_noop(!noop).threads(1);
                let outcome = solver.solve_grid(&board.grid(self.task)).expect("a board of the contest");
                formats::noip::answer(outcome.found.as_deref()).into()
            }
            ContestTask::Simulate => {
                let cleared = p1312::clears(&board.grid(self.task), board.moves, &board.moves_of_list());
                if cleared.expect("moves on the board") { "Yes\n".into() } else { "No\n".into() }
            }
            ContestTask::Uva339 => {
                let (mut judge, mut out) = (uva339::Simulator::new(), Vec::new());
                judge.feed(&self.text(), &mut out).expect("valid input");
                judge.finish(&mut out).expect("valid input");
                out
            }
            ContestTask::Uva758 => {
                let mut out = Vec::new();
                for (number, board) in (1..).zip(&self.boards) {
                    uva758::play(number, &board.grid(self.task), &mut out);
                }
                out
            }
            ContestTask::Click(_) => click::play(board.grid(self.task), self.click()),
        }
    }

    /// Returns the number of tiles of all boards.
    pub fn tiles(&self) -> usize {
        self.boards.iter().flat_map(|board| &board.columns).map(Vec::len).sum()
    }

    /// Returns whether the input is valid by the task's statement, and contains only what judges test.
    pub(super) fn is_valid(&self) -> bool {
        let Some(board) = self.boards.first() else { return false };
        let rectangular = |board: &InputBoard| {
            let height = board.height();
            height > 0 && board.columns.iter().all(|column| column.len() == height)
        };
        match self.task {
            ContestTask::Solve => {
                (1..=5).contains(&board.moves) && board.height() > 0 && board.grid(self.task).is_settled()
            }
            ContestTask::Simulate => board.list.iter().all(|&[x, _, g]| (0..5).contains(&(x + g))),
            ContestTask::Uva339 => {
                let selects = |board: &InputBoard| board.list.iter().all(|&[row, col, _]| row.min(col) > 0);
                let usual = self.layout != Layout::Loose && self.end == Some([0, 0]);
                usual && self.boards.iter().all(|board| rectangular(board) && selects(board))
            }
            ContestTask::Uva758 => self
                .boards
                .iter()
                .all(|board| rectangular(board) && (board.height(), board.columns.len()) == (10, 15)),
            ContestTask::Click(shape) => {
                let [row, col] = self.click();
                let inside = (0..shape.rows as i64).contains(&row) && (0..shape.cols as i64).contains(&col);
                inside && board.list.len() == 1 && board.columns.iter().all(|column| !column.is_empty())
            }
        }
    }
}

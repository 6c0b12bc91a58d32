//! The state machine of the judge: what the next number of the input means, and what that number changes.

use crate::bits::cpu::{Cpu, CpuPath, Kernel, Lanes, Layout, dispatch};
use crate::judge::uva339::parse::{Numbers, UnexpectedByte};
use crate::judge::uva339::print;
use crate::rules::grid::{ColumnBoard, Grid, GridError, MAX_CELLS};
use crate::rules::{Cell, Rules};
use crate::samegame::repr::BoardRepr as _;
use crate::samegame::repr::codes::CELLS;
use crate::samegame::repr::packed::Packed;
use std::io::Write as _;

/// The meaning of the next number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// M, the number of rows.
    Rows,
    /// N, the number of columns; holds M.
    Cols(u64),
    /// The value of the cell at this row (from the bottom) and column, both from 0.
    Cell(usize, usize),
    /// The row of a selection.
    Row,
    /// The column of a selection; holds the selection's row.
    Col(u64),
    /// The input has ended.
    End,
}

/// An error in the input.
pub(super) enum MachineError {
    /// The byte at the current offset is neither a digit nor white space.
    UnexpectedByte,
    /// The number before the current offset is not allowed; contains the message.
    Number(String),
}

/// The largest number of rows and columns of a packed board.
const PACKED: usize = 64;

/// The state of the machine between two numbers.
#[derive(Clone, Debug)]
pub(super) struct Machine {
    pub stage: Stage,
    pub numbers: Numbers,
    pub rows: usize,
    pub cols: usize,
    /// Codes of the cells by rows from the bottom: 0 for empty, else the value plus one. Memory grows with the cells
    /// that are read, not with the stated size.
    codes: Vec<u8>,
    /// The number of codes per row, for a packed board a multiple of [`CELLS`].
    width: usize,
    /// The highest code of the board. Codes below 8 fit in three bit planes.
    highest: u8,
    /// The board, if it is too large to be packed.
    columns: Option<ColumnBoard>,
    /// The selections read, but not yet played.
    selections: Vec<Cell>,
    printed: u64,
}

impl Machine {
    /// Creates a machine at the beginning of a stream.
    pub fn new() -> Self {
        Machine {
            stage: Stage::Rows,
            numbers: Numbers::default(),
            rows: 0,
            cols: 0,
            codes: Vec::new(),
            width: 0,
            highest: 0,
            columns: None,
            selections: Vec::new(),
            printed: 0,
        }
    }

    /// Describes the next number for an error message.
    pub fn expected(&self) -> &'static str {
        match self.stage {
            Stage::Rows | Stage::End => "the number of rows",
            Stage::Cols(_) => "the number of columns",
            Stage::Cell(..) => "a cell from 0 to 9",
            Stage::Row => "a selection's row",
            Stage::Col(_) => "a selection's column",
        }
    }

    /// Reads a block from offset `at`, and advances `at`. Appends the output of every grid that ends in the block.
    pub fn read(
        &mut self,
        path: CpuPath,
        block: &[u8],
        at: &mut usize,
        out: &mut Vec<u8>,
    ) -> Result<(), MachineError> {
        loop {
            match self.stage {
                Stage::End => return Ok(()),
                Stage::Cell(row, 0) if self.numbers.plain_row(block, at, self.cols, &mut self.codes) => {
                    self.stage = self.end_row(row)?;
                    continue;
                }
                Stage::Row => {
                    while let Some((row, col)) = self.numbers.short_pair(block, at) {
                        self.stage = self.select(path, row, col, out);
                        if self.stage != Stage::Row {
                            break;
                        }
                    }
                }
                _ => {}
            }
            match self.numbers.next(block, at) {
                Ok(Some(number)) => self.stage = self.process(path, number, out)?,
                Ok(None) => {
                    self.play(path);
                    return Ok(());
                }
                Err(UnexpectedByte(_)) => return Err(MachineError::UnexpectedByte),
            }
        }
    }

    /// Processes one number, and returns the next stage.
    fn process(&mut self, path: CpuPath, number: u64, out: &mut Vec<u8>) -> Result<Stage, MachineError> {
        let index = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        Ok(match self.stage {
            Stage::Rows => Stage::Cols(number),
            Stage::Cols(rows) => self.start(index(rows), index(number))?,
            Stage::Cell(row, col) => {
                let value = u8::try_from(number).ok().filter(|&value| value <= 9);
                self.codes.push(value.ok_or_else(|| too_big(number))? + 1);
                if col + 1 < self.cols { Stage::Cell(row, col + 1) } else { self.end_row(row)? }
            }
            Stage::Row => Stage::Col(number),
            Stage::Col(row) => self.select(path, index(row), index(number), out),
            Stage::End => Stage::End,
        })
    }

    /// Begins a grid. A grid of 0 rows or columns ends the input.
    fn start(&mut self, rows: usize, cols: usize) -> Result<Stage, MachineError> {
        if rows == 0 || cols == 0 {
            return Ok(Stage::End);
        }
        (self.rows, self.cols) = (rows, cols);
        if rows.checked_mul(cols).is_none_or(|cells| cells > MAX_CELLS) {
            return Err(MachineError::Number(GridError::TooLarge { rows, cols }.to_string()));
        }
        let is_packed = rows.max(cols) <= PACKED;
        self.width = if is_packed { cols.next_multiple_of(CELLS) } else { cols };
        self.codes.clear();
        Ok(Stage::Cell(0, 0))
    }

    /// Pads a row of codes to `width`, and returns the next stage. After the last row, prepares a board for selections.
    fn end_row(&mut self, row: usize) -> Result<Stage, MachineError> {
        self.codes.resize((row + 1) * self.width, 0);
        if row + 1 < self.rows {
            return Ok(Stage::Cell(row + 1, 0));
        }
        self.highest = self.codes.iter().fold(0, |highest, &code| code.max(highest));
        if self.rows.max(self.cols) > PACKED {
            let value = |cell: Cell| Some(u64::from(self.codes[cell.row * self.width + cell.col]));
            let grid = Grid::from_names(self.rows, self.cols, value);
            let grid = grid.map_err(|error| MachineError::Number(error.to_string()))?;
            self.columns = Some(ColumnBoard::new(&grid));
        }
        Ok(Stage::Row)
    }

    /// Adds a selection with coordinates from 1; `0 0` ends the grid.
    #[inline(always)]
    fn select(&mut self, path: CpuPath, row: usize, col: usize, out: &mut Vec<u8>) -> Stage {
        if row == 0 && col == 0 {
            self.print(path, out);
            return Stage::Rows;
        }
        // The coordinate 0 becomes `usize::MAX`, which is outside every board.
        self.selections.push(Cell::new(row.wrapping_sub(1), col.wrapping_sub(1)));
        Stage::Row
    }

    /// Plays the selections read so far, and clears their list.
    fn play(&mut self, path: CpuPath) {
        let Machine { width, rows, cols, highest, ref selections, .. } = *self;
        if let Some(board) = &mut self.columns {
            for &cell in selections {
                board.click_by(&Rules::USUAL, cell);
            }
        } else if !selections.is_empty() {
            let codes = &mut self.codes;
            match (rows, cols) {
                (..=16, ..=16) => dispatch(path, Selections::<16, 4, 4> { codes, width, selections }),
                (..=16, _) if highest < 8 => {
                    dispatch(path, Selections::<16, 16, 3> { codes, width, selections });
                }
                (..=16, _) => dispatch(path, Selections::<16, 16, 4> { codes, width, selections }),
                _ => dispatch(path, Selections::<64, 64, 4> { codes, width, selections }),
            }
        }
        self.selections.clear();
    }

    /// Ends the grid, and appends its output.
    pub fn print(&mut self, path: CpuPath, out: &mut Vec<u8>) {
        self.play(path);
        let blank = if self.printed > 0 { "\n" } else { "" };
        self.printed += 1;
        // Writing into memory does not fail.
        let _ = writeln!(out, "{blank}Grid {}.", self.printed);
        if let Some(board) = self.columns.take() {
            let grid = board.to_grid();
            for (at, code) in self.codes.iter_mut().enumerate() {
                let name = grid.name_at(Cell::new(at / self.width, at % self.width));
                *code = name.map_or(0, |name| name as u8);
            }
        }
        if self.codes.iter().all(|&code| code == 0) {
            out.extend_from_slice(b"    Game Won\n");
        } else {
            print::board(&self.codes, self.width, self.cols, out);
        }
    }
}

/// Plays selections on a packed board: reads the board from `codes`, and writes it back.
struct Selections<'a, const BITS: u32, const WORDS: usize, const PLANES: usize> {
    codes: &'a mut [u8],
    width: usize,
    selections: &'a [Cell],
}

impl<C: Cpu, const BITS: u32, const WORDS: usize, const PLANES: usize> Kernel<C>
    for Selections<'_, BITS, WORDS, PLANES>
where
    Lanes<BITS, WORDS>: Layout<Words = [u64; WORDS]>,
{
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let mut board = Packed::<BITS, WORDS, PLANES>::from_codes(self.codes, self.width);
        for &cell in self.selections {
            board.click(cpu, cell);
        }
        board.write_codes(self.codes, self.width);
    }
}

#[cold]
fn too_big(number: u64) -> MachineError {
    let found = if number == u64::MAX { "a huge number".to_string() } else { number.to_string() };
    MachineError::Number(format!("found {found}, expected a cell from 0 to 9"))
}

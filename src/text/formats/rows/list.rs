//! Boards in brackets: nested lists as JSON and Python write them.

use super::super::scan::quote;
use super::board::Board;
use super::cells;
use super::options::Options;
use crate::rules::ReadError;

/// Reads the list that begins at an offset and further lists on the same line, and calls `sink` with their boards. Returns
/// the offset of the end of the line.
///
/// # Errors
/// For anything but lists of rows of cells, and for other text after a list. Returns the errors of `sink`.
pub fn read<'t>(
    text: &'t [u8],
    offset: usize,
    options: Options,
    sink: &mut dyn FnMut(Board<'t>) -> Result<(), ReadError>,
) -> Result<usize, ReadError> {
    let mut list = List { text, at: offset, options, open: Vec::new(), board: None, rows_at: 0, boards: 0 };
    loop {
        list.next(sink)?;
        if !list.open.is_empty() {
            continue;
        }
        let rest = text[list.at..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let behind = rest.iter().take_while(|byte| b" \t\r,;".contains(byte)).count();
        match rest[behind..] {
            [] | [b'#', ..] => return Ok(list.at + rest.len()),
            [b'[' | b'(', ..] => (list.at, list.boards) = (list.at + behind, 0),
            ref word => {
                let message = format!("found {}, expected the end of the line after the list", quote(word));
                return Err(list.error(list.at + behind, message));
            }
        }
    }
}

/// A parser of a list.
struct List<'t> {
    text: &'t [u8],
    at: usize,
    options: Options,
    /// The open brackets: offset, closing bracket, and number of cells of the board before it.
    open: Vec<(usize, u8, usize)>,
    /// The current board.
    board: Option<Board<'t>>,
    /// The number of open brackets around a cell.
    rows_at: usize,
    /// Boards so far.
    boards: u64,
}

impl<'t> List<'t> {
    fn error(&self, offset: usize, message: impl Into<String>) -> ReadError {
        ReadError::at(self.text, offset, message)
    }

    /// Reads the next bracket or cell.
    fn next(&mut self, sink: &mut dyn FnMut(Board<'t>) -> Result<(), ReadError>) -> Result<(), ReadError> {
        let rest = &self.text[self.at..];
        let Some(&byte) = rest.first() else {
            let (start, ..) = self.open[0];
            let message = "this list has no end, expected a closing bracket for every one that opens";
            return Err(self.error(start, message));
        };
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' | b',' => self.at += 1,
            b'[' | b'(' => self.open(byte)?,
            b']' | b')' => self.close(byte, sink)?,
            b'"' | b'\'' => {
                let start = self.at + 1;
                let Some(length) = memchr::memchr2(byte, b'\n', &self.text[start..])
                    .filter(|&length| self.text[start + length] == byte)
                else {
                    return Err(self.error(self.at, "this string has no end, expected one on the same line"));
                };
                self.at = start + length + 1;
                self.scalar(start, &self.text[start..start + length], true)?;
            }
            _ => {
                let end =
                    rest.iter().position(|byte| b" \t\r\n,[]()\"'".contains(byte)).unwrap_or(rest.len());
                let start = self.at;
                self.at += end;
                self.scalar(start, &rest[..end], false)?;
            }
        }
        Ok(())
    }

    fn open(&mut self, byte: u8) -> Result<(), ReadError> {
        let deepest = if self.board.is_some() { self.rows_at } else { 3 };
        if self.open.len() == deepest {
            return Err(self.error(self.at, "found a list, expected a cell"));
        }
        let end = if byte == b'[' { b']' } else { b')' };
        self.open.push((self.at, end, self.board.as_ref().map_or(0, Board::count)));
        self.at += 1;
        Ok(())
    }

    fn close(
        &mut self,
        byte: u8,
        sink: &mut dyn FnMut(Board<'t>) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        let Some((start, end, before)) = self.open.pop() else {
            return Err(self.error(self.at, "found a closing bracket, expected a list"));
        };
        if byte != end {
            let message = format!("found '{}', expected '{}'", char::from(byte), char::from(end));
            return Err(self.error(self.at, message));
        }
        self.at += 1;
        let depth = self.open.len() + 1;
        match self.board.take() {
            Some(mut board) if depth > 1 && depth == self.rows_at => {
                board.end_row(before, start)?;
                self.board = Some(board);
                Ok(())
            }
            Some(board) => {
                self.boards += 1;
                sink(board)
            }
            None if self.boards > 0 && depth + 1 < self.rows_at => Ok(()),
            None => Err(self.error(start, "an empty list, expected rows of cells")),
        }
    }

    /// Adds a cell, or a row that is a string.
    fn scalar(&mut self, offset: usize, bytes: &'t [u8], quoted: bool) -> Result<(), ReadError> {
        let text = cells::utf8(self.text, offset, bytes)?;
        let depth = self.open.len();
        if depth == 0 {
            return Err(self.error(offset, format!("found {}, expected the end of the list", quote(bytes))));
        }
        let board = self.board.get_or_insert_with(|| {
            self.rows_at = depth;
            Board::listed(self.text, self.options)
        });
        if depth != self.rows_at {
            return Err(self.error(offset, format!("found {}, expected a list, as above", quote(bytes))));
        }
        match (depth, quoted) {
            (1, true) => board.row(offset, text.trim()),
            (1, false) => {
                let message =
                    format!("found {} in a flat list, expected a list of rows: [[1,2],[2,1]]", quote(bytes));
                Err(self.error(offset, message))
            }
            _ => {
                let empty = !quoted && matches!(text, "null" | "None") || quoted && text.trim().is_empty();
                board.cell(offset, if empty { "." } else { text.trim() }, true)
            }
        }
    }
}

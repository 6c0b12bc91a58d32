//! Reads boards and moves from lists in brackets.

use super::board::{Cells, Found};
use super::cells::{Separator, signs};
use super::dialect::{Dialect, check_length};
use super::options::{Lists, RowsFrom};
use super::source::Source;
use super::tree::{Candidate, Entry, Group, Shape, Value};
use tilefall_rules::notation::has_word;
use tilefall_rules::{GameKind, ReadError, Step};

/// The texts after a list that do not change its cells; calls of other methods are refused.
const METHODS: [&str; 8] = ["", ".", ".tolist()", ".copy()", ".clone()", ".to_vec()", ".toList()", ".into()"];

/// Reads the boards of a list. If the lists of a Mayan board with empty cells can be rows or columns, both readings
/// must give the same board.
pub fn read(source: Source<'_>, list: &Candidate<'_>) -> Result<Vec<Found>, ReadError> {
    let rows = read_as(source, list)?;
    let has_space = |found: &Found| found.grid.tiles() < found.grid.rows() * found.grid.cols();
    if source.options.strict && source.game() == GameKind::Mayan && rows.iter().any(has_space) {
        let mut turned = source;
        turned.options.rows.lists = Lists::Columns;
        let is_turned = |(one, other): (&Found, &Found)| {
            (one.grid.rows(), one.grid.cols()) == (other.grid.cols(), other.grid.rows())
        };
        if read_as(turned, list)
            .is_ok_and(|columns| columns != rows && rows.iter().zip(&columns).all(is_turned))
        {
            let message = "lists that can be rows or columns: add --lists rows, or --lists columns for columns from the \
                           bottom";
            return Err(source.ambiguous(list.group.text, message));
        }
    }
    Ok(rows)
}

/// Reads the boards of a list of rows, or of columns with [`Lists::Columns`]. A string may be a cell or a row of cells:
/// if both readings give boards, the boards must be equal.
fn read_as(source: Source<'_>, list: &Candidate<'_>) -> Result<Vec<Found>, ReadError> {
    let Candidate { group, shape, length, .. } = *list;
    if !METHODS.contains(&group.after) {
        return Err(source.found(group.after, "the end after the list"));
    }
    let inner = || -> Result<Vec<Found>, ReadError> {
        let boards = list.lists().map(|group| read_as(source, &Candidate::of(group)));
        Ok(boards.collect::<Result<Vec<_>, _>>()?.concat())
    };
    match shape {
        Shape::Fields | Shape::Records => {
            return Err(source.found(group.text, "rows of cells, without names"));
        }
        Shape::Deep => return inner(),
        Shape::Flat if length == 0 => {
            return Err(source.error(group.text, "an empty list, expected rows of cells"));
        }
        Shape::Flat if length > 1 && source.options.rows.width.is_none() => {
            let message =
                "a flat list, expected a list of rows: [[1,2],[2,1]], or --width and the number of columns";
            return Err(source.error(&group.text[1..], message));
        }
        _ => {}
    }
    let words = rows(source, group.entries(), group.text, shape).map(|board| vec![board]);
    // A list of lists of strings may also be a list of boards, each with a string for a row.
    let is_strings = |group| Candidate::of(group).shape == Shape::Strings;
    let boards = if shape == Shape::Rows && list.lists().all(is_strings) { inner().ok() } else { None };
    match (words, boards) {
        (Ok(words), Some(boards)) if source.options.strict && boards != words => {
            let message = "strings that can be cells or rows: write rows as lists of cells, or add --format rows for cells";
            Err(source.ambiguous(group.text, message))
        }
        (Err(_), Some(boards)) => Ok(boards),
        (words, _) => words,
    }
}

/// Reads the moves in brackets: a move `[2, 1]`, moves `[[2, 1], [3, 4]]`, or all numbers in a row `[2, 1, 3, 4]`.
pub fn moves(source: Source<'_>, group: Group<'_>, dialect: Dialect<'_>) -> Result<Vec<Step>, ReadError> {
    let list = Candidate::of(group);
    let inner = |group: Group<'_>| group.text[1..group.text.len() - 1].len();
    if list.shape == Shape::Rows
        && list.length == 1
        && let Some(only) = list.lists().next()
    {
        return moves(source, only, dialect);
    }
    if !matches!(list.shape, Shape::Rows | Shape::Records) {
        return dialect.parse(source, &group.text[1..=inner(group)], &[], true);
    }
    let mut moves = Vec::new();
    for group in list.lists() {
        if group.entries().next().is_none() {
            return Err(source.found(group.text, "a move"));
        }
        moves.extend(dialect.parse(source, &group.text[1..=inner(group)], &[], false)?);
        check_length(source, moves.len(), group.text)?;
    }
    Ok(moves)
}

/// Reads a list in brackets as one list of moves, or as several if the brackets hold lists of moves.
pub fn lists(
    source: Source<'_>,
    list: &Candidate<'_>,
    dialect: Dialect<'_>,
) -> Result<Vec<Vec<Step>>, ReadError> {
    if list.shape != Shape::Deep {
        return Ok(vec![moves(source, list.group, dialect)?]);
    }
    let lists = list.lists().map(|group| lists(source, &Candidate::of(group), dialect));
    Ok(lists.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Reads a board from the entries of a list of this shape; `whole` is the text of all entries.
pub fn rows<'t>(
    source: Source<'t>,
    entries: impl Iterator<Item = Entry<'t>> + Clone,
    whole: &'t str,
    shape: Shape,
) -> Result<Found, ReadError> {
    let by_column = source.options.rows.lists == Lists::Columns;
    let (mut board, mut columns, mut cells) = (Cells::new(source, true), Vec::new(), Vec::new());
    let mut end_row = |cells: &mut Vec<&'t str>, at| {
        if by_column {
            columns.push(std::mem::take(cells));
            return Ok(());
        }
        board.row(cells.drain(..), at)
    };
    // A board may have both rows of signs side by side, `"RGB"`, and rows of signs with blanks between, `"R G B"`.
    let strongest = entries.clone().filter_map(|entry| match entry.value {
        Value::Quoted(text) if shape == Shape::Strings => Some(Separator::within(text)),
        _ => None,
    });
    let strongest = strongest.max().filter(|of| of.allows_words());
    let is_only = entries.clone().nth(1).is_none();
    for entry in entries {
        let (ends, at) = match entry.value {
            Value::Quoted(text) if shape == Shape::Strings => {
                let separator = strongest.unwrap_or(Separator::within(text.trim()));
                cells.extend(separator.cells(text.trim()));
                (true, text)
            }
            Value::Group(group) => {
                if !by_column && group.entries().next().is_none() {
                    return Err(source.error(group.text, "an empty list, expected rows of cells"));
                }
                let mut lines = group.entries().skip_while(|entry| entry.end != '\n');
                if is_only && lines.nth(1).is_some() {
                    let message = "rows of one list on several lines, expected a list for each row";
                    return Err(source.error(group.text, message).recognised());
                }
                cells.extend(group.entries().map(cell));
                (true, group.text)
            }
            _ => {
                cells.push(cell(entry));
                let breaks = entry.end == '\n' && matches!(shape, Shape::Matrix | Shape::Lines);
                (breaks || entry.end == ';' && shape == Shape::Matrix, whole)
            }
        };
        if ends {
            end_row(&mut cells, at)?;
        }
    }
    if !cells.is_empty() {
        end_row(&mut cells, whole)?;
    }
    let tallest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let from_top = source.options.rows.rows_from == Some(RowsFrom::Top);
    for height in (0..tallest).rev() {
        let cell = |column: &Vec<&'t str>| {
            let index = if from_top { column.len().checked_sub(height + 1) } else { Some(height) };
            index.and_then(|index| column.get(index).copied()).unwrap_or(&whole[..0])
        };
        board.row(columns.iter().map(cell), whole)?;
    }
    board.finish()
}

/// Returns the text of a cell; an empty text for an empty cell.
fn cell<'t>(entry: Entry<'t>) -> &'t str {
    match entry.value {
        Value::Quoted(text) => text.trim(),
        Value::Atom(text @ ("null" | "None" | "nil" | "undefined" | "Nothing")) => &text[..0],
        Value::Atom(text) => text,
        Value::Group(group) => group.text,
    }
}

impl<'t> Candidate<'t> {
    /// Returns the inner lists.
    fn lists(&self) -> impl Iterator<Item = Group<'t>> {
        self.group.entries().filter_map(|entry| match entry.value {
            Value::Group(group) => Some(group),
            _ => None,
        })
    }

    /// Returns `true` for a list of single cells: no inner lists, no semicolons between rows, no strings of cells.
    pub fn is_flat(&self) -> bool {
        matches!(self.shape, Shape::Flat | Shape::Fields | Shape::Lines)
    }

    /// Creates a candidate with the shape of the list and the name of the call before its brackets.
    pub fn of(group: Group<'t>) -> Candidate<'t> {
        let (shape, length) = super::tree::shape(group);
        Candidate { name: group.call, assigned: false, group, shape, length }
    }

    /// Returns `true` if the brackets hold only a name, `print(board)`, or the size of an array, `zeros((3, 3))`.
    pub fn is_word(&self) -> bool {
        const MAKERS: &str =
            " zeros ones empty full eye rand randn randint random reshape zeros_like ones_like ";
        if has_word(MAKERS, self.group.call.rsplit(['.', ':']).next().unwrap_or_default()) {
            return true;
        }
        let Entry { value, .. } = match (self.group.entries().next(), self.length) {
            (Some(entry), 1) => entry,
            _ => return false,
        };
        match value {
            Value::Atom(word) => {
                let is_name = signs(word).nth(1).is_some() || !self.group.call.is_empty();
                is_name && word.contains(char::is_alphabetic)
            }
            Value::Group(group) => Candidate::of(group).is_word(),
            Value::Quoted(_) => false,
        }
    }
}

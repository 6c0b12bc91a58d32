//! Lines to a board: frames and separators of rows are removed, and what separates cells is found.

use super::board::{Board, Found, Source};
use super::cells::{Separator, signs, unquoted};
use crate::rules::{ReadError, plural};

/// Reads the board of some lines, with or without its size in the first line. `comments` are the lines of comments among
/// them.
///
/// # Errors
/// If the lines are not a board, or have two meanings.
pub fn read<'t>(source: Source<'t>, lines: &[&'t str], comments: &[&'t str]) -> Result<Found, ReadError> {
    let checked = |board| check_comments(source, board, comments)?.finish();
    let all = board(source, lines).and_then(checked);
    let Some(size) = lines.first().and_then(|line| numbers(line)).filter(|_| lines.len() > 1) else {
        return all;
    };
    if all.is_ok() && !source.options.strict {
        return all;
    }
    let below = match board(source, &lines[1..]) {
        // A short row below a longer one is not a board.
        Ok(Board { rows, cols, .. }) if rows < 2 || cols == 1 && size.len() != 2 => return all,
        Ok(board) if is_size(&board, &size) => checked(board),
        Ok(_) if all.is_ok() => return all,
        Ok(Board { rows, cols, .. }) => {
            let cells = plural(cols, "cell");
            let message =
                format!("this row is not as long as those below, expected {cells} or the size {rows} {cols}");
            Err(source.error(lines[0], message).recognised_if(rows >= 2))
        }
        Err(error) => Err(error),
    };
    match (all, below) {
        (Ok(_), Ok(_)) => {
            let message = "this line can be the size of the board or its first row: delete it if it is the size, or add \
                           --format rows if it is a row";
            Err(ReadError { ambiguous: true, ..source.error(lines[0], message) })
        }
        (Ok(found), Err(_)) => Ok(found),
        (Err(_), Ok(found)) => Ok(Found { start: source.offset(lines[0]), ..found }),
        // An error of the second row may be that of the size.
        (Err(error), Err(_))
            if error.recognised || error.ambiguous || error.line > source.error(lines[0], "").line + 1 =>
        {
            Err(error)
        }
        (Err(_), Err(other)) => Err(other),
    }
}

/// Parses one to three numbers, as for the size of a board.
pub fn numbers(line: &str) -> Option<Vec<u64>> {
    let words = line.split([' ', '\t', ',', 'x']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<u64>> = words.take(4).map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| (1..=3).contains(&numbers.len()))
}

/// Returns `true` if the numbers are the rows of a board, or its rows and columns in either order, and perhaps its colours.
fn is_size(board: &Board<'_>, numbers: &[u64]) -> bool {
    let (rows, cols) = (board.rows as u64, board.cols as u64);
    match *numbers {
        [one] => one == rows,
        [one, other, ref colours @ ..] => {
            ([one, other] == [rows, cols] || [one, other] == [cols, rows])
                && colours.iter().all(|&colours| colours >= board.colours() as u64)
        }
        [] => false,
    }
}

/// Reads rows.
fn board<'t>(source: Source<'t>, lines: &[&'t str]) -> Result<Board<'t>, ReadError> {
    let inner = without_frame(lines);
    let rows = inner.iter().flat_map(|line| line.split('/')).map(str::trim).filter(|row| !row.is_empty());
    let rows: Vec<&str> = rows.collect();
    if rows.is_empty() {
        return Err(source.error(lines[0], "a frame without rows, expected rows of symbols"));
    }
    let (bare, sure) = without_ends(rows.clone());
    let read = board_of(source, bare);
    // A separator at the end of all rows but the last may be that of a blank cell.
    if sure { read } else { read.or_else(|_| board_of(source, rows)) }
}

/// Reads rows without separators at their ends.
fn board_of<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Board<'t>, ReadError> {
    let start = rows.first().map_or(0, |first| source.offset(first));
    let rows = without_axes(source, split_rows(rows));
    if rows.is_empty() {
        let message = "rows without cells, expected rows of symbols";
        return Err(ReadError::at(source.text, start, message));
    }
    let separator = rows.iter().map(|row| Separator::within(row)).max().unwrap_or(Separator::None);
    check_first(source, &rows, separator)?;
    let mut board = Board::new(source, false);
    board.blanks = separator == Separator::Blanks;
    for row in rows {
        let read = separator.each(row, |cell| board.cell(cell, separator.allows_words()));
        read.and_then(|()| board.end_row(row)).map_err(|error| error.recognised_if(board.rows >= 2))?;
    }
    Ok(board)
}

/// Removes the lines of a frame or a table that have no cells: around the rows, between all rows, or below the first row.
fn without_frame<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let is_edge = |c| matches!(c, '+' | ':' | '\u{2500}'..='\u{257f}') || Separator::Pipes.is(c);
    let is_line = |line: &str| {
        line.contains(is_edge)
            && line.contains(['-', '\u{2500}', '\u{2501}', '\u{2550}'])
            && line.chars().all(|c| is_edge(c) || c == '-' || c.is_whitespace())
    };
    let is_blank = |line: &str| line.chars().all(|c| Separator::Pipes.is(c) || c.is_whitespace());
    let (begin, end) = (
        lines.iter().take_while(|line| is_line(line)).count(),
        lines.iter().rev().take_while(|line| is_line(line)).count(),
    );
    let Some(inner) = lines.get(begin..lines.len() - end) else { return Vec::new() };
    let rows: Vec<&str> = inner.iter().copied().filter(|line| !is_line(line)).collect();
    let is_table = rows.iter().all(|row| row.contains(|c| Separator::Pipes.is(c)));
    let below = inner.iter().skip(1).step_by(2).filter(|line| is_line(line)).count();
    let between = inner.len() - rows.len();
    let one_below = between == 1 && below == 1 && is_line(inner[1]);
    let usual = between == 0 || is_table && (one_below || between + 1 == rows.len() && below == between);
    match usual && (is_table || begin.min(end) > 0 || begin + end == 0) {
        // A table of Markdown without a header has a blank one.
        true if one_below && is_blank(rows[0]) => rows[1..].to_vec(),
        true => rows,
        false => lines.to_vec(),
    }
}

/// Removes the separators at the starts and ends of rows, and quotes around rows, if every row has them. The last row may lack
/// the separator at its end: then the second result is `false`.
fn without_ends(mut rows: Vec<&str>) -> (Vec<&str>, bool) {
    let mut sure = true;
    for separator in [Separator::Semicolons, Separator::Commas, Separator::Pipes] {
        let ends = |row: &&str| row.ends_with(|c| separator.is(c));
        let (last, others) = rows.split_last().expect("there is a row");
        if others.iter().all(ends) && (ends(last) || !others.is_empty()) {
            sure &= ends(last);
            let trim =
                |row: &mut &str| *row = row.strip_suffix(|c| separator.is(c)).unwrap_or(row).trim_end();
            rows.iter_mut().for_each(trim);
        }
        if rows.iter().all(|row| row.starts_with(|c| separator.is(c))) {
            let trim =
                |row: &mut &str| *row = row.strip_prefix(|c| separator.is(c)).unwrap_or(row).trim_start();
            rows.iter_mut().for_each(trim);
        }
    }
    let quoted: Option<Vec<&str>> = rows.iter().map(|row| Some(unquoted(row)?.trim())).collect();
    (quoted.unwrap_or(rows), sure)
}

/// Splits rows at semicolons, if cells are separated otherwise, or if a single row is words of letters.
fn split_rows(rows: Vec<&str>) -> Vec<&str> {
    let parts =
        |row| str::split(row, |c| Separator::Semicolons.is(c)).map(str::trim).filter(|part| !part.is_empty());
    if !rows.iter().any(|row| row.contains(|c| Separator::Semicolons.is(c))) {
        return rows;
    }
    let inner = rows.iter().copied().flat_map(parts).map(Separator::within).max();
    let is_word =
        |part: &str| signs(part).nth(1).is_some() && !part.bytes().all(|byte| byte.is_ascii_digit());
    match rows[..] {
        [row] if parts(row).all(is_word) => parts(row).collect(),
        _ if matches!(inner, Some(Separator::Blanks | Separator::Commas)) => {
            without_ends(rows.into_iter().flat_map(parts).collect()).0
        }
        _ => rows,
    }
}

/// Removes the numbers of rows and columns that `show` writes beside a board; the latter are indented.
fn without_axes<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Vec<&'t str> {
    let is = |word: &str, number: usize| word.parse() == Ok(number);
    let Some((columns, above)) = rows.split_last().filter(|(_, above)| !above.is_empty()) else {
        return rows;
    };
    let mut numbers = columns.split_whitespace().enumerate();
    let cols = columns.split_whitespace().count();
    let labelled = |(at, row): (usize, &&str)| {
        let mut words = row.split_whitespace();
        words.next().is_some_and(|word| is(word, above.len() - at)) && words.count() == cols
    };
    let indented = source.text[..source.offset(columns)].ends_with(b"  ");
    if indented && numbers.all(|(at, word)| is(word, at + 1)) && above.iter().enumerate().all(labelled) {
        return above
            .iter()
            .map(|row| row.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start())
            .collect();
    }
    rows
}

/// Checks that the first row is not the header of a table, and that a single row has one meaning.
fn check_first<'t>(source: Source<'t>, rows: &[&'t str], separator: Separator) -> Result<(), ReadError> {
    let first = rows[0];
    let mut cells = Vec::new();
    if separator > Separator::None && (rows.len() == 1 || separator.allows_words()) {
        separator.each(first, |cell| {
            cells.push(cell);
            Ok::<(), ReadError>(())
        })?;
    }
    let counts = |cells: &[&str], from: usize| (from..).zip(cells).all(|(at, cell)| cell.parse() == Ok(at));
    if let ["", ref columns @ ..] = cells[..]
        && columns.len() > 1
        && (counts(columns, 0) || counts(columns, 1))
    {
        let message = "the header of a table, expected the cells alone, without numbers of rows and columns";
        return Err(source.error(first, message).recognised());
    }
    if !source.options.strict {
        return Ok(());
    }
    let length = cells.first().map_or(0, |cell| cell.len());
    let is_row = |cell: &&str| cell.len() == length && cell.bytes().all(|byte| byte.is_ascii_digit());
    let message = if rows.len() == 1 && cells.len() > 1 && length > 1 && cells.iter().all(is_row) {
        "numbers of a single row, or digits of several rows: write each row on a line, or add --format rows for one row"
    } else if rows.len() > 1 && cells.len() > 2 && counts(&cells, 0) {
        "the first row counts the columns: delete it if it is the header of a table, or add --format rows if it is a row"
    } else {
        return Ok(());
    };
    Err(ReadError { ambiguous: true, ..source.error(first, message) })
}

/// Checks that no comment may be a row.
fn check_comments<'t>(
    source: Source<'t>,
    board: Board<'t>,
    comments: &[&'t str],
) -> Result<Board<'t>, ReadError> {
    let is_row = |comment: &&&str| {
        let is_sign = |word: &str| signs(word).nth(1).is_none();
        if comment.contains(char::is_whitespace) {
            board.blanks
                && comment.split_whitespace().count() == board.cols
                && comment.split_whitespace().all(is_sign)
        } else {
            !board.blanks && board.cols > 1 && signs(comment).count() == board.cols
        }
    };
    match comments.iter().find(is_row) {
        None => Ok(board),
        Some(comment) => {
            let message = "this comment is as long as a row; expected another sign for the colour, or a blank line around \
                           the comment";
            Err(source.error(comment, message).recognised_if(board.rows >= 2))
        }
    }
}

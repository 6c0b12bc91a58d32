//! Reads a board from lines: removes frames and labels around the rows, and finds the separator of cells.

use super::board::{Cells, Found};
use super::cells::{Separator, signs, unquoted};
use super::forms::{Meaning, meaning};
use super::frame::without_frame;
use super::labels::{COUNTS, without_header, without_labels};
use super::source::Source;
use tilefall_rules::{Columns, GameKind, ReadError, plural};

/// Reads a board from lines; the first line, or the first two, may state its size. `asides` are the comments and titles
/// around the lines.
pub fn read<'t>(source: Source<'t>, lines: &[&'t str], asides: &[&'t str]) -> Result<Found, ReadError> {
    let checked = |board| check_asides(source, board, asides)?.finish();
    let all = board(source, lines).and_then(checked);
    // The size is one line of up to three numbers, or two lines of one number each.
    let number = |at: usize| lines.get(at).and_then(|line| numbers(line));
    let size = match (number(0), number(1).filter(|_| lines.len() > 2)) {
        (Some(one), Some(other))
            if [one.len(), other.len()] == [1, 1]
                && [one[0], other[0]].contains(&(lines.len() as u64 - 2)) =>
        {
            Some(([one, other].concat(), 2))
        }
        (Some(size), _) if lines.len() > 1 => Some((size, 1)),
        _ => None,
    };
    let Some((size, from)) = size else { return all };
    if all.is_ok() && !source.options.strict {
        return all;
    }
    let below = match board(source, &lines[from..]) {
        // A single row or column below the first line belongs to the same board: the first line is no size.
        Ok(Cells { rows, cols, .. }) if rows < 2 || cols == 1 && size.len() != 2 => return all,
        Ok(board) if is_size(board.size(), &size) => checked(board),
        Ok(_) if all.is_ok() => return all,
        Ok(Cells { rows, cols, .. }) => {
            let expected = format!("{} or the size {rows} {cols}", plural(cols, "cell"));
            let message = format!("this row is not as long as those below, expected {expected}");
            Err(source.error(lines[0], message).recognised_if(rows >= 2))
        }
        Err(error) => Err(error),
    };
    match (all, below) {
        (Ok(_), Ok(_)) => {
            let message = "this line can be the size of the board or its first row: delete it if it is the size, or add \
                           --format rows if it is a row";
            Err(source.ambiguous(lines[0], message))
        }
        (Ok(found), Err(_)) => Ok(found),
        (Err(_), Ok(found)) => Ok(Found { start: source.offset(lines[0]), ..found }),
        // An error in the second line may come from reading a size as the first row.
        (Err(error), Err(_))
            if error.recognised || error.ambiguous || error.line > source.error(lines[0], "").line + 1 =>
        {
            Err(error)
        }
        (Err(_), Err(other)) => Err(other),
    }
}

/// If all lines are numbers between blanks, as in a judge's format, drops the lines after the first line that is too
/// long or too short for a row. A long text in a judge's format then costs no more than counting its numbers.
pub fn through_uneven<'l, 't>(lines: &'l [&'t str]) -> &'l [&'t str] {
    let words = |line: &&str| line.split_ascii_whitespace().count();
    // Skips the first two lines, which may be the size.
    let uneven = lines.get(2).map(words).and_then(|first| {
        let differs = |line: &&str| words(line) != first;
        lines[3..].iter().position(differs)
    });
    let is_number = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace();
    match uneven {
        Some(at) if lines.iter().all(|line| line.as_bytes().iter().all(is_number)) => &lines[..=3 + at],
        _ => lines,
    }
}

/// Parses one to three numbers, as for the size of a board: `3 4`, `3x4`, `rows: 3, cols: 4`.
pub fn numbers(line: &str) -> Option<Vec<u64>> {
    let words = line.split(|c: char| !c.is_alphanumeric()).flat_map(|word| word.split(['x', 'X']));
    let mut numbers = Vec::new();
    for word in words.filter(|word| !word.is_empty()) {
        match word.parse() {
            Ok(number) if numbers.len() < 3 => numbers.push(number),
            _ if meaning(word) == Some(Meaning::Size)
                || word.eq_ignore_ascii_case("rows")
                || "RCHWNMrchwnm".contains(word)
                || word == "by" => {}
            _ => return None,
        }
    }
    let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || ",×*=:".contains(c);
    (!numbers.is_empty() && line.chars().all(is_plain)).then_some(numbers)
}

/// Returns `true` if `numbers` states the size of a board: its rows; or its rows and columns in either order, and
/// perhaps a number of colours that is large enough.
pub fn is_size([rows, cols, colours]: [usize; 3], numbers: &[u64]) -> bool {
    let (rows, cols) = (rows as u64, cols as u64);
    match *numbers {
        [one] => one == rows,
        [one, other, ref more @ ..] => {
            ([one, other] == [rows, cols] || [one, other] == [cols, rows])
                && more.iter().all(|&more| more >= colours as u64)
        }
        [] => false,
    }
}

/// Reads several boards, each below a line with its size; the first line may be the number of boards.
pub fn sized<'t>(source: Source<'t>, rows: &[&'t str]) -> Option<Vec<Found>> {
    let is_number = |word: &str| word.parse::<u64>().is_ok();
    // A text of numbers alone is in the format of a judge.
    let is_stream = rows.iter().all(|row| row.split_whitespace().all(is_number));
    if is_stream && source.options.strict {
        return None;
    }
    let count = rows.first()?.parse::<usize>().ok();
    let (mut rest, mut boards) = (&rows[usize::from(count.is_some())..], Vec::new());
    while let Some(size) = rest.first() {
        let [height @ 1..=u64::MAX, width] = numbers(size)?[..] else { return None };
        let rows = rest.get(1..usize::try_from(height).ok()?.checked_add(1)?)?;
        let found = read(source, rows, &[]).ok()?;
        boards.push(
            Some(found)
                .filter(|found| (found.grid.rows() as u64, found.grid.cols() as u64) == (height, width))?,
        );
        rest = &rest[rows.len() + 1..];
    }
    (boards.len() > 1 && count.is_none_or(|count| count == boards.len())).then_some(boards)
}

/// Reads the rows of a board inside a frame and behind labels, if any.
fn board<'t>(source: Source<'t>, lines: &[&'t str]) -> Result<Cells<'t>, ReadError> {
    let inner = without_labels(source, without_frame(source, lines)?)?;
    let lines_of = |line: &&'t str| -> Vec<&'t str> {
        // In a string of source code, each `\n` ends a row.
        match unquoted(line).filter(|text| text.contains("\\n")) {
            Some(text) => text.split("\\n").collect(),
            None => line.split('/').collect(),
        }
    };
    let rows = inner.iter().flat_map(lines_of).map(str::trim).filter(|row| !row.is_empty());
    let rows: Vec<&str> = rows.collect();
    if rows.is_empty() {
        return Err(source.error(lines[0], "a frame without rows, expected rows of symbols"));
    }
    let (bare, sure) = without_ends(rows.clone());
    check_ends(source, &rows, &bare)?;
    let read = board_of(source, bare);
    // If the last row does not end with the separator, a separator at the end of a row may precede a blank cell.
    if sure { read } else { read.or_else(|_| board_of(source, rows)) }
}

/// Checks that rows which end with a comma or a semicolon have no blank cells: else their last cell may be blank, too.
fn check_ends(source: Source<'_>, rows: &[&str], bare: &[&str]) -> Result<(), ReadError> {
    for separator in [Separator::Commas, Separator::Semicolons] {
        let ends = |row: &&str| row.ends_with(|c| separator.is(c));
        let blank = |row: &&str| {
            let mut parts = row.split(|c| separator.is(c));
            parts.clone().nth(1).is_some() && parts.any(|part| part.trim().is_empty())
        };
        if rows.iter().all(ends) && bare.iter().any(blank) {
            let message = "rows end with a separator and have blank cells, so that their last cell may be blank or none: expected \
                           '.' for an empty cell";
            return Err(source.ambiguous(rows[0], message));
        }
    }
    Ok(())
}

/// Reads rows without separators at their ends.
fn board_of<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Cells<'t>, ReadError> {
    let start = rows.first().map_or(0, |first| source.offset(first));
    let rows = split_rows(rows);
    if rows.is_empty() {
        let message = "rows without cells, expected rows of symbols";
        return Err(source.error_at(start, message));
    }
    let rows = without_header(source, rows)?;
    let separator = rows.iter().map(|row| Separator::within(row)).max().unwrap_or(Separator::None);
    check_tabs(source, &rows)?;
    check_blanks(source, &rows, separator)?;
    check_first(source, &rows, separator)?;
    let mut board = Cells::new(source, false);
    board.separator = separator;
    for row in rows {
        let words = separator.allows_words() || separator == Separator::Blanks && !source.options.strict;
        let read = separator.cells(row).try_for_each(|cell| board.cell(cell, words));
        read.and_then(|()| board.end_row(row)).map_err(|error| error.recognised_if(board.rows >= 2))?;
    }
    Ok(board)
}

/// Removes the separators at the starts and ends of rows, and quotes around rows, if every row has them. The last row
/// may lack the separator at its end: then the second result is `false`.
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

/// Splits rows at semicolons, if blanks or commas separate cells, or if a single row consists of words: `RGB;GBR`.
fn split_rows(rows: Vec<&str>) -> Vec<&str> {
    let parts =
        |row| str::split(row, |c| Separator::Semicolons.is(c)).map(str::trim).filter(|part| !part.is_empty());
    if !rows.iter().any(|row| row.contains(|c| Separator::Semicolons.is(c))) {
        return rows;
    }
    let inner = rows.iter().copied().flat_map(parts).map(Separator::within).max();
    let is_word =
        |part: &str| signs(part).nth(1).is_some() && !part.bytes().all(|byte| byte.is_ascii_digit());
    let is_blank = |part: &str| part.chars().all(|c| Separator::of(c).is_some());
    match rows[..] {
        _ if rows.iter().any(|row| parts(row).nth(1).is_some() && parts(row).any(is_blank)) => rows,
        [row] if parts(row).all(is_word) => parts(row).collect(),
        _ if matches!(inner, Some(Separator::Blanks | Separator::Commas)) => {
            without_ends(rows.into_iter().flat_map(parts).collect()).0
        }
        _ => rows,
    }
}

/// Checks that no blank stands for an empty cell, as in the row `R G` below `RBG`, or `R   G` below `R B G`.
fn check_blanks(source: Source<'_>, rows: &[&str], separator: Separator) -> Result<(), ReadError> {
    if separator != Separator::Blanks {
        return Ok(());
    }
    let is_blank = |c: char| c.is_whitespace();
    let side_by_side = rows.iter().filter(|row| !row.contains(is_blank)).map(|row| signs(row).count()).max();
    let from = rows.iter().map(|row| source.indent(row)).min().unwrap_or(0);
    let width = rows.iter().map(|row| source.indent(row) - from + signs(row).count()).max();
    let is_size = |at: usize, row: &str| at == 0 && numbers(row).is_some();
    for (_, row) in rows.iter().enumerate().filter(|(at, row)| !is_size(*at, row)) {
        let blank = match (row.find(is_blank), row.find("   ")) {
            (Some(at), _) if side_by_side > Some(1) && side_by_side == Some(signs(row).count()) => Some(at),
            (_, Some(at)) if Some(source.indent(row) - from + signs(row).count()) == width => {
                let apart = |row: &&str| row.split(is_blank).all(|word| signs(word).count() == 1);
                rows.iter().any(apart).then_some(at + 1)
            }
            _ => None,
        };
        if let Some(at) = blank {
            let message = "a blank stands where '.' for an empty cell was expected";
            return Err(source.error(&row[at..], message).recognised());
        }
    }
    Ok(())
}

/// Checks that no cell between tabs is blank, on a board that may have empty columns.
fn check_tabs(source: Source<'_>, rows: &[&str]) -> Result<(), ReadError> {
    if source.game() == GameKind::SameGame && source.options.columns != Some(Columns::Stay) {
        return Ok(());
    }
    let first = source.tabs_around(rows[0])[0];
    let separates = rows.iter().any(|row| row.contains('\t'));
    let is_open = |row: &&&str| {
        let [before, after] = source.tabs_around(row);
        row.contains("\t\t") || before != first || separates && before + after > 0
    };
    match rows.iter().find(is_open) {
        Some(row) => {
            let message = "a blank cell between tabs, expected '.' for an empty cell";
            Err(source.error(row, message).recognised())
        }
        None => Ok(()),
    }
}

/// Checks that the first row is not the header of a table, and that a single row has one meaning.
fn check_first<'t>(source: Source<'t>, rows: &[&'t str], separator: Separator) -> Result<(), ReadError> {
    let first = rows[0];
    let is_read = separator > Separator::None && (rows.len() == 1 || separator.allows_words());
    let cells: Vec<&str> = if is_read { separator.cells(first).collect() } else { Vec::new() };
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
    if let [_, .., last] = rows
        && ["end", "eof", "done", "stop", "quit", "exit"]
            .contains(&last.trim_end_matches(['.', '!']).to_ascii_lowercase().as_str())
    {
        let message =
            "a row, or a word after the board: delete it if it is no row, or add --format rows if it is one";
        return Err(source.ambiguous(last, message));
    }
    let length = cells.first().map_or(0, |cell| cell.len());
    let is_row = |cell: &&str| cell.len() == length && cell.bytes().all(|byte| byte.is_ascii_digit());
    let message = if rows.len() == 1 && cells.len() > 1 && length > 1 && cells.iter().all(is_row) {
        "numbers of a single row, or digits of several rows: write each row on a line, or add --format rows for one row"
    } else if rows.len() > 1 && cells.len() > 2 && counts(&cells, 0) {
        COUNTS
    } else {
        return Ok(());
    };
    Err(source.ambiguous(first, message))
}

/// Checks that no comment or title around the board may be one of its rows.
fn check_asides<'t>(
    source: Source<'t>,
    board: Cells<'t>,
    asides: &[&'t str],
) -> Result<Cells<'t>, ReadError> {
    let (cols, separator) = (board.cols, board.separator);
    let is_gap = |c: char| c.is_whitespace() || separator > Separator::Blanks && separator.is(c);
    // Counts the cells of a text, the cells with known symbols, and the parts that may be cells.
    let count = |text: &str| {
        let mut counts = [0; 3];
        let text = text.trim_matches(|c: char| is_gap(c) || "\"',".contains(c));
        let mut add = |cell: &str| {
            let is_sign = signs(cell).nth(1).is_none() || cell.parse::<u64>().is_ok();
            let all = [true, board.knows(cell), is_sign];
            counts.iter_mut().zip(all).for_each(|(count, is)| *count += usize::from(is));
        };
        match separator {
            Separator::None => signs(text).filter(|sign| !sign.trim().is_empty()).for_each(add),
            _ => text.split(is_gap).filter(|word| !word.is_empty()).for_each(&mut add),
        }
        counts
    };
    for aside in asides {
        let is_comment = aside.starts_with(['#', '/']);
        let text = aside.trim_start_matches('/').trim();
        let prompted = text.strip_prefix(">>> ");
        let text = prompted.unwrap_or(text);
        let word = text.split(|c: char| !c.is_alphabetic()).find(|word| !word.is_empty());
        let is_title = text.ends_with(':') || word.and_then(meaning) == Some(Meaning::Board);
        let ([all, known, like], solid) = (count(text), !text.contains(char::is_whitespace));
        let fields = text.trim_matches(is_gap).split(|c| separator.is(c)).count();
        let as_long = match separator {
            Separator::None => all == cols && solid,
            _ if is_comment => [all, like] == [cols, cols],
            Separator::Blanks => all == cols && like > 0 && !is_title,
            _ => (all == cols || fields == cols) && !is_title,
        };
        // A part of the line may be a row; a single `#` may be a tile.
        let is_part = |part: &str| count(part)[..2] == [cols, cols];
        let part = text.split([':', '=', '>', '#']).any(is_part);
        let before =
            text.split_once('/').is_some_and(|(part, _)| count(part)[0] == cols && count(part)[2] == cols);
        let is_word = |word: &str| word.chars().nth(1).is_some();
        let is_tile = aside.starts_with('#') && !text.split(|c: char| !c.is_alphabetic()).any(is_word);
        if is_tile
            || (cols > 1 || prompted.is_some())
                && (as_long || part || before || !is_comment && all == known && all > 0)
        {
            let what = if is_comment { "comment" } else { "line" };
            let message = format!(
                "this {what} is as long as a row; expected another sign for the colour, or a blank line around the {what}"
            );
            return Err(source.error(text, message).recognised_if(board.rows >= 2 || is_tile));
        }
    }
    Ok(board)
}

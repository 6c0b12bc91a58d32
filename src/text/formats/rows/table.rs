//! Reads a board from lines: removes frames, labels and the separators of rows, and finds the separator of cells.

use super::board::{Cells, Found};
use super::cells::{Separator, signs, unquoted};
use super::forms::{Label, Meaning, counts, label, meaning, without_bullet};
use super::source::Source;
use rustc_hash::FxHashSet;
use tilefall_rules::{GameKind, ReadError, plural};

const COUNTS: &str = "the first row counts the columns: delete it if it is the header of a table, or add --format rows if it is a row";

/// Reads the board of some lines, with or without its size in the first line. `asides` are the comments and titles
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
        // A single row or column below is a part of the board, so that the first line is no size.
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

/// If all lines are numbers between blanks, as in a judge's format, drops the lines after the first that cannot be a
/// row of the same board. A long text in a judge's format then costs no more than counting its numbers.
pub fn through_uneven<'l, 't>(lines: &'l [&'t str]) -> &'l [&'t str] {
    let words = |line: &&str| line.split_ascii_whitespace().count();
    // Up to two lines may be the size.
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
        // The line ends of a string in source code.
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
    // A separator at the end of all rows but the last may precede a blank cell.
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

/// Returns `true` for a rule, such as `---`: three or more of one sign.
fn is_rule(line: &str) -> bool {
    let first = line.chars().next().unwrap_or(' ');
    "-=_~*#".contains(first) && line.chars().all(|c| c == first) && line.len() > 2
}

/// Returns `true` for a line of a frame or a table that has no cells.
pub fn is_edge(line: &str) -> bool {
    let is_corner = |c| matches!(c, '+' | ':' | '\u{2500}'..='\u{257f}') || Separator::Pipes.is(c);
    let is_line = |c| matches!(c, '-' | '=' | '_' | '\u{2500}' | '\u{2501}' | '\u{2550}');
    is_rule(line)
        || line.contains(is_corner)
            && line.contains(is_line)
            && line.chars().all(|c| is_corner(c) || is_line(c) || c.is_whitespace())
}

/// Removes the lines of a frame or a table that have no cells: around the rows, between all rows, or below the first row.
fn without_frame<'t>(source: Source<'_>, lines: &[&'t str]) -> Result<Vec<&'t str>, ReadError> {
    let is_pipe = |c| Separator::Pipes.is(c);
    let is_blank = |line: &str| line.chars().all(|c| is_pipe(c) || c.is_whitespace());
    let begin = lines.iter().take_while(|line| is_edge(line)).count();
    let end = lines.iter().rev().take_while(|line| is_edge(line)).count();
    let Some(inner) = lines.get(begin..lines.len() - end) else { return Ok(Vec::new()) };
    let rows: Vec<&str> = inner.iter().copied().filter(|line| !is_edge(line)).collect();
    let may_be_row = |line: &&&str| {
        let first = line.chars().next().unwrap_or(' ');
        let like = |row: &&str| {
            row.contains(first) || !row.contains(char::is_whitespace) && signs(row).count() == line.len()
        };
        "=*".contains(first) && line.chars().all(|c| c == first) && rows.iter().any(like)
    };
    if let Some(line) = lines[..begin].iter().chain(&lines[lines.len() - end..]).find(may_be_row) {
        // A frame has a line above and a line below the rows.
        if begin.min(end) == 0 {
            return Ok(lines.to_vec());
        }
        let message = "this line can be a row or part of a frame: delete it if it is a frame, or add --format rows if it is a row";
        let error = source.ambiguous(line, message);
        return if source.options.strict { Err(error) } else { Ok(lines.to_vec()) };
    }
    let is_header = |row: &&str| !row.contains(is_pipe) && header(row).is_some();
    let ends = (
        usize::from(rows.first().is_some_and(is_header)),
        usize::from(rows.len() > 1 && rows.last().is_some_and(is_header)),
    );
    let is_table = rows[ends.0..rows.len() - ends.1].iter().all(|row| row.contains(is_pipe));
    let below = inner.iter().skip(1).step_by(2).filter(|line| is_edge(line)).count();
    let between = inner.len() - rows.len();
    let one_below = between == 1 && below == 1 && is_edge(inner[1]);
    let cells = |row: &'t str| row.split(is_pipe).map(str::trim).filter(|cell| !cell.is_empty());
    let is_number = |cell: &str| cell.parse::<u64>().is_ok();
    // Whether the header looks like all other rows, so that it may be a row.
    let like_rows = |labels: Vec<&str>| {
        let alike = |cell: &str| cell != "." && is_number(cell) == is_number(labels[0]);
        rows.iter().all(|row| cells(row).count() == labels.len() && cells(row).all(alike))
    };
    if one_below && is_table && source.options.strict && header(rows[0]).is_some_and(like_rows) {
        return Err(source.ambiguous(rows[0], COUNTS));
    }
    let usual = between == 0
        || one_below && header(rows[0]).is_some()
        || is_table && (one_below || between + 1 == rows.len() && below == between);
    Ok(
        match usual
            && (is_table
                || begin.min(end) > 0
                || lines[..begin].iter().chain(&lines[lines.len() - end..]).all(|line| is_rule(line)))
        {
            // A table of Markdown without a header has a blank one.
            true if one_below && (is_blank(rows[0]) || names_columns(&rows)) => rows[1..].to_vec(),
            true => rows,
            false => lines.to_vec(),
        },
    )
}

/// Returns `true` if the first row of a table has names of columns: words that are no cell of the rows below.
fn names_columns<'t>(rows: &[&'t str]) -> bool {
    let cells = |row: &'t str| row.split(|c| Separator::Pipes.is(c)).map(str::trim);
    let below: FxHashSet<&str> = rows[1..].iter().flat_map(|row| cells(row)).collect();
    let is_name = |name: &str| signs(name).nth(1).is_some() && !name.contains(char::is_whitespace);
    let mut names = cells(rows[0]).filter(|name| !name.is_empty()).peekable();
    names.peek().is_some() && names.all(|name| is_name(name) && !below.contains(name))
}

/// Returns the labels of a row of column labels: numbers from 0 or 1, or letters from A, after an optional corner.
fn header(row: &str) -> Option<Vec<&str>> {
    let is_gap = |c: char| Separator::of(c).is_some();
    let starts = |label: &str| matches!(label, "0" | "1" | "a" | "A");
    let mut labels: Vec<&str> = row.split(is_gap).filter(|word| !word.is_empty()).take(1 << 16).collect();
    if let [word] = labels[..] {
        labels = signs(word).take(64).collect();
    }
    if labels.len() > 2 && !starts(labels[0]) && is_corner(labels[0]) {
        labels.remove(0);
    }
    let rises = labels.len() > 1 && labels[1] > labels[0];
    (rises && starts(labels[0]) && counts(labels.iter().copied())).then_some(labels)
}

/// Returns `true` if a cell may be the corner before column labels: it is neither a number nor a single letter.
fn is_corner(cell: &str) -> bool {
    cell.parse::<u64>().is_err() && (signs(cell).count() != 1 || !cell.contains(char::is_alphanumeric))
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

/// Returns `true` if `rest` may be the cells of a row after its first cell and a blank: one sign, or several words.
fn may_be_cells(rest: &str) -> bool {
    rest.contains(char::is_whitespace) || signs(rest).nth(1).is_none()
}

/// Removes labels with a mark before all rows: `Row 1:`, `2)`, `A |`; and bullets.
fn without_labels<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Vec<&'t str>, ReadError> {
    // Other bullets may be tiles.
    if rows.len() > 1
        && rows.iter().all(|row| row.starts_with(['>', '-']) && without_bullet(row).len() < row.len())
    {
        // In SameGame the first column is not empty, because columns close.
        if source.game() == GameKind::Mayan
            && rows.iter().all(|row| row.starts_with('-') && may_be_cells(without_bullet(row)))
        {
            let message = "'-' can be a bullet or an empty cell: delete it, or write '.' for an empty cell";
            return Err(source.ambiguous(rows[0], message));
        }
        return Ok(rows.into_iter().map(without_bullet).collect());
    }
    // Numbers of rows before a tab, as `cat -n` writes them; blanks or commas separate the cells.
    let behind = |row: &&'t str| {
        row.split_once('\t').filter(|(_, rest)| rest.contains([' ', ',']) && !rest.contains('\t'))
    };
    if rows.len() > 1
        && let Some(rows) = rows.iter().map(behind).collect::<Option<Vec<_>>>()
        && counts(rows.iter().map(|(number, _)| *number))
    {
        return Ok(rows.into_iter().map(|(_, rest)| rest).collect());
    }
    let is_pipe = |c| Separator::Pipes.is(c);
    // A row of column labels has no label itself.
    let is_head = |row: &&str| header(row).is_some() && label(row).is_none();
    let first = rows.first().is_some_and(is_head);
    let last = rows.len() > 1 && rows.last().is_some_and(is_head);
    let inner = rows.get(usize::from(first)..rows.len() - usize::from(last)).unwrap_or(&[]);
    let labels =
        inner.iter().map(|row| label(row).filter(|label| !label.number.is_empty() && !label.rest.is_empty()));
    let labels: Option<Vec<_>> = labels.collect();
    let Some(labels) = labels.filter(|labels| labels.len() > 1 || labels.iter().any(Label::is_worded)) else {
        return Ok(rows);
    };
    let after = inner[0][labels[0].name.len()..].trim_start();
    if labels[0].name == labels[0].number && after.starts_with(is_pipe) {
        // The pipe after the label may be a separator of cells.
        let head = if first { rows[0] } else { rows[rows.len() - 1] };
        let has_pipe = |label: &Label<'_>| label.rest.contains(is_pipe);
        let is_cell = labels.iter().any(has_pipe) && head.contains(is_pipe);
        let is_row = |label: &Label<'_>| label.rest.contains(char::is_whitespace) && !has_pipe(label);
        if is_cell || !(first || last || labels.iter().all(is_row)) {
            return Ok(rows);
        }
    }
    if !counts(labels.iter().map(|label| label.number)) {
        let message = "labels that do not count the rows, expected rows without labels";
        return Err(source.error(inner[0], message));
    }
    Ok(labels.into_iter().map(|label| label.rest).collect())
}

/// Removes the column labels above or below the rows, and the row labels on the left: numbers or letters.
fn without_header<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Vec<&'t str>, ReadError> {
    let separator = rows.iter().map(|row| Separator::within(row)).max().unwrap_or(Separator::None);
    let cells = |row: &'t str| separator.cells(row).collect::<Vec<_>>();
    let (all, mut rows) = (rows.clone(), rows);
    // The same column labels above and below.
    let longer = |width: usize| rows[1..rows.len() - 1].iter().all(|row| cells(row).len() > width);
    if rows.len() > 2
        && rows[0] == rows[rows.len() - 1]
        && header(rows[0]).is_some_and(|labels| longer(labels.len()))
    {
        rows.pop();
    }
    for at in [0, rows.len() - 1] {
        let mut inner = rows.clone();
        let columns = inner.remove(at);
        let Some(labels) = header(columns).filter(|_| !inner.is_empty() && separator > Separator::None)
        else {
            continue;
        };
        let pair = |row: &&'t str| {
            let mut words = row.split_whitespace();
            words.next().zip(words.next()).filter(|_| words.next().is_none())
        };
        // Each row is a label and signs side by side: `1 RGB`.
        if let Some(pairs) = inner.iter().map(pair).collect::<Option<Vec<_>>>()
            && !columns.contains(char::is_whitespace)
            && counts(pairs.iter().map(|(label, _)| *label))
            && pairs.iter().all(|(_, word)| signs(word).count() == labels.len())
        {
            return Ok(pairs.into_iter().map(|(_, word)| word).collect());
        }
        // Column labels without row labels: the labels are numbers and no cell is a number, or the other way round.
        let is_number = |cell: &&str| cell.parse::<u64>().is_ok();
        let number = is_number(&labels[0]);
        let other = |row: &&'t str| {
            let cells = cells(row);
            cells.len() == labels.len()
                && cells.iter().all(|cell| matches!(*cell, "." | "") || is_number(cell) != number)
        };
        if at == 0 && source.options.strict && cells(columns).len() == labels.len() && inner.iter().all(other)
        {
            return Ok(inner);
        }
        let width = labels.len() + 1;
        let indented = || inner.iter().all(|row| source.indent(columns) > source.indent(row));
        let corner = match cells(columns)[..] {
            [corner, ..] if corner != labels[0] => is_corner(corner),
            _ => separator == Separator::Blanks && indented(),
        };
        // Splits a row into its label and its cells.
        let split = |row: &'t str| {
            let label = *cells(row).first()?;
            let start = source.offset(label) - source.offset(row) + label.len();
            let rest = row.get(start..)?.trim_start_matches(|c: char| c.is_whitespace() || "\"'".contains(c));
            let rest =
                rest.strip_prefix(|c| separator != Separator::Blanks && separator.is(c)).unwrap_or(rest);
            Some((label, rest.trim_start()))
        };
        if corner
            && inner.iter().all(|row| cells(row).len() == width)
            && let Some(labelled) = inner.iter().map(|row| split(row)).collect::<Option<Vec<_>>>()
            && counts(labelled.iter().map(|(label, _)| *label))
        {
            return Ok(labelled.into_iter().map(|(_, rest)| rest).collect());
        }
    }
    Ok(all)
}

/// Checks that no blank means an empty cell: in rows of signs side by side, or in place of a sign between blanks.
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

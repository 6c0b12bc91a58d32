//! Labels of rows and columns: numbers, letters, bullets and names of columns.

use super::cells::{Separator, signs};
use super::forms::{Label, counts, label, without_bullet};
use super::source::Source;
use tilefall_rules::{Columns, GameKind, ReadError};

/// The message for a first line that can be a row of cells or the numbers of the columns.
pub const COUNTS: &str = "the first row counts the columns: delete it if it is the header of a table, or add --format rows if it is a row";

/// Removes bullets, or labels with a mark such as `Row 1:`, `2)` and `A |`, if all rows have them.
pub fn without_labels<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Vec<&'t str>, ReadError> {
    // Bullets other than `>` and `-` may be tiles.
    let bullets = if source.options.rows.empty.contains("-") { &['>'][..] } else { &['>', '-'] };
    if rows.len() > 1
        && rows.iter().all(|row| row.starts_with(bullets) && without_bullet(row).len() < row.len())
    {
        // In SameGame `-` before every row is a bullet if columns close: the first column then cannot be empty.
        if (source.game() == GameKind::Mayan || source.options.columns == Some(Columns::Stay))
            && rows.iter().all(|row| row.starts_with('-') && may_be_cells(without_bullet(row)))
        {
            let message =
                "'-' can be a bullet or an empty cell: delete it, or add --empty - for an empty cell";
            return Err(source.ambiguous(rows[0], message));
        }
        return Ok(rows.into_iter().map(without_bullet).collect());
    }
    // Numbers of rows before a tab: in six columns, as `cat -n` writes them, or before cells between blanks or commas.
    let behind = |row: &&'t str| {
        let (number, rest) = row.split_once('\t')?;
        let separated = rest.trim().contains([' ', ',']) && !rest.contains('\t') && rows.len() > 1;
        (separated || source.indent(row) + number.len() == 6).then_some((number, rest))
    };
    if let Some(rows) = rows.iter().map(behind).collect::<Option<Vec<_>>>()
        && counts(rows.iter().map(|(number, _)| *number))
    {
        return Ok(rows.into_iter().map(|(_, rest)| rest).collect());
    }
    if source.options.strict && rows.len() > 1 {
        check_first_column(source, &rows)?;
    }
    let is_pipe = |c| Separator::Pipes.is(c);
    // A row of column labels has no label itself.
    let is_head = |row: &&str| column_labels(row).is_some() && label(row).is_none();
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
        let is_row = |label: &Label<'_>| {
            let cells = label.rest.trim_end_matches(is_pipe).trim_end();
            cells.contains(|c: char| c.is_whitespace() || c == ',') && !cells.contains(is_pipe)
        };
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

/// Checks that the first column is not bullets, or the numbers of rows of signs side by side: `1 RGB`.
fn check_first_column(source: Source<'_>, rows: &[&str]) -> Result<(), ReadError> {
    let first = rows[0].chars().next().unwrap_or(' ');
    let is_bullet = |row: &&str| row.strip_prefix(first).is_some_and(|rest| rest.starts_with(' '));
    if "*+$•".contains(first) && rows.iter().all(is_bullet) {
        let message =
            format!("'{first}' can be a bullet or a colour: delete it, or add --format rows for a colour");
        return Err(source.ambiguous(rows[0], message));
    }
    let length = |word: &str| signs(word).count();
    let are_rows =
        |words: &[&str]| length(words[0]) > 1 && words.iter().all(|word| length(word) == length(words[0]));
    if labelled_words(rows).is_some_and(|words| are_rows(&words)) {
        let message = "the first column can be the numbers of the rows, or cells: delete it, or add --format rows for cells";
        return Err(source.ambiguous(rows[0], message));
    }
    Ok(())
}

/// Returns the words of rows that are a label and a word each, `1 RGB` or `1 | RGB`, if the labels count.
fn labelled_words<'t>(rows: &[&'t str]) -> Option<Vec<&'t str>> {
    let is_gap = |c: char| Separator::Pipes.is(c) || c.is_whitespace();
    let pair = |row: &&'t str| {
        let (label, word) = row.split_once(is_gap)?;
        let word = word.trim_matches(is_gap);
        (!word.is_empty() && Separator::within(word) == Separator::None).then_some((label, word))
    };
    let pairs: Vec<(&str, &str)> = rows.iter().map(pair).collect::<Option<_>>()?;
    counts(pairs.iter().map(|pair| pair.0)).then(|| pairs.into_iter().map(|pair| pair.1).collect())
}

/// Returns `true` if `- ` and `rest` may be a row of cells: `rest` is one sign, or has several words.
fn may_be_cells(rest: &str) -> bool {
    rest.contains(char::is_whitespace) || signs(rest).nth(1).is_none()
}

/// Removes the column labels above or below the rows, and the row labels on the left: numbers or letters.
pub fn without_header<'t>(source: Source<'t>, rows: Vec<&'t str>) -> Result<Vec<&'t str>, ReadError> {
    let separator = rows.iter().map(|row| Separator::within(row)).max().unwrap_or(Separator::None);
    let cells = |row: &'t str| separator.cells(row).collect::<Vec<_>>();
    let (all, mut rows) = (rows.clone(), rows);
    // Drops the column labels below the rows if the same labels are above.
    let longer = |width: usize| rows[1..rows.len() - 1].iter().all(|row| cells(row).len() > width);
    if rows.len() > 2
        && rows[0] == rows[rows.len() - 1]
        && column_labels(rows[0]).is_some_and(|labels| longer(labels.len()))
    {
        rows.pop();
    }
    for at in [0, rows.len() - 1] {
        let mut inner = rows.clone();
        let columns = inner.remove(at);
        let Some(labels) =
            column_labels(columns).filter(|_| !inner.is_empty() && separator > Separator::None)
        else {
            continue;
        };
        // Each row is a label and signs side by side: `1 RGB`.
        if let Some(words) = labelled_words(&inner)
            && !columns.contains(char::is_whitespace)
            && words.iter().all(|word| signs(word).count() == labels.len())
        {
            return Ok(words);
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

/// Returns the labels in a row of column labels, after an optional corner: numbers from 0 or 1, or letters from A.
pub fn column_labels(row: &str) -> Option<Vec<&str>> {
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

/// Returns whether the first row of a table has names of columns: words, where the cells below are numbers or single
/// signs, or rows of another length.
///
/// # Errors
/// If the words may be cells, too, and the format is a guess.
pub fn names_columns<'t>(source: Source<'_>, rows: &[&'t str]) -> Result<bool, ReadError> {
    let is_pipe = |c| Separator::Pipes.is(c);
    let cells = |row: &'t str| row.split(is_pipe).map(str::trim).filter(|cell| !cell.is_empty());
    let length = |cell: &str| signs(cell).count();
    let is_word = |cell: &str| cell.starts_with(char::is_alphabetic) && length(cell) > 1;
    let names: Vec<&str> = cells(rows[0]).collect();
    let is_name = |name: &&str| is_word(name) && !name.contains(char::is_whitespace);
    let mut below = rows[1..].iter().flat_map(|row| cells(row));
    if names.is_empty() || !names.iter().all(is_name) || below.clone().any(|cell| names.contains(&cell)) {
        return Ok(false);
    }
    let may_be_cell = |cell: &str| is_word(cell) && (names.len() > 1 || length(cell) == length(names[0]));
    if !below.any(may_be_cell) {
        return Ok(true);
    }
    let message = "the first row can name the columns: delete it if it is the header of a table, or add --format rows if it is a row";
    if source.options.strict { Err(source.ambiguous(rows[0], message)) } else { Ok(false) }
}

//! Frames around rows and rules between them: lines without cells.

use super::cells::{Separator, signs};
use super::labels::{COUNTS, column_labels, names_columns};
use super::source::Source;
use tilefall_rules::ReadError;

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

/// Removes lines without cells, if they are around the rows, between all rows, or below the first row.
pub fn without_frame<'t>(source: Source<'_>, lines: &[&'t str]) -> Result<Vec<&'t str>, ReadError> {
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
        // A frame has lines above and below the rows: a line on one side only is a row.
        if begin.min(end) == 0 {
            return Ok(lines.to_vec());
        }
        let message = "this line can be a row or part of a frame: delete it if it is a frame, or add --format rows if it is a row";
        let error = source.ambiguous(line, message);
        return if source.options.strict { Err(error) } else { Ok(lines.to_vec()) };
    }
    let is_header = |row: &&str| !row.contains(is_pipe) && column_labels(row).is_some();
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
    if one_below && is_table && source.options.strict && column_labels(rows[0]).is_some_and(like_rows) {
        return Err(source.ambiguous(rows[0], COUNTS));
    }
    let usual = between == 0
        || one_below && column_labels(rows[0]).is_some()
        || is_table && (one_below || between + 1 == rows.len() && below == between);
    // A Markdown table without column names has a blank header row.
    let has_head = one_below && (is_blank(rows[0]) || is_table && names_columns(source, &rows)?);
    Ok(
        match usual
            && (is_table
                || begin.min(end) > 0
                || lines[..begin].iter().chain(&lines[lines.len() - end..]).all(|line| is_rule(line)))
        {
            true if has_head => rows[1..].to_vec(),
            true => rows,
            false => lines.to_vec(),
        },
    )
}

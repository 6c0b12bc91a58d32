//! Answers of a results file.

use tilefall_rules::grid::Grid;
use tilefall_rules::{ReadError, Status};
use tilefall_text::formats::jsonl::object;
use tilefall_text::formats::scan::without_mark;
use tilefall_text::record::{ResultRecord, Step, json};

/// An answer of a results file to one puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of the answer's first line in its file; the file begins with line 1.
    pub line: u64,
    /// The content as a record. The index and the id of a plain list have no meaning.
    pub record: ResultRecord,
    /// The kind of the answer.
    pub origin: Origin,
}

/// The kind of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// A result record, which names its puzzle by index and hash.
    Record,
    /// An answer without an index, which belongs to the next puzzle; contains the board before the answer, if any.
    Bare(Option<Grid>),
}

impl Answer {
    /// Creates an answer without an index, which belongs to the next puzzle.
    fn bare(line: u64, board: Option<Grid>, status: Status) -> Answer {
        Answer { line, record: ResultRecord::new(0, "", status), origin: Origin::Bare(board) }
    }

    /// Creates the answer of one plain list.
    pub fn list(line: u64, board: Option<Grid>, list: Vec<Step>) -> Answer {
        let mut answer = Answer::bare(line, board, Status::Feasible);
        answer.record.moves = Some(list);
        answer
    }

    /// Creates the answer of several plain lists to one puzzle: all solutions of the puzzle, in order.
    pub fn lists(line: u64, lists: Vec<Vec<Step>>) -> Answer {
        let mut answer = Answer::bare(line, None, Status::Feasible);
        answer.record.solutions = Some(lists);
        answer
    }

    /// Creates the answer `-1`, which claims that the puzzle has no solution.
    pub fn none(line: u64) -> Answer {
        Answer::bare(line, None, Status::Infeasible)
    }

    /// Creates an answer that states the number of solutions, given in decimal digits.
    pub fn count(line: u64, count: &str) -> Answer {
        let none = count.bytes().all(|digit| digit == b'0');
        let mut answer = Answer::bare(line, None, if none { Status::Infeasible } else { Status::Optimal });
        answer.record.count = Some(count.to_owned());
        answer
    }
}

/// Returns `true` if a text with this start consists of result records, one a line. A list in another program's JSON is
/// no record.
pub fn opens(start: &[u8]) -> bool {
    let start = without_mark(start).trim_ascii_start();
    let line = &start[..memchr::memchr(b'\n', start).unwrap_or(start.len())];
    let has = |key: &str| memchr::memmem::find(line, key.as_bytes()).is_some();
    let is_record = ["\"v\"", "\"index\"", "\"status\"", "\"hash\""].into_iter().any(has);
    start.starts_with(b"{") && (is_record || !start.iter().any(|byte| b"[:".contains(byte)))
}

/// Reads the record of one line; `number` is the line number, from 1. `None` for a blank line.
///
/// # Errors
/// If the line is not a result record.
pub fn record(line: &[u8], number: u64) -> Option<Result<Answer, ReadError>> {
    object(line, number, "a result record", |_| match serde_json::from_slice(line.trim_ascii_end()) {
        Ok(record) => Ok(Answer { line: number, record, origin: Origin::Record }),
        Err(error) => {
            let message = json::message(&error, "a result record");
            Err(ReadError::at(line, error.column().saturating_sub(1), message))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_lines_say_where_and_why() {
        let error = |line: &str| record(line.as_bytes(), 7).unwrap().unwrap_err().to_string();
        assert_eq!(error("1 2"), "7:1: found '1 2', expected a result record {…}");
        assert!(
            error(r#"{"v":1,"index":0,"id":"a"}"#)
                .contains("the field 'status' is missing, expected a result record")
        );
        let escape = r#"{"v":1,"index":0,"id":"\ud800","status":"feasible"}"#;
        assert!(error(escape).ends_with("found half of a pair of escapes, expected both"));
        assert!(record(b" \r\n", 1).is_none());
    }
}

//! The notation of plain lists: that of [`rules::notation`](notation), on one line or several, or as a list of lists or of
//! tuples: `[[1,2],[1,3]]`, `[(1, 2), (1, 3)]`, `[(x: 1, y: 2)]`. Blank lines separate lists that are not in brackets. A
//! line `-1` means that there is no list, and for Mayan puzzles a line with another number is the number of lists.

use super::answer::Answer;
use crate::rules::notation::{self, ParseMoveError};
use crate::rules::{GameKind, ReadError};
use crate::text::formats::Coordinates;
use crate::text::formats::scan::{lines, quote, tokens};
use crate::text::record::Step;
use std::borrow::Cow;

/// The notation of a plain list.
#[derive(Clone, Copy)]
pub(super) struct Dialect<'a> {
    /// The game of the moves.
    pub(super) game: GameKind,
    /// The coordinates of clicks.
    pub(super) coordinates: &'a Coordinates,
    /// Rows of the board.
    pub(super) rows: u64,
}

/// A list that is being read.
struct OpenList {
    line: u64,
    moves: Vec<Step>,
    /// The brackets that are open; `None` for a list that is not in brackets.
    brackets: Option<usize>,
}

/// Reads plain lists in one dialect.
pub(super) fn read(text: &[u8], dialect: Dialect<'_>) -> Result<Vec<Answer>, ReadError> {
    let mut answers = Vec::new();
    let mut open: Option<OpenList> = None;
    let closed = |open: OpenList| Answer::list(open.line, None, open.moves);
    for (line_number, (offset, line)) in (1..).zip(lines(text)) {
        let mut words = tokens(offset, line);
        let first = words.next();
        let alone = first.filter(|_| words.next().is_none());
        let is_bracketed = open.as_ref().is_some_and(|open| open.brackets.is_some());
        let begins = !is_bracketed && begins_list(line);
        let whole = match alone.filter(|_| !is_bracketed && !begins) {
            Some(word) if word.bytes == b"-1" => Some(Answer::none(line_number)),
            Some(word) if dialect.game == GameKind::Mayan && word.bytes.iter().all(u8::is_ascii_digit) => {
                Some(Answer::count(line_number, &String::from_utf8_lossy(word.bytes)))
            }
            _ => None,
        };
        if begins || whole.is_some() || first.is_none() && !is_bracketed {
            answers.extend(open.take().map(closed));
        }
        if first.is_none() || whole.is_some() {
            answers.extend(whole);
            continue;
        }
        let brackets = begins.then_some(0);
        let list = open.get_or_insert(OpenList { line: line_number, moves: Vec::new(), brackets });
        let clicks = dialect.without_labels((dialect.coordinates.clicks)(line));
        let moves = clicks.and_then(|clicks| {
            let moves = notation::parse_moves(&without_brackets(&clicks), dialect.game)?;
            notation::check_length(list.moves.len() + moves.len(), 0)?;
            Ok(moves)
        });
        let moves = moves.map_err(|bad| ReadError::at(text, offset + bad.offset, bad.message))?;
        list.moves.extend(moves.into_iter().map(|step| dialect.of_records(step)));
        if let Some(brackets) = &mut list.brackets {
            for byte in line {
                match byte {
                    b'[' | b'(' => *brackets += 1,
                    b']' | b')' => *brackets = brackets.saturating_sub(1),
                    _ => {}
                }
            }
            if *brackets == 0 {
                answers.extend(open.take().map(closed));
            }
        }
    }
    if open.as_ref().is_some_and(|open| open.brackets.is_some()) {
        return Err(ReadError::at(
            text,
            text.len(),
            "the input ends here, expected the bracket that ends the list",
        ));
    }
    answers.extend(open.map(closed));
    Ok(answers)
}

/// Returns `true` if a line begins with the bracket of a list, not with that of a move.
fn begins_list(line: &[u8]) -> bool {
    let mut bytes = line.trim_ascii().iter();
    matches!(bytes.next(), Some(b'[' | b'('))
        && bytes.find(|byte| !byte.is_ascii_whitespace()).is_none_or(|byte| b"[(])".contains(byte))
}

/// Writes moves in brackets as moves with commas behind them, byte for byte: `[(1,2),(1,3)]` becomes `  1 2,  1 3, `.
fn without_brackets(line: &[u8]) -> Cow<'_, [u8]> {
    if !line.iter().any(|byte| b"[(])".contains(byte)) {
        return Cow::Borrowed(line);
    }
    let mut in_move = false;
    let flat = line.iter().map(|byte| match byte {
        b'[' | b'(' => {
            in_move = true;
            b' '
        }
        b']' | b')' => {
            if std::mem::take(&mut in_move) {
                b','
            } else {
                b' '
            }
        }
        b',' | b'"' | b'\'' => b' ',
        _ => *byte,
    });
    Cow::Owned(flat.collect())
}

impl Dialect<'_> {
    /// Writes blanks over the names in front of numbers: `(x: 1, y: 7)` becomes `(   1,    7)`.
    ///
    /// # Errors
    /// If the names have another order than the coordinates.
    fn without_labels(self, line: &[u8]) -> Result<Cow<'_, [u8]>, ParseMoveError> {
        let mut unlabelled = Cow::Borrowed(line);
        for colon in memchr::memchr_iter(b':', line) {
            let label = line[..colon].trim_ascii_end();
            let letters = label.iter().rev().take_while(|byte| byte.is_ascii_alphabetic()).count();
            let (from, label) = (label.len() - letters, &label[label.len() - letters..]);
            let before = line[..from].iter().rev().find(|byte| !byte.is_ascii_whitespace());
            let is_column = (before != Some(&b',')) == self.is_column_first();
            let names = if is_column { ["x", "col"] } else { ["y", "row"] };
            if !names.iter().any(|name| label.eq_ignore_ascii_case(name.as_bytes())) {
                let message = format!(
                    "found {}, expected {} here: {}, unless --coordinates names others",
                    quote(&line[from..=colon]),
                    if is_column { "a column" } else { "a row" },
                    self.coordinates.doc
                );
                return Err(ParseMoveError { offset: from, message });
            }
            unlabelled.to_mut()[from..=colon].fill(b' ');
        }
        Ok(unlabelled)
    }

    /// Returns whether the first number of a move is the column.
    fn is_column_first(self) -> bool {
        self.game == GameKind::Mayan || self.coordinates.column_first
    }

    /// Converts a move of this dialect to the coordinates of records.
    fn of_records(self, step: Step) -> Step {
        match step {
            Step::Click(one, other) => {
                let [row, col] = (self.coordinates.click)(self.rows, [one, other]);
                Step::Click(row, col)
            }
            slide => slide,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::formats::RECORD_COORDINATES;

    /// Reads lists for a board of ten rows.
    fn lists(text: &[u8], game: GameKind, coordinates: &Coordinates) -> Result<Vec<Answer>, ReadError> {
        read(text, Dialect { game, coordinates, rows: 10 })
    }

    #[test]
    fn blank_lines_separate_lists_and_answers_have_their_line() {
        let answers = lists(b"1 2\n1 1\n\n\n3 3\n-1\n", GameKind::SameGame, &RECORD_COORDINATES).unwrap();
        assert_eq!(answers.iter().map(|answer| answer.line).collect::<Vec<_>>(), [1, 5, 6]);
        let counted = lists(b"12\n", GameKind::Mayan, &RECORD_COORDINATES).unwrap();
        assert_eq!(counted[0].record.count.as_deref(), Some("12"));
        for (text, message) in [
            ("1 2 3\n", "1:1: found '1 2 3', expected two numbers, the row and column of a click"),
            ("1 2\n1 x\n", "2:3: found 'x', expected two numbers, the row and column of a click"),
            ("[1]\n", "1:2: found '1', expected two numbers, the row and column of a click"),
        ] {
            let error =
                lists(text.as_bytes(), GameKind::SameGame, &RECORD_COORDINATES).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

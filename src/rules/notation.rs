//! The text notation of moves, used wherever moves are printed or read.
//!
//! A click of SameGame is `ROW COLUMN`, from 1 at the bottom left. A move of the Mayan puzzle is `X Y R` or `X Y L`, from
//! 0 at the bottom left. Commas separate the moves of a list: `2 1 R, 3 1 R`.
//!
//! The parser accepts more than is written: `;` in place of a comma; `R` and `L` in lower case, or as `1` and `-1`, which
//! the judge of NOIP 2011 prints; commas inside the moves and spaces between them (`3,5 4,1`); several Mayan moves with
//! letters side by side (`2 1 R  3 1 R`); and the number of tiles after a click (`3 5 ×6`), which is skipped. The
//! grammar is unambiguous.

use super::read_error::quote;
use super::{GameKind, Move, Side, Step};
use std::str::FromStr;

/// An error in a move or a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseMoveError {
    /// The byte offset of the error in the line, from 0.
    pub offset: usize,
    /// `found 'x', expected …`.
    pub message: String,
}

/// A part of a line, with its byte offset.
#[derive(Clone, Copy)]
struct Part<'a> {
    offset: usize,
    bytes: &'a [u8],
}

/// Parses the moves on a line; a blank line has none.
///
/// # Errors
/// If a move cannot be parsed: the first one.
///
/// ```
/// use tilefall::rules::{GameKind, notation};
/// let moves = notation::parse_moves("2,1×6   1,1×10".as_bytes(), GameKind::SameGame).unwrap();
/// assert_eq!(notation::format_moves(moves), "2 1, 1 1");
/// ```
pub fn parse_moves(line: &[u8], game: GameKind) -> Result<Vec<Step>, ParseMoveError> {
    let mut moves = Vec::new();
    for segment in (Part { offset: 0, bytes: line }).split(|byte| byte == b';') {
        let compact = segment.words().all(|word| word.without_end().bytes.contains(&b','));
        let (mut words, mut fields) = (segment.words(), segment.split(|byte| byte == b','));
        // Not collected: a line may be as long as memory.
        while let Some(part) = if compact { words.next() } else { fields.next() } {
            let part = part.without_end();
            let (part, words) = match game {
                GameKind::SameGame => part.without_size(),
                GameKind::Mayan => part,
            }
            .fields(compact);
            match (game, &words[..]) {
                (_, []) => {}
                (GameKind::SameGame, &[row, col]) => {
                    moves.push(Step::Click(row.number(game)?, col.number(game)?))
                }
                (GameKind::Mayan, words) if words.len() == 3 || is_row_of_moves(words) => {
                    for step in words.chunks_exact(3) {
                        moves.push(slide(step[0], step[1], step[2])?);
                    }
                }
                _ => return Err(part.unexpected(game)),
            }
            check_length(moves.len(), part.offset)?;
        }
    }
    Ok(moves)
}

/// The maximum number of moves of a list: that of cells of the largest board that is solved.
const MAX_MOVES: usize = 1_000_000;

/// Checks the number of moves of a list, which bounds its memory.
pub(crate) fn check_length(moves: usize, offset: usize) -> Result<(), ParseMoveError> {
    let message = || format!("this list has more than {MAX_MOVES} moves, expected at most that");
    if moves <= MAX_MOVES { Ok(()) } else { Err(ParseMoveError { offset, message: message() }) }
}

impl FromStr for Step {
    type Err = ParseMoveError;

    /// Parses one move. Two numbers are a click.
    fn from_str(text: &str) -> Result<Step, ParseMoveError> {
        match single(text, GameKind::SameGame) {
            Err(error) => single(text, GameKind::Mayan).map_err(|_| error),
            click => click,
        }
    }
}

impl FromStr for Move {
    type Err = ParseMoveError;

    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let step = single(text, GameKind::Mayan)?;
        Ok(step.slide().expect("a line of Mayan moves has no clicks"))
    }
}

/// Parses a text that consists of a single move.
fn single(text: &str, game: GameKind) -> Result<Step, ParseMoveError> {
    match parse_moves(text.as_bytes(), game)?[..] {
        [step] => Ok(step),
        _ => Err(Part { offset: 0, bytes: text.as_bytes() }.unexpected(game)),
    }
}

/// Formats a list of moves on one line: `2 1 R, 3 1 R`.
pub fn format_moves(list: impl IntoIterator<Item = impl Into<Step>>) -> String {
    list.into_iter().map(|step| step.into().to_string()).collect::<Vec<_>>().join(", ")
}

fn slide(x: Part<'_>, y: Part<'_>, side: Part<'_>) -> Result<Step, ParseMoveError> {
    // A number beyond 255 is outside any board, as 255 is.
    let narrow = |part: Part<'_>| Ok(u8::try_from(part.number(GameKind::Mayan)?).unwrap_or(u8::MAX));
    Ok(Step::Slide(narrow(x)?, narrow(y)?, side.side()?))
}

/// Returns `true` if the words are several moves that all end with a letter.
fn is_row_of_moves(words: &[Part<'_>]) -> bool {
    let is_letter = |word: &Part<'_>| matches!(word.bytes, b"R" | b"L" | b"r" | b"l");
    words.len().is_multiple_of(3) && words.chunks_exact(3).all(|step| is_letter(&step[2]))
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

impl<'a> Part<'a> {
    fn side(self) -> Result<Side, ParseMoveError> {
        match self.bytes {
            b"R" | b"r" | b"1" => Ok(Side::Right),
            b"L" | b"l" | b"-1" => Ok(Side::Left),
            _ => Err(self.unexpected(GameKind::Mayan)),
        }
    }

    /// Returns `length` bytes, starting at `from`.
    fn cut(self, from: usize, length: usize) -> Part<'a> {
        Part { offset: self.offset + from, bytes: &self.bytes[from..from + length] }
    }

    fn split(self, at: fn(u8) -> bool) -> impl Iterator<Item = Part<'a>> {
        let mut from = 0;
        self.bytes.split(move |&byte| at(byte)).map(move |bytes| {
            let part = self.cut(from, bytes.len());
            from += bytes.len() + 1;
            part
        })
    }

    fn words(self) -> impl Iterator<Item = Part<'a>> {
        self.split(is_space).filter(|word| !word.bytes.is_empty())
    }

    /// Removes a trailing comma and spaces.
    fn without_end(self) -> Part<'a> {
        let mut bytes = self.bytes;
        while let [rest @ .., last] = bytes
            && (*last == b',' || is_space(*last))
        {
            bytes = rest;
        }
        Part { bytes, ..self }
    }

    /// Removes a trailing number of tiles: `×6` or `x6`.
    fn without_size(self) -> Part<'a> {
        let digits = self.bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = &self.bytes[..self.bytes.len() - digits];
        let sign = ["×", "x"].into_iter().find_map(|sign| before.strip_suffix(sign.as_bytes()));
        match sign.filter(|bytes| digits > 0 && !bytes.trim_ascii().is_empty()) {
            Some(bytes) => Part { bytes, ..self },
            None => self,
        }
    }

    /// Returns the trimmed part and its fields, which are separated by commas if it is `compact`, else by spaces.
    fn fields(self, compact: bool) -> (Part<'a>, Vec<Part<'a>>) {
        let from = self.bytes.len() - self.bytes.trim_ascii_start().len();
        let part = self.cut(from, self.bytes.trim_ascii().len());
        let fields = if compact { part.split(|byte| byte == b',').collect() } else { part.words().collect() };
        (part, fields)
    }

    fn number(self, game: GameKind) -> Result<u64, ParseMoveError> {
        match self.bytes.iter().position(|byte| !byte.is_ascii_digit()) {
            Some(at) => Err(ParseMoveError { offset: self.offset + at, ..self.unexpected(game) }),
            None if self.bytes.is_empty() => Err(self.unexpected(game)),
            None => {
                std::str::from_utf8(self.bytes).ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
                    let message =
                        format!("the number {} is too large, expected at most {}", self.quoted(), u64::MAX);
                    ParseMoveError { offset: self.offset, message }
                })
            }
        }
    }

    fn unexpected(self, game: GameKind) -> ParseMoveError {
        let expected = match game {
            GameKind::SameGame => "two numbers, the row and column of a click",
            GameKind::Mayan => "x, y and one of R, L, 1, -1",
        };
        ParseMoveError {
            offset: self.offset,
            message: format!("found {}, expected {expected}", self.quoted()),
        }
    }

    /// Returns the bytes between quotes, escaped and shortened.
    fn quoted(self) -> String {
        quote(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, game: GameKind) -> Result<String, String> {
        parse_moves(text.as_bytes(), game)
            .map(format_moves)
            .map_err(|error| format!("{}: {}", error.offset, error.message))
    }

    #[test]
    fn clicks_are_read_however_they_are_separated() {
        for text in [
            "3 5, 10 1",
            "3 5,10 1",
            " 3  5 ,\t10 1, ",
            "3 5; 10 1",
            "3,5 10,1",
            "3,5, 10,1",
            "3,5;10,1",
            "3,5×6   10,1×12",
            "3 5 ×6, 10 1 x12",
            "3 5×6, 10 1×12",
        ] {
            assert_eq!(read(text, GameKind::SameGame).as_deref(), Ok("3 5, 10 1"), "{text}");
        }
        assert_eq!(read("", GameKind::SameGame).as_deref(), Ok(""));
        assert_eq!(read(" , ", GameKind::SameGame).as_deref(), Ok(""));
    }

    #[test]
    fn mayan_moves_are_read_however_they_are_separated() {
        for text in
            ["2 1 R, 3 0 L", "2 1 R  3 0 L", "2 1 1, 3 0 -1", "2 1 r;3 0 l", "2,1,R 3,0,L", "2,1,1, 3,0,-1"]
        {
            assert_eq!(read(text, GameKind::Mayan).as_deref(), Ok("2 1 R, 3 0 L"), "{text}");
        }
        assert_eq!(read("999 1 R", GameKind::Mayan).as_deref(), Ok("255 1 R"));
    }

    #[test]
    fn errors_state_the_text_and_its_offset() {
        let click = "expected two numbers, the row and column of a click";
        let slide = "expected x, y and one of R, L, 1, -1";
        for (game, text, offset, found, expected) in [
            (GameKind::SameGame, "1 2 3", 0, "'1 2 3'", click),
            (GameKind::SameGame, "1 1, 2", 5, "'2'", click),
            (GameKind::SameGame, "1 1, 2 x", 7, "'x'", click),
            (GameKind::SameGame, "1, 2, 3", 0, "'1'", click),
            (GameKind::SameGame, "1 2 3 4", 0, "'1 2 3 4'", click),
            (GameKind::SameGame, "1,2,3", 0, "'1,2,3'", click),
            (GameKind::SameGame, "1 -2", 2, "'-2'", click),
            (GameKind::SameGame, "×6", 0, "'×6'", click),
            (GameKind::SameGame, "2 1 R", 0, "'2 1 R'", click),
            (GameKind::Mayan, "2 1", 0, "'2 1'", slide),
            (GameKind::Mayan, "2 1 R, 3 0 Q", 11, "'Q'", slide),
            (GameKind::Mayan, "2 1 1 3 1 1", 0, "'2 1 1 3 1 1'", slide),
        ] {
            assert_eq!(read(text, game), Err(format!("{offset}: found {found}, {expected}")), "{text}");
        }
        let large = read("99999999999999999999 1", GameKind::SameGame).unwrap_err();
        assert!(large.contains("is too large"), "{large}");
    }
}

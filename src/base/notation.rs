//! The notation of moves: everything that prints moves writes it, and everything that takes a list reads it.
//!
//! A click of SameGame is `ROW COLUMN`, from 1 at the bottom left. A move of the Mayan puzzle is `X Y R` or `X Y L`, from
//! 0 at the bottom left. Commas separate the moves of a list: `2 1 R, 3 1 R`.
//!
//! A reader takes more than is written: `;` in place of a comma; `R` and `L` in small letters, or as `1` and `-1`, which
//! the judge of NOIP 2011 prints; commas inside the moves and blanks between them (`3,5 4,1`); several Mayan moves with
//! letters side by side (`2 1 R  3 1 R`); and the number of tiles behind a click (`3 5 ×6`), which is skipped. No text
//! can be read in two ways.

use super::read_error::quote;
use super::{Game, Letter, Move, Step};
use std::str::FromStr;

/// Why a text is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct BadMove {
    /// The byte of the line where it is wrong, from 0.
    pub offset: usize,
    /// `found 'x', expected …`.
    pub message: String,
}

/// Bytes of a line, and where they start.
#[derive(Clone, Copy)]
struct Part<'a> {
    offset: usize,
    bytes: &'a [u8],
}

/// The moves on a line; none on a blank line.
///
/// # Errors
/// At the first move that cannot be read.
///
/// ```
/// use tilefall::base::{Game, notation};
/// let moves = notation::line("2,1×6   1,1×10".as_bytes(), Game::SameGame).unwrap();
/// assert_eq!(notation::spell(moves), "2 1, 1 1");
/// ```
pub fn line(line: &[u8], game: Game) -> Result<Vec<Step>, BadMove> {
    let mut moves = Vec::new();
    for segment in (Part { offset: 0, bytes: line }).split(|byte| byte == b';') {
        let compact = segment.words().all(|word| word.without_end().bytes.contains(&b','));
        let parts: Vec<Part> =
            if compact { segment.words().collect() } else { segment.split(|byte| byte == b',').collect() };
        for part in parts {
            let part = part.without_end();
            let (part, words) = match game {
                Game::SameGame => part.without_size(),
                Game::Mayan => part,
            }
            .spread(compact);
            match (game, &words[..]) {
                (_, []) => {}
                (Game::SameGame, &[row, col]) => {
                    moves.push(Step::Click(row.number(game)?, col.number(game)?))
                }
                (Game::Mayan, words) if words.len() == 3 || is_row_of_moves(words) => {
                    for step in words.chunks_exact(3) {
                        moves.push(slide(step[0], step[1], step[2])?);
                    }
                }
                _ => return Err(part.unlike(game)),
            }
        }
    }
    Ok(moves)
}

impl FromStr for Step {
    type Err = BadMove;

    /// Reads one move. Two numbers are a click.
    fn from_str(text: &str) -> Result<Step, BadMove> {
        match single(text, Game::SameGame) {
            Err(error) => single(text, Game::Mayan).map_err(|_| error),
            click => click,
        }
    }
}

impl FromStr for Move {
    type Err = BadMove;

    /// Reads one move.
    fn from_str(text: &str) -> Result<Move, BadMove> {
        let step = single(text, Game::Mayan)?;
        Ok(step.slide().expect("a line of Mayan moves has no clicks"))
    }
}

/// The only move of a text.
fn single(text: &str, game: Game) -> Result<Step, BadMove> {
    match line(text.as_bytes(), game)?[..] {
        [step] => Ok(step),
        _ => Err(Part { offset: 0, bytes: text.as_bytes() }.unlike(game)),
    }
}

/// A list of moves on one line: `2 1 R, 3 1 R`.
pub fn spell(list: impl IntoIterator<Item = impl Into<Step>>) -> String {
    list.into_iter().map(|step| step.into().to_string()).collect::<Vec<_>>().join(", ")
}

fn slide(x: Part<'_>, y: Part<'_>, side: Part<'_>) -> Result<Step, BadMove> {
    // A number beyond 255 is outside any board, as 255 is.
    let narrow = |part: Part<'_>| Ok(u8::try_from(part.number(Game::Mayan)?).unwrap_or(u8::MAX));
    let letter = match side.bytes {
        b"R" | b"r" | b"1" => Letter::R,
        b"L" | b"l" | b"-1" => Letter::L,
        _ => return Err(side.unlike(Game::Mayan)),
    };
    Ok(Step::Slide(narrow(x)?, narrow(y)?, letter))
}

/// Whether words are several moves that all end with a letter.
fn is_row_of_moves(words: &[Part<'_>]) -> bool {
    let is_letter = |word: &Part<'_>| matches!(word.bytes, b"R" | b"L" | b"r" | b"l");
    words.len().is_multiple_of(3) && words.chunks_exact(3).all(|step| is_letter(&step[2]))
}

fn is_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == 0x0b
}

impl<'a> Part<'a> {
    /// The bytes from `from` on, `length` of them.
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

    /// Without the comma and the blanks at its end.
    fn without_end(self) -> Part<'a> {
        let mut bytes = self.bytes;
        while let [rest @ .., last] = bytes
            && (*last == b',' || is_space(*last))
        {
            bytes = rest;
        }
        Part { bytes, ..self }
    }

    /// Without the number of tiles at its end: `×6` or `x6`.
    fn without_size(self) -> Part<'a> {
        let digits = self.bytes.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let before = &self.bytes[..self.bytes.len() - digits];
        let sign = ["×", "x"].into_iter().find_map(|sign| before.strip_suffix(sign.as_bytes()));
        match sign.filter(|bytes| digits > 0 && !bytes.trim_ascii().is_empty()) {
            Some(bytes) => Part { bytes, ..self },
            None => self,
        }
    }

    /// The part without blanks around it, and its fields: between commas if it is `compact`, else between blanks.
    fn spread(self, compact: bool) -> (Part<'a>, Vec<Part<'a>>) {
        let from = self.bytes.len() - self.bytes.trim_ascii_start().len();
        let part = self.cut(from, self.bytes.trim_ascii().len());
        let fields = if compact { part.split(|byte| byte == b',').collect() } else { part.words().collect() };
        (part, fields)
    }

    fn number(self, game: Game) -> Result<u64, BadMove> {
        match self.bytes.iter().position(|byte| !byte.is_ascii_digit()) {
            Some(at) => Err(BadMove { offset: self.offset + at, ..self.unlike(game) }),
            None if self.bytes.is_empty() => Err(self.unlike(game)),
            None => {
                std::str::from_utf8(self.bytes).ok().and_then(|text| text.parse().ok()).ok_or_else(|| {
                    let message =
                        format!("the number {} is too large, expected at most {}", self.quoted(), u64::MAX);
                    BadMove { offset: self.offset, message }
                })
            }
        }
    }

    fn unlike(self, game: Game) -> BadMove {
        let expected = match game {
            Game::SameGame => "two numbers, the row and column of a click",
            Game::Mayan => "x, y and one of R, L, 1, -1",
        };
        BadMove { offset: self.offset, message: format!("found {}, expected {expected}", self.quoted()) }
    }

    /// Its bytes between quotes, unprintable ones escaped, cut short.
    fn quoted(self) -> String {
        quote(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str, game: Game) -> Result<String, String> {
        line(text.as_bytes(), game).map(spell).map_err(|bad| format!("{}: {}", bad.offset, bad.message))
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
            assert_eq!(read(text, Game::SameGame).as_deref(), Ok("3 5, 10 1"), "{text}");
        }
        assert_eq!(read("", Game::SameGame).as_deref(), Ok(""));
        assert_eq!(read(" , ", Game::SameGame).as_deref(), Ok(""));
    }

    #[test]
    fn mayan_moves_are_read_however_they_are_separated() {
        for text in
            ["2 1 R, 3 0 L", "2 1 R  3 0 L", "2 1 1, 3 0 -1", "2 1 r;3 0 l", "2,1,R 3,0,L", "2,1,1, 3,0,-1"]
        {
            assert_eq!(read(text, Game::Mayan).as_deref(), Ok("2 1 R, 3 0 L"), "{text}");
        }
        assert_eq!(read("999 1 R", Game::Mayan).as_deref(), Ok("255 1 R"));
    }

    #[test]
    fn what_is_no_move_is_named_with_its_place() {
        let click = "expected two numbers, the row and column of a click";
        let slide = "expected x, y and one of R, L, 1, -1";
        for (game, text, offset, found, expected) in [
            (Game::SameGame, "1 2 3", 0, "'1 2 3'", click),
            (Game::SameGame, "1 1, 2", 5, "'2'", click),
            (Game::SameGame, "1 1, 2 x", 7, "'x'", click),
            (Game::SameGame, "1, 2, 3", 0, "'1'", click),
            (Game::SameGame, "1 2 3 4", 0, "'1 2 3 4'", click),
            (Game::SameGame, "1,2,3", 0, "'1,2,3'", click),
            (Game::SameGame, "1 -2", 2, "'-2'", click),
            (Game::SameGame, "×6", 0, "'×6'", click),
            (Game::SameGame, "2 1 R", 0, "'2 1 R'", click),
            (Game::Mayan, "2 1", 0, "'2 1'", slide),
            (Game::Mayan, "2 1 R, 3 0 Q", 11, "'Q'", slide),
            (Game::Mayan, "2 1 1 3 1 1", 0, "'2 1 1 3 1 1'", slide),
        ] {
            assert_eq!(read(text, game), Err(format!("{offset}: found {found}, {expected}")), "{text}");
        }
        let large = read("99999999999999999999 1", Game::SameGame).unwrap_err();
        assert!(large.contains("is too large"), "{large}");
    }

    fn steps(game: Game) -> BoxedStrategy<Vec<Step>> {
        match game {
            Game::SameGame => prop::collection::vec((1..200u64, 1..200u64), 0..6)
                .prop_map(|list| list.into_iter().map(|(row, col)| Step::Click(row, col)).collect())
                .boxed(),
            Game::Mayan => prop::collection::vec((0..8u8, 0..8u8, any::<bool>()), 0..6)
                .prop_map(|list| {
                    let letter = |right| if right { Letter::R } else { Letter::L };
                    list.into_iter().map(|(x, y, right)| Step::Slide(x, y, letter(right))).collect()
                })
                .boxed(),
        }
    }

    proptest! {
        #[test]
        fn what_is_spelt_is_read(clicks in steps(Game::SameGame), slides in steps(Game::Mayan)) {
            prop_assert_eq!(line(spell(clicks.clone()).as_bytes(), Game::SameGame), Ok(clicks));
            prop_assert_eq!(line(spell(slides.clone()).as_bytes(), Game::Mayan), Ok(slides));
        }

        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = (line(&bytes, Game::SameGame), line(&bytes, Game::Mayan));
        }
    }
}

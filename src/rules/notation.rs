//! The text notation of moves, used wherever moves are printed or read.
//!
//! A click of SameGame is `ROW COLUMN`, from 1 at the bottom left. A move of the Mayan puzzle is `X Y R` or `X Y L`, from
//! 0 at the bottom left. Commas separate the moves of a list: `2 1 R, 3 1 R`.
//!
//! The parser accepts more than is written:
//! - `;`, arrows and blanks between moves, commas inside of them (`3,5 4,1`), and numbers side by side (`3 5 4 1`):
//!   numbers on a line form moves if all gaps are alike, or if gaps inside and between moves differ;
//! - names of numbers (`row 3, column 5`, `x=2 y=1`), columns as letters (`b3`), and other words (`click 3 5`);
//! - `R` and `L` in lower case, as words, as arrows, or as `1` and `-1`, which the judge of NOIP 2011 prints;
//! - the number of tiles after a click (`3 5 ×6`), which is skipped.

use super::read_error::quote;
use super::{GameKind, Move, Side, Step};
use std::str::FromStr;

/// An error in a move or a list of moves.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ParseMoveError {
    /// The byte offset of the error in the parsed text, from 0.
    pub offset: usize,
    /// The error and what was expected: `found 'x', expected …`.
    pub message: String,
}

/// The order and the origin of the numbers of a move.
#[derive(Clone, Copy, Debug)]
pub struct Notation {
    /// The game whose moves are written.
    pub game: GameKind,
    /// Whether the first number of a move is the column.
    pub column_first: bool,
    /// The number of the first column, which is the value of the letter `a`.
    pub first: u64,
    /// The notation in words, for messages: `X Y from 0 at the bottom left`.
    pub doc: &'static str,
}

/// Words for the row of a move; the constants below are words for the column and the side, and words that are skipped.
/// Each word has a blank on both sides.
#[doc(hidden)]
pub const ROW: &str = " row r y i zeile ";
#[doc(hidden)]
pub const COLUMN: &str = " column col c x j spalte ";
#[doc(hidden)]
pub const SIDE: &str = " dir direction side way g d right left r l ";
#[doc(hidden)]
pub const OTHERS: &str =
    " move click step turn action select remove tap pop play at on cell pos position point tile then and ";

/// The maximum number of moves of a list: the number of cells of the largest board that is solved.
const MAX_MOVES: usize = 1_000_000;

/// Returns `true` if a table of words contains a word, or the word without its last `s`.
#[doc(hidden)]
pub fn has_word(table: &str, word: &str) -> bool {
    let has = |word: &str| !word.is_empty() && table.contains(&format!(" {word} "));
    has(word) || word.strip_suffix('s').is_some_and(has)
}

/// Returns `true` if a word names a column, `false` if it names a row, and `None` for any other word.
#[doc(hidden)]
pub fn names_column(word: &str) -> Option<bool> {
    let word = word.to_ascii_lowercase();
    has_word(COLUMN, &word).then_some(true).or_else(|| has_word(ROW, &word).then_some(false))
}

/// A number or a side of a move, with its name: `x` and `2` for `x=2`. The name is empty if the text gives none.
#[derive(Clone, Copy)]
struct Field<'t> {
    name: &'t str,
    text: &'t str,
}

/// The numbers and sides of a text, and the strength of the gap before each, from 0 (no gap) to 4 (such as `;`).
#[derive(Default)]
struct Fields<'t> {
    all: Vec<Field<'t>>,
    gaps: Vec<u8>,
}

impl<'t> Fields<'t> {
    fn push(&mut self, name: &'t str, text: &'t str, gap: &str) {
        self.gaps.push(match gap {
            "" => 0,
            gap if gap.contains([';', '>', '→', '|']) => 4,
            gap if gap.contains(',') => 2 + u8::from(gap.ends_with(char::is_whitespace)),
            _ => 1,
        });
        self.all.push(Field { name, text });
    }
}

impl Notation {
    /// Returns the usual notation of a game.
    pub fn of(game: GameKind) -> Notation {
        match game {
            GameKind::SameGame => {
                Notation { game, column_first: false, first: 1, doc: "ROW COLUMN from 1 at the bottom left" }
            }
            GameKind::Mayan => {
                Notation { game, column_first: true, first: 0, doc: "X Y from 0 at the bottom left" }
            }
        }
    }

    /// Returns the number of fields of a move: 2 or 3.
    pub fn parts(self) -> usize {
        if self.game == GameKind::SameGame { 2 } else { 3 }
    }

    /// Creates the error for a part of `text` that is no move.
    fn wrong(self, text: &str, part: &str) -> ParseMoveError {
        let expected = match self.game {
            GameKind::SameGame => "two numbers, the row and column of a click",
            GameKind::Mayan => "x, y and one of R, L, 1, -1",
        };
        let message = format!("found {}, expected {expected}", quote(part.as_bytes()));
        ParseMoveError { offset: offset(text, part), message }
    }

    /// Parses the moves of a text; a blank text has none. `names` are the names that a header gives to the numbers,
    /// such as `x` and `y`; empty without a header. With `flat`, all gaps between numbers may be equal: `3 5 4 1`.
    ///
    /// # Errors
    /// At the first part that is no move.
    ///
    /// ```
    /// use tilefall::rules::{GameKind, notation::{Notation, format_moves}};
    /// let moves = Notation::of(GameKind::SameGame).parse("2,1×6   1,1×10", &[], false).unwrap();
    /// assert_eq!(format_moves(moves), "2 1, 1 1");
    /// ```
    pub fn parse(self, text: &str, names: &[&str], flat: bool) -> Result<Vec<Step>, ParseMoveError> {
        let is_gap = |c: char| c.is_whitespace() || ",;，；、|=:\"'()".contains(c);
        let has_axes = [Some(true), Some(false)].map(|axis| {
            text.split(is_gap).any(|word| {
                let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
                // `I1` or `J1` is a cell in a column with this letter, not the name of an axis.
                name.len() < word.len() && !matches!(name, "i" | "j") && names_column(name) == axis
            })
        });
        let names_side = |name: &&str| has_word(SIDE, &name.to_ascii_lowercase());
        let mut fields = Fields::default();
        let (mut at, mut end, mut name) = (0, 0, "");
        while let Some(start) = text[at..].find(|c| !is_gap(c)).map(|gap| at + gap) {
            let rest = &text[start..];
            let word = &rest[..rest.find(is_gap).unwrap_or(rest.len())];
            at = start + word.len();
            let gap = &text[end..start];
            let is_named = text[at..].trim_start_matches(['"', '\'', ' ']).starts_with([':', '=']);
            let whole = word.trim_end_matches('.');
            let word = without_size(whole);
            let lower = word.to_ascii_lowercase();
            let own = Some(&name).filter(|name| !name.is_empty()).or(names.get(fields.all.len()));
            let turn = own.map_or(fields.all.len() % 3 == 2, names_side) && self.game == GameKind::Mayan;
            let part = match () {
                () if turn && side(word).is_some() => None,
                () if word.is_empty() && rest.starts_with('.') => {
                    let length = rest.find(is_gap).unwrap_or(rest.len());
                    return Err(self.wrong(text, &rest[..length]));
                }
                () if word.is_empty()
                    || matches!(word, "->" | "→" | "-" | ">")
                    || word.starts_with("np.") =>
                {
                    continue;
                }
                () if word.bytes().all(|byte| byte.is_ascii_digit()) => None,
                () if is_named || names_column(word).is_some() => {
                    name = word;
                    continue;
                }
                () if has_word(OTHERS, &lower) => continue,
                () => Some(cell(word, has_axes == [true; 2]).ok_or_else(|| self.wrong(text, word))?),
            };
            match part {
                None => fields.push(std::mem::take(&mut name), word, gap),
                Some(parts) => {
                    let gaps = std::iter::once(gap).chain(std::iter::repeat(""));
                    parts.into_iter().zip(gaps).for_each(|((name, part), gap)| fields.push(name, part, gap));
                }
            }
            // A number of tiles, as in `3 5 ×6`, must follow the last number of a click.
            if word.len() < whole.len() && !fields.all.len().is_multiple_of(self.parts()) {
                return Err(self.wrong(text, whole));
            }
            end = start + word.len();
            check_length(fields.all.len() / self.parts(), offset(text, word))?;
        }
        if !name.is_empty() {
            return Err(self.wrong(text, name));
        }
        // A header names each number of the text, or each number of one move. Names of one move apply to all moves.
        let is_part = |name: &&str| names_column(name).is_some() || names_side(name);
        let parts: Vec<&str> = names.iter().copied().filter(is_part).collect();
        let count = fields.all.len();
        let names = if names.len() == count || parts.len() != self.parts() { names } else { &parts };
        if !names.is_empty() && (names.len() == count || names.len() == self.parts()) {
            let unnamed = fields.all.iter_mut().zip(names.iter().cycle());
            unnamed.filter(|(field, _)| field.name.is_empty()).for_each(|(field, name)| field.name = name);
        }
        self.divide(text, &fields, flat)
    }

    /// Divides the fields of a text into moves, by the gaps between fields.
    fn divide(self, text: &str, fields: &Fields<'_>, flat: bool) -> Result<Vec<Step>, ParseMoveError> {
        let (parts, Fields { all, gaps }) = (self.parts(), fields);
        let whole = all.len().is_multiple_of(parts);
        if all.is_empty() {
            return Ok(Vec::new());
        }
        if all.len() <= parts || !whole && all.iter().any(|field| !field.name.is_empty()) {
            return Ok(vec![self.step(text, all, text.trim())?]);
        }
        // The sets of gap strengths inside moves and between moves, a bit for each strength.
        let [mut inside, mut between] = [0u8; 2];
        for (at, kind) in gaps.iter().enumerate().skip(1) {
            *(if at % parts == 0 { &mut between } else { &mut inside }) |= 1 << kind;
        }
        // Numbers with equal gaps may be a row of a board, unless `flat` is set or a side or a letter is among them.
        let sides = all
            .iter()
            .any(|field| side(field.text).is_some() && field.text.len() != 1 || !is_number(field.text));
        let alike = (flat || sides) && inside == between && inside.is_power_of_two();
        if whole && (alike || inside & between == 0) {
            return all.chunks(parts).map(|fields| self.step(text, fields, fields[0].text)).collect();
        }
        // The strongest gaps divide the text into parts; the error names the first part that is no move.
        let strongest = gaps[1..].iter().copied().max().filter(|&gap| gap > 1).unwrap_or(u8::MAX);
        let mut from = 0;
        for to in 1..=all.len() {
            if to == all.len() || gaps[to] == strongest {
                if to - from != parts {
                    let last = all[to - 1].text;
                    let part = &text[offset(text, all[from].text)..offset(text, last) + last.len()];
                    return Err(self.wrong(text, part));
                }
                from = to;
            }
        }
        Err(self.wrong(text, text.trim()))
    }

    /// Checks that the order of the names in a header, such as `x` and `y`, fits this notation.
    ///
    /// # Errors
    /// If the first number is named x, y, i or j, and the notation has the other axis first.
    pub fn check_names(self, text: &str, names: &[&str]) -> Result<(), ParseMoveError> {
        let first = names.iter().find(|name| names_column(name).is_some());
        first.map_or(Ok(()), |name| self.check_first(text, name))
    }

    /// Checks the name of a move's first number: x, y, i or j must name the first axis of the notation.
    fn check_first(self, text: &str, name: &str) -> Result<(), ParseMoveError> {
        let axis = if self.column_first { "a column" } else { "a row" };
        if names_column(name) == Some(self.column_first)
            || !["x", "y", "i", "j"].contains(&name.to_ascii_lowercase().as_str())
        {
            return Ok(());
        }
        let found = quote(name.as_bytes());
        let message =
            format!("found {found}, expected {axis} here: {}, unless --coordinates names others", self.doc);
        Err(ParseMoveError { offset: offset(text, name), message })
    }

    /// Converts the fields of one move; `whole` is the text of the move, for errors.
    fn step(self, text: &str, fields: &[Field<'_>], whole: &str) -> Result<Step, ParseMoveError> {
        let axis = |field: &Field<'_>| names_column(field.name);
        let is_side = |field: &Field<'_>| {
            self.game == GameKind::Mayan && has_word(SIDE, &field.name.to_ascii_lowercase())
        };
        let is_part = |field: &&Field<'_>| field.name.is_empty() || axis(field).is_some() || is_side(field);
        let mut parts: Vec<Field<'_>> = fields.iter().filter(is_part).copied().collect();
        // A side with a name may stand anywhere in the move.
        if let Some(at) = parts.iter().position(is_side) {
            let side = parts.remove(at);
            parts.push(side);
        }
        let axes: Vec<bool> = parts.iter().filter_map(axis).collect();
        if parts.len() != self.parts() || !matches!(axes[..], [] | [true, false] | [false, true]) {
            return Err(self.wrong(text, whole));
        }
        if axes.first().is_some_and(|&is_column| is_column != self.column_first) {
            self.check_first(text, parts[0].name)?;
            parts.swap(0, 1);
        }
        let number = |field: &Field<'_>| match field.text.parse::<u64>() {
            Ok(number) => Ok(number),
            Err(_) if is_number(field.text) => {
                let found = quote(field.text.as_bytes());
                let message = format!("the number {found} is too large, expected at most {}", u64::MAX);
                Err(ParseMoveError { offset: offset(text, field.text), message })
            }
            Err(_) => match (axis(field), field.text.as_bytes()) {
                (Some(true), [letter]) => Ok(u64::from(letter.to_ascii_lowercase() - b'a') + self.first),
                _ => Err(self.wrong(text, field.text)),
            },
        };
        let [one, other] = [number(&parts[0])?, number(&parts[1])?];
        if self.game == GameKind::SameGame {
            return Ok(Step::Click(one, other));
        }
        // Numbers above 255 become 255, which is also outside any board.
        let [x, y] = [one, other].map(|at| u8::try_from(at).unwrap_or(u8::MAX));
        let side = side(parts[2].text).ok_or_else(|| self.wrong(text, parts[2].text))?;
        Ok(Step::Slide(x, y, side))
    }
}

/// Returns the byte offset of `part`, which is a slice of `text`.
fn offset(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Splits a cell in one word into names and values: `r3c2`, or `b3` for column b, row 3. With `named`, a letter is
/// always a name: `r3` is row 3.
fn cell(word: &str, named: bool) -> Option<Vec<(&str, &str)>> {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() && parts.len() < 4 {
        let letters = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_alphabetic()).len();
        let digits =
            rest.len() - letters - rest[letters..].trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if letters == 0 || digits == 0 {
            return None;
        }
        parts.push((&rest[..letters], &rest[letters..letters + digits]));
        rest = &rest[letters + digits..];
    }
    match parts[..] {
        _ if !rest.is_empty() => None,
        [(name, text)] if !named && name.len() == 1 => Some(vec![("col", name), ("row", text)]),
        _ => (!parts.is_empty()
            && (named || parts.len() > 1)
            && parts.iter().all(|part| names_column(part.0).is_some()))
        .then_some(parts),
    }
}

/// Returns `true` for a word or sign that is the side of a Mayan move.
#[doc(hidden)]
pub fn is_side(word: &str) -> bool {
    side(word).is_some()
}

/// Parses the side of a Mayan move.
fn side(word: &str) -> Option<Side> {
    Some(match word.to_ascii_lowercase().as_str() {
        "r" | "right" | "1" | "+1" | "→" => Side::Right,
        "l" | "left" | "-1" | "←" => Side::Left,
        _ => return None,
    })
}

/// Removes a number of tiles, `×6` or `x6`, from the end of a word: `4×6` becomes `4`, and `×6` becomes empty.
fn without_size(word: &str) -> &str {
    match word.find(['×', 'x']) {
        Some(at)
            if is_number(word[at..].trim_start_matches(['×', 'x']))
                && (at == 0 || is_number(&word[..at])) =>
        {
            &word[..at]
        }
        _ => word,
    }
}

/// Checks that a list has at most a million moves, so that the list's memory is bounded.
#[doc(hidden)]
pub fn check_length(moves: usize, offset: usize) -> Result<(), ParseMoveError> {
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
    let notation = Notation::of(game);
    match notation.parse(text, &[], false)?[..] {
        [step] => Ok(step),
        _ => Err(notation.wrong(text, text)),
    }
}

/// Formats a list of moves on one line: `2 1 R, 3 1 R`.
pub fn format_moves(list: impl IntoIterator<Item = impl Into<Step>>) -> String {
    list.into_iter().map(|step| step.into().to_string()).collect::<Vec<_>>().join(", ")
}

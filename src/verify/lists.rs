//! Answers without records: judges' formats that hold a board and its list, and plain lists.
//!
//! A plain list has one move per line, or several separated by commas: two numbers for SameGame, `x y` and one of
//! `R`, `L`, `1`, `-1` for Mayan. Lists are separated by blank lines. A line `[[1,2],[1,3]]` is a list as
//! records write it; a line `-1` says that there is none, and one with another number how many there are.

use super::answer::Answer;
use crate::base::{Game, ReadError};
use crate::formats::scan::{lines, number, quote, tokens, without_mark};
use crate::formats::{Coordinates, FORMATS, Layout, RECORDS};
use crate::grid::Grid;
use crate::puzzle::{Puzzle, Task};
use crate::record::result::{Letter, Step};

/// Reads a text of judges' answers or plain lists. `like` is the first puzzle, which tells a board with its
/// list from numbers that only look so.
///
/// # Errors
/// For text that is neither.
pub fn read(text: &[u8], like: &Puzzle, coordinates: &Coordinates) -> Result<Vec<Answer>, ReadError> {
    let text = without_mark(text);
    let game = like.task.game();
    let size = |grid: &Grid| (grid.rows(), grid.cols());
    for format in FORMATS.iter().filter(|format| format.holds_lists && format.holds(game)) {
        let mut puzzles = Vec::new();
        let layout = format.read(text, &mut puzzles);
        let fits = puzzles.first().is_some_and(|first| size(&first.grid) == size(&like.grid));
        match layout {
            Ok(Layout::Neat) if fits => {
                // The boards do not say where they stand, so all are told to start where the text does.
                return Ok(puzzles.into_iter().map(with_list).collect());
            }
            Err(error) if error.recognised && fits => return Err(error),
            _ => {}
        }
    }
    plain(text, Dialect { game, coordinates, rows: like.grid.rows() as u64 })
}

fn with_list(puzzle: Puzzle) -> Answer {
    let list = match puzzle.task {
        Task::SameGame(task) => task.clicks.into_iter().map(Step::from).collect(),
        Task::Mayan(task) => task.list.into_iter().map(Step::from).collect(),
    };
    Answer::list(1, Some(puzzle.grid), list)
}

/// How a plain list is written.
#[derive(Clone, Copy, Debug)]
pub struct Dialect<'a> {
    /// Of which game its moves are.
    pub game: Game,
    /// How its clicks count.
    pub coordinates: &'a Coordinates,
    /// Rows of the board.
    pub rows: u64,
}

impl Dialect<'_> {
    /// A list for this puzzle, with clicks as records write them.
    pub fn of_records(puzzle: &Puzzle) -> Self {
        Dialect { game: puzzle.task.game(), coordinates: &RECORDS, rows: puzzle.grid.rows() as u64 }
    }
}

/// Reads plain lists.
///
/// # Errors
/// At the first line that is no move.
pub fn plain(text: &[u8], dialect: Dialect<'_>) -> Result<Vec<Answer>, ReadError> {
    let mut answers = Vec::new();
    let mut open: Option<(u64, Vec<Step>)> = None;
    for (line_number, (offset, line)) in (1..).zip(lines(text)) {
        let mut words = tokens(offset, line);
        let first = words.next();
        let alone = first.filter(|_| words.next().is_none());
        let whole = match (first, alone) {
            (None, _) => None,
            (Some(word), _) if word.bytes.starts_with(b"[") => Some(json(text, offset, line, line_number)?),
            (_, Some(word)) if word.bytes == b"-1" => Some(Answer::none(line_number)),
            (_, Some(word)) if dialect.game == Game::Mayan && word.bytes.iter().all(u8::is_ascii_digit) => {
                Some(Answer::count(line_number, &String::from_utf8_lossy(word.bytes)))
            }
            _ => {
                let list = &mut open.get_or_insert((line_number, Vec::new())).1;
                let mut at = offset;
                for part in (dialect.coordinates.clicks)(line).split(|&byte| byte == b',') {
                    list.push(step(text, at, part, dialect)?);
                    at += part.len() + 1;
                }
                continue;
            }
        };
        answers.extend(open.take().map(|(start, list)| Answer::list(start, None, list)));
        answers.extend(whole);
    }
    answers.extend(open.map(|(start, list)| Answer::list(start, None, list)));
    Ok(answers)
}

fn json(text: &[u8], offset: usize, line: &[u8], number: u64) -> Result<Answer, ReadError> {
    let list = serde_json::from_slice(line).map_err(|_| {
        let expected = "expected a list of moves [[row, col], …] or [[x, y, \"R\" or \"L\"], …]";
        ReadError::at(text, offset, format!("found {}, {expected}", quote(line.trim_ascii())))
    })?;
    Ok(Answer::list(number, None, list))
}

/// One move.
fn step(text: &[u8], offset: usize, part: &[u8], dialect: Dialect<'_>) -> Result<Step, ReadError> {
    let words: Vec<_> = tokens(offset, part).take(4).collect();
    let expected = match dialect.game {
        Game::SameGame => "two numbers, the row and column of a click",
        Game::Mayan => "x, y and one of R, L, 1, -1",
    };
    let unlike = || {
        let place = words.first().map_or(offset, |word| word.offset);
        ReadError::at(text, place, format!("found {}, expected {expected}", quote(part.trim_ascii())))
    };
    match (dialect.game, words.as_slice()) {
        (Game::SameGame, &[one, other]) => {
            let numbers = [number(text, one, expected)?, number(text, other, expected)?];
            let [row, col] = (dialect.coordinates.click)(dialect.rows, numbers);
            Ok(Step::Click(row, col))
        }
        (Game::Mayan, &[x, y, side]) => {
            // A number beyond 255 is outside any board, as 255 is.
            let narrow = |value: u64| u8::try_from(value).unwrap_or(u8::MAX);
            let letter = match side.bytes {
                b"R" | b"1" => Letter::R,
                b"L" | b"-1" => Letter::L,
                _ => return Err(unlike()),
            };
            let (x, y) = (number(text, x, expected)?, number(text, y, expected)?);
            Ok(Step::Slide(narrow(x), narrow(y), letter))
        }
        _ => Err(unlike()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, RECORDS};

    /// Lists for a board of ten rows.
    fn lists(text: &[u8], game: Game, coordinates: &Coordinates) -> Result<Vec<Answer>, ReadError> {
        plain(text, Dialect { game, coordinates, rows: 10 })
    }

    fn moves(text: &str, game: Game, coordinates: &Coordinates) -> Vec<Vec<Step>> {
        let answers = lists(text.as_bytes(), game, coordinates).unwrap();
        answers.into_iter().filter_map(|answer| answer.record.moves).collect()
    }

    #[test]
    fn every_dialect_counts_from_its_own_corner() {
        let [click, codingame] = ["click", "codingame"].map(|name| Format::named(name).unwrap().coordinates);
        let (row, col) = (2, 3);
        let list = vec![vec![Step::Click(row, col)]];
        assert_eq!(moves("2 3\n", Game::SameGame, &RECORDS), list);
        assert_eq!(moves("[[2,3]]\n", Game::SameGame, click), list);
        assert_eq!(moves("8 2\n", Game::SameGame, click), list);
        assert_eq!(moves("2 1\n", Game::SameGame, codingame), list);
        assert_eq!(moves("2 1 so far, so 2\\ngood\n", Game::SameGame, codingame), list);
        assert_eq!(moves("2 1, 2 1\n", Game::SameGame, codingame), [[list[0][0]; 2]]);
        let slides = vec![vec![Step::Slide(2, 1, Letter::R), Step::Slide(3, 0, Letter::L)]];
        for text in ["2 1 1\n3 0 -1\n", "2 1 R, 3 0 L\n", "\n2 1 R\r\n3 0 L", "[[2,1,\"R\"],[3,0,\"L\"]]"] {
            assert_eq!(moves(text, Game::Mayan, &RECORDS), slides, "{text}");
        }
    }

    #[test]
    fn lists_are_parted_by_blank_lines_and_know_their_line() {
        let answers = lists(b"1 2\n1 1\n\n\n3 3\n-1\n", Game::SameGame, &RECORDS).unwrap();
        assert_eq!(answers.iter().map(|answer| answer.line).collect::<Vec<_>>(), [1, 5, 6]);
        let counted = lists(b"12\n", Game::Mayan, &RECORDS).unwrap();
        assert_eq!(counted[0].record.count.as_deref(), Some("12"));
        for (text, message) in [
            ("1 2 3\n", "1:1: found '1 2 3', expected two numbers, the row and column of a click"),
            ("1 2\n1 x\n", "2:3: found 'x', expected two numbers, the row and column of a click"),
            ("[1]\n", "1:1: found '[1]', expected a list of moves"),
        ] {
            let error = lists(text.as_bytes(), Game::SameGame, &RECORDS).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

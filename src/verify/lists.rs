//! Answers without records: judges' formats that hold a board and its list, and plain lists.
//!
//! A plain list has a move a line, or several parted by commas: two numbers for SameGame, `x y` and one of
//! `R`, `L`, `1`, `-1` for Mayan. Lists are parted by blank lines. A line `[[1,2],[1,3]]` is a list as
//! records write it; a line `-1` says that there is none, and one with another number how many there are.

use super::answer::Answer;
use crate::base::{Game, ReadError};
use crate::formats::scan::{lines, number, quote, tokens};
use crate::formats::{Format, Layout, codingame};
use crate::grid::Grid;
use crate::puzzle::{Puzzle, Task};
use crate::record::result::{Letter, Step};

/// Where a plain SameGame list counts from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// `row col`, from 1 at the bottom left: ours, and UVa 339's.
    #[default]
    Records,
    /// `row col`, from 0 at the top left, on boards with this many rows: the one-move program's.
    TopLeft(usize),
    /// `col row`, from 0 at the bottom left: CodinGame's.
    CodinGame,
}

impl Origin {
    /// The coordinates that go with the format of a puzzle.
    pub fn of(format: &str, grid: &Grid) -> Origin {
        match format {
            "click" => Origin::TopLeft(grid.rows()),
            "codingame" => Origin::CodinGame,
            _ => Origin::Records,
        }
    }

    fn step(self, a: u64, b: u64) -> Step {
        match self {
            Origin::Records => Step::Click(a, b),
            // A row below the board comes out as 0, which no board has.
            Origin::TopLeft(rows) => Step::Click((rows as u64).saturating_sub(a), b.saturating_add(1)),
            Origin::CodinGame => Step::Click(b.saturating_add(1), a.saturating_add(1)),
        }
    }
}

/// Reads a text of judges' answers or plain lists. `like` is the first puzzle, which tells a board with its
/// list from numbers that only look so.
///
/// # Errors
/// For text that is neither.
pub fn read(text: &[u8], like: &Puzzle, origin: Origin) -> Result<Vec<Answer>, ReadError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let game = like.task.game();
    let native = match game {
        Game::SameGame => ["uva339", "codingame"].as_slice(),
        Game::Mayan => ["p1312"].as_slice(),
    };
    let size = |grid: &Grid| (grid.rows(), grid.cols());
    for format in native.iter().filter_map(|name| Format::named(name)) {
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
    plain(text, game, origin)
}

fn with_list(puzzle: Puzzle) -> Answer {
    let list = match puzzle.task {
        Task::SameGame(task) => task.clicks.into_iter().map(Step::from).collect(),
        Task::Mayan(task) => task.list.into_iter().map(Step::from).collect(),
    };
    Answer::list(1, Some(puzzle.grid), list)
}

/// Reads plain lists.
///
/// # Errors
/// At the first line that is no move.
pub fn plain(text: &[u8], game: Game, origin: Origin) -> Result<Vec<Answer>, ReadError> {
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
            (_, Some(word)) if game == Game::Mayan && word.bytes.iter().all(u8::is_ascii_digit) => {
                Some(Answer::count(line_number, &String::from_utf8_lossy(word.bytes)))
            }
            _ => {
                let list = &mut open.get_or_insert((line_number, Vec::new())).1;
                let mut at = offset;
                let line = if origin == Origin::CodinGame { codingame::without_message(line) } else { line };
                for part in line.split(|&byte| byte == b',') {
                    list.push(step(text, at, part, game, origin)?);
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
fn step(text: &[u8], offset: usize, part: &[u8], game: Game, origin: Origin) -> Result<Step, ReadError> {
    let words: Vec<_> = tokens(offset, part).take(4).collect();
    let expected = match game {
        Game::SameGame => "two numbers, the row and column of a click",
        Game::Mayan => "x, y and one of R, L, 1, -1",
    };
    let unlike = || {
        let place = words.first().map_or(offset, |word| word.offset);
        ReadError::at(text, place, format!("found {}, expected {expected}", quote(part.trim_ascii())))
    };
    match (game, words.as_slice()) {
        (Game::SameGame, &[one, other]) => {
            Ok(origin.step(number(text, one, expected)?, number(text, other, expected)?))
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

    fn moves(text: &str, game: Game, origin: Origin) -> Vec<Vec<Step>> {
        let answers = plain(text.as_bytes(), game, origin).unwrap();
        answers.into_iter().filter_map(|answer| answer.record.moves).collect()
    }

    #[test]
    fn every_dialect_counts_from_its_own_corner() {
        let (row, col) = (2, 3);
        let list = vec![vec![Step::Click(row, col)]];
        assert_eq!(moves("2 3\n", Game::SameGame, Origin::Records), list);
        assert_eq!(moves("[[2,3]]\n", Game::SameGame, Origin::TopLeft(9)), list);
        assert_eq!(moves("8 2\n", Game::SameGame, Origin::TopLeft(10)), list);
        assert_eq!(moves("2 1\n", Game::SameGame, Origin::CodinGame), list);
        assert_eq!(moves("2 1 so far, so 2\\ngood\n", Game::SameGame, Origin::CodinGame), list);
        assert_eq!(moves("2 1, 2 1\n", Game::SameGame, Origin::CodinGame), [[list[0][0]; 2]]);
        let slides = vec![vec![Step::Slide(2, 1, Letter::R), Step::Slide(3, 0, Letter::L)]];
        for text in ["2 1 1\n3 0 -1\n", "2 1 R, 3 0 L\n", "\n2 1 R\r\n3 0 L", "[[2,1,\"R\"],[3,0,\"L\"]]"] {
            assert_eq!(moves(text, Game::Mayan, Origin::Records), slides, "{text}");
        }
    }

    #[test]
    fn lists_are_parted_by_blank_lines_and_know_their_line() {
        let answers = plain(b"1 2\n1 1\n\n\n3 3\n-1\n", Game::SameGame, Origin::Records).unwrap();
        assert_eq!(answers.iter().map(|answer| answer.line).collect::<Vec<_>>(), [1, 5, 6]);
        let counted = plain(b"12\n", Game::Mayan, Origin::Records).unwrap();
        assert_eq!(counted[0].record.count.as_deref(), Some("12"));
        for (text, message) in [
            ("1 2 3\n", "1:1: found '1 2 3', expected two numbers, the row and column of a click"),
            ("1 2\n1 x\n", "2:3: found 'x', expected two numbers, the row and column of a click"),
            ("[1]\n", "1:1: found '[1]', expected a list of moves"),
        ] {
            let error = plain(text.as_bytes(), Game::SameGame, Origin::Records).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

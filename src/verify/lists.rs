//! Answers that are not records: judges' formats with a board and its list, and plain lists.
//!
//! A plain list is written in the notation of [`notation`], on one line or several. Blank lines separate lists. A line
//! `[[1,2],[1,3]]` is a list as in records; a line `-1` means that there is no list, and for Mayan puzzles a line with
//! another number is the number of lists.
//!
//! The clicks of a plain list have the coordinates of records: `ROW COLUMN` from 1 at the bottom left. Judges use other
//! coordinates: see [`ClickConvention`].

use super::answer::{self, Answer};
use super::samegame;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{GameKind, ReadError, notation};
use crate::text::formats::scan::{lines, quote, tokens, without_mark};
use crate::text::formats::{Coordinates, FORMATS, RECORD_COORDINATES, ReadOptions};
use crate::text::record::Step;

/// The coordinates of the clicks of plain lists.
#[derive(Clone, Copy, Debug)]
pub enum ClickConvention {
    /// The given coordinates.
    Fixed(&'static Coordinates),
    /// The coordinates of records, unless the first list cannot be played in them: then the first coordinates in which it
    /// can be played, of these, of the puzzle's format, and of the other formats that hold lists and the puzzle.
    Guess(&'static Coordinates),
}

/// The answers of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    /// The answers, in the order of the puzzles.
    pub answers: Vec<Answer>,
    /// A message for the user if the clicks were read in guessed coordinates other than those of records.
    pub note: Option<String>,
}

impl From<Vec<Answer>> for Lists {
    fn from(answers: Vec<Answer>) -> Lists {
        Lists { answers, note: None }
    }
}

/// Reads a text of judges' answers or plain lists. `like` is the first puzzle; its game, size and board determine the
/// format.
///
/// # Errors
/// If the text is neither.
pub fn read(text: &[u8], like: &Puzzle, counting: ClickConvention) -> Result<Lists, ReadError> {
    let text = without_mark(text);
    let game = like.task.game();
    let size = |grid: &Grid| (grid.rows(), grid.cols());
    let columns = match &like.task {
        Task::SameGame(task) => task.rules.map(|rules| rules.columns),
        Task::Mayan(_) => None,
    };
    for format in FORMATS.iter().filter(|format| format.holds_lists && format.holds(game)) {
        let mut puzzles = Vec::new();
        let options = ReadOptions { columns, strict: true, ..ReadOptions::default() };
        let read = format.read_to(text, options, &mut |puzzle| puzzles.push(puzzle));
        let fits = puzzles.first().is_some_and(|first| size(&first.grid) == size(&like.grid));
        match read {
            Ok(()) if fits => {
                // Boards have no line numbers, so all answers get the first line.
                return Ok(puzzles.into_iter().map(with_list).collect::<Vec<_>>().into());
            }
            Err(error) if error.recognised && fits => return Err(error),
            _ => {}
        }
    }
    plain(text, like, counting)
}

/// Reads a text like [`read`]. Several lists for the `only` puzzle of an input are its solutions, if it is a Mayan puzzle.
///
/// # Errors
/// If the text is neither.
pub fn read_all(
    text: &[u8],
    like: &Puzzle,
    counting: ClickConvention,
    only: bool,
) -> Result<Lists, ReadError> {
    let mut lists = read(text, like, counting)?;
    let all = || lists.answers.iter().map(|answer| answer.record.moves.clone()).collect::<Option<Vec<_>>>();
    if only
        && lists.answers.len() > 1
        && like.task.game() == GameKind::Mayan
        && let Some(all) = all()
    {
        lists.answers = vec![Answer::lists(lists.answers[0].line, all)];
    }
    Ok(lists)
}

/// Reads the text of one list: any text that [`read`] accepts, or a result record. A text without moves is the empty list.
/// Also returns the note of [`Lists`].
///
/// # Errors
/// If the text is of another kind, an answer without a list, or several lists.
///
/// ```
/// use tilefall::rules::notation::format_moves;
/// use tilefall::text::formats::RECORD_COORDINATES;
/// use tilefall::verify::lists::{ClickConvention, one};
/// use tilefall::text::record::PuzzleRecord;
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"mayan","rows":["1....","12...","12..."]}"#).unwrap();
/// let (list, _) = one(b"0 2 1\n2 0 -1\n", &puzzle.puzzle().unwrap(), ClickConvention::Fixed(&RECORD_COORDINATES)).unwrap();
/// assert_eq!(format_moves(list), "0 2 R, 2 0 L");
/// ```
pub fn one(
    text: &[u8],
    like: &Puzzle,
    counting: ClickConvention,
) -> Result<(Vec<Step>, Option<String>), ReadError> {
    let text = without_mark(text);
    let Lists { answers, note } = match text.trim_ascii_start().first() {
        Some(b'{') => {
            let numbered = (1..).zip(lines(text));
            let records = numbered.filter_map(|(number, (_, line))| answer::record(line, number));
            Lists::from(records.collect::<Result<Vec<_>, _>>()?)
        }
        _ => read(text, like, counting)?,
    };
    let wrong =
        |line, what: &str| ReadError { line, ..ReadError::at(&[], 0, format!("{what}, expected one list")) };
    match &answers[..] {
        [] => Ok((Vec::new(), None)),
        [Answer { line, record, .. }] => match record.moves.clone() {
            Some(list) => Ok((list, note)),
            None => Err(wrong(*line, "this answer has no list")),
        },
        [_, second, ..] => Err(wrong(second.line, "another list begins here")),
    }
}

fn with_list(puzzle: Puzzle) -> Answer {
    let list = match puzzle.task {
        Task::SameGame(task) => task.clicks.into_iter().map(Step::from).collect(),
        Task::Mayan(task) => task.list.into_iter().map(Step::from).collect(),
    };
    Answer::list(1, Some(puzzle.grid), list)
}

/// The notation of a plain list.
#[derive(Clone, Copy)]
struct Dialect<'a> {
    /// The game of the moves.
    game: GameKind,
    /// The coordinates of clicks.
    coordinates: &'a Coordinates,
    /// Rows of the board.
    rows: u64,
}

/// Reads plain lists.
fn plain(text: &[u8], like: &Puzzle, counting: ClickConvention) -> Result<Lists, ReadError> {
    let dialect =
        Dialect { game: like.task.game(), coordinates: &RECORD_COORDINATES, rows: like.grid.rows() as u64 };
    let within = |coordinates| plain_in(text, Dialect { coordinates, ..dialect });
    let own = match counting {
        ClickConvention::Fixed(coordinates) => return within(coordinates).map(Lists::from),
        ClickConvention::Guess(own) => own,
    };
    let records = within(&RECORD_COORDINATES);
    if dialect.game == GameKind::SameGame && !records.as_ref().is_ok_and(|answers| is_played(answers, like)) {
        let others = FORMATS.iter().filter(|format| format.holds_lists && format.write(like).is_ok());
        let others = [own].into_iter().chain(others.map(|format| format.coordinates));
        for other in others.filter(|other| other.name != RECORD_COORDINATES.name) {
            if let Some(answers) = within(other).ok().filter(|answers| is_played(answers, like)) {
                let note = format!(
                    "the clicks are read as {}: as {} they cannot be played",
                    other.doc, RECORD_COORDINATES.doc
                );
                return Ok(Lists { answers, note: Some(note) });
            }
        }
    }
    records.map(Lists::from)
}

/// Returns `true` if the first answer is a list that can be played on the first puzzle.
fn is_played(answers: &[Answer], like: &Puzzle) -> bool {
    let Task::SameGame(task) = &like.task else { return false };
    let list = answers.first().and_then(|answer| answer.record.moves.as_deref());
    list.is_some_and(|list| samegame::replay(&like.grid, task.rules.unwrap_or_default(), list).is_ok())
}

/// Reads plain lists in one dialect.
fn plain_in(text: &[u8], dialect: Dialect<'_>) -> Result<Vec<Answer>, ReadError> {
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
            (_, Some(word))
                if dialect.game == GameKind::Mayan && word.bytes.iter().all(u8::is_ascii_digit) =>
            {
                Some(Answer::count(line_number, &String::from_utf8_lossy(word.bytes)))
            }
            _ => {
                let list = &mut open.get_or_insert((line_number, Vec::new())).1;
                let moves = notation::parse_moves((dialect.coordinates.clicks)(line), dialect.game);
                let moves = moves.map_err(|bad| ReadError::at(text, offset + bad.offset, bad.message))?;
                list.extend(moves.into_iter().map(|step| dialect.of_records(step)));
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

impl Dialect<'_> {
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
    use crate::rules::Side;
    use crate::text::formats::{Format, RECORD_COORDINATES};

    /// Reads lists for a board of ten rows.
    fn lists(text: &[u8], game: GameKind, coordinates: &Coordinates) -> Result<Vec<Answer>, ReadError> {
        plain_in(text, Dialect { game, coordinates, rows: 10 })
    }

    fn moves(text: &str, game: GameKind, coordinates: &Coordinates) -> Vec<Vec<Step>> {
        let answers = lists(text.as_bytes(), game, coordinates).unwrap();
        answers.into_iter().filter_map(|answer| answer.record.moves).collect()
    }

    #[test]
    fn every_dialect_counts_from_its_own_corner() {
        let [click, codingame] = ["click", "codingame"].map(|name| Format::named(name).unwrap().coordinates);
        let (row, col) = (2, 3);
        let list = vec![vec![Step::Click(row, col)]];
        assert_eq!(moves("2 3\n", GameKind::SameGame, &RECORD_COORDINATES), list);
        assert_eq!(moves("[[2,3]]\n", GameKind::SameGame, click), list);
        assert_eq!(moves("8 2\n", GameKind::SameGame, click), list);
        assert_eq!(moves("2 1\n", GameKind::SameGame, codingame), list);
        assert_eq!(moves("2 1 so far, so 2\\ngood\n", GameKind::SameGame, codingame), list);
        assert_eq!(moves("2 1, 2 1\n", GameKind::SameGame, codingame), [[list[0][0]; 2]]);
        let slides = vec![vec![Step::Slide(2, 1, Side::Right), Step::Slide(3, 0, Side::Left)]];
        for text in ["2 1 1\n3 0 -1\n", "2 1 R, 3 0 L\n", "\n2 1 R\r\n3 0 L", "[[2,1,\"R\"],[3,0,\"L\"]]"] {
            assert_eq!(moves(text, GameKind::Mayan, &RECORD_COORDINATES), slides, "{text}");
        }
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
            ("[1]\n", "1:1: found '[1]', expected a list of moves"),
        ] {
            let error =
                lists(text.as_bytes(), GameKind::SameGame, &RECORD_COORDINATES).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
    fn puzzle(line: &str) -> Puzzle {
        serde_json::from_str::<crate::text::record::PuzzleRecord>(line).unwrap().puzzle().unwrap()
    }

    #[test]
    fn clicks_that_cannot_be_played_as_records_count_are_read_as_judges_count() {
        // The pair of 1s on top of column 1, then the square of 2s.
        let like = puzzle(r#"{"game":"samegame","rows":["1..","122","322"]}"#);
        let [click, codingame] = ["click", "codingame"].map(|name| Format::named(name).unwrap().coordinates);
        let written = |lists: Lists| notation::format_moves(lists.answers[0].record.moves.clone().unwrap());
        for (text, likely, list, noted) in [
            ("2 1, 1 2", click, "2 1, 1 2", None),
            ("1 0, 1 1", click, "2 1, 2 2", Some(click)),
            ("0 1, 1 0", codingame, "2 1, 1 2", Some(codingame)),
            ("0 1, 1 0", &RECORD_COORDINATES, "0 1, 1 0", None),
            // A list that cannot be played in any coordinates stays as it is.
            ("9 9", codingame, "9 9", None),
        ] {
            let lists = read(text.as_bytes(), &like, ClickConvention::Guess(likely)).unwrap();
            let note = noted.map(|coordinates| {
                format!(
                    "the clicks are read as {}: as {} they cannot be played",
                    coordinates.doc, RECORD_COORDINATES.doc
                )
            });
            assert_eq!(lists.note, note, "{text}");
            assert_eq!(written(lists), list, "{text}");
        }
        let known = read(b"1 0", &like, ClickConvention::Fixed(codingame)).unwrap();
        assert_eq!((known.note.clone(), written(known)), (None, "1 2".into()));
        let message = read(b"9 9 so far", &like, ClickConvention::Guess(codingame)).unwrap_err().to_string();
        assert!(message.starts_with("1:1: found '9 9 so far'"), "{message}");
    }

    #[test]
    fn one_list_is_read_however_a_solver_prints_it() {
        let like = puzzle(r#"{"game":"mayan","rows":["1....","12...","12..."]}"#);
        let one = |text: &str| one(text.as_bytes(), &like, ClickConvention::Guess(&RECORD_COORDINATES));
        for text in [
            "2 1 R, 3 0 L",
            "2 1 1\n3 0 -1\n",
            "[[2,1,\"R\"],[3,0,\"L\"]]",
            r#"{"v":1,"index":0,"id":"a","status":"feasible","moves":[[2,1,"R"],[3,0,"L"]]}"#,
        ] {
            assert_eq!(
                one(text).map(|(list, _)| notation::format_moves(list)).as_deref(),
                Ok("2 1 R, 3 0 L"),
                "{text}"
            );
        }
        assert_eq!(one(" \n"), Ok((Vec::new(), None)));
        for (text, message) in [
            ("-1\n", "1:1: this answer has no list, expected one list"),
            ("2 1 R\n\n3 0 L\n", "3:1: another list begins here, expected one list"),
            (
                r#"{"v":1,"index":0,"id":"a","status":"unknown"}"#,
                "1:1: this answer has no list, expected one list",
            ),
        ] {
            assert_eq!(one(text).unwrap_err().to_string(), message, "{text}");
        }
    }
}

//! Answers that are not records: judges' formats with a board and its list, and plain lists.
//!
//! The clicks of a plain list have the coordinates of records, `ROW COLUMN` from 1 at the bottom left, or those that the
//! caller names. They are never read in others; if they can be played only in others, a note says so.

use super::answer::{self, Answer};
use super::samegame;
use crate::rules::grid::Grid;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Cell, Columns, GameKind, ReadError, notation};
use crate::text::formats::rows::document::{Dialect, Document, Item, check_length};
use crate::text::formats::rows::source::{Source, clean};
use crate::text::formats::scan::{lines, without_mark};
use crate::text::formats::{COORDINATES, Coordinates, FORMATS, RECORD_COORDINATES, ReadOptions};
use crate::text::record::Step;

/// The answers of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lists {
    /// The answers, in the order of the puzzles.
    pub answers: Vec<Answer>,
    /// A message for the user if the first list cannot be played, but could be in other coordinates.
    pub note: Option<String>,
}

impl From<Vec<Answer>> for Lists {
    fn from(answers: Vec<Answer>) -> Lists {
        Lists { answers, note: None }
    }
}

/// Reads a text of judges' answers or plain lists. `like` is the first puzzle; its game and size determine the format.
/// Without `coordinates`, clicks have those of records.
///
/// # Errors
/// If the text is neither.
pub fn read(text: &[u8], like: &Puzzle, coordinates: Option<&Coordinates>) -> Result<Lists, ReadError> {
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
    plain(text, like, coordinates)
}

/// Reads a text like [`read`]. Several lists for the `only` puzzle of an input are its solutions, if it is a Mayan puzzle.
///
/// # Errors
/// If the text is neither.
pub fn read_all(
    text: &[u8],
    like: &Puzzle,
    coordinates: Option<&Coordinates>,
    only: bool,
) -> Result<Lists, ReadError> {
    let mut lists = read(text, like, coordinates)?;
    if only
        && like.task.game() == GameKind::SameGame
        && let [_, other, ..] = &lists.answers[..]
    {
        let message = "another list begins here, expected one list for the only puzzle";
        return Err(ReadError { line: other.line, ..ReadError::at(&[], 0, message) });
    }
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
/// use tilefall::verify::lists::one;
/// use tilefall::text::record::PuzzleRecord;
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"mayan","rows":["1....","12...","12..."]}"#).unwrap();
/// let (list, _) = one(b"0 2 1\n2 0 -1\n", &puzzle.puzzle().unwrap(), None).unwrap();
/// assert_eq!(format_moves(list), "0 2 R, 2 0 L");
/// ```
pub fn one(
    text: &[u8],
    like: &Puzzle,
    coordinates: Option<&Coordinates>,
) -> Result<(Vec<Step>, Option<String>), ReadError> {
    let text = without_mark(text);
    let Lists { answers, note } = if answer::opens(text) {
        let numbered = (1..).zip(lines(text));
        let records = numbered.filter_map(|(number, (_, line))| answer::record(line, number));
        Lists::from(records.collect::<Result<Vec<_>, _>>()?)
    } else {
        read(text, like, coordinates)?
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

/// Refuses a line of more numbers than any list has, before anything is read of it: one that is packed as a few kilobytes may be
/// long.
fn check_numbers(text: &[u8]) -> Result<(), ReadError> {
    let (mut numbers, mut in_number) = (0, false);
    for (at, byte) in text.iter().enumerate() {
        let begins = byte.is_ascii_digit() && !in_number;
        in_number = byte.is_ascii_digit();
        numbers = if *byte == b'\n' { 0 } else { numbers + usize::from(begins) };
        // A click may have its number of tiles, and each move its own number.
        notation::check_length(numbers / 4, 0).map_err(|error| ReadError::at(text, at, error.message))?;
    }
    Ok(())
}

/// Reads plain lists.
fn plain(text: &[u8], like: &Puzzle, coordinates: Option<&Coordinates>) -> Result<Lists, ReadError> {
    check_numbers(text)?;
    if let Some(coordinates) = coordinates {
        return Ok(Read::of(text, like, coordinates)?.answers.into());
    }
    let own = Read::of(text, like, &RECORD_COORDINATES);
    let played = |read: &Read| is_played(&read.answers, like);
    if own.as_ref().is_ok_and(|own| own.groups.is_none() && played(own)) {
        return Ok(own?.answers.into());
    }
    // Lists of the cells of groups are no lists of clicks.
    let grouped = own.as_ref().ok().and_then(|own| own.groups.clone());
    let fits = |other: &&Coordinates| {
        Read::of(text, like, other).is_ok_and(|read| read.groups.is_none() && played(&read))
    };
    let other = COORDINATES[1..].iter().copied().find(fits);
    let other = other.map(|Coordinates { name, doc, .. }| {
        format!("the first list can be played as {doc} (--coordinates {name})")
    });
    match (own, other, grouped) {
        (Err(error), Some(other), _) | (Ok(_), Some(other), Some(error)) => {
            Err(ReadError { message: format!("{}; {other}", error.message), ..error })
        }
        (own, other, _) => {
            let note = other.map(|other| format!("{other}, not as {}", RECORD_COORDINATES.doc));
            Ok(Lists { answers: own?.answers, note })
        }
    }
}

/// The plain lists of a text.
struct Read {
    answers: Vec<Answer>,
    /// The error of several lists in brackets that are not groups of the board, where each may be a list of moves.
    groups: Option<ReadError>,
}

impl Read {
    /// Reads lists with clicks in these coordinates.
    fn of(text: &[u8], like: &Puzzle, coordinates: &Coordinates) -> Result<Read, ReadError> {
        let text = &*clean(text)?;
        let game = like.task.game();
        let options =
            ReadOptions { game: Some(game), columns: Some(Columns::Stay), ..ReadOptions::default() };
        let source = Source::new(text, options);
        let read = Read { answers: Vec::new(), groups: None };
        let mut reader =
            Reader { source, like, read, open: None, lists: None, board: None, count: None, aside: None };
        let dialect = Dialect { game, coordinates, rows: like.grid.rows() as u64 };
        Document::new(source, dialect, Some(&like.grid)).read(&mut |item| reader.item(item?))?;
        reader.end_list()?;
        let Reader { read, board, aside, .. } = reader;
        match aside.filter(|_| read.answers.is_empty()) {
            Some(aside) => Err(source.found(aside, "a list of moves")),
            None if board.is_some() => {
                Err(ReadError::at(text, text.len(), "the input ends after a board, expected its moves"))
            }
            None => Ok(read),
        }
    }
}

/// A reader of the lists of a text.
struct Reader<'a, 't> {
    source: Source<'t>,
    like: &'a Puzzle,
    read: Read,
    /// The list that is being read, and where it begins.
    open: Option<(&'t str, Vec<Step>)>,
    /// Whole lists in brackets, and where they begin.
    lists: Option<(&'t str, Vec<Vec<Step>>)>,
    /// The board before the next list.
    board: Option<Grid>,
    /// The number on the line before the next list.
    count: Option<&'t str>,
    /// The first text that is skipped.
    aside: Option<&'t str>,
}

impl<'t> Reader<'_, 't> {
    fn item(&mut self, item: Item<'t>) -> Result<(), ReadError> {
        match item {
            Item::Moves { at, lists, whole: true } => {
                self.lists.get_or_insert((at, Vec::new())).1.extend(lists);
            }
            Item::Moves { at, lists, .. } => {
                let open = self.open.get_or_insert((at, Vec::new()));
                open.1.extend(lists.into_iter().flatten());
                return check_length(self.source, open.1.len(), at);
            }
            Item::Number(at) => {
                self.end_list()?;
                self.count = Some(at);
            }
            Item::Board(found, _) | Item::Either(found, _) => {
                self.end_list()?;
                self.board = self.as_answered(found.grid);
            }
            Item::Aside(at, _) => _ = self.aside.get_or_insert(at),
            Item::Break => self.end_list()?,
        }
        Ok(())
    }

    /// Returns the board before an answer; `None` if it is the puzzle's as `solve` draws it: settled, and without empty rows.
    fn as_answered(&self, board: Grid) -> Option<Grid> {
        let mut like = self.like.grid.clone();
        if self.like.task.game() == GameKind::Mayan {
            like.settle();
        }
        let same = |cell: Cell| board.name_at(cell) == like.name_at(cell);
        let is_same = board.cols() == like.cols() && like.cells().chain(board.cells()).all(same);
        (!is_same).then_some(board)
    }

    /// Ends the lists that are being read.
    fn end_list(&mut self) -> Result<(), ReadError> {
        for at in [self.open.as_ref().map(|open| open.0), self.lists.as_ref().map(|lists| lists.0)] {
            at.into_iter().for_each(|at| self.source.advance(at));
        }
        let source = self.source;
        let line = |at: &str| source.error(at, "").line;
        let (answers, board) = (&mut self.read.answers, &mut self.board);
        let add = |answers: &mut Vec<Answer>, board: &mut Option<Grid>, at: &str, moves| {
            answers.push(Answer::list(line(at), board.take(), moves));
        };
        let count = self.count.take();
        if let Some((at, moves)) = self.open.take() {
            if let Some(count) = count.filter(|count| count.parse() != Ok(moves.len())) {
                let message =
                    format!("found '{count}', expected {}, the number of moves below, or none", moves.len());
                return Err(self.source.error(count, message));
            }
            add(answers, board, at, moves);
        } else if let Some(count) = count {
            answers.push(match (count, self.like.task.game()) {
                ("-1", _) => Answer::none(line(count)),
                (_, GameKind::Mayan) => Answer::count(line(count), count),
                (_, GameKind::SameGame) => {
                    return Err(self.source.found(count, "two numbers, the row and column of a click"));
                }
            });
        }
        let Some((at, lists)) = self.lists.take() else { return Ok(()) };
        let is_one = lists.len() == 1;
        match clicks_of_groups(self.like, &lists).filter(|_| !is_one) {
            Some(clicks) => add(answers, board, at, clicks),
            None => {
                lists.into_iter().for_each(|list| add(answers, board, at, list));
                if !is_one {
                    let message = "several lists in brackets, expected one list, or the cells of each group that is clicked";
                    self.read.groups = Some(self.source.error(at, message));
                }
            }
        }
        Ok(())
    }
}

/// Returns a click on each of the groups whose cells are listed, one after the other; `None` if they are no such groups.
fn clicks_of_groups(like: &Puzzle, groups: &[Vec<Step>]) -> Option<Vec<Step>> {
    let Task::SameGame(task) = &like.task else { return None };
    let rules = task.rules.unwrap_or_default();
    let mut board = like.grid.clone();
    let click = |group: &Vec<Step>| {
        let cells = group.iter().map(|step| step.click().filter(|&cell| board.contains(cell)));
        let mut cells = cells.collect::<Option<Vec<_>>>()?;
        let first = *cells.first()?;
        cells.sort_unstable();
        (cells == board.group(first) && board.click_by(&rules, first) > 0).then(|| Step::from(first))
    };
    groups.iter().map(click).collect()
}

/// Returns `true` if the first answer is no list of clicks, or one that can be played on the puzzle.
fn is_played(answers: &[Answer], like: &Puzzle) -> bool {
    let Task::SameGame(task) = &like.task else { return true };
    let list = answers.first().and_then(|answer| answer.record.moves.as_deref());
    list.is_none_or(|list| samegame::replay(&like.grid, task.rules.unwrap_or_default(), list).is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn puzzle(line: &str) -> Puzzle {
        serde_json::from_str::<crate::text::record::PuzzleRecord>(line).unwrap().puzzle().unwrap()
    }

    #[test]
    fn clicks_are_read_in_one_way_and_another_is_suggested() {
        // The pair of 1s on top of column 1, then the square of 2s.
        let like = puzzle(r#"{"game":"samegame","rows":["1..","122","322"]}"#);
        let named = |name: &str| COORDINATES.into_iter().find(|one| one.name == name).unwrap();
        let written = |lists: Lists| notation::format_moves(lists.answers[0].record.moves.clone().unwrap());
        for (text, suggested) in
            [("2 1, 1 2", None), ("1 0, 1 1", Some("click")), ("0 1, 1 0", Some("codingame")), ("9 9", None)]
        {
            let lists = read(text.as_bytes(), &like, None).unwrap();
            let note = suggested.map(|name| {
                let (other, own) = (named(name).doc, RECORD_COORDINATES.doc);
                format!("the first list can be played as {other} (--coordinates {name}), not as {own}")
            });
            assert_eq!((lists.note.clone(), written(lists)), (note, text.to_owned()));
        }
        for text in
            ["1 0", "1 0 so far, so 2\\ngood", "[[1,0]]", "[(1, 0)]", "(x: 1, y: 0)", "[\n  (1, 0),\n]\n"]
        {
            let known = read(text.as_bytes(), &like, Some(named("codingame"))).unwrap();
            assert_eq!((known.note.clone(), written(known)), (None, "1 2".into()), "{text}");
        }
        for (text, message) in [
            ("9 9 so far", "1:1: found '9 9 so far'"),
            (
                "(x: 1, y: 7)",
                "1:2: found 'x', expected a row here: ROW COLUMN from 1 at the bottom left, unless",
            ),
            ("[(1, 2),\n", "1:1: this list has no end, expected a closing bracket for every one that opens"),
        ] {
            let error = read(text.as_bytes(), &like, None).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn one_list_is_read_however_a_solver_prints_it() {
        let like = puzzle(r#"{"game":"mayan","rows":["1....","12...","12..."]}"#);
        let one = |text: &str| one(text.as_bytes(), &like, None);
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

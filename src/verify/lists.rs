//! Answers that are not records: judges' formats with a board and its list, and plain lists.
//!
//! The clicks of a plain list have the coordinates of records, `ROW COLUMN` from 1 at the bottom left, or coordinates
//! that the caller names. The reader never guesses other coordinates, but a note may suggest them.

use super::answer::{self, Answer};
use super::samegame;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{Puzzle, Task};
use tilefall_rules::{Cell, Columns, GameKind, ReadError, notation};
use tilefall_text::formats::rows::dialect::{Dialect, check_length};
use tilefall_text::formats::rows::document::{Document, Item};
use tilefall_text::formats::rows::source::{Source, clean};
use tilefall_text::formats::scan::{lines, without_mark};
use tilefall_text::formats::{COORDINATES, Coordinates, FORMATS, RECORD_COORDINATES, ReadOptions};
use tilefall_text::record::Step;

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

/// Reads a text of judges' answers or plain lists. `like` is the first puzzle, whose game and size determine the
/// format. Without `coordinates`, clicks have the coordinates of records.
///
/// # Errors
/// If the text contains neither judges' answers nor plain lists.
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
                let answer = |puzzle: Puzzle| Answer::list(1, Some(puzzle.grid), puzzle.task.list());
                return Ok(puzzles.into_iter().map(answer).collect::<Vec<_>>().into());
            }
            Err(error) if error.recognised && fits => return Err(error),
            _ => {}
        }
    }
    plain(text, like, coordinates)
}

/// Reads a text as [`read`] does. With `only`, `like` is the only puzzle of the input, and several Mayan lists become
/// one answer.
///
/// # Errors
/// Returns the errors of [`read`], and with `only` an error for a second SameGame list.
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
/// If the text holds anything else, an answer without a list, or several lists.
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

/// Refuses a line of more numbers than any list has, before the line is parsed: a few compressed kilobytes may contain
/// a very long line.
fn check_numbers(text: &[u8]) -> Result<(), ReadError> {
    let (mut numbers, mut in_number) = (0, false);
    for (at, byte) in text.iter().enumerate() {
        let begins = byte.is_ascii_digit() && !in_number;
        in_number = byte.is_ascii_digit();
        numbers = if *byte == b'\n' { 0 } else { numbers + usize::from(begins) };
        // At most four numbers a move: row, column, number of tiles, and the number of the move itself.
        notation::check_length(numbers / 4, 0).map_err(|error| ReadError::at(text, at, error.message))?;
    }
    Ok(())
}

/// Reads plain lists. The default of `coordinates` is as in records; if only other ones fit, a note names them.
fn plain(text: &[u8], like: &Puzzle, coordinates: Option<&Coordinates>) -> Result<Lists, ReadError> {
    check_numbers(text)?;
    if let Some(coordinates) = coordinates {
        return Ok(read_in(text, like, coordinates)?.0.into());
    }
    let own = read_in(text, like, &RECORD_COORDINATES);
    let is_sure = |read: &(Vec<Answer>, Option<ReadError>)| read.1.is_none() && is_played(&read.0, like);
    if own.as_ref().is_ok_and(is_sure) {
        return Ok(own?.0.into());
    }
    let fits = |other: &&Coordinates| read_in(text, like, other).is_ok_and(|read| is_sure(&read));
    let other = COORDINATES[1..].iter().copied().find(fits);
    let other = other.map(|Coordinates { name, doc, .. }| {
        format!("the first list can be played as {doc} (--coordinates {name})")
    });
    match (own, other) {
        // An error, not a note: in the other coordinates, the lists in brackets may be cells of groups, not clicks.
        (Err(error) | Ok((_, Some(error))), Some(other)) => {
            Err(ReadError { message: format!("{}; {other}", error.message), ..error })
        }
        (own, other) => {
            let note = other.map(|other| format!("{other}, not as {}", RECORD_COORDINATES.doc));
            Ok(Lists { answers: own?.0, note })
        }
    }
}

/// The words after `expected` in the error for a title out of order, such as `Board 2`.
const ORDER: &str = "the lists in the order of the puzzles";

/// The state of reading plain lists: the answers so far, and the parts of the next answer.
struct Reader<'a, 't> {
    source: Source<'t>,
    like: &'a Puzzle,
    answers: Vec<Answer>,
    /// A doubt about several lists in brackets that are not the cells of groups: an error if other coordinates fit.
    groups: Option<ReadError>,
    /// Where the list that is being read begins, and its moves so far.
    open: Option<(&'t str, Vec<Step>)>,
    /// Where the lists in brackets that are being read begin, and the lists so far.
    lists: Option<(&'t str, Vec<Vec<Step>>)>,
    /// The board before the next list.
    board: Option<Grid>,
    /// The number on the line before the next list.
    count: Option<&'t str>,
    /// The number of the first board, if lists have titles with the numbers of boards.
    first: Option<u64>,
    /// The last title, if it has the number of the previous list.
    remark: Option<&'t str>,
    /// The first text that was skipped because it contains no moves.
    aside: Option<&'t str>,
}

/// Reads plain lists with clicks in these coordinates; also returns [`Reader::groups`].
fn read_in(
    text: &[u8],
    like: &Puzzle,
    coordinates: &Coordinates,
) -> Result<(Vec<Answer>, Option<ReadError>), ReadError> {
    let text = &*clean(text)?;
    let game = like.task.game();
    let options = ReadOptions { game: Some(game), columns: Some(Columns::Stay), ..ReadOptions::default() };
    let source = Source::new(text, options);
    let (answers, groups) = (Vec::new(), None);
    let (open, lists, board, count) = (None, None, None, None);
    let (first, remark, aside) = (None, None, None);
    let mut reader =
        Reader { source, like, answers, groups, open, lists, board, count, first, remark, aside };
    let dialect = Dialect { game, coordinates, rows: like.grid.rows() as u64 };
    Document::new(source, dialect, Some(&like.grid)).read(&mut |item| reader.item(item?))?;
    reader.end_list()?;
    match reader.aside.filter(|_| reader.answers.is_empty()) {
        Some(aside) => Err(source.found(aside, "a list of moves")),
        None if reader.board.is_some() => {
            Err(ReadError::at(text, text.len(), "the input ends after a board, expected its moves"))
        }
        None => Ok((reader.answers, reader.groups)),
    }
}

impl<'t> Reader<'_, 't> {
    fn item(&mut self, item: Item<'t>) -> Result<(), ReadError> {
        if matches!(item, Item::Moves { .. })
            && let Some(at) = self.remark
        {
            return Err(self.source.found(at, ORDER));
        }
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
            Item::Title(at, number) => {
                self.end_list()?;
                let first = number.wrapping_sub(self.answers.len() as u64);
                let expected = *self.first.get_or_insert(first);
                // A title that repeats the number of the previous list is a remark on the previous list.
                self.remark = (first.wrapping_add(1) == expected).then_some(at);
                if first != expected && self.remark.is_none() {
                    return Err(self.source.found(at, ORDER));
                }
            }
            Item::Aside(at, _) => _ = self.aside.get_or_insert(at),
            Item::Break => self.end_list()?,
        }
        Ok(())
    }

    /// Returns `board`, or `None` if `board` is the puzzle's board as `solve` draws it: settled, without empty rows.
    fn as_answered(&self, board: Grid) -> Option<Grid> {
        let mut like = self.like.grid.clone();
        if self.like.task.game() == GameKind::Mayan {
            like.settle();
        }
        let same = |cell: Cell| board.name_at(cell) == like.name_at(cell);
        let is_same = board.cols() == like.cols() && like.cells().chain(board.cells()).all(same);
        (!is_same).then_some(board)
    }

    fn add(&mut self, at: &str, moves: Vec<Step>) {
        let line = self.source.error(at, "").line;
        self.answers.push(Answer::list(line, self.board.take(), moves));
    }

    /// Ends the list or lists being read, and adds the answer.
    fn end_list(&mut self) -> Result<(), ReadError> {
        for at in [self.open.as_ref().map(|open| open.0), self.lists.as_ref().map(|lists| lists.0)] {
            at.into_iter().for_each(|at| self.source.advance(at));
        }
        let source = self.source;
        let line = |at: &str| source.error(at, "").line;
        match (self.count.take(), self.open.take()) {
            (Some(count), Some((_, moves))) if count.parse() != Ok(moves.len()) => {
                let expected = format!("{}, the number of moves below, or none", moves.len());
                return Err(source.found(count, &expected));
            }
            (_, Some((at, moves))) => self.add(at, moves),
            (Some(count), None) => self.answers.push(match (count, self.like.task.game()) {
                ("-1", _) => Answer::none(line(count)),
                (_, GameKind::Mayan) => Answer::count(line(count), count),
                (_, GameKind::SameGame) => {
                    return Err(source.found(count, "two numbers, the row and column of a click"));
                }
            }),
            (None, None) => {}
        }
        let Some((at, lists)) = self.lists.take() else { return Ok(()) };
        let is_one = lists.len() == 1;
        match clicks_of_groups(self.like, &lists).filter(|_| !is_one) {
            Some(clicks) => self.add(at, clicks),
            None => {
                lists.into_iter().for_each(|list| self.add(at, list));
                if !is_one {
                    let message = "several lists in brackets, expected one list, or the cells of each group that is clicked";
                    self.groups = Some(source.error(at, message));
                }
            }
        }
        Ok(())
    }
}

/// Returns a click for each list of cells; `None` unless each list is a group on the board after the previous clicks.
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

/// Returns `true` if the first answer is a playable list of clicks, or not a list of clicks at all.
fn is_played(answers: &[Answer], like: &Puzzle) -> bool {
    let Task::SameGame(task) = &like.task else { return true };
    let list = answers.first().and_then(|answer| answer.record.moves.as_deref());
    list.is_none_or(|list| samegame::replay(&like.grid, task.rules.unwrap_or_default(), list).is_ok())
}

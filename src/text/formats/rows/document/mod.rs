//! Splits a text into boards, lists of moves, and the lines around them.
//!
//! Blank lines and titles separate boards and lists. Lines are rows of a board or moves of a list; lists in brackets
//! are either, depending on their names and shapes.
//!
//! - `brackets`: lines with lists in brackets

mod brackets;

use super::super::{ReadOptions, scan};
use super::board::Found;
use super::dialect::{Dialect, check_length, misplaced};
use super::drawn::Drawn;
use super::forms::{self, Kind, Meaning, label};
use super::source::{Block, Blocks, Source};
use super::table;
use tilefall_rules::grid::Grid;
use tilefall_rules::refusal::MAX_SIDE;
use tilefall_rules::{ReadError, Step};

/// A part of a text.
pub enum Item<'t> {
    /// A board; also the number if the text is a single number, which may be the number of boards below.
    Board(Found, Option<u64>),
    /// A text that can be a board or a list of moves, with both readings.
    Either(Found, Vec<Step>),
    /// Moves at a part of the text: with `whole`, complete lists or groups of cells, else moves of the current list.
    Moves { at: &'t str, lists: Vec<Vec<Step>>, whole: bool },
    /// A number alone on a line, in a text of move lists.
    Number(&'t str),
    /// A title above a list of moves, such as `Board 2`: the line, and the number of the board.
    Title(&'t str, u64),
    /// A text that is skipped; `true` for a sentence or a title.
    Aside(&'t str, bool),
    /// A title, or the end of a block of lines.
    Break,
}

/// A receiver of the parts of a text and of errors; returns an error to end reading.
pub type ItemSink<'s, 't> = dyn FnMut(Result<Item<'t>, ReadError>) -> Result<(), ReadError> + 's;

/// A reader of the parts of a text.
pub struct Document<'t, 'd> {
    source: Source<'t>,
    dialect: Dialect<'d>,
    /// The board on which the lists are played, for a text of lists of moves; `None` for a text of boards.
    lists: Option<&'d Grid>,
    /// The form of the last board; `None` before the first board.
    form: Option<Form>,
    /// Whether a board in brackets ends on the previous line.
    joined: bool,
    /// A line with the size of the board in brackets below, and the numbers on the line.
    size: Option<(&'t str, Vec<u64>)>,
    /// The meaning of the last title.
    title: Option<Meaning>,
    /// Whether any board so far has a name such as `board`. Lists with other names are then not read as boards.
    named: bool,
    /// The names of the numbers of a move, such as `row` and `col`, from the last header.
    header: Vec<&'t str>,
    /// The number of the last numbered move.
    number: Option<u64>,
    /// Whether any list of moves has a title; sentences with numbers are then skipped, not refused.
    titled: bool,
}

/// The way in which a board is written: as plain lines, as a list on each line, or as one list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Table,
    Lists,
    List,
}

/// A part of the text that may be boards or moves.
struct Part<'t> {
    at: &'t str,
    /// The meaning of the name or title of the part.
    meaning: Option<Meaning>,
    form: Form,
    /// The number, if the part is a single number.
    number: Option<u64>,
    /// The number of rows on lines; 0 for lists in brackets.
    rows: usize,
}

impl<'t, 'd> Document<'t, 'd> {
    /// Creates a reader of a text of boards or, if `lists` is a board, of lists of moves for this board.
    pub fn new(source: Source<'t>, dialect: Dialect<'d>, lists: Option<&'d Grid>) -> Self {
        let is_titled = |line: &[u8]| std::str::from_utf8(line).is_ok_and(forms::is_titled_list);
        let titled = lists.is_some() && scan::lines(source.text).any(|(_, line)| is_titled(line));
        let (header, size, title, number, form) = (Vec::new(), None, None, None, None);
        Document {
            source,
            dialect,
            lists,
            form,
            joined: false,
            size,
            title,
            named: false,
            header,
            number,
            titled,
        }
    }

    /// Calls `sink` with each part of the text and each error, in order.
    pub fn read(&mut self, sink: &mut ItemSink<'_, 't>) -> Result<(), ReadError> {
        for mut block in Blocks::new(self.source) {
            if let Some(line) = block.lines.first() {
                self.source.advance(line);
            }
            match block.bad.take() {
                Some(error) => sink(Err(error))?,
                None => self.block(&block, sink)?,
            }
            self.number = None;
            sink(Ok(Item::Break))?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block<'t>, sink: &mut ItemSink<'_, 't>) -> Result<(), ReadError> {
        // Removes the message that a line of CodinGame may have after its click.
        let bare = |line: &'t str| {
            std::str::from_utf8(self.dialect.coordinates.clicks(line.as_bytes())).unwrap_or(line)
        };
        let lines = block.lines.iter().map(|line| bare(line)).collect::<Vec<_>>();
        // In `# row col` the sign `#` begins a comment; in `#,row,col` it is the name of a number.
        let bare = |comment: &'t str| {
            let text = comment.trim_start_matches(['#', '/', ' ']);
            if text.starts_with(char::is_alphabetic) { text } else { comment }
        };
        let named = |&comment: &&'t str| Some((comment, forms::header(bare(comment))?));
        if self.lists.is_some()
            && let Some((comment, names)) = block.comments.iter().find_map(named)
        {
            self.named_by(comment, names).or_else(|error| sink(Err(error)))?;
        }
        let strict = self.source.options.strict && self.lists.is_none();
        let lines = if strict { table::through_uneven(&lines) } else { &lines[..] };
        let kinds = forms::kinds(lines, self.lists.is_some(), self.source.options.strict);
        let mut drawn = Drawn::all(self.source, lines).into_iter().peekable();
        let mut at = 0;
        while at < lines.len() {
            let limit = drawn.peek().map_or(lines.len(), |drawn| drawn.rows.start);
            if let Some(drawn) = drawn.next_if(|_| at == limit) {
                self.drawing(&drawn, lines, sink)?;
                at = drawn.rows.end;
                continue;
            }
            let like = |kind: &Kind<'_>| match kinds[at] {
                Kind::Lists => *kind == Kind::Lists,
                Kind::Content(_) | Kind::Named(..) => matches!(kind, Kind::Content(_)),
                _ => false,
            };
            let end = at + 1 + kinds[at + 1..limit].iter().take_while(|kind| like(kind)).count();
            let title = match kinds[at] {
                Kind::Named(..) => label(lines[at]).map_or("", |label| label.name),
                Kind::Title(_) | Kind::Prose => lines[at],
                Kind::Content(_) | Kind::Lists => "",
            };
            self.title_of_list(title, sink)?;
            match kinds[at] {
                // A single line above a drawn board is the name of the board.
                Kind::Content(line) if end == at + 1 && end == limit && end < lines.len() => {
                    sink(Ok(Item::Break))?;
                    sink(Ok(Item::Aside(line, true)))?;
                }
                Kind::Lists => self.groups(&lines[at..end], sink)?,
                Kind::Content(_) | Kind::Named(..) => {
                    if let Kind::Named(meaning, _) = kinds[at] {
                        sink(Ok(Item::Break))?;
                        (self.title, self.number) = (Some(meaning), None);
                    }
                    let rows: Vec<&str> = kinds[at..end].iter().filter_map(Kind::content).collect();
                    let around = lines[..at].iter().rev().take(1).chain(lines[end..].iter().take(1));
                    let asides: Vec<&str> = block.comments.iter().chain(around).copied().collect();
                    // A line of numbers before a board in brackets is the size of the board.
                    let size = table::numbers(rows[0]).filter(|size| size.len() > 1 && rows.len() == 1);
                    let is_prose = |kind: &&Kind<'_>| matches!(kind, Kind::Prose | Kind::Title(None));
                    let below = kinds[end..].iter().take_while(is_prose).count() as u64;
                    match size {
                        Some(size) if kinds.get(end) == Some(&Kind::Lists) && self.lists.is_none() => {
                            self.size = Some((rows[0], size));
                        }
                        // The size of a board, and words between blanks in place of rows.
                        Some(size) if strict && below > 0 && size.contains(&below) => {
                            let expected = "a row of numbers or letters, or words between commas";
                            sink(Err(self.source.found(lines[end], expected)))?;
                        }
                        _ => self.rows(&rows, &asides, sink)?,
                    }
                    self.title = None;
                }
                Kind::Title(meaning) => {
                    sink(Ok(Item::Break))?;
                    (self.title, self.number) = (meaning, None);
                }
                Kind::Prose if self.lists.is_some() && !self.titled && !forms::is_harmless(lines[at]) => {
                    sink(Err(self.source.found(lines[at], "moves, or a line without numbers")))?;
                }
                Kind::Prose => {
                    if self.lists.is_some() && forms::is_rule(lines[at]) {
                        self.number = None;
                        sink(Ok(Item::Break))?;
                    }
                    sink(Ok(Item::Aside(lines[at], true)))?;
                }
            }
            at = end;
        }
        Ok(())
    }

    /// In a text of lists, reports a title with the number of a board, such as `Board 2`.
    fn title_of_list(&mut self, title: &'t str, sink: &mut ItemSink<'_, 't>) -> Result<(), ReadError> {
        match forms::board_number(title).filter(|_| self.lists.is_some()) {
            Some(number) => {
                self.number = None;
                sink(Ok(Item::Title(title, number)))
            }
            None => Ok(()),
        }
    }

    /// Stores the names in a header of moves, and checks their order. `line` is the text of the header, for an error.
    fn named_by(&mut self, line: &'t str, names: Vec<&'t str>) -> Result<(), ReadError> {
        let order = self.dialect.notation().check_names(line, &names);
        self.header = names;
        order.map_err(|error| misplaced(self.source, line, error))
    }

    /// Reads boards that this program drew side by side; of a replay, reads only the board under the word `start`.
    fn drawing(
        &mut self,
        drawn: &Drawn,
        lines: &[&'t str],
        sink: &mut ItemSink<'_, 't>,
    ) -> Result<(), ReadError> {
        let left = self.title.take() == Some(Meaning::Left) && self.form.is_some();
        let above = drawn.rows.start.checked_sub(1).map_or("", |above| lines[above]);
        let most = match above {
            above if left || above.starts_with("then ") => 0,
            above if above.starts_with("start") => 1,
            _ => usize::MAX,
        };
        if let Some(error) = drawn.gap(self.source, lines) {
            return sink(Err(error));
        }
        let options = ReadOptions { strict: false, ..self.source.options };
        for rows in drawn.frames(self.source, lines).into_iter().take(most) {
            let read = rows.and_then(|rows| table::read(Source { options, ..self.source }, &rows, &[]));
            self.form = Some(Form::Table);
            sink(read.map(|found| Item::Board(found, None)))?;
        }
        Ok(())
    }

    /// Reads a part as boards or as moves. Calls `moves` only if the part may be moves.
    fn decide(
        &mut self,
        part: &Part<'t>,
        moves: impl FnOnce(&mut Self) -> Result<Vec<Vec<Step>>, ReadError>,
        boards: impl Fn(Source<'t>) -> Result<Vec<Found>, ReadError>,
        sink: &mut ItemSink<'_, 't>,
    ) -> Result<(), ReadError> {
        let Part { at, meaning, form, number, rows } = *part;
        let named = meaning.is_some_and(Meaning::is_moves);
        let whole = form == Form::List;
        let item = |lists| Ok(Item::Moves { at, lists, whole });
        if let Some(like) = self.lists {
            let error = match moves(self) {
                Ok(lists) => return sink(item(lists)),
                Err(error) => error,
            };
            let fits = |found: &Found| {
                let mut labels = found.grid.colour_names().labels();
                let size = (found.grid.rows() <= like.rows(), found.grid.cols() == like.cols());
                !named
                    && size == (true, true)
                    && labels.all(|label| like.colour_names().labels().any(|own| own == label))
            };
            let board = boards(self.source).ok().and_then(|mut boards| boards.pop()).filter(fits);
            return sink(board.map_or(Err(error), |found| Ok(Item::Board(found, None))));
        }
        if named {
            return sink(moves(self).map_or(Ok(Item::Aside(at, false)), item));
        }
        let moves = if self.form.is_some() { moves(self).ok() } else { None };
        let moves = moves.filter(|lists| lists.iter().any(|moves| !moves.is_empty()));
        let boards = match (with_remedy(self.source, rows, boards), moves) {
            (Ok(mut boards), Some(mut lists)) if boards.len() == 1 && lists.len() == 1 => {
                return sink(Ok(Item::Either(boards.remove(0), lists.remove(0))));
            }
            (Err(_), Some(lists)) => return sink(item(lists)),
            (boards, _) => boards,
        };
        match (boards, self.size.take()) {
            (Ok(boards), Some((line, size))) if boards.iter().any(|found| !is_size(&found.grid, &size)) => {
                sink(Err(self.source.found(line, "the size of the board below")))
            }
            (Ok(boards), _) => {
                self.form = Some(form);
                self.joined = form != Form::Table;
                boards.into_iter().try_for_each(|found| sink(Ok(Item::Board(found, number))))
            }
            (Err(error), _) => sink(Err(error)),
        }
    }

    /// Reads lines that are the rows of a board or moves; `asides` are the comments and lines around these lines.
    fn rows(
        &mut self,
        rows: &[&'t str],
        asides: &[&'t str],
        sink: &mut ItemSink<'_, 't>,
    ) -> Result<(), ReadError> {
        let number = if let [line] = rows { line.parse().ok() } else { None };
        if self.lists.is_some() && (number.is_some() || *rows == ["-1"]) {
            return sink(Ok(Item::Number(rows[0])));
        }
        let part = Part { at: rows[0], meaning: self.title, form: Form::Table, number, rows: rows.len() };
        let boards = |source| {
            let board = table::read(source, rows, asides).map(|found| vec![found]);
            board.or_else(|error| table::sized(source, rows).ok_or(error))
        };
        self.decide(&part, |own| Ok(vec![own.moves(rows)?]), boards, sink)
    }

    /// Reads the lines of a list of moves. A first line with only a number must be the number of moves.
    fn moves(&mut self, rows: &[&'t str]) -> Result<Vec<Step>, ReadError> {
        let (mut moves, mut count) = (Vec::new(), None);
        for (at, row) in rows.iter().enumerate() {
            let line = forms::without_bullet(row);
            if at == 0 && rows.len() > 1 && line.bytes().all(|byte| byte.is_ascii_digit()) {
                count = line.parse::<usize>().ok();
                continue;
            }
            let label = label(line).filter(|label| !label.rest.is_empty());
            self.counted(label.map_or("", |label| label.number), line)?;
            let line = label.map_or(line, |label| label.rest);
            if line == "none" {
                continue;
            }
            if let Some(names) = forms::header(line) {
                self.named_by(line, names)?;
                continue;
            }
            let is_flat = rows.len() == 1 + usize::from(count.is_some());
            moves.extend(self.dialect.parse(self.source, line, &self.header, is_flat)?);
            check_length(self.source, moves.len(), row)?;
        }
        match count.filter(|&count| count != moves.len()) {
            Some(_) => {
                Err(self.source.found(rows[0], &format!("{}, the number of moves below", moves.len())))
            }
            None => Ok(moves),
        }
    }

    /// Checks that the number of a move, if any, is one higher than the number of the previous move.
    fn counted(&mut self, number: &str, at: &str) -> Result<(), ReadError> {
        let Ok(number) = number.parse::<u64>() else { return Ok(()) };
        match self.number.replace(number) {
            Some(before) if before.checked_add(1) != Some(number) => {
                let or = if number == 1 { ", or a blank line before another list" } else { "" };
                Err(self
                    .source
                    .error(at, format!("move {number} after move {before}, expected the next number{or}")))
            }
            _ => Ok(()),
        }
    }
}

fn is_size(grid: &Grid, size: &[u64]) -> bool {
    table::is_size([grid.rows(), grid.cols(), grid.colours()], size)
}

/// Calls `read`. If that fails, tries other options, and appends the options that help to the message of the error.
/// Does not try options for more than [`MAX_SIDE`] rows: none would help.
fn with_remedy<'t, T>(
    source: Source<'t>,
    rows: usize,
    read: impl Fn(Source<'t>) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let error = match read(source) {
        Err(error)
            if rows <= MAX_SIDE
                && !error.message.contains("--")
                && !error.message.starts_with("numbers of red") =>
        {
            error
        }
        done => return done,
    };
    for remedies in super::options::remedies(source.options, &error.message) {
        let helps =
            |(options, _): &(ReadOptions, String)| read(Source { options: *options, ..source }).is_ok();
        let hints: Vec<String> = remedies.into_iter().filter(helps).map(|(_, hint)| hint).collect();
        if !hints.is_empty() {
            return Err(ReadError {
                message: format!("{}; {}", error.message, hints.join(", ")),
                ..error.recognised()
            });
        }
    }
    Err(error)
}

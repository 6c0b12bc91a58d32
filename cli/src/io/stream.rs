//! Splits one input into items lazily, and parses items on demand. A game saved by `play` (a puzzle record, then a
//! result record) is one item.

use super::input::{self, Bounds, Lines, Meter};
use super::progress::suspend;
use super::puzzles::{InputError, InputPuzzle};
use crate::args::format_arg::FormatChoice;
use crate::batch::Weigh;
use crate::exit::{self, Unreadable};
use std::io::{BufRead, Cursor};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread::Builder;
use tilefall::insight::saved;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Cell, Columns, Move, ReadError};
use tilefall::text::formats::auto::ReadPlan;
use tilefall::text::formats::{ByLine, Format};

/// The maximum size in bytes of a text whose puzzles are all read at once.
const SMALL: usize = 1 << 16;
/// The number of puzzles that are read ahead in a longer text.
const AHEAD: usize = 64;

/// An iterator over the items of one input. JSON Lines are read line by line. In any other format the whole text is
/// held in memory, but only some puzzles of a long text at a time.
pub struct Puzzles {
    input: Arc<str>,
    position: u64,
    /// Whether empty columns close or stay, if an argument says so.
    columns: Option<Columns>,
    source: Source,
    /// Whether the note that 0 is a colour and no empty cell was printed.
    noted: bool,
}

/// An item of an input. A line of JSON Lines is not parsed yet, so that worker threads can parse it.
#[derive(Clone, Debug)]
pub struct RawItem {
    input: Arc<str>,
    position: u64,
    columns: Option<Columns>,
    text: RawText,
}

#[derive(Clone, Debug)]
enum RawText {
    /// A line of a format that is read line by line, and its number.
    Line(&'static Format, &'static ByLine, Vec<u8>, u64),
    /// A puzzle or an error of a text that was read as a whole.
    Read(&'static Format, Result<Puzzle, ReadError>),
    /// The input cannot be read: the message, and whether the system failed, or the input is bad.
    Unreadable(String, bool),
}

impl RawItem {
    /// Returns the format, if it is known.
    pub fn format(&self) -> Option<&'static Format> {
        match &self.text {
            RawText::Line(format, ..) => Some(format),
            // The format of a text without a puzzle is a guess.
            RawText::Read(format, read) => read.is_ok().then_some(*format),
            RawText::Unreadable(..) => None,
        }
    }

    /// Returns the index that the item contains, if any. Parses only this field.
    pub fn index(&self) -> Option<u64> {
        #[derive(serde::Deserialize)]
        struct Own {
            index: Option<u64>,
        }
        match &self.text {
            RawText::Line(.., line, _) => {
                // The name of the field may contain escapes: `"\u0069ndex"`.
                let named = memchr::memmem::find(line, b"\"index\"").or_else(|| memchr::memchr(b'\\', line));
                named.and_then(|_| serde_json::from_slice::<Own>(line).ok()?.index)
            }
            RawText::Read(_, read) => read.as_ref().ok()?.index,
            RawText::Unreadable(..) => None,
        }
    }

    /// Returns the number of bytes of the item in the input, with the line end; 0 if unknown.
    pub fn bytes(&self) -> u64 {
        if let RawText::Line(.., line, _) = &self.text { line.len() as u64 + 1 } else { 0 }
    }

    /// Returns the message of the error if the system failed to read the input.
    pub fn failed(&self) -> Option<String> {
        match &self.text {
            RawText::Unreadable(message, true) => Some(message.clone()),
            _ => None,
        }
    }

    /// Parses the item, and prints the note on the puzzle, if any.
    pub fn read(self) -> Result<InputPuzzle, InputError> {
        let format = self.format();
        let RawItem { input, position, columns, text } = self;
        let read = match text {
            RawText::Line(_, by_line, line, number) => (by_line.read)(&line, number, columns)
                .unwrap_or_else(|| Err(ReadError::at(&line, 0, "a blank line, expected a puzzle record"))),
            RawText::Read(_, read) => read,
            RawText::Unreadable(message, failed) => {
                return Err(InputError { input, position, message, failed });
            }
        };
        match (read, format) {
            (Ok(puzzle), Some(format)) => {
                puzzle.note.iter().for_each(|note| suspend(|| exit::note(&format!("{input}:{note}"))));
                Ok(InputPuzzle { input, position, format, puzzle })
            }
            (Ok(_), None) => unreachable!("a puzzle was read in some format"),
            (Err(error), _) => {
                let message = format!("{input}:{error}");
                Err(InputError { input, position, message, failed: false })
            }
        }
    }
}

impl Weigh for RawItem {
    fn weight(&self) -> usize {
        let text = match &self.text {
            RawText::Line(.., line, _) => line.capacity(),
            RawText::Read(_, Ok(puzzle)) => {
                let list = match &puzzle.task {
                    Task::SameGame(task) => task.clicks.capacity() * size_of::<Cell>(),
                    Task::Mayan(task) => task.list.capacity() * size_of::<Move>(),
                };
                puzzle.grid.rows() * puzzle.grid.cols() + list
            }
            RawText::Read(_, Err(_)) | RawText::Unreadable(..) => 256,
        };
        size_of::<RawItem>() + text
    }
}

/// The puzzles and errors of a whole text.
type Items = Box<dyn Iterator<Item = Result<Puzzle, ReadError>> + Send>;

/// The remaining items of an input.
enum Source {
    /// No items are left. Contains the error that ended the input, if it was not returned yet.
    Ended(Option<anyhow::Error>),
    /// The remaining items of a text that was read as a whole.
    Whole(&'static Format, Items),
    /// The remaining lines of a format that is read line by line.
    Lines(&'static Format, &'static ByLine, Lines<Reader>),
}

impl Puzzles {
    /// Opens a file, or standard input for `-`. Reads only the start if the start determines the format.
    pub fn open(path: &Path, choice: FormatChoice, bounds: Bounds, meter: &Meter) -> Puzzles {
        let source = Source::open(path, choice, bounds, meter);
        let source = source.unwrap_or_else(|error| Source::Ended(Some(error)));
        let (input, columns) = (input::name(path).into(), choice.columns);
        Puzzles { input, position: 0, columns, source, noted: false }
    }

    /// Creates an iterator that returns only this error.
    pub fn failed(error: anyhow::Error) -> Puzzles {
        let source = Source::Ended(Some(error));
        Puzzles { input: "".into(), position: 0, columns: None, source, noted: false }
    }
}

impl Source {
    fn open(path: &Path, choice: FormatChoice, bounds: Bounds, meter: &Meter) -> anyhow::Result<Source> {
        let mut reader = input::open_counted(path, meter)?;
        let name = input::name(path);
        if choice.format.is_none_or(|format| format.by_line.is_some()) {
            let (Content::Game([puzzles, _]) | Content::Other(puzzles)) = Content::of(reader, &name)?;
            reader = puzzles;
        }
        let format = match choice.format {
            Some(format) => Some(format),
            None => Format::by_line(reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?),
        };
        if let Some((format, by_line)) = format.and_then(|format| Some((format, format.by_line.as_ref()?))) {
            return Ok(Source::Lines(format, by_line, Lines::new(reader, bounds.line)));
        }
        let text = input::whole(reader, &name, bounds.text)?;
        let chosen = choice.of(&text);
        Ok(Source::Whole(
            chosen.format,
            if text.len() > SMALL { read_ahead(chosen, text) } else { all(&chosen, &text) },
        ))
    }

    /// Returns the next item; skips blank lines.
    fn next(&mut self, input: &str) -> anyhow::Result<Option<RawText>> {
        match self {
            Source::Ended(error) => error.take().map_or(Ok(None), Err),
            Source::Whole(format, items) => Ok(items.next().map(|item| RawText::Read(format, item))),
            Source::Lines(format, by_line, lines) => {
                let mut line = Vec::new();
                while let Some(read) = lines.next(&mut line).map_err(|error| Unreadable::new(input, error))? {
                    match read {
                        Ok(()) if line.trim_ascii().is_empty() => {}
                        Ok(()) => return Ok(Some(RawText::Line(format, by_line, line, lines.number()))),
                        Err(error) => return Ok(Some(RawText::Read(format, Err(error)))),
                    }
                }
                Ok(None)
            }
        }
    }
}

fn all(chosen: &ReadPlan, text: &[u8]) -> Items {
    let mut items = Vec::new();
    chosen.read(text, &mut |item| items.push(item));
    Box::new(items.into_iter())
}

/// Reads the items of a text ahead in a thread of its own. If no thread can be started, reads everything at once.
fn read_ahead(chosen: ReadPlan, text: Vec<u8>) -> Items {
    let (sink, items) = sync_channel(AHEAD);
    let text = Arc::new((chosen, text));
    let its = text.clone();
    // Errors are ignored: the receiver may have been dropped.
    let read = move || its.0.read(&its.1, &mut |item| drop(sink.send(item)));
    let Ok(reader) = Builder::new().spawn(read) else { return all(&text.0, &text.1) };
    let mut reader = Some(reader);
    Box::new(std::iter::from_fn(move || {
        let item = items.recv().ok();
        if let Some(reader) = reader.take_if(|_| item.is_none())
            && let Err(panic) = reader.join()
        {
            // After a panic of the reader, the end of the channel is not the end of the text.
            std::panic::resume_unwind(panic);
        }
        item
    }))
}

impl Iterator for Puzzles {
    type Item = RawItem;

    fn next(&mut self) -> Option<RawItem> {
        let (input, columns) = (self.input.clone(), self.columns);
        match self.source.next(&input) {
            Ok(text) => {
                let text = text?;
                self.position += 1;
                if let RawText::Read(_, Ok(puzzle)) = &text
                    && !self.noted
                    && has_zeros_above(puzzle)
                {
                    self.noted = true;
                    exit::note(&format!(
                        "{input}: note: 0 is a colour here; --empty 0 makes it an empty cell"
                    ));
                }
                Some(RawItem { input, position: self.position, columns, text })
            }
            Err(error) => {
                self.source = Source::Ended(None);
                let failed = error.downcast_ref().is_some_and(Unreadable::is_failure);
                let text = RawText::Unreadable(format!("{error:#}"), failed);
                Some(RawItem { input, position: 0, columns, text })
            }
        }
    }
}

/// Returns `true` for a SameGame board without empty cells on which 0s lie exactly where empty cells would: on top of
/// columns, and in columns at the right. Up to three 0s may lie there by chance.
fn has_zeros_above(puzzle: &Puzzle) -> bool {
    const CHANCE: usize = 3;
    let grid = &puzzle.grid;
    let is_zero = |row, col| grid.name_at(Cell::new(row, col)) == Some(0);
    if !matches!(puzzle.task, Task::SameGame(_)) || grid.names().first() != Some(&0) || grid.label(0) != "0" {
        return false;
    }
    let height = |col| (0..grid.rows()).take_while(|&row| !is_zero(row, col)).count();
    let heights: Vec<usize> = (0..grid.cols()).map(height).collect();
    let zeros =
        |(col, &height): (usize, &usize)| (height..grid.rows()).filter(move |&row| is_zero(row, col)).count();
    let above: usize = heights.iter().enumerate().map(zeros).sum();
    let (cells, colour) = (grid.rows() * grid.cols(), heights.iter().sum::<usize>());
    grid.tiles() == cells
        && above > CHANCE
        && above + colour == cells
        && heights.is_sorted_by_key(|&height| height == 0)
}

/// A reader of decompressed text.
type Reader = Box<dyn BufRead + Send>;

/// The content of an input.
pub enum Content {
    /// The two lines of a game saved by `play`.
    Game([Reader; 2]),
    /// Any other input, from its start.
    Other(Reader),
}

impl Content {
    /// Parses a saved game; returns any other input unread.
    pub fn of(mut reader: Reader, name: &str) -> Result<Content, Unreadable> {
        let start = reader.fill_buf().map_err(|error| Unreadable::new(name, error))?;
        Ok(match saved::parsed(start) {
            Some((puzzle, result)) => Content::Game(
                [puzzle.to_line(), result.to_line()].map(|line| Box::new(Cursor::new(line)) as Reader),
            ),
            None => Content::Other(reader),
        })
    }
}

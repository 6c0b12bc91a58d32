//! The puzzles of one input, cut out as they are asked for, and read when they are wanted.

use super::format_word::Choice;
use super::input::{self, Meter};
use super::item::{Bad, Named, Why};
use super::lines::{self, Bounds, Lines};
use super::page::{self, Carried};
use crate::error::Unreadable;
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{Builder, JoinHandle};
use tilefall::base::{Cell, Move, ReadError};
use tilefall::batch::Weigh;
use tilefall::batch::sidecar::{self, Piece};
use tilefall::formats::auto::Chosen;
use tilefall::formats::{ByLine, Format, jsonl};
use tilefall::puzzle::{Puzzle, Task};

/// Bytes of a text whose puzzles are all held.
const SMALL: usize = 1 << 16;
/// Puzzles of a longer text that are read ahead.
const AHEAD: usize = 64;

/// The puzzles of one input. JSON Lines are read line by line. A text in any other format is held as a whole, its
/// puzzles are not.
pub struct Puzzles {
    input: Arc<str>,
    position: u64,
    source: Source,
}

/// An item of an input that is not read yet if reading is worth another thread.
#[derive(Clone, Debug)]
pub struct Raw {
    input: Arc<str>,
    position: u64,
    text: Text,
}

#[derive(Clone, Debug)]
enum Text {
    /// A line of a format that is read line by line, and its number.
    Line(&'static Format, &'static ByLine, Vec<u8>, u64),
    /// What a whole text gave.
    Read(&'static Format, Result<Puzzle, ReadError>),
    /// The input cannot be read.
    Unreadable(Arc<anyhow::Error>),
}

impl Raw {
    /// The format, if it is known.
    pub fn format(&self) -> Option<&'static Format> {
        match &self.text {
            Text::Line(format, ..) => Some(format),
            // Of a whole text without a puzzle the format is a guess.
            Text::Read(format, read) => read.is_ok().then_some(*format),
            Text::Unreadable(_) => None,
        }
    }

    /// The index that it names itself, if any; read without all else.
    pub fn index(&self) -> Option<u64> {
        #[derive(serde::Deserialize)]
        struct Own {
            index: Option<u64>,
        }
        match &self.text {
            Text::Line(.., line, _) => {
                // A letter of the name may be written in digits.
                let named = memchr::memmem::find(line, b"\"index\"").or_else(|| memchr::memchr(b'\\', line));
                named.and_then(|_| serde_json::from_slice::<Own>(line).ok()?.index)
            }
            Text::Read(_, read) => read.as_ref().ok()?.index,
            Text::Unreadable(_) => None,
        }
    }

    /// Bytes of the input that it takes, with the end of its line; 0 if that is not known.
    pub fn bytes(&self) -> u64 {
        if let Text::Line(.., line, _) = &self.text { line.len() as u64 + 1 } else { 0 }
    }

    /// Where it stands, for messages: `FILE:LINE:COLUMN`, or `FILE: puzzle N` of what is bad.
    pub fn place(&self) -> String {
        match &self.text {
            Text::Line(.., number) => format!("{}:{number}:1", self.input),
            Text::Read(_, Ok(puzzle)) => format!("{}:{}", self.input, puzzle.place.unwrap_or_default()),
            _ => format!("{}: puzzle {}", self.input, self.position),
        }
    }

    /// The name of its input.
    pub fn input(&self) -> &Arc<str> {
        &self.input
    }

    /// Which item of its input it is, from 1; 0 for the error of an input that cannot be read.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Why its input cannot be read, if it is the error of that.
    pub fn unreadable(&self) -> Option<String> {
        if let Text::Unreadable(why) = &self.text { Some(format!("{why:#}")) } else { None }
    }

    /// Why reading failed, if that is no fault of the input.
    pub fn failed(&self) -> Option<String> {
        match &self.text {
            Text::Unreadable(why) if is_failure(why) => Some(format!("{why:#}")),
            _ => None,
        }
    }

    /// Reads it.
    ///
    /// # Errors
    /// If it is no puzzle.
    pub fn read(self) -> Result<Named, Bad> {
        let format = self.format();
        let Raw { input, position, text } = self;
        let mut carried = None;
        let read = match text {
            Text::Line(_, by_line, line, number) => {
                let read = (by_line.read)(&line, number).unwrap_or_else(|| {
                    Err(ReadError::at(&line, 0, "a blank line, expected a puzzle record"))
                });
                if read.is_err() {
                    carried = serde_json::from_slice(&line).ok();
                }
                read
            }
            Text::Read(_, read) => read,
            Text::Unreadable(why) => {
                let failed = is_failure(&why);
                return Err(Bad { input, position, why: Why::Unreadable(format!("{why:#}"), failed) });
            }
        };
        if let (Err(_), Some(carried)) = (&read, carried) {
            return Err(Bad { input, position, why: Why::Told(carried) });
        }
        match (read, format) {
            (Ok(puzzle), Some(format)) => Ok(Named { input, position, format, puzzle }),
            (Ok(_), None) => unreachable!("a puzzle was read in some format"),
            (Err(error), _) => Err(Bad { input, position, why: Why::Text(error) }),
        }
    }
}

/// Whether what cannot be read is a failure of the machine, not of the input.
fn is_failure(why: &anyhow::Error) -> bool {
    why.downcast_ref().is_some_and(Unreadable::is_failure)
}

/// Whether this is a piece of an input: one of more pieces than puzzles may be empty.
fn is_piece(path: &Path) -> bool {
    path.as_os_str() != "-" && matches!(sidecar::read::<Piece>(path), Ok(Some(_)))
}

impl Weigh for Raw {
    fn weight(&self) -> usize {
        let text = match &self.text {
            Text::Line(.., line, _) => line.capacity(),
            Text::Read(_, Ok(puzzle)) => {
                let list = match &puzzle.task {
                    Task::SameGame(task) => task.clicks.capacity() * size_of::<Cell>(),
                    Task::Mayan(task) => task.list.capacity() * size_of::<Move>(),
                };
                puzzle.grid.rows() * puzzle.grid.cols() + list
            }
            Text::Read(_, Err(_)) | Text::Unreadable(_) => 256,
        };
        size_of::<Raw>() + text
    }
}

/// What a whole text gives.
type Items = Box<dyn Iterator<Item = Result<Puzzle, ReadError>> + Send>;

enum Source {
    /// It cannot be read (any further); to be told once.
    Failed(anyhow::Error),
    /// What the whole text gives.
    Whole(&'static Format, Items),
    /// Lines to come.
    Lines(&'static Format, &'static ByLine, Lines<Box<dyn BufRead + Send>>),
    /// Nothing more.
    Done,
}

impl Puzzles {
    /// The puzzles of a file, or of standard input for `-`; nothing but its start is read yet, if that tells
    /// the format.
    pub fn open(path: &Path, choice: Choice, bounds: Bounds, meter: &Meter) -> Puzzles {
        let source = Source::open(path, choice, bounds, meter).unwrap_or_else(Source::Failed);
        Puzzles { input: input::name(path).into(), position: 0, source }
    }

    /// Nothing but the error that names an input.
    pub fn failed(error: anyhow::Error) -> Puzzles {
        Puzzles { input: "".into(), position: 0, source: Source::Failed(error) }
    }
}

impl Source {
    fn open(path: &Path, choice: Choice, bounds: Bounds, meter: &Meter) -> anyhow::Result<Source> {
        let mut reader = input::open_counted(path, meter)?;
        let name = input::name(path);
        let empty = reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?.is_empty();
        if empty && is_piece(path) {
            return Ok(Source::Done);
        }
        if choice.format().is_none_or(|format| format.by_line.is_some())
            && let Some(by_line) = jsonl::FORMAT.by_line.as_ref()
        {
            reader = match page::carried(reader, &name, bounds.text)? {
                Carried::Records(lines) => {
                    let lines = Lines::new(page::puzzles(&lines), bounds.line);
                    return Ok(Source::Lines(&jsonl::FORMAT, by_line, lines));
                }
                Carried::Nothing(reader) => reader,
            };
        }
        let format = match choice.format() {
            Some(format) => Some(format),
            None => Format::by_line(reader.fill_buf().map_err(|error| Unreadable::new(&name, error))?),
        };
        if let Some((format, by_line)) = format.and_then(|format| Some((format, format.by_line.as_ref()?))) {
            return Ok(Source::Lines(format, by_line, Lines::new(reader, bounds.line)));
        }
        let text = lines::whole(reader, &name, bounds.text)?;
        let chosen = choice.of(&text);
        Ok(Source::Whole(
            chosen.format,
            if text.len() > SMALL { Ahead::of(chosen, text) } else { all(&chosen, &text) },
        ))
    }

    /// The next item; lines that are blank are skipped.
    fn next(&mut self, input: &str) -> anyhow::Result<Option<Text>> {
        match self {
            Source::Done => Ok(None),
            Source::Failed(_) => {
                let Source::Failed(error) = std::mem::replace(self, Source::Done) else { unreachable!() };
                Err(error)
            }
            Source::Whole(format, items) => Ok(items.next().map(|item| Text::Read(format, item))),
            Source::Lines(format, by_line, lines) => {
                let mut line = Vec::new();
                while let Some(read) = lines.next(&mut line).map_err(|error| Unreadable::new(input, error))? {
                    match read {
                        Ok(()) if line.trim_ascii().is_empty() => {}
                        Ok(()) => return Ok(Some(Text::Line(format, by_line, line, lines.number()))),
                        Err(error) => return Ok(Some(Text::Read(format, Err(error)))),
                    }
                }
                Ok(None)
            }
        }
    }
}

/// All that a text gives.
fn all(chosen: &Chosen, text: &[u8]) -> Items {
    let mut items = Vec::new();
    chosen.read(text, &mut |item| items.push(item));
    Box::new(items.into_iter())
}

/// What a text gives, read by a thread of its own, a little ahead of who takes it.
struct Ahead {
    items: Receiver<Result<Puzzle, ReadError>>,
    reader: Option<JoinHandle<()>>,
}

impl Ahead {
    /// If there is no thread to be had, all is read at once.
    fn of(chosen: Chosen, text: Vec<u8>) -> Items {
        let (sink, items) = sync_channel(AHEAD);
        let text = Arc::new((chosen, text));
        let its = text.clone();
        // Nobody may want more.
        let read = move || its.0.read(&its.1, &mut |item| drop(sink.send(item)));
        match Builder::new().spawn(read) {
            Ok(reader) => Box::new(Ahead { items, reader: Some(reader) }),
            Err(_) => all(&text.0, &text.1),
        }
    }
}

impl Iterator for Ahead {
    type Item = Result<Puzzle, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.recv().ok();
        if let Some(reader) = self.reader.take_if(|_| item.is_none())
            && let Err(panic) = reader.join()
        {
            // The text has not ended.
            std::panic::resume_unwind(panic);
        }
        item
    }
}

impl Iterator for Puzzles {
    type Item = Raw;

    fn next(&mut self) -> Option<Raw> {
        let input = self.input.clone();
        match self.source.next(&input) {
            Ok(text) => {
                let text = text?;
                self.position += 1;
                Some(Raw { input, position: self.position, text })
            }
            Err(error) => {
                self.source = Source::Done;
                Some(Raw { input, position: 0, text: Text::Unreadable(error.into()) })
            }
        }
    }
}

//! The puzzles of one input, read as they are asked for.

use super::input;
use super::puzzles::{Bad, Choice, Named, Why};
use crate::formats::{Format, ReadError, auto, jsonl};
use crate::puzzle::Puzzle;
use anyhow::Context as _;
use std::io::{BufRead, Read as _};
use std::path::Path;
use std::sync::Arc;

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The puzzles of one input. JSON Lines are read line by line, every other format as a whole.
pub struct Puzzles {
    input: Arc<str>,
    position: u64,
    source: Source,
}

enum Source {
    /// It cannot be read (any further); to be told once.
    Failed(anyhow::Error),
    /// What the whole text gave.
    Whole(&'static Format, std::vec::IntoIter<Result<Puzzle, ReadError>>),
    /// Lines to come, and how many have been read.
    Lines(Box<dyn BufRead + Send>, u64),
    /// Nothing more.
    Done,
}

impl Puzzles {
    /// The puzzles of a file, or of standard input for `-`; nothing but its start is read yet, if that tells
    /// the format.
    pub fn open(path: &Path, choice: Choice) -> Puzzles {
        let source = Source::open(path, choice).unwrap_or_else(Source::Failed);
        Puzzles { input: input::name(path).into(), position: 0, source }
    }

    /// Nothing but the error that names an input.
    pub fn failed(error: anyhow::Error) -> Puzzles {
        Puzzles { input: "".into(), position: 0, source: Source::Failed(error) }
    }
}

impl Source {
    fn open(path: &Path, choice: Choice) -> anyhow::Result<Source> {
        let mut reader = input::open(path)?;
        let read = || format!("{}: cannot be read", input::name(path));
        let lines = match choice {
            Choice::Named(format) => format.name == jsonl::FORMAT.name,
            Choice::Auto => {
                let start = reader.fill_buf().with_context(read)?;
                let start = start.strip_prefix(BYTE_ORDER_MARK).unwrap_or(start);
                start.trim_ascii_start().starts_with(b"{")
            }
        };
        if lines {
            return Ok(Source::Lines(reader, 0));
        }
        let mut text = Vec::new();
        reader.read_to_end(&mut text).with_context(read)?;
        let reading = match choice {
            Choice::Auto => auto::read(&text),
            Choice::Named(format) => format.read_each(&text),
        };
        Ok(Source::Whole(reading.format, reading.puzzles.into_iter()))
    }

    /// The next item; lines that are blank are passed over.
    fn next(&mut self, input: &str) -> anyhow::Result<Option<(&'static Format, Result<Puzzle, ReadError>)>> {
        match self {
            Source::Done => Ok(None),
            Source::Failed(_) => {
                let Source::Failed(error) = std::mem::replace(self, Source::Done) else { unreachable!() };
                Err(error)
            }
            Source::Whole(format, items) => Ok(items.next().map(|item| (*format, item))),
            Source::Lines(reader, number) => {
                let mut line = Vec::new();
                let format = Format::named(jsonl::FORMAT.name).expect("it is in the list");
                while reader
                    .read_until(b'\n', &mut line)
                    .with_context(|| format!("{input}: cannot be read"))?
                    > 0
                {
                    *number += 1;
                    let bytes = line.strip_prefix(BYTE_ORDER_MARK).filter(|_| *number == 1).unwrap_or(&line);
                    if let Some(item) = jsonl::read_line(bytes, *number) {
                        return Ok(Some((format, item)));
                    }
                    line.clear();
                }
                Ok(None)
            }
        }
    }
}

impl Iterator for Puzzles {
    type Item = Result<Named, Bad>;

    fn next(&mut self) -> Option<Self::Item> {
        let input = self.input.clone();
        let lines = matches!(self.source, Source::Lines(..));
        match self.source.next(&input) {
            Ok(item) => {
                let (format, item) = item?;
                self.position += 1;
                let position = self.position;
                Some(match item {
                    Ok(puzzle) => Ok(Named { input, position, format, puzzle }),
                    Err(error) => {
                        // Of a whole text without a puzzle the format is a guess.
                        let format = lines.then_some(format);
                        Err(Bad { input, position, format, why: Why::Text(error) })
                    }
                })
            }
            Err(error) => {
                self.source = Source::Done;
                let why = Why::Unreadable(format!("{error:#}"));
                Some(Err(Bad { input, position: 0, format: None, why }))
            }
        }
    }
}

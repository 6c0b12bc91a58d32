//! Puzzles on standard output, as one file of a format.

use super::output::Stdout;
use std::io::{BufWriter, Write as _};
use tilefall::text::formats::{Format, Framing};

/// Writes puzzles as one file of a format, each puzzle as soon as the format allows.
pub struct Writer {
    to: &'static Format,
    out: BufWriter<Stdout>,
    /// The number of puzzles added so far.
    number: u64,
    /// Texts held back until the end, if the file starts with the number of puzzles or must have only one.
    texts: Vec<String>,
}

impl Writer {
    pub fn new(to: &'static Format) -> Writer {
        Writer { to, out: BufWriter::new(Stdout), number: 0, texts: Vec::new() }
    }

    /// Returns `true` if no puzzle was added yet.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Writes the text of a puzzle, or holds it back until the end.
    pub fn add(&mut self, text: String) -> std::io::Result<()> {
        self.number += 1;
        match self.to.framing {
            Framing::Plain | Framing::Ended(_) => self.out.write_all(text.as_bytes())?,
            Framing::Blank if self.number == 1 => self.out.write_all(text.as_bytes())?,
            Framing::Blank => write!(self.out, "\n{text}")?,
            Framing::Single if self.number > 1 => {}
            Framing::Single | Framing::Counted => self.texts.push(text),
        }
        Ok(())
    }

    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Writes the rest of the file and flushes; fails if a format of one puzzle got several.
    pub fn end(mut self) -> anyhow::Result<()> {
        match self.to.framing {
            Framing::Plain | Framing::Blank => {}
            Framing::Ended(end) => self.out.write_all(end.as_bytes())?,
            Framing::Single if self.number > 1 => {
                anyhow::bail!("a {} file holds one puzzle, found {}", self.to.name, self.number)
            }
            Framing::Single | Framing::Counted => {
                self.out.write_all(
                    self.to.join(&self.texts).map_err(|error| anyhow::anyhow!("{error}"))?.as_bytes(),
                )?;
            }
        }
        Ok(self.out.flush()?)
    }
}

//! Puzzles on standard output, as one file of a format.

use super::lines::{TextBound, size};
use super::output::Out;
use std::io::{BufWriter, Write as _};
use tilefall::formats::{Format, Framing};

/// A file that is written: what can leave does so at once.
pub struct Writer {
    to: &'static Format,
    bound: TextBound,
    out: BufWriter<Out>,
    /// Puzzles so far.
    number: u64,
    /// Texts that wait for the number of puzzles, and their bytes.
    held: Vec<String>,
    spent: usize,
}

impl Writer {
    /// A file of this format, which holds no more than the bound in memory.
    pub fn new(to: &'static Format, bound: TextBound) -> Writer {
        Writer { to, bound, out: BufWriter::new(Out), number: 0, held: Vec::new(), spent: 0 }
    }

    /// Whether it has no puzzle yet.
    pub fn is_empty(&self) -> bool {
        self.number == 0
    }

    /// Adds the text of a puzzle.
    ///
    /// # Errors
    /// If standard output cannot be written, or too much waits for the number of puzzles.
    pub fn add(&mut self, text: String) -> anyhow::Result<()> {
        self.number += 1;
        match self.to.framing {
            Framing::Plain | Framing::Ended(_) => self.out.write_all(text.as_bytes())?,
            Framing::Blank if self.number == 1 => self.out.write_all(text.as_bytes())?,
            Framing::Blank => write!(self.out, "\n{text}")?,
            Framing::Single if self.number > 1 => {}
            Framing::Single | Framing::Counted => {
                self.spent += text.capacity() + size_of::<String>();
                self.held.push(text);
            }
        }
        if self.spent > self.bound.max_unpacked {
            let (name, most) = (self.to.name, size(self.bound.max_unpacked));
            anyhow::bail!(
                "a {name} file starts with its number of puzzles, and these take more than {most} bytes until it is \
                 known, expected at most that (--max-unpacked)"
            );
        }
        Ok(())
    }

    /// Lets what is written leave.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }

    /// Ends the file.
    ///
    /// # Errors
    /// If standard output cannot be written, or the format holds one puzzle and there were several.
    pub fn end(mut self) -> anyhow::Result<()> {
        match self.to.framing {
            Framing::Plain | Framing::Blank => {}
            Framing::Ended(end) => self.out.write_all(end.as_bytes())?,
            Framing::Single if self.number > 1 => {
                anyhow::bail!("a {} file holds one puzzle, found {}", self.to.name, self.number)
            }
            Framing::Single | Framing::Counted => {
                self.out.write_all(
                    self.to.join(&self.held).map_err(|error| anyhow::anyhow!("{error}"))?.as_bytes(),
                )?;
            }
        }
        Ok(self.out.flush()?)
    }
}

//! An item of an input: a puzzle, or something that is none.

use super::exit::Exit;
use std::fmt;
use std::sync::Arc;
use tilefall::base::ReadError;
use tilefall::formats::{Coordinates, Format};
use tilefall::puzzle::Puzzle;
use tilefall::verify::lists::Counting;

/// A puzzle and where it came from.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name of its input.
    pub input: Arc<str>,
    /// Which item of its input it is, from 1; bad ones count.
    pub position: u64,
    /// The format it was read in.
    pub format: &'static Format,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl Named {
    /// The id of the puzzle: its own, or `INPUT:POSITION`.
    pub fn id(&self) -> String {
        self.puzzle.id.clone().unwrap_or_else(|| format!("{}:{}", self.input, self.position))
    }

    /// How the clicks of plain lists for it count: in `coordinates`, if that was said.
    pub fn counting(&self, coordinates: Option<&'static Coordinates>) -> Counting {
        coordinates.map_or(Counting::Likely(self.format.coordinates), Counting::Known)
    }

    /// Where it starts, as messages begin: `FILE:LINE:COLUMN`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.input, self.puzzle.place.unwrap_or_default())
    }
}

/// Something that is no puzzle.
#[derive(Clone, Debug)]
pub struct Bad {
    /// The name of its input.
    pub input: Arc<str>,
    /// Which item of its input it is, from 1; 0 for an input that cannot be read at all.
    pub position: u64,
    /// What is wrong.
    pub why: Why,
}

/// Why something is no puzzle.
#[derive(Clone, Debug)]
pub enum Why {
    /// The text is wrong at a place.
    Text(ReadError),
    /// The input cannot be read; the message names it. Whether that is a failure of the machine, not of the input.
    Unreadable(String, bool),
    /// It was found bad before, by `shard`, which keeps its place.
    Told(Told),
}

/// What `shard` writes in place of something that is no puzzle.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct Told {
    /// The version of records.
    pub v: u64,
    /// The id that its error record has.
    pub id: String,
    /// The index that its error record has.
    pub index: u64,
    /// What is wrong, with its place in the input that was cut.
    pub error: String,
}

impl fmt::Display for Bad {
    /// `FILE:LINE:COLUMN: message`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.why {
            Why::Text(error) => write!(f, "{}:{error}", self.input),
            Why::Unreadable(message, _) => f.write_str(message),
            Why::Told(told) => f.write_str(&told.error),
        }
    }
}

impl Bad {
    /// The id of what is no puzzle: `INPUT:POSITION`.
    pub fn id(&self) -> String {
        match &self.why {
            Why::Told(told) => told.id.clone(),
            _ => format!("{}:{}", self.input, self.position),
        }
    }

    /// How a run ends that met it: reading may have failed for a reason that is not the input's.
    pub fn exit(&self) -> Exit {
        if matches!(self.why, Why::Unreadable(_, true)) { Exit::Failed } else { Exit::BadInput }
    }

    /// The index that it names itself, if any.
    pub fn index(&self) -> Option<u64> {
        if let Why::Told(told) = &self.why { Some(told.index) } else { None }
    }
}

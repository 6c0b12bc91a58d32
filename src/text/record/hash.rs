//! The hash of a puzzle, which is the same on every machine.
//!
//! # The text
//! The hash is computed from this text in ASCII, each line ended by `\n`:
//!
//! ```text
//! tilefall 1
//! samegame                  or mayan
//! 2 3                       rows, columns
//! . . 5                     each row, top row first: colour names in decimal, . for empty,
//! 1 2 5                     one space between
//! score n2 1000 none        SameGame: score, clear bonus, left penalty
//! moves 5 exactly noop      Mayan: M, or - if there is none, and the mode
//! ```
//!
//! The line of a SameGame puzzle ends with ` factor F` if the factor is not 1, ` left poly:A,B,C[:MAX]` if tiles left
//! score points, ` min N` if the smallest group is not 2, and ` stay` if columns stay. The line of a Mayan puzzle ends
//! with ` noop` if a swap of two equal blocks is a move: in mode `exactly`, unless `allow_noop` is `false`.
//!
//! A puzzle without rules or mode has the defaults (`n2 1000 none`, `shortest`). The id, the index and a list in the
//! input are not part of the hash.
//!
//! # The hash
//! FNV-1a over the bytes (64 bits, offset `cbf29ce484222325`, prime `100000001b3`), then the finaliser of
//! MurmurHash3 (`x ^= x >> 33; x *= ff51afd7ed558ccd; x ^= x >> 33; x *= c4ceb9fe1a85ec53; x ^= x >> 33`),
//! as 16 lower-case hex digits.
//!
//! # Stability
//! Results on disk are matched to puzzles by this hash, so it never changes for the same puzzle: a change
//! of the text or the mixing requires a new version in the first line and in the records. The golden values
//! below are tested.

use std::borrow::Cow;
use tilefall_rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall_rules::{Cell, Columns, LeftPenalty, Mode, Rules};

/// Returns the hash of a puzzle, 16 hex digits. If the command line sets the mode or the rules, put them into the task
/// first.
///
/// ```
/// use tilefall::{text::formats::auto, text::record::hash};
/// let reading = auto::read(b"{\"game\":\"samegame\",\"rows\":[\"..5\",\"125\"]}");
/// assert_eq!(hash(reading.puzzles[0].as_ref().unwrap()), "01632bf4143f430f");
/// let reading = auto::read(b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n");
/// assert_eq!(hash(reading.puzzles[0].as_ref().unwrap()), "5ced207a3aa4de21");
/// ```
pub fn hash(puzzle: &Puzzle) -> String {
    let mut digest = Digest::default();
    write_text(puzzle, &mut digest).expect("writing to a digest cannot fail");
    digest.to_string()
}

/// Returns the puzzle with the hash `theirs`: `puzzle`, or `puzzle` with swaps of two equal blocks skipped. Versions
/// before 0.3.0 skipped such swaps, and their records do not state it.
pub fn named_by<'p>(puzzle: &'p Puzzle, theirs: &str) -> Option<Cow<'p, Puzzle>> {
    if hash(puzzle) == theirs {
        return Some(Cow::Borrowed(puzzle));
    }
    let Task::Mayan(task) = &puzzle.task else { return None };
    let task = Task::Mayan(MayanTask { skip_noop: true, ..task.clone() });
    let skipped = Puzzle { task, ..puzzle.clone() };
    (hash(&skipped) == theirs).then_some(Cow::Owned(skipped))
}

/// The hash of this module, computed incrementally from the bytes of the text; displayed as 16 hex digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Digest(0xcbf2_9ce4_8422_2325)
    }
}

impl Digest {
    /// Appends bytes to the text that is hashed.
    pub fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }

    /// Returns the hash of the bytes so far.
    pub fn value(self) -> u64 {
        let mut x = self.0;
        x = (x ^ x >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        x = (x ^ x >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        x ^ x >> 33
    }
}

impl std::fmt::Write for Digest {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        self.add(text.as_bytes());
        Ok(())
    }
}

impl std::fmt::Display for Digest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:016x}", self.value())
    }
}

fn write_text(puzzle: &Puzzle, text: &mut impl std::fmt::Write) -> std::fmt::Result {
    let grid = &puzzle.grid;
    write!(text, "tilefall 1\n{}\n{} {}\n", puzzle.task.game().name(), grid.rows(), grid.cols())?;
    for row in (0..grid.rows()).rev() {
        for col in 0..grid.cols() {
            let between = if col > 0 { " " } else { "" };
            match grid.name_at(Cell::new(row, col)) {
                Some(name) => write!(text, "{between}{name}")?,
                None => write!(text, "{between}.")?,
            }
        }
        text.write_char('\n')?;
    }
    match &puzzle.task {
        Task::SameGame(task) => {
            let rules = task.rules.unwrap_or_default();
            let penalty = match rules.left_penalty {
                LeftPenalty::None => "none",
                LeftPenalty::N2 => "n2",
                LeftPenalty::Total => "total",
            };
            write!(text, "score {} {} {penalty}", rules.score, rules.clear_bonus)?;
            // Parts with the usual value are left out, because older versions had no other values.
            if rules.clear_factor != Rules::USUAL.clear_factor {
                write!(text, " factor {}", rules.clear_factor)?;
            }
            if let Some(left) = rules.left_points {
                write!(text, " left {left}")?;
            }
            if rules.min_group != Rules::USUAL.min_group {
                write!(text, " min {}", rules.min_group)?;
            }
            if rules.columns == Columns::Stay {
                text.write_str(" stay")?;
            }
            text.write_char('\n')
        }
        Task::Mayan(task) => {
            let moves = task.moves.map_or("-".into(), |moves| moves.to_string());
            let mode = task.mode.unwrap_or(Mode::Shortest).name();
            let noop = if task.counts_noops() { " noop" } else { "" };
            writeln!(text, "moves {moves} {mode}{noop}")
        }
    }
}

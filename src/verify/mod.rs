//! The independent checker of answers.
//!
//! The checker cannot reach the solvers: its crate depends only on formats, records and rules, with the plain board
//! [`Grid`](tilefall_rules::grid::Grid). Each answer is judged by itself. Small puzzles are searched exhaustively: a
//! claim of a proof is then *proven*, or *refuted* by an example. Claims about larger puzzles are reported as *not
//! contradicted*.
//!
//! - `answer`: answers of a results file, from records, judges' formats and plain lists (`lists`)
//! - this file: puzzles, settings and verdicts; `fault`: faults of answers
//! - `checker`: matches answers with puzzles; finds missing, duplicate, foreign and misplaced answers; `review`:
//!   compares an answer with its puzzle
//! - `fields`, `asked`: the fields of a record, and the question that it answers
//! - `samegame`, `mayan`, `counts`: lists replayed, and the claims of records; `mayan_replay`: the replay of
//!   a list of the Mayan puzzle
//! - `search`: exhaustive searches of small puzzles
//!
//! ```
//! use tilefall_text::formats::auto;
//! use tilefall_verify::{Answer, Checker, Entry, Proof, Settings, lists};
//!
//! let puzzle = auto::read(b"R R\nB B\n").puzzles.remove(0).unwrap();
//! let (list, _) = lists::one(b"1 1\n1 1\n", &puzzle, None).unwrap();
//! let entry = Entry { id: "a".into(), index: None, puzzle: Ok(puzzle) };
//! let answers = [Ok(Answer::list(1, None, list))];
//! let case = Checker::new([entry].into_iter(), answers.into_iter()).next().unwrap();
//! let verdict = case.unwrap().verdict(&Settings::default());
//! assert_eq!((verdict.score, verdict.cleared), (Some(1000), Some(true)));
//! assert_eq!((verdict.proof, verdict.faults), (Proof::None, vec![]));
//! ```

pub mod answer;
mod asked;
mod checker;
mod counts;
mod fault;
mod fields;
pub mod lists;
mod mayan;
mod mayan_replay;
mod review;
#[doc(hidden)]
pub mod samegame;
#[doc(hidden)]
pub mod search;

pub use answer::{Answer, Origin};
pub use checker::{Case, Checker};
pub use fault::{Fault, Kind};
pub use search::Proof;
pub use tilefall_rules::control::{Cancel, Limits};

use tilefall_rules::Status;
use tilefall_rules::puzzle::Puzzle;

/// A puzzle of the input, with the rules, the number of moves and the mode by which its answers are checked.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The id of the puzzle.
    pub id: String,
    /// The puzzle's own index, if it has one; otherwise its position counts.
    pub index: Option<u64>,
    /// The puzzle, or the message of the error if it could not be read.
    pub puzzle: Result<Puzzle, String>,
}

/// The settings of the checker.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The maximum number of moves played to prove or refute one answer, 2000 by default.
    pub search: u64,
    /// The limits of the searches for one answer: the time, the bytes for boards (1 GiB by default), and the token for
    /// cancelling. If a limit is reached, claims remain unproven. `nodes` and `threads` have no effect.
    pub limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        let mut limits = Limits::default();
        limits.memory = 1 << 30;
        Settings { search: 2000, limits }
    }
}

/// The verdict on one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The first line of the answer in the results, from 1; 0 for a puzzle without an answer.
    pub line: u64,
    /// The index of the puzzle, if known.
    pub index: Option<u64>,
    /// The id of the puzzle.
    pub id: String,
    /// The status of a record, or of a plain answer that is not a list; `None` for a plain list.
    pub status: Option<Status>,
    /// The number of moves of the list, if it could be played.
    pub moves: Option<usize>,
    /// The score of the list, for SameGame.
    pub score: Option<i64>,
    /// Whether the list clears the board.
    pub cleared: Option<bool>,
    /// The number of lists in `solutions` before the first bad list.
    pub solutions: Option<usize>,
    /// The result of a search for a proof of the status.
    pub proof: Proof,
    /// Whether a search proved the bound.
    pub bound_proven: bool,
    /// The number of boards that the searches visited.
    pub boards: u64,
    /// Whether swaps of two equal blocks counted as moves; `None` if no claim depends on such swaps.
    pub noop: Option<bool>,
    /// Whether there is nothing to check, because the record correctly reports a bad or unsupported puzzle.
    pub unchecked: bool,
    /// The faults, in the order of [`Kind`]; empty for a valid answer.
    pub faults: Vec<Fault>,
}

/// A verdict in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The answer is wrong.
    Wrong,
    /// The answer is valid and claims no proof.
    Plain,
    /// The answer is valid and claims a proof, which was not checked.
    Open,
    /// The answer claims a proof, and a search confirmed the claim.
    Proven,
}

impl Verdict {
    /// Creates the verdict with one fault on an answer or, for line 0, on a puzzle.
    pub fn wrong(line: u64, kind: Kind, what: impl Into<String>) -> Verdict {
        Verdict { line, faults: vec![Fault::new(kind, what)], ..Verdict::default() }
    }

    /// Returns `true` if there is no fault.
    pub fn is_valid(&self) -> bool {
        self.faults.is_empty()
    }

    /// Returns the verdict in one word.
    pub fn class(&self) -> Class {
        match self.status {
            _ if !self.is_valid() => Class::Wrong,
            Some(Status::Optimal | Status::Infeasible) if self.proof == Proof::Proven => Class::Proven,
            Some(Status::Optimal | Status::Infeasible) => Class::Open,
            _ => Class::Plain,
        }
    }
}

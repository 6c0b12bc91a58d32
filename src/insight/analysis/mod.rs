//! Analysis of a game: the best result still possible before and after each move, and what each move lost.
//!
//! [`Analyser`] searches every position of a list of moves. A result at one position often holds at the next or the
//! previous position too, so neighbouring positions exchange their knowledge: see [`Knowledge::exchange`].
//!
//! - `knowledge`: knowledge of a position, and the loss of a move; `outcome`: the analysis of a whole game
//! - `analyser`: the analyser; `rounds`: the order of its searches
//! - `game`: a game with its positions; `samegame`, `mayan`: the search of a position
//! - `json`: an analysis as JSON

mod analyser;
mod game;
mod json;
mod knowledge;
mod mayan;
mod outcome;
mod rounds;
mod samegame;

pub use analyser::Analyser;
pub use knowledge::{Knowledge, Loss, Unit};
pub use outcome::{Analysis, AnalysisError, Event, LostMove, Played};

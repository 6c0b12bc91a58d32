//! Reasons: facts about a position that are true and checked, in words.
//!
//! - `reason`: the kinds of facts, what each claims, and their sentences
//! - `sentence`: sentences of words and colours
//! - `samegame`, `mayan`: the facts about a board of each game, and about a list of moves
//! - `obstacle`: proofs that a board of SameGame can no longer be cleared

mod mayan;
mod obstacle;
mod reason;
mod samegame;
mod sentence;

pub use reason::{Fact, Reason};
pub use sentence::{Part, Sentence};

use super::Aim;
use crate::rules::Step;
use crate::rules::grid::Grid;
use crate::text::render::timeline::{ListError, Timeline};
use mayan::MovesLeft;

/// Returns the facts about a settled board that hold for any list, the most important first. Takes milliseconds.
///
/// ```
/// use tilefall::rules::{Goal, Rules};
/// use tilefall::rules::grid::Grid;
/// use tilefall::insight::hints::{Aim, reasons::{Fact, reasons}};
/// let board = Grid::parse("1.. / 232 / 133").unwrap();
/// let reasons = reasons(&board, &Aim::SameGame { rules: Rules::default(), goal: Goal::Clear, points: 0 });
/// assert_eq!(reasons[0].fact, Fact::EveryClickLoses);
/// ```
pub fn reasons(board: &Grid, aim: &Aim) -> Vec<Reason> {
    match *aim {
        Aim::SameGame { ref rules, goal, .. } => samegame::of_position(board, rules, goal),
        Aim::Mayan { left, mode, noop } => mayan::of_position(board, MovesLeft { left, mode, noop }),
    }
}

/// Returns the facts that support a list of moves, the most important first, and the timeline of the list.
///
/// # Errors
/// If a move cannot be played.
pub fn of_list(board: &Grid, aim: &Aim, list: &[Step]) -> Result<(Vec<Reason>, Timeline), ListError> {
    match *aim {
        Aim::SameGame { ref rules, goal, .. } => {
            let clicks: Vec<_> = list.iter().filter_map(|step| step.click()).collect();
            let timeline = Timeline::clicks(board, &clicks, *rules)?;
            Ok((samegame::of_list(board, rules, goal, &clicks, &timeline), timeline))
        }
        Aim::Mayan { left, mode, noop } => {
            let slides: Vec<_> = list.iter().filter_map(|step| step.slide()).collect();
            let timeline = Timeline::slides(board, &slides)?;
            Ok((mayan::of_list(board, MovesLeft { left, mode, noop }, &slides, &timeline), timeline))
        }
    }
}

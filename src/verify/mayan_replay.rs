//! Plays lists of the Mayan puzzle.

use super::fault::{Fault, Kind};
use tilefall_rules::grid::{Grid, MayanError};
use tilefall_rules::puzzle::MayanTask;
use tilefall_rules::{Mode, Move, Side, plural};
use tilefall_text::record::Step;

/// Which moves a list may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    /// Whether a swap must be written as the right move of its left block.
    pub canonical: bool,
    /// Whether a swap of two equal blocks is allowed.
    pub noop: bool,
}

/// Returns the reason why `moves` excludes a move; `None` if the move is allowed or cannot be played.
fn refusal(board: &Grid, step: Move, moves: Moves) -> Option<String> {
    let (from, to) = board.ends(step).ok()?;
    board.get(from)?;
    if moves.canonical && step.side == Side::Left && board.get(to).is_some() {
        let right = Move::new(step.x - 1, step.y, Side::Right);
        return Some(format!("this swap is written as the right move of its left block, {right}"));
    }
    (!moves.noop && board.is_noop(step)).then(|| {
        "a swap of two equal blocks is no move here: it is one in lists of exactly M moves, unless it is skipped".into()
    })
}

/// Settles a board, plays a list, and returns the final board.
///
/// # Errors
/// Returns a fault for the first move that cannot be played or is not allowed, with the board before it.
pub(super) fn replay(grid: &Grid, list: &[Step], moves: Moves) -> Result<Grid, Fault> {
    let mut board = grid.clone();
    board.settle();
    for (number, step) in (1..).zip(list) {
        let why = match step.slide() {
            None => Some("is a SameGame click, expected [x, y, \"R\" or \"L\"]".to_owned()),
            Some(step) => match refusal(&board, step, moves) {
                Some(why) => Some(format!("{step}: {why}")),
                None => board.play(step).err().map(|why| match why {
                    MayanError::Empty if board.is_empty() => {
                        format!("{step}: the board is empty already")
                    }
                    why => format!("{step}: {why}"),
                }),
            },
        };
        if let Some(why) = why {
            let what = format!("move {number}, {why}");
            return Err(Fault { at: Some((number, board.into())), ..Fault::new(Kind::Move, what) });
        }
    }
    Ok(board)
}

/// Checks that a list wins: it can be played, clears the board, and has an allowed length.
///
/// # Errors
/// Returns the first fault of the list.
pub fn wins(grid: &Grid, task: &MayanTask, list: &[Step], moves: Moves) -> Result<(), Fault> {
    let end = replay(grid, list, moves)?;
    let length = list.len() as u64;
    if !end.is_empty() {
        let what = format!("the list ends with {} left", plural(end.tiles(), "block"));
        return Err(Fault { at: Some((list.len(), end.into())), ..Fault::new(Kind::List, what) });
    }
    let has = plural(length, "move");
    match (task.mode.unwrap_or(Mode::Shortest), task.moves) {
        (Mode::Exactly, Some(most)) if length != most => {
            Err(Fault::new(Kind::List, format!("the list has {has}, expected exactly {most}")))
        }
        (_, Some(most)) if length > most => {
            Err(Fault::new(Kind::List, format!("the list has {has}, expected at most {most}")))
        }
        _ => Ok(()),
    }
}

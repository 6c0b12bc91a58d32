//! The Mayan puzzle: a list of moves played, and the claims that go with it.

use super::facts::{Claims, minus};
use super::fields::Ask;
use super::{Fault, Kind, Verdict, counts};
use crate::base::{Cell, Mode, Move, Side, Status, several};
use crate::grid::{Grid, MayanError};
use crate::puzzle::MayanTask;
use crate::record::{Digest, ResultRecord, Step};

/// Which moves a list may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Every move that can be played.
    Any,
    /// Canonical ones: a swap is the right move of its left block and swaps two unlike blocks.
    Canonical,
    /// Canonical ones and swaps of two equal blocks.
    WithNoop,
}

/// A move as people write it: `2 1 R`.
fn spell(step: Move) -> String {
    format!("{} {} {}", step.x, step.y, if step.side == Side::Right { 'R' } else { 'L' })
}

/// Why a move that can be played is not canonical.
fn odd(board: &Grid, step: Move, moves: Moves) -> Option<String> {
    let at = |x: u8| board.get(Cell::new(usize::from(step.y), usize::from(x)));
    let block = at(step.x)?;
    match (moves, step.side) {
        (Moves::Any, _) => None,
        (_, Side::Left) if at(step.x.checked_sub(1)?).is_some() => {
            let right = spell(Move::new(step.x - 1, step.y, Side::Right));
            Some(format!("this swap is written as the right move of its left block, {right}"))
        }
        (Moves::Canonical, Side::Right) if at(step.x + 1) == Some(block) => {
            Some("a swap of two equal blocks is no move (except with --allow-noop)".into())
        }
        _ => None,
    }
}

/// Plays a list from a board that settles first, and returns the board at its end.
///
/// # Errors
/// The first move that cannot be played, or is not among the moves allowed, with the board there.
///
/// ```
/// use tilefall::{grid::Grid, record::result::{Letter, Step}, verify::mayan::{Moves, replay}};
/// let grid = Grid::parse("11.1.").unwrap();
/// assert!(replay(&grid, &[Step::Slide(3, 0, Letter::L)], Moves::Canonical).unwrap().is_empty());
/// assert!(replay(&grid, &[Step::Slide(2, 0, Letter::L)], Moves::Any).is_err());
/// ```
pub fn replay(grid: &Grid, list: &[Step], moves: Moves) -> Result<Grid, Fault> {
    let mut board = grid.clone();
    board.settle();
    for (number, step) in (1..).zip(list) {
        let why = match step.slide() {
            None => Some("is a SameGame click, expected [x, y, \"R\" or \"L\"]".to_owned()),
            Some(step) => match odd(&board, step, moves) {
                Some(why) => Some(format!("{}: {why}", spell(step))),
                None => board.play(step).err().map(|why| match why {
                    MayanError::Empty if board.is_empty() => {
                        format!("{}: the board is empty already", spell(step))
                    }
                    why => format!("{}: {why}", spell(step)),
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

/// Whether a list wins: it can be played, clears the board, and is as long as it may be.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn wins(grid: &Grid, task: &MayanTask, list: &[Step], moves: Moves) -> Result<(), Fault> {
    let end = replay(grid, list, moves)?;
    let length = list.len() as u64;
    if !end.is_empty() {
        let what = format!("the list ends with {} left", several(end.tiles() as u64, "block"));
        return Err(Fault { at: Some((list.len(), end.into())), ..Fault::new(Kind::List, what) });
    }
    let has = several(length, "move");
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

/// Checks all that a record claims of a puzzle. Faults go into the verdict; returns the claims that
/// hold of the puzzle.
pub(super) fn check(
    grid: &Grid,
    task: &MayanTask,
    record: &ResultRecord,
    ask: Ask,
    moves: Moves,
    verdict: &mut Verdict,
) -> Claims {
    let mode = task.mode.unwrap_or(Mode::Shortest);
    let mut claims = Claims { none: record.status == Status::Infeasible, ..Claims::default() };
    if mode == Mode::Exactly && task.moves.is_none() {
        let what = "the puzzle names no number of moves, expected an error or --moves M";
        verdict.faults.push(Fault::new(Kind::Puzzle, what));
    }
    if let Some(list) = &record.moves {
        match wins(grid, task, list, moves) {
            Ok(()) => {
                (verdict.moves, verdict.cleared) = (Some(list.len()), Some(true));
                claims.found_length(list.len() as u64);
            }
            Err(fault) => verdict.faults.push(fault),
        }
    }
    let good = record.solutions.as_ref().map(|all| counts::each_solution(grid, task, all, moves, verdict));
    for list in record.solutions.iter().flatten().take(good.unwrap_or(0)) {
        claims.found_length(list.len() as u64);
    }
    let shortest = claims.best.map(|best| best.unsigned_abs());
    let mut wrong = |kind, what: String| verdict.faults.push(Fault::new(kind, what));
    match (record.cleared, shortest) {
        (Some(false), Some(_)) => {
            wrong(Kind::Score, "the board is said to be not cleared, but the list clears it".into());
        }
        (Some(false), None) => {
            wrong(Kind::Score, "the board is said to be not cleared, expected lists that clear it".into());
        }
        (Some(true), None) if record.moves.is_none() => {
            wrong(Kind::Score, "'cleared' is claimed without a list that shows it".into());
        }
        _ => {}
    }
    let no_list = record.solutions.as_ref().is_some_and(Vec::is_empty) && record.moves.is_none();
    match record.status {
        Status::Optimal | Status::Feasible if no_list => {
            let what = format!("the status is {}, but there is no solution", record.status.name());
            wrong(Kind::Status, what);
        }
        Status::Infeasible | Status::Unknown | Status::Error if shortest.is_some() => {
            let status = record.status.name();
            wrong(Kind::Status, format!("the status is {status}, but there is a list that wins"));
        }
        _ => {}
    }
    if let Some(what) = bound(record, task, shortest, &mut claims) {
        wrong(Kind::Bound, what);
    }
    counts::check(record, task, ask, &mut claims, &mut wrong);
    if record.status == Status::Optimal && verdict.faults.is_empty() {
        optimal(record, mode, ask, &mut claims);
    }
    claims
}

/// What is wrong with the bound.
fn bound(
    record: &ResultRecord,
    task: &MayanTask,
    shortest: Option<u64>,
    claims: &mut Claims,
) -> Option<String> {
    let bound = record.bound?;
    let Ok(least) = u64::try_from(bound) else {
        return Some(format!("the bound is {bound}, expected a number of moves"));
    };
    claims.at_most(minus(least));
    let needs = several(least, "move");
    let mode = task.mode.unwrap_or(Mode::Shortest);
    match shortest {
        Some(length) if length < least => {
            let length = several(length, "move");
            return Some(format!("the bound says that {needs} are needed, but a list has {length}"));
        }
        Some(length) if length > least && record.status == Status::Optimal && mode == Mode::Shortest => {
            let length = several(length, "move");
            return Some(format!(
                "the status is optimal, but the bound is {needs} and the list has {length}"
            ));
        }
        _ => {}
    }
    let most = task.moves.filter(|&most| most >= least && mode != Mode::Exactly)?;
    (record.status == Status::Infeasible).then(|| {
        let most = several(most, "move");
        format!("the status is infeasible with at most {most}, but the bound is {needs}, expected more")
    })
}

/// What a proof claims beyond the lists themselves.
fn optimal(record: &ResultRecord, mode: Mode, ask: Ask, claims: &mut Claims) {
    let first = record.solutions.iter().flatten().next().or(record.moves.as_ref());
    if mode == Mode::Shortest
        && let Some(best) = claims.best
    {
        claims.at_most(best);
    }
    // Within M moves, one list is as good as any other.
    if mode != Mode::Within || matches!(ask, Ask::First | Ask::All) {
        claims.first = first.map(digest);
    }
    if ask == Ask::All
        && let Some(all) = &record.solutions
    {
        claims.total = Some(all.len() as u128);
        claims.all = Some(digest(all));
    }
}

/// A number for lists, the same for equal ones only.
fn digest<T: serde::Serialize + ?Sized>(lists: &T) -> u64 {
    let mut digest = Digest::default();
    digest.add(&serde_json::to_vec(lists).expect("moves can be written"));
    digest.value()
}

//! The Mayan puzzle: a list of moves played, and the claims that go with it.

use super::known::Facts;
use super::samegame::word;
use super::{Fault, Kind, Verdict, several};
use crate::grid::{Cell, Grid, MayanError};
use crate::mayan::{Mode, Move, Side};
use crate::puzzle::{MayanTask, Status};
use crate::record::{ResultRecord, Step};

/// Which moves a list may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// All that can be played.
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

/// Plays a list from a board that settles first, and gives the board at its end.
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
            return Err(Fault { kind: Kind::Move, what, at: Some((number, board)) });
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
        return Err(Fault { kind: Kind::List, what, at: Some((list.len(), end)) });
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

/// Checks all that a record claims of a puzzle. What it finds goes into the verdict; gives the facts that
/// hold of the puzzle.
pub(super) fn check(
    grid: &Grid,
    task: &MayanTask,
    record: &ResultRecord,
    moves: Moves,
    verdict: &mut Verdict,
) -> Facts {
    let mut facts = Facts::default();
    let mut lengths = Vec::new();
    if let Some(list) = &record.moves {
        match wins(grid, task, list, moves) {
            Ok(()) => {
                (verdict.moves, verdict.cleared) = (Some(list.len()), Some(true));
                lengths.push(list.len() as i64);
            }
            Err(fault) => verdict.faults.push(fault),
        }
    }
    if let Some(solutions) = &record.solutions {
        let good = each_solution(grid, task, solutions, moves, &mut verdict.faults);
        lengths.extend(solutions[..good].iter().map(|list| list.len() as i64));
        verdict.solutions = Some(good);
    }
    let mut wrong = |kind, what: String| verdict.faults.push(Fault::new(kind, what));
    if record.score.is_some() {
        wrong(Kind::Score, "a score is claimed, which Mayan answers do not have".into());
    }
    match (record.cleared, &record.moves) {
        (Some(false), Some(_)) if !lengths.is_empty() => {
            wrong(Kind::Score, "the board is said to be not cleared, but the list clears it".into());
        }
        (Some(true), None) => wrong(Kind::Score, "'cleared' is claimed, but no list that shows it".into()),
        _ => {}
    }
    let shortest = lengths.iter().copied().min();
    status(record, shortest, &mut wrong);
    counts(record, &mut wrong);
    let mode = task.mode.unwrap_or(Mode::Shortest);
    if let (Some(bound), Some(length)) = (record.bound, shortest)
        && length < bound
    {
        let length = several(length as u64, "move");
        let needs = several(bound.unsigned_abs(), "move");
        wrong(Kind::Bound, format!("the bound says that {needs} are needed, but a list has {length}"));
    }
    if let Some(length) = shortest {
        facts.found(-length, true);
    }
    if verdict.faults.is_empty() && record.count.as_deref().is_some_and(|count| count != "0") {
        facts.solved = true;
    }
    facts.claim(record.status == Status::Infeasible, record.bound.map(|bound| -bound));
    if record.status == Status::Optimal && mode == Mode::Shortest {
        facts.claim(false, shortest.map(|length| -length));
    }
    facts
}

/// Checks the lists of `solutions`: each wins, in order, none twice, in shortest mode of one length. Gives
/// the number of lists before the first bad one.
fn each_solution(
    grid: &Grid,
    task: &MayanTask,
    solutions: &[Vec<Step>],
    moves: Moves,
    faults: &mut Vec<Fault>,
) -> usize {
    let shortest = task.mode.unwrap_or(Mode::Shortest) == Mode::Shortest;
    let order = |list: &[Step]| list.iter().map(|step| step.slide()).collect::<Vec<_>>();
    for (number, list) in (1..).zip(solutions) {
        let mut wrong = |kind, what: String| faults.push(Fault::new(kind, what));
        if let Err(fault) = wins(grid, task, list, moves) {
            let what = format!("solution {number}: {}", fault.what);
            faults.push(Fault { what, ..fault });
            return number - 1;
        }
        let Some(before) = number.checked_sub(2).map(|at| &solutions[at]) else { continue };
        if shortest && before.len() != list.len() {
            let (one, other) = (before.len(), list.len());
            wrong(
                Kind::Count,
                format!("solution {number} has {other} moves and the one before {one}, expected the fewest"),
            );
            return number - 1;
        }
        match order(before).cmp(&order(list)) {
            std::cmp::Ordering::Less => {}
            std::cmp::Ordering::Equal => {
                wrong(Kind::Count, format!("solution {number} is the one before it again"));
                return number - 1;
            }
            std::cmp::Ordering::Greater => {
                wrong(
                    Kind::Count,
                    format!(
                        "solution {number} comes before the one before it in the order of lists (x, y, R before L)"
                    ),
                );
                return number - 1;
            }
        }
    }
    solutions.len()
}

/// Whether the status fits what the record gives.
fn status(record: &ResultRecord, shortest: Option<i64>, wrong: &mut impl FnMut(Kind, String)) {
    let status = word(record.status);
    let given = record.moves.is_some()
        || record.count.is_some()
        || record.solutions.as_ref().is_some_and(|all| !all.is_empty());
    match record.status {
        Status::Optimal | Status::Feasible if !given => {
            let what = format!("the status is {status}, but there is no list, count or solution");
            wrong(Kind::Status, what);
        }
        Status::Infeasible | Status::Unknown | Status::Error if shortest.is_some() => {
            wrong(Kind::Status, format!("the status is {status}, but there is a list that wins"));
        }
        _ => {}
    }
}

/// Whether count, solutions, moves and status fit together.
fn counts(record: &ResultRecord, wrong: &mut impl FnMut(Kind, String)) {
    let listed = record.solutions.as_ref().map(Vec::len);
    if let Some(count) = &record.count {
        let digits = !count.is_empty() && count.bytes().all(|byte| byte.is_ascii_digit());
        let number = count.trim_start_matches('0');
        if !digits {
            wrong(Kind::Count, format!("the count is '{count}', expected digits"));
        } else if number.is_empty() && record.status == Status::Optimal {
            wrong(Kind::Count, "the count is 0 and the status optimal, expected infeasible".into());
        } else if !number.is_empty() && record.status == Status::Infeasible {
            wrong(Kind::Count, format!("the count is {count}, but the status is infeasible"));
        } else if number.is_empty() && record.moves.is_some() {
            wrong(Kind::Count, "the count is 0, but there is a list".into());
        } else if let Some(listed) = listed {
            // A count of more digits than a machine number is above what can be listed.
            let counted = number.parse().unwrap_or(if number.is_empty() { 0 } else { usize::MAX });
            if counted < listed || (record.status == Status::Optimal && counted > listed) {
                wrong(
                    Kind::Count,
                    format!("the count is {count}, but {} listed", several(listed as u64, "solution")),
                );
            }
        }
    }
    if let (Some(solutions), Some(list), Status::Optimal) = (&record.solutions, &record.moves, record.status)
        && !solutions.contains(list)
    {
        wrong(
            Kind::Count,
            "the solutions are said to be all, but the list of moves is not among them".into(),
        );
    }
}

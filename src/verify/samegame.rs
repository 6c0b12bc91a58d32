//! SameGame: a list of clicks played and scored, and the claims that go with it.

use super::columns::Columns;
use super::known::Facts;
use super::{Fault, Kind, Verdict};
use crate::grid::Grid;
use crate::puzzle::{SameGameTask, Status};
use crate::record::{ResultRecord, Step};
use crate::samegame::{LeftPenalty, Rules};

/// What a list of clicks comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The score, the bonus and the penalty included.
    pub score: i64,
    /// Whether no tile is left.
    pub cleared: bool,
}

/// Plays a list of clicks and counts its score.
///
/// # Errors
/// The first click that removes nothing, with the board there.
///
/// ```
/// use tilefall::{grid::Grid, record::Step, samegame::Rules, verify::samegame::replay};
/// let grid = Grid::parse("112").unwrap();
/// assert_eq!(replay(&grid, Rules::default(), &[Step::Click(1, 1)]).unwrap().score, 0);
/// let fault = replay(&grid, Rules::default(), &[Step::Click(1, 3)]).unwrap_err();
/// assert_eq!(fault.at.unwrap().0, 1);
/// ```
pub fn replay(grid: &Grid, rules: Rules, list: &[Step]) -> Result<Played, Fault> {
    let mut board = Columns::new(grid);
    let mut score: i64 = 0;
    for (number, step) in (1..).zip(list) {
        let removed = match step {
            Step::Slide(..) => Err("is a move of the Mayan puzzle, expected [row, col]".to_owned()),
            Step::Click(row, col) => {
                let outside = super::columns::BadClick::Outside;
                let place = || format!("row {row}, column {col} (from 1 at the bottom left)");
                let click = step.click().ok_or(outside).and_then(|cell| board.click(cell));
                click.map_err(|why| format!("{}: {why}", place()))
            }
        };
        match removed {
            Ok(removed) => score = score.saturating_add_unsigned(rules.score.points(removed)),
            Err(why) => {
                let what = format!("move {number}, {why}");
                return Err(Fault { kind: Kind::Move, what, at: Some((number, board.to_grid())) });
            }
        }
    }
    let left = board.counts();
    let cleared = left.iter().all(|&count| count == 0);
    Ok(Played { score: score.saturating_add(at_end(rules, &left)), cleared })
}

/// The bonus for an empty board, or the penalty for what is left.
fn at_end(rules: Rules, left: &[u64]) -> i64 {
    if left.iter().all(|&count| count == 0) {
        return i64::try_from(rules.clear_bonus).unwrap_or(i64::MAX);
    }
    match rules.left_penalty {
        LeftPenalty::None => 0,
        LeftPenalty::N2 => {
            let square = |&count: &u64| (count as i64 - 2).pow(2);
            -left.iter().filter(|&&count| count > 0).map(square).sum::<i64>()
        }
    }
}

/// Checks all that a record claims of a puzzle. What it finds goes into the verdict; gives the facts that
/// hold of the puzzle.
pub(super) fn check(grid: &Grid, task: &SameGameTask, record: &ResultRecord, verdict: &mut Verdict) -> Facts {
    let rules = task.rules.unwrap_or_default();
    let mut facts = Facts::default();
    let mut wrong = |kind, what: String| verdict.faults.push(Fault::new(kind, what));
    if record.count.is_some() || record.solutions.is_some() {
        wrong(Kind::Count, "a count or solutions are given, which SameGame answers do not have".into());
    }
    let played = match &record.moves {
        None => {
            if record.score.is_some() || record.cleared.is_some() {
                wrong(Kind::Score, "a score or 'cleared' is claimed, but no list that shows it".into());
            }
            if matches!(record.status, Status::Optimal | Status::Feasible) {
                let status = word(record.status);
                wrong(Kind::Status, format!("the status is {status}, but there is no list of moves"));
            }
            None
        }
        Some(list) => match replay(grid, rules, list) {
            Ok(played) => Some(played),
            Err(fault) => {
                verdict.faults.push(fault);
                None
            }
        },
    };
    let Some(played) = played else {
        facts.claim(record.status == Status::Infeasible, record.bound);
        return facts;
    };
    verdict.moves = record.moves.as_ref().map(Vec::len);
    (verdict.score, verdict.cleared) = (Some(played.score), Some(played.cleared));
    let mut wrong = |kind, what: String| verdict.faults.push(Fault::new(kind, what));
    if let Some(claimed) = record.score.filter(|&score| score != played.score) {
        wrong(Kind::Score, format!("the score is said to be {claimed}, the list makes {}", played.score));
    }
    if let Some(claimed) = record.cleared.filter(|&cleared| cleared != played.cleared) {
        let is = |cleared| if cleared { "cleared" } else { "not cleared" };
        let (claimed, found) = (is(claimed), is(played.cleared));
        wrong(Kind::Score, format!("the board is said to be {claimed}, the list leaves it {found}"));
    }
    match record.status {
        Status::Infeasible if played.cleared => {
            wrong(Kind::Status, "the status is infeasible, but the list clears the board".into());
        }
        Status::Unknown | Status::Error => {
            let status = word(record.status);
            wrong(Kind::Status, format!("the status is {status}, but there is a list that can be played"));
        }
        _ => {}
    }
    if let Some(bound) = record.bound.filter(|&bound| bound < played.score) {
        let score = played.score;
        wrong(Kind::Bound, format!("the bound is {bound}, but the list scores {score}, which is more"));
    }
    facts.found(played.score, played.cleared);
    facts.claim(record.status == Status::Infeasible, record.bound);
    // Where the goal is an empty board, any list that empties it is optimal, at whatever score.
    if record.status == Status::Optimal && !played.cleared {
        facts.claim(false, Some(played.score));
    }
    facts
}

/// A status as records spell it.
pub(super) fn word(status: Status) -> &'static str {
    match status {
        Status::Optimal => "optimal",
        Status::Feasible => "feasible",
        Status::Infeasible => "infeasible",
        Status::Unknown => "unknown",
        Status::Error => "error",
    }
}

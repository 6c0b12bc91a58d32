//! Checks the claims of a SameGame record; plays and scores its list.

use super::facts::Claims;
use super::fields::Query;
use super::{Fault, Kind, Verdict};
use crate::base::{Cell, LeftPenalty, Rules, Status};
use crate::grid::{ColumnBoard, Grid};
use crate::puzzle::SameGameTask;
use crate::record::{ResultRecord, Step};

/// The result of a list of clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The score, the bonus and the penalty included.
    pub score: i64,
    /// Whether no tile is left.
    pub cleared: bool,
}

/// Plays a list of clicks and returns its score.
///
/// # Errors
/// Returns a fault for the first click that removes nothing, with the board before it.
///
/// ```
/// use tilefall::base::Rules;
/// use tilefall::grid::Grid;
/// use tilefall::internals::verify::samegame::replay;
/// use tilefall::record::Step;
/// let grid = Grid::parse("112").unwrap();
/// assert_eq!(replay(&grid, Rules::default(), &[Step::Click(1, 1)]).unwrap().score, 0);
/// let fault = replay(&grid, Rules::default(), &[Step::Click(1, 3)]).unwrap_err();
/// assert_eq!(fault.at.unwrap().0, 1);
/// ```
pub fn replay(grid: &Grid, rules: Rules, list: &[Step]) -> Result<Played, Fault> {
    let mut board = ColumnBoard::new(grid);
    let mut score: i64 = 0;
    for (number, step) in (1..).zip(list) {
        let removed = match step {
            Step::Slide(..) => Err("is a move of the Mayan puzzle, expected [row, col]".to_owned()),
            Step::Click(..) => match step.click().map_or(0, |cell| board.click(cell)) {
                0 => Err(format!(
                    "{step}: {} (row and column from 1 at the bottom left)",
                    refusal(grid, &board, step.click())
                )),
                removed => Ok(removed as u64),
            },
        };
        match removed {
            Ok(removed) => score = score.saturating_add(rules.score.points(removed)),
            Err(why) => {
                let what = format!("move {number}, {why}");
                return Err(Fault {
                    at: Some((number, board.to_grid().into())),
                    ..Fault::new(Kind::Move, what)
                });
            }
        }
    }
    Ok(Played { score: score.saturating_add(end_score(rules, board.counts())), cleared: board.is_empty() })
}

/// Returns the reason why a click removes nothing.
fn refusal(grid: &Grid, board: &ColumnBoard, cell: Option<Cell>) -> &'static str {
    match cell.filter(|&cell| grid.contains(cell)) {
        None => "the cell lies outside the board",
        Some(cell) if board.get(cell).is_none() => "the cell is empty",
        Some(_) => "the tile stands alone, expected a group of two or more",
    }
}

/// Returns `true` if a list might score more than a record can hold, so that a solver may refuse the board: each colour in
/// one group, and the bonus, if no colour has a single tile.
pub fn score_may_overflow(grid: &Grid, rules: Rules) -> bool {
    let counts = || (0..grid.colours()).map(|colour| grid.count(colour as u8) as u64);
    let points: i128 =
        counts().filter(|&count| count > 1).map(|count| i128::from(rules.score.points(count))).sum();
    let bonus = if counts().any(|count| count == 1) { 0 } else { i128::from(rules.clear_bonus) };
    points + bonus > i128::from(i64::MAX)
}

/// Returns the bonus for an empty board, or minus the penalty for the tiles left, by colour.
pub fn end_score(rules: Rules, left: &[usize]) -> i64 {
    if left.iter().all(|&count| count == 0) {
        return i64::try_from(rules.clear_bonus).unwrap_or(i64::MAX);
    }
    match rules.left_penalty {
        LeftPenalty::None | LeftPenalty::Total => 0,
        LeftPenalty::N2 => {
            let square = |&count: &usize| (count as i64 - 2).pow(2);
            -left.iter().filter(|&&count| count > 0).map(square).sum::<i64>()
        }
    }
}

/// Checks the claims of a record about a puzzle without a search. Adds faults to the verdict; returns the claims to
/// compare with other answers.
pub(super) fn check(
    grid: &Grid,
    task: &SameGameTask,
    record: &ResultRecord,
    ask: Query,
    verdict: &mut Verdict,
) -> Claims {
    let rules = task.rules.unwrap_or_default();
    let mut claims = Claims { none: record.status == Status::Infeasible, ..Claims::default() };
    let mut wrong = |kind, what: String| verdict.faults.push(Fault::new(kind, what));
    // The empty list is a list, too.
    let floor = end_score(rules, ColumnBoard::new(grid).counts());
    if let Some(bound) = record.bound {
        if bound < floor {
            wrong(Kind::Bound, format!("the bound is {bound}, but without a click the score is {floor}"));
        } else {
            claims.at_most(bound);
        }
    }
    let played = match record.moves.as_deref().map(|list| replay(grid, rules, list)) {
        None => return claims,
        Some(Err(fault)) => {
            verdict.faults.push(fault);
            return claims;
        }
        Some(Ok(played)) => played,
    };
    verdict.moves = record.moves.as_ref().map(Vec::len);
    (verdict.score, verdict.cleared) = (Some(played.score), Some(played.cleared));
    claims.found(played.score, played.cleared);
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
        Status::Optimal | Status::Feasible if ask == Query::Clear && !played.cleared => {
            let status = record.status.name();
            let what =
                format!("the status is {status} with goal clear, but the list does not clear the board");
            wrong(Kind::Status, what);
        }
        Status::Feasible if ask == Query::Clear => {
            wrong(
                Kind::Status,
                "the status is feasible, but the list clears the board: that is optimal".into(),
            );
        }
        Status::Feasible if record.moves.as_ref().is_some_and(Vec::is_empty) => {
            wrong(Kind::Status, "the status is feasible, but the list makes no click".into());
        }
        Status::Feasible if record.bound == Some(played.score) => {
            wrong(
                Kind::Status,
                "the status is feasible, but the list reaches the bound: that is optimal".into(),
            );
        }
        _ => {}
    }
    let score = played.score;
    let said = record.asked.as_ref().is_some_and(|asked| asked.goal.is_some());
    match record.bound {
        Some(bound) if bound < score => {
            wrong(Kind::Bound, format!("the bound is {bound}, but the list scores {score}, which is more"));
        }
        Some(bound) if bound > score && record.status == Status::Optimal && ask == Query::Score => {
            let what = format!("the status is optimal, but the bound {bound} is above the score {score}");
            wrong(Kind::Bound, what);
        }
        _ => {}
    }
    // With goal clear any list that clears the board is optimal, whatever its score; a record without its question
    // may have that goal.
    if record.status == Status::Optimal && ask == Query::Score && (said || !played.cleared) {
        claims.at_most(score);
    }
    claims
}

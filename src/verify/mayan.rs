//! Checks the claims of a record of the Mayan puzzle, and plays its lists.

use super::facts::{Claims, value_of_length};
use super::fields::Query;
use super::mayan_replay::{Moves, wins};
use super::measure::Measure;
use super::{Fault, Kind, Verdict, counts};
use crate::rules::grid::Grid;
use crate::rules::puzzle::MayanTask;
use crate::rules::{Mode, Status, plural};
use crate::text::record::{Digest, ResultRecord};

/// Checks the claims of a record about a puzzle without a search. Adds faults to the verdict; returns the claims to
/// compare with other answers.
pub(super) fn check(
    grid: &Grid,
    task: &MayanTask,
    record: &ResultRecord,
    ask: Query,
    moves: Moves,
    verdict: &mut Verdict,
) -> Claims {
    let mode = task.mode.unwrap_or(Mode::Shortest);
    let mut claims = Claims { none: record.status == Status::Infeasible, ..Claims::default() };
    if mode == Mode::Exactly && task.moves.is_none() {
        let what = "the puzzle names no number of moves, expected an error, or a number of moves";
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
    let shortest = claims.best(Measure::Moves).map(i64::unsigned_abs);
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

/// Returns a message if the bound is wrong.
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
    claims.at_most(Measure::Moves, value_of_length(least));
    let needs = plural(least, "move");
    let mode = task.mode.unwrap_or(Mode::Shortest);
    match shortest {
        Some(length) if length < least => {
            let length = plural(length, "move");
            return Some(format!("the bound says that {needs} are needed, but a list has {length}"));
        }
        Some(length) if length > least && record.status == Status::Optimal && mode == Mode::Shortest => {
            let length = plural(length, "move");
            return Some(format!(
                "the status is optimal, but the bound is {needs} and the list has {length}"
            ));
        }
        _ => {}
    }
    let most = task.moves.filter(|&most| most >= least && mode != Mode::Exactly)?;
    (record.status == Status::Infeasible).then(|| {
        let most = plural(most, "move");
        format!("the status is infeasible with at most {most}, but the bound is {needs}, expected more")
    })
}

/// Adds the claims of a proof beyond the lists themselves.
fn optimal(record: &ResultRecord, mode: Mode, ask: Query, claims: &mut Claims) {
    let first = record.solutions.iter().flatten().next().or(record.moves.as_ref());
    if mode == Mode::Shortest
        && let Some(best) = claims.best(Measure::Moves)
    {
        claims.at_most(Measure::Moves, best);
    }
    // In mode within any list is accepted.
    if mode != Mode::Within || matches!(ask, Query::First | Query::All) {
        claims.first = first.map(digest);
    }
    if ask == Query::All
        && let Some(all) = &record.solutions
    {
        claims.total = Some(all.len() as u128);
        claims.all = Some(digest(all));
    }
}

/// Returns a digest of lists.
fn digest<T: serde::Serialize + ?Sized>(lists: &T) -> u64 {
    let mut digest = Digest::default();
    digest.add(&serde_json::to_vec(lists).expect("moves can be written"));
    digest.value()
}

//! Checks the claims of a record of the Mayan puzzle, and plays its lists.

use super::mayan_replay::{Moves, wins};
use super::{Fault, Kind, Verdict, counts};
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::MayanTask;
use tilefall_rules::{Mode, Status, plural};
use tilefall_text::record::ResultRecord;

/// Checks the claims of a record about a puzzle without a search. Adds faults to the verdict.
pub(super) fn check(
    grid: &Grid,
    task: &MayanTask,
    record: &ResultRecord,
    moves: Moves,
    verdict: &mut Verdict,
) {
    let mode = task.mode.unwrap_or(Mode::Shortest);
    let mut lengths = Vec::new();
    if mode == Mode::Exactly && task.moves.is_none() {
        let what = "the puzzle names no number of moves, expected an error, or a number of moves";
        verdict.faults.push(Fault::new(Kind::Puzzle, what));
    }
    if let Some(list) = &record.moves {
        match wins(grid, task, list, moves) {
            Ok(()) => {
                (verdict.moves, verdict.cleared) = (Some(list.len()), Some(true));
                lengths.push(list.len() as u64);
            }
            Err(fault) => verdict.faults.push(fault),
        }
    }
    if let Some(all) = &record.solutions {
        let good = counts::each_solution(grid, task, all, moves, verdict);
        lengths.extend(all[..good].iter().map(|list| list.len() as u64));
    }
    let shortest = lengths.into_iter().min();
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
    if let Some(what) = bound(record, task, shortest) {
        wrong(Kind::Bound, what);
    }
    counts::check(record, task, &mut wrong);
}

/// Returns a message if the bound is wrong; `shortest` is the length of the shortest valid list.
fn bound(record: &ResultRecord, task: &MayanTask, shortest: Option<u64>) -> Option<String> {
    let bound = record.bound?;
    let Ok(least) = u64::try_from(bound) else {
        return Some(format!("the bound is {bound}, expected a number of moves"));
    };
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

//! Checks answers about all solutions of a Mayan puzzle: the lists, their number, and their number by length.

use super::mayan_replay::{Moves, wins};
use super::{Fault, Kind, Verdict};
use std::cmp::Ordering;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::MayanTask;
use tilefall_rules::{Mode, Status, plural};
use tilefall_text::record::{ResultRecord, Step};

/// Checks that the lists of `solutions` win, are sorted without duplicates, and in mode shortest have one length.
/// Returns the number of lists before the first bad one.
pub(super) fn each_solution(
    grid: &Grid,
    task: &MayanTask,
    solutions: &[Vec<Step>],
    moves: Moves,
    verdict: &mut Verdict,
) -> usize {
    let shortest = task.mode.unwrap_or(Mode::Shortest) == Mode::Shortest;
    let order = |list: &[Step]| list.iter().map(|step| step.slide()).collect::<Vec<_>>();
    let bad = (1..).zip(solutions).find_map(|(number, list)| {
        let fault =
            |what: String| Some((number - 1, Fault::new(Kind::Count, format!("solution {number} {what}"))));
        if let Err(fault) = wins(grid, task, list, moves) {
            let what = format!("solution {number}: {}", fault.what);
            return Some((number - 1, Fault { what, ..fault }));
        }
        let before = &solutions[usize::checked_sub(number, 2)?];
        if shortest && before.len() != list.len() {
            let (has, other) = (plural(list.len() as u64, "move"), before.len());
            return fault(format!("has {has} and the one before {other}, expected the fewest"));
        }
        match order(before).cmp(&order(list)) {
            Ordering::Less => None,
            Ordering::Equal => fault("is the one before it again".into()),
            Ordering::Greater => {
                fault("comes before the one before it in the order of lists (x, y, R before L)".into())
            }
        }
    });
    let good = bad.as_ref().map_or(solutions.len(), |(good, _)| *good);
    verdict.faults.extend(bad.map(|(_, fault)| fault));
    verdict.solutions = Some(good);
    good
}

/// Parses decimal digits; `None` for other text. A number beyond 128 bits becomes `u128::MAX`.
fn digits(text: &str) -> Option<u128> {
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().unwrap_or(u128::MAX))
}

/// Checks that `count`, `counts`, `solutions`, `moves` and `status` of a record are consistent.
pub(super) fn check(record: &ResultRecord, task: &MayanTask, wrong: &mut impl FnMut(Kind, String)) {
    let listed = record.solutions.as_ref().map(|all| all.len() as u128);
    if let (Some(listed), Some(most)) = (listed, record.asked.as_ref().and_then(|asked| asked.max_solutions))
        && listed > u128::from(most)
    {
        wrong(Kind::Count, format!("{listed} solutions listed, at most {most} were asked for"));
    }
    if let (Some(solutions), Some(list)) = (&record.solutions, &record.moves)
        && solutions.first() != Some(list)
    {
        wrong(Kind::Count, "the list of moves is not the first of the solutions".into());
    }
    let by_length = by_length(record, task, wrong);
    let Some(text) = &record.count else { return };
    let Some(count) = digits(text) else {
        return wrong(Kind::Count, format!("the count is '{text}', expected digits"));
    };
    match record.status {
        Status::Optimal if count == 0 => {
            wrong(Kind::Count, "the count is 0 and the status optimal, expected infeasible".into());
        }
        Status::Infeasible if count > 0 => {
            wrong(Kind::Count, format!("the count is {text}, but the status is infeasible"));
        }
        _ if count == 0 && record.moves.is_some() => {
            wrong(Kind::Count, "the count is 0, but there is a list".into());
        }
        _ => {}
    }
    if let Some(listed) = listed
        && (count < listed || (record.status == Status::Optimal && count != listed))
    {
        wrong(Kind::Count, format!("the count is {text}, but {listed} solutions listed"));
    }
    if let Some(sum) = by_length.filter(|&sum| sum != count) {
        wrong(Kind::Count, format!("the count is {text}, but the counts by length make {sum}"));
    }
}

/// Checks `counts`, the numbers of solutions by length. Returns their sum; `None` for bad digits or unsorted lengths.
fn by_length(record: &ResultRecord, task: &MayanTask, wrong: &mut impl FnMut(Kind, String)) -> Option<u128> {
    let counts = record.counts.as_ref()?;
    let mode = task.mode.unwrap_or(Mode::Shortest);
    let (mut sum, mut before, mut found) = (0_u128, None, None);
    for length in counts {
        let (moves, text) = (length.moves, &length.count);
        let of = format!("the count of {}", plural(moves, "move"));
        let Some(number) = digits(text) else {
            wrong(Kind::Count, format!("{of} is '{text}', expected digits"));
            return None;
        };
        if before.replace(moves).is_some_and(|before| before >= moves) {
            wrong(Kind::Count, format!("{of} does not stand in order, expected each length once, ascending"));
            return None;
        }
        match (mode, task.moves) {
            (_, Some(most)) if moves > most => {
                wrong(Kind::Count, format!("{of} is given, expected at most {most}"));
            }
            (Mode::Exactly, Some(most)) if moves < most && number > 0 => {
                wrong(Kind::Count, format!("{of} is {text}, but lists have exactly {most}"));
            }
            (Mode::Shortest, _) if number > 0 && found.is_some() => {
                wrong(Kind::Count, format!("{of} is {text}, but there are shorter lists"));
            }
            _ => {}
        }
        if let Some(bound) = record.bound.and_then(|bound| u64::try_from(bound).ok())
            && moves < bound
            && number > 0
        {
            wrong(Kind::Bound, format!("the bound is {bound}, but {of} is {text}"));
        }
        let listed = |list: &&Vec<Step>| list.len() as u64 == moves;
        let lists = record
            .solutions
            .iter()
            .flatten()
            .chain(record.moves.as_ref().filter(|_| record.solutions.is_none()));
        let listed = lists.filter(listed).count() as u128;
        if number < listed
            || (number > listed && record.solutions.is_some() && record.status == Status::Optimal)
        {
            wrong(Kind::Count, format!("{of} is {text}, but {listed} such lists are given"));
        }
        if number > 0 {
            found.get_or_insert(moves);
        }
        sum = sum.saturating_add(number);
    }
    match (record.status, found) {
        (Status::Infeasible, Some(moves)) => {
            let moves = plural(moves, "move");
            wrong(Kind::Count, format!("the status is infeasible, but there are lists of {moves}"));
        }
        (Status::Optimal | Status::Feasible, None) => {
            wrong(Kind::Count, "the status claims a solution, but all counts by length are 0".into());
        }
        (Status::Optimal, Some(moves)) if mode == Mode::Shortest => {
            if let Some(bound) = record.bound.filter(|&bound| bound >= 0 && bound.unsigned_abs() < moves) {
                let moves = plural(moves, "move");
                wrong(Kind::Bound, format!("the shortest lists have {moves}, but the bound is {bound}"));
            }
        }
        _ => {}
    }
    Some(sum)
}

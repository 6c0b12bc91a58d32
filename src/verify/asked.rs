//! Checks the fields `asked` and `stopped_by` of a record against the puzzle and the flags.

use super::fields::Query;
use super::samegame::{noun, value_in};
use super::{Fault, Kind};
use tilefall_rules::puzzle::Task;
use tilefall_rules::{GameKind, Mode, StopReason, plural};
use tilefall_text::record::{Asked, ResultRecord, Want};

/// Returns a fault for each difference between the question in a record and the task of the puzzle.
pub(super) fn check(asked: &Asked, task: &Task) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |what: String| faults.push(Fault::new(Kind::Asked, what));
    let Asked { goal, target, want, max_solutions, mode, moves, allow_noop } = asked;
    for (name, game, given) in [
        ("goal", GameKind::SameGame, goal.is_some()),
        ("target", GameKind::SameGame, target.is_some()),
        ("want", GameKind::Mayan, want.is_some()),
        ("max_solutions", GameKind::Mayan, max_solutions.is_some()),
        ("mode", GameKind::Mayan, mode.is_some()),
        ("moves", GameKind::Mayan, moves.is_some()),
        ("allow_noop", GameKind::Mayan, allow_noop.is_some()),
    ] {
        if given && game != task.game() {
            wrong(format!("'asked' has '{name}', which is asked of game {}", game.name()));
        }
    }
    let Task::Mayan(task) = task else { return faults };
    let ours = task.mode.unwrap_or(Mode::Shortest);
    if let Some(theirs) = mode.filter(|&theirs| theirs != ours) {
        let (theirs, ours) = (theirs.name(), ours.name());
        wrong(format!(
            "'asked' has mode {theirs}, the puzzle is checked as {ours}: it fits with mode {theirs}"
        ));
    }
    if let Some(theirs) = moves.filter(|&theirs| Some(theirs) != task.moves) {
        let ours = task.moves.map_or("any number".into(), |moves| plural(moves, "move"));
        wrong(format!("'asked' has {}, the puzzle {ours}", plural(theirs, "move")));
    }
    // If the record lacks `allow_noop`, its hash identifies the question.
    match *allow_noop {
        Some(_) if ours != Mode::Exactly => {
            wrong(format!("'asked' has allow_noop, expected in mode exactly only, not {}", ours.name()));
        }
        Some(theirs) if theirs != task.counts_noops() => {
            wrong(noop_hint(theirs).into());
        }
        _ => {}
    }
    if max_solutions.is_some() && *want != Some(Want::All) {
        wrong("'asked' has 'max_solutions', expected with want all only".into());
    }
    faults
}

/// Returns a hint for an answer that treats swaps of equal blocks unlike the puzzle: as moves (`theirs`), or skipped.
pub(super) fn noop_hint(theirs: bool) -> &'static str {
    if theirs {
        "swaps of equal blocks counted: the answer fits if such swaps are moves"
    } else {
        "swaps of equal blocks were skipped: the answer fits if such swaps are no moves"
    }
}

/// Returns a fault if the record's `stopped_by` is a reason that never stops a search for the question `ask`.
pub(super) fn check_stop_reason(record: &ResultRecord, ask: Query) -> Option<Fault> {
    let reason = record.stopped_by?;
    let asked = record.asked.as_ref();
    let why = match (reason, ask) {
        (StopReason::Nodes | StopReason::Time | StopReason::Memory | StopReason::Interrupt, _)
        | (StopReason::Depth, Query::Mayan(_))
        | (StopReason::Count, Query::Mayan(Want::Count))
        | (StopReason::Trials, Query::SameGame(_)) => return None,
        (StopReason::Target, Query::SameGame(goal)) => {
            let noun = noun(goal);
            match (value_in(goal, record), asked.map(|asked| asked.target)) {
                (_, Some(None)) => "but 'asked' has none".to_owned(),
                (None, _) => format!("but no {noun} is given"),
                (Some(found), Some(Some(target))) if found < goal.in_units(target) => {
                    format!("but the {noun} is {} and the target {target}", goal.in_units(found))
                }
                _ => return None,
            }
        }
        (StopReason::Solutions, Query::Mayan(Want::All)) => {
            let listed = record.solutions.as_ref().map_or(0, |all| all.len() as u64);
            match asked.map(|asked| asked.max_solutions) {
                Some(None) => "but 'asked' has no 'max_solutions'".to_owned(),
                Some(Some(most)) if listed < most => {
                    format!("but {} listed, {most} were asked for", plural(listed, "solution"))
                }
                _ => return None,
            }
        }
        _ => format!("which does not stop a search for {}", ask.name()),
    };
    let reason = serde_json::to_value(reason).unwrap_or_default();
    let reason = reason.as_str().unwrap_or_default();
    Some(Fault::new(Kind::Field, format!("'stopped_by' is {reason}, {why}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::{Goal, Status};

    #[test]
    fn the_limit_that_stopped_a_search_fits_game_and_question() {
        use StopReason::{Count, Depth, Interrupt, Memory, Nodes, Solutions, Target, Time, Trials};
        let samegame = Goal::NAMED.map(|(_, goal)| Query::SameGame(goal));
        let mayan = [Want::One, Want::First, Want::All, Want::Count].map(Query::Mayan);
        let all = [&samegame[..], &mayan].concat();
        let fits = |reason, ask| {
            let record = ResultRecord {
                stopped_by: Some(reason),
                moves: Some(Vec::new()),
                score: Some(7),
                left: Some(7),
                biggest: Some(7),
                ..ResultRecord::new(0, "a", Status::Feasible)
            };
            check_stop_reason(&record, ask).is_none()
        };
        for (reason, asks) in [
            (Nodes, &all[..]),
            (Time, &all),
            (Memory, &all),
            (Interrupt, &all),
            (Target, &samegame),
            (Trials, &samegame),
            (Depth, &mayan),
            (Solutions, &[Query::Mayan(Want::All)]),
            (Count, &[Query::Mayan(Want::Count)]),
        ] {
            for &ask in &all {
                assert_eq!(fits(reason, ask), asks.contains(&ask), "{reason:?} {ask:?}");
            }
        }
    }
}

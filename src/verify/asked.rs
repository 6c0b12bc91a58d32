//! Checks the question in a record, and what stopped the search, against puzzle and flags.

use super::fields::Query;
use super::measure::Measure;
use super::{Fault, Kind};
use crate::rules::puzzle::Task;
use crate::rules::{GameKind, Mode, StopReason, plural};
use crate::text::record::{Asked, ResultRecord, Want};

/// Returns the differences between the question in a record and the task of its puzzle.
pub(super) fn check(asked: &Asked, task: &Task) -> Vec<Fault> {
    let mut faults = Vec::new();
    let mut wrong = |what: String| faults.push(Fault::new(Kind::Asked, what));
    let Asked { goal, target, want, max_solutions, mode, moves, allow_noop } = asked;
    let of_samegame = [("goal", goal.is_some()), ("target", target.is_some())];
    let of_mayan = [
        ("want", want.is_some()),
        ("max_solutions", max_solutions.is_some()),
        ("mode", mode.is_some()),
        ("moves", moves.is_some()),
        ("allow_noop", allow_noop.is_some()),
    ];
    let (foreign, other) = match task.game() {
        GameKind::SameGame => (of_mayan.as_slice(), "mayan"),
        GameKind::Mayan => (of_samegame.as_slice(), "samegame"),
    };
    for (name, _) in foreign.iter().filter(|(_, given)| *given) {
        wrong(format!("'asked' has '{name}', which is asked of game {other}"));
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
    let theirs = allow_noop.unwrap_or(false);
    if theirs != task.allow_noop {
        wrong(noop_hint(theirs).into());
    }
    if max_solutions.is_some() && *want != Some(Want::All) {
        wrong("'asked' has 'max_solutions', expected with want all only".into());
    }
    faults
}

/// Returns the remedy for an answer that differs from the puzzle in whether swaps of equal blocks are moves.
pub(super) fn noop_hint(theirs: bool) -> &'static str {
    if theirs {
        "swaps of equal blocks were asked for: the answer fits if such swaps are moves"
    } else {
        "swaps of equal blocks were not asked for: the answer fits if such swaps are no moves"
    }
}

/// Returns a fault if the limit in a record cannot have stopped its search.
pub(super) fn check_stop_reason(record: &ResultRecord, ask: Query) -> Option<Fault> {
    let reason = record.stopped_by?;
    let asked = record.asked.as_ref();
    let why = match (reason, ask) {
        (StopReason::Nodes | StopReason::Time | StopReason::Memory | StopReason::Interrupt, _)
        | (StopReason::Depth, Query::One | Query::First | Query::All | Query::Count)
        | (StopReason::Count, Query::Count) => return None,
        (StopReason::Trials, ask) if ask.is_samegame() => return None,
        (StopReason::Target, ask) if ask.is_samegame() => {
            let measure = Measure::of(ask);
            let noun = measure.noun();
            match (measure.value_in(record), asked.map(|asked| asked.target)) {
                (_, Some(None)) => "but 'asked' has none".to_owned(),
                (None, _) => format!("but no {noun} is given"),
                (Some(value), Some(Some(target))) if value < measure.value(target) => {
                    format!("but the {noun} is {} and the target {target}", measure.value(value))
                }
                _ => return None,
            }
        }
        (StopReason::Solutions, Query::All) => {
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
    use crate::rules::Status;
    use crate::rules::puzzle::{MayanTask, SameGameTask};
    use crate::text::record::Goal;

    #[test]
    fn every_field_of_the_question_is_checked_against_puzzle_and_flags() {
        let same = Task::SameGame(SameGameTask::default());
        let mayan =
            Task::Mayan(MayanTask { moves: Some(3), mode: Some(Mode::Within), ..MayanTask::default() });
        let noop = Task::Mayan(MayanTask { moves: Some(3), allow_noop: true, ..MayanTask::default() });
        let none = Asked::default();
        let (want, goal) = (Some(Want::One), Some(Goal::Score));
        let cases: [(Asked, &Task, &str); 16] = [
            (Asked { goal, target: Some(-5), ..none.clone() }, &same, ""),
            (
                Asked { goal, target: Some(9), ..none.clone() },
                &mayan,
                "has 'goal', which is asked of game samegame",
            ),
            (Asked { target: Some(9), ..none.clone() }, &mayan, "has 'target'"),
            (Asked { want, ..none.clone() }, &same, "has 'want', which is asked of game mayan"),
            (Asked { max_solutions: Some(1), ..none.clone() }, &same, "has 'max_solutions'"),
            (Asked { mode: Some(Mode::Within), ..none.clone() }, &same, "has 'mode'"),
            (Asked { moves: Some(3), ..none.clone() }, &same, "has 'moves'"),
            (Asked { allow_noop: Some(true), ..none.clone() }, &same, "has 'allow_noop'"),
            (Asked { want, mode: Some(Mode::Within), moves: Some(3), ..none.clone() }, &mayan, ""),
            (
                Asked { mode: Some(Mode::Shortest), ..none.clone() },
                &mayan,
                "has mode shortest, the puzzle is checked as within: it fits with mode shortest",
            ),
            (Asked { moves: Some(4), ..none.clone() }, &mayan, "has 4 moves, the puzzle 3 moves"),
            (
                Asked { allow_noop: Some(true), ..none.clone() },
                &mayan,
                "the answer fits if such swaps are moves",
            ),
            (Asked { allow_noop: Some(false), ..none.clone() }, &mayan, ""),
            (Asked { allow_noop: Some(true), ..none.clone() }, &noop, ""),
            (none.clone(), &noop, "the answer fits if such swaps are no moves"),
            (Asked { want, max_solutions: Some(2), ..none.clone() }, &mayan, "expected with want all only"),
        ];
        for (asked, task, message) in cases {
            let faults = check(&asked, task);
            assert_eq!(faults.is_empty(), message.is_empty(), "{asked:?} {faults:?}");
            assert!(faults.iter().all(|fault| fault.kind == Kind::Asked), "{faults:?}");
            assert!(message.is_empty() || faults[0].what.contains(message), "{faults:?}");
        }
    }

    #[test]
    fn the_limit_that_stopped_a_search_fits_game_and_question() {
        use crate::rules::StopReason::{
            Count, Depth, Interrupt, Memory, Nodes, Solutions, Target, Time, Trials,
        };
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
            (Nodes, &super::super::fields::QUERIES[..]),
            (Time, &super::super::fields::QUERIES),
            (Memory, &super::super::fields::QUERIES),
            (Interrupt, &super::super::fields::QUERIES),
            (Target, &super::super::fields::QUERIES[..5]),
            (Trials, &super::super::fields::QUERIES[..5]),
            (Depth, &[Query::One, Query::First, Query::All, Query::Count]),
            (Solutions, &[Query::All]),
            (Count, &[Query::Count]),
        ] {
            for ask in super::super::fields::QUERIES {
                assert_eq!(fits(reason, ask), asks.contains(&ask), "{reason:?} {ask:?}");
            }
        }
    }

    #[test]
    fn a_target_or_a_number_of_solutions_that_stopped_a_search_is_reached() {
        let mut record = ResultRecord::new(0, "a", Status::Feasible);
        record.stopped_by = Some(StopReason::Target);
        record.score = Some(7);
        for (target, fits) in [(Some(7), true), (Some(8), false), (None, false)] {
            record.asked = Some(Asked { target, ..Asked::default() });
            assert_eq!(check_stop_reason(&record, Query::Score).is_none(), fits, "{target:?}");
        }
        // Of clicks and tiles left fewer are better.
        (record.moves, record.left) = (Some(vec![crate::text::record::Step::Click(1, 1); 3]), Some(4));
        for (ask, target, fits) in [
            (Query::Fewest, 3, true),
            (Query::Fewest, 2, false),
            (Query::Left, 5, true),
            (Query::Left, 3, false),
        ] {
            record.asked = Some(Asked { target: Some(target), ..Asked::default() });
            assert_eq!(check_stop_reason(&record, ask).is_none(), fits, "{ask:?} {target}");
        }
        record.score = None;
        assert!(check_stop_reason(&record, Query::Score).is_some());
        record.stopped_by = Some(StopReason::Solutions);
        record.solutions = Some(vec![Vec::new(); 2]);
        for (max_solutions, fits) in [(Some(2), true), (Some(3), false), (None, false)] {
            record.asked = Some(Asked { max_solutions, ..Asked::default() });
            assert_eq!(check_stop_reason(&record, Query::All).is_none(), fits, "{max_solutions:?}");
        }
    }
}

//! The table of the fields that a record must or may have, by question and status.

use super::{Fault, Kind};
use tilefall_rules::{GameKind, Status};
use tilefall_text::record::{Goal, ResultRecord, Want};

/// The question that a record answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// The best list of SameGame for a goal.
    SameGame(Goal),
    /// Lists of the Mayan puzzle, or their number.
    Mayan(Want),
}

/// A field that not every record has: its name, and whether a record has it.
type Field = (&'static str, fn(&ResultRecord) -> bool);

/// The fields that not every record has, in the order of the letters of [`TABLE`].
const FIELDS: [Field; 11] = [
    ("moves", |record| record.moves.is_some()),
    ("score", |record| record.score.is_some()),
    ("cleared", |record| record.cleared.is_some()),
    ("left", |record| record.left.is_some()),
    ("biggest", |record| record.biggest.is_some()),
    ("bound", |record| record.bound.is_some()),
    ("count", |record| record.count.is_some()),
    ("counts", |record| record.counts.is_some()),
    ("solutions", |record| record.solutions.is_some()),
    ("stopped_by", |record| record.stopped_by.is_some()),
    ("error", |record| record.error.is_some()),
];

/// The fields that a record may omit if it lacks its question `asked`, as old records do.
const LATER: [&str; 2] = ["bound", "stopped_by"];

/// For each question and each of [`STATUSES`], a letter for each of [`FIELDS`]: `!` must be present, `.` may be, `-`
/// must not be. An empty cell means that the status does not answer the question.
const TABLE: [(Query, [&str; 4]); 9] = [
    (Query::SameGame(Goal::Score), ["!!!--.-----", "!!!--!---!-", "", "-----!---!-"]),
    (Query::SameGame(Goal::Clear), ["!!!--.-----", "!!!--!---!-", "-----.-----", "-----!---!-"]),
    (Query::SameGame(Goal::Fewest), ["!!!--.-----", "!!!--!---!-", "-----.-----", "-----!---!-"]),
    (Query::SameGame(Goal::Left), ["!!!!-.-----", "!!!!-!---!-", "", "-----!---!-"]),
    (Query::SameGame(Goal::Biggest), ["!!!-!.-----", "!!!-!!---!-", "", "-----!---!-"]),
    (Query::Mayan(Want::One), ["!-.--.-----", "!-.--!---!-", "-----.-----", "-----!---!-"]),
    (Query::Mayan(Want::First), ["!-.--.-----", "!-.--!---!-", "-----.-----", "-----!---!-"]),
    (Query::Mayan(Want::All), [".-.--...!--", ".-.--!-.!!-", "-----....--", "-----!--.!-"]),
    (Query::Mayan(Want::Count), ["-----.!.---", "-----!-!-!-", "-----...---", "-----!-.-!-"]),
];

/// The columns of [`TABLE`].
const STATUSES: [Status; 4] = [Status::Optimal, Status::Feasible, Status::Infeasible, Status::Unknown];

/// The letters for status `error` and any question.
const ERROR: &str = "----------!";

/// Returns the goal of a SameGame record. If the record lacks the goal, other fields imply it.
pub(super) fn goal(record: &ResultRecord) -> Goal {
    let goal = record.asked.as_ref().and_then(|asked| asked.goal);
    goal.unwrap_or(match record.status {
        Status::Infeasible => Goal::Clear,
        _ if record.left.is_some() => Goal::Left,
        _ if record.biggest.is_some() => Goal::Biggest,
        _ => Goal::Score,
    })
}

/// Returns the `want` of a Mayan record. If the record lacks `want`, other fields imply it.
pub(super) fn want(record: &ResultRecord) -> Want {
    let want = record.asked.as_ref().and_then(|asked| asked.want);
    want.unwrap_or(match record {
        _ if record.solutions.is_some() => Want::All,
        _ if record.count.is_some() || record.counts.is_some() => Want::Count,
        _ => Want::One,
    })
}

impl Query {
    /// Returns the question of a record.
    pub fn of(game: GameKind, record: &ResultRecord) -> Query {
        match game {
            GameKind::SameGame => Query::SameGame(goal(record)),
            GameKind::Mayan => Query::Mayan(want(record)),
        }
    }

    /// Returns the question in words: `goal clear` or `want all`.
    pub fn name(self) -> String {
        match self {
            Query::SameGame(goal) => format!("goal {}", goal.name()),
            Query::Mayan(Want::One) => "want one".into(),
            Query::Mayan(Want::First) => "want first".into(),
            Query::Mayan(Want::All) => "want all".into(),
            Query::Mayan(Want::Count) => "want count".into(),
        }
    }
}

/// Returns the letters for a status and a question; `None` if the status does not answer the question.
fn letters(status: Status, ask: Query) -> Option<&'static str> {
    let Some(column) = STATUSES.iter().position(|&column| column == status) else { return Some(ERROR) };
    let (_, row) = TABLE.iter().find(|(row, _)| *row == ask)?;
    Some(row[column]).filter(|letters| !letters.is_empty())
}

/// Returns a fault for each missing and each unexpected field of a record. `said` is whether the record contains its
/// question: older records lack the question, and may omit `bound` and `stopped_by`.
pub(super) fn check(record: &ResultRecord, ask: Query, said: bool) -> Vec<Fault> {
    let (status, asked) = (record.status.name(), ask.name());
    let Some(letters) = letters(record.status, ask) else {
        let what = format!("the status is {status}, which is no answer to {asked}: there is always a list");
        return vec![Fault::new(Kind::Status, what)];
    };
    let mut faults = Vec::new();
    for ((name, is_in), letter) in FIELDS.iter().zip(letters.chars()) {
        let optional = !said && LATER.contains(name);
        let what = match (letter, is_in(record)) {
            ('!', false) if !optional => "missing, expected",
            ('-', true) => "given, not expected",
            _ => continue,
        };
        let what = format!("'{name}' is {what} with status {status} and {asked}");
        faults.push(Fault::new(Kind::Field, what));
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_the_documentation_is_this_one() {
        let docs = include_str!("../../docs/records.md");
        for (ask, _) in TABLE {
            for status in STATUSES.into_iter().chain([Status::Error]) {
                let Some(cell) = letters(status, ask) else { continue };
                let name = ask.name().replace(' ', " `") + "`";
                let start = format!("| `{}` |", status.name());
                let line = docs.lines().find(|line| {
                    line.starts_with(&start) && (line.contains(&name) || line.contains("| anything |"))
                });
                let letters: String =
                    line.expect(&name).split(" | ").skip(2).flat_map(|word| word.chars().next()).collect();
                assert_eq!(letters, cell, "{start} {name}");
                assert_eq!(cell.len(), FIELDS.len());
            }
        }
    }

    #[test]
    fn the_question_is_inferred_if_the_record_does_not_contain_it() {
        let with = |status, fill: fn(&mut ResultRecord)| {
            let mut record = ResultRecord::new(0, "a", status);
            fill(&mut record);
            record
        };
        assert_eq!(goal(&with(Status::Infeasible, |_| ())), Goal::Clear);
        assert_eq!(goal(&with(Status::Optimal, |_| ())), Goal::Score);
        assert_eq!(goal(&with(Status::Optimal, |record| record.left = Some(0))), Goal::Left);
        assert_eq!(goal(&with(Status::Feasible, |record| record.biggest = Some(0))), Goal::Biggest);
        assert_eq!(want(&with(Status::Optimal, |_| ())), Want::One);
        assert_eq!(want(&with(Status::Optimal, |record| record.count = Some("1".into()))), Want::Count);
        assert_eq!(want(&with(Status::Unknown, |record| record.counts = Some(Vec::new()))), Want::Count);
        assert_eq!(want(&with(Status::Optimal, |record| record.solutions = Some(Vec::new()))), Want::All);
    }
}

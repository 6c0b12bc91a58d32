//! The table of the fields of a record, by its status and its question.

use super::{Fault, Kind};
use crate::base::{GameKind, Status};
use crate::record::{Goal, ResultRecord, Want};

/// The question that a record answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// SameGame: the highest score.
    Score,
    /// SameGame: a list that clears the board.
    Clear,
    /// Mayan: one list.
    One,
    /// Mayan: the first list.
    First,
    /// Mayan: all lists.
    All,
    /// Mayan: the number of lists.
    Count,
}

/// All queries, in the order of the table's columns.
pub const QUERIES: [Query; 6] =
    [Query::Score, Query::Clear, Query::One, Query::First, Query::All, Query::Count];

/// A field that not every record has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// `moves`
    Moves,
    /// `score`
    Score,
    /// `cleared`
    Cleared,
    /// `bound`
    Bound,
    /// `count`
    Count,
    /// `counts`
    Counts,
    /// `solutions`
    Solutions,
    /// `stopped_by`
    StoppedBy,
    /// `error`
    Error,
}

/// All fields, in the order of the table's letters.
pub const FIELDS: [Field; 9] = [
    Field::Moves,
    Field::Score,
    Field::Cleared,
    Field::Bound,
    Field::Count,
    Field::Counts,
    Field::Solutions,
    Field::StoppedBy,
    Field::Error,
];

/// Whether a record must, may or must not have a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The field must be present.
    Required,
    /// The field may be present.
    Optional,
    /// The field must not be present.
    Forbidden,
}

/// For each status and [`Query`] a letter for each of [`FIELDS`]: `!` must be present, `.` may, `-` must not. An
/// empty cell means that the status does not answer the question.
const TABLE: [(Status, [&str; 6]); 5] = [
    // In the order: moves, score, cleared; bound; count, counts, solutions; stopped_by; error.
    //                   score        clear        one          first        all          count
    (Status::Optimal, ["!!!.-----", "!!!.-----", "!-..-----", "!-..-----", ".-....!--", "---.!.---"]),
    (Status::Feasible, ["!!!!---!-", "!!!!---!-", "!-.!---!-", "!-.!---!-", ".-.!-.!!-", "---!.!-!-"]),
    (Status::Infeasible, ["", "---.-----", "---.-----", "---.-----", "---....--", "---...---"]),
    (Status::Unknown, ["---!---!-", "---!---!-", "---!---!-", "---!---!-", "---!--.!-", "---!-.-!-"]),
    (Status::Error, ["--------!", "--------!", "--------!", "--------!", "--------!", "--------!"]),
];

impl Field {
    /// Returns the name of the field in a record.
    pub fn name(self) -> &'static str {
        match self {
            Field::Moves => "moves",
            Field::Score => "score",
            Field::Cleared => "cleared",
            Field::Bound => "bound",
            Field::Count => "count",
            Field::Counts => "counts",
            Field::Solutions => "solutions",
            Field::StoppedBy => "stopped_by",
            Field::Error => "error",
        }
    }

    /// Returns `true` if a record has the field.
    pub fn is_in(self, record: &ResultRecord) -> bool {
        match self {
            Field::Moves => record.moves.is_some(),
            Field::Score => record.score.is_some(),
            Field::Cleared => record.cleared.is_some(),
            Field::Bound => record.bound.is_some(),
            Field::Count => record.count.is_some(),
            Field::Counts => record.counts.is_some(),
            Field::Solutions => record.solutions.is_some(),
            Field::StoppedBy => record.stopped_by.is_some(),
            Field::Error => record.error.is_some(),
        }
    }
}

impl Query {
    /// Returns the question of a record. If the record does not contain it, it is inferred from the other fields.
    pub fn of(game: GameKind, record: &ResultRecord) -> Query {
        let said = record.asked.as_ref();
        let goal = said.and_then(|asked| asked.goal);
        let want = said.and_then(|asked| asked.want);
        match (game, goal, want) {
            (GameKind::SameGame, Some(Goal::Clear), _) => Query::Clear,
            (GameKind::SameGame, Some(Goal::Score), _) => Query::Score,
            (GameKind::SameGame, None, _) if record.status == Status::Infeasible => Query::Clear,
            (GameKind::SameGame, None, _) => Query::Score,
            (GameKind::Mayan, _, Some(Want::One)) => Query::One,
            (GameKind::Mayan, _, Some(Want::First)) => Query::First,
            (GameKind::Mayan, _, Some(Want::All)) => Query::All,
            (GameKind::Mayan, _, Some(Want::Count)) => Query::Count,
            (GameKind::Mayan, _, None) if record.solutions.is_some() => Query::All,
            (GameKind::Mayan, _, None) if record.count.is_some() || record.counts.is_some() => Query::Count,
            (GameKind::Mayan, _, None) => Query::One,
        }
    }

    /// Returns the goal or the want, as in records.
    pub fn name(self) -> &'static str {
        match self {
            Query::Score => "goal score",
            Query::Clear => "goal clear",
            Query::One => "want one",
            Query::First => "want first",
            Query::All => "want all",
            Query::Count => "want count",
        }
    }
}

/// Returns whether a record with a status and a question must have a field; `None` if the status does not answer the
/// question.
///
/// ```
/// use tilefall::base::Status;
/// use tilefall::internals::verify::fields::{Query, Field, Presence, presence};
/// assert_eq!(presence(Status::Feasible, Query::Score, Field::Bound), Some(Presence::Required));
/// assert_eq!(presence(Status::Optimal, Query::Count, Field::Moves), Some(Presence::Forbidden));
/// assert_eq!(presence(Status::Infeasible, Query::Score, Field::Bound), None);
/// ```
pub fn presence(status: Status, ask: Query, field: Field) -> Option<Presence> {
    let row = TABLE.iter().find(|(row, _)| *row == status).map(|(_, row)| row)?;
    let cell = row[QUERIES.iter().position(|&column| column == ask)?];
    let letter = FIELDS.iter().position(|&letter| letter == field).map(|at| cell.as_bytes().get(at))?;
    letter.map(|letter| match letter {
        b'!' => Presence::Required,
        b'.' => Presence::Optional,
        _ => Presence::Forbidden,
    })
}

/// Returns the missing and the unexpected fields of a record. `said` is whether the record contains its question: older
/// records do not, and may omit `bound` and `stopped_by`.
pub(super) fn check(record: &ResultRecord, ask: Query, said: bool) -> Vec<Fault> {
    let (status, asked) = (record.status.name(), ask.name());
    let mut faults = Vec::new();
    for field in FIELDS {
        let Some(presence) = presence(record.status, ask, field) else {
            let what =
                format!("the status is {status}, which is no answer to {asked}: there is always a list");
            return vec![Fault::new(Kind::Status, what)];
        };
        let name = field.name();
        let optional = !said && matches!(field, Field::Bound | Field::StoppedBy);
        match (presence, field.is_in(record)) {
            (Presence::Required, false) if !optional => {
                let what = format!("'{name}' is missing, expected with status {status} and {asked}");
                faults.push(Fault::new(Kind::Field, what));
            }
            (Presence::Forbidden, true) => {
                let what = format!("'{name}' is given, not expected with status {status} and {asked}");
                faults.push(Fault::new(Kind::Field, what));
            }
            _ => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::StopReason;
    use crate::record::LengthCount;

    /// Returns a record that has exactly these fields.
    fn with(status: Status, fields: &[Field]) -> ResultRecord {
        let mut record = ResultRecord::new(0, "a", status);
        for field in fields {
            match field {
                Field::Moves => record.moves = Some(Vec::new()),
                Field::Score => record.score = Some(0),
                Field::Cleared => record.cleared = Some(true),
                Field::Bound => record.bound = Some(0),
                Field::Count => record.count = Some("1".into()),
                Field::Counts => record.counts = Some(vec![LengthCount { moves: 1, count: "1".into() }]),
                Field::Solutions => record.solutions = Some(Vec::new()),
                Field::StoppedBy => record.stopped_by = Some(StopReason::Nodes),
                Field::Error => record.error = Some("bad".into()),
            }
        }
        record
    }

    #[test]
    fn every_cell_of_the_table_is_checked() {
        let mut cells = 0;
        for (status, row) in TABLE {
            for (ask, cell) in QUERIES.into_iter().zip(row) {
                let must: Vec<_> = FIELDS
                    .into_iter()
                    .filter(|&field| presence(status, ask, field) == Some(Presence::Required))
                    .collect();
                if cell.is_empty() {
                    assert_eq!(
                        check(&with(status, &[]), ask, true)[0].kind,
                        Kind::Status,
                        "{status:?} {ask:?}"
                    );
                    continue;
                }
                assert_eq!(cell.len(), FIELDS.len(), "{status:?} {ask:?}");
                assert_eq!(check(&with(status, &must), ask, true), [], "{status:?} {ask:?}");
                for field in FIELDS {
                    // With the presence of the field inverted it is refused, unless the field is optional.
                    let turned: Vec<_> = match must.contains(&field) {
                        true => must.iter().copied().filter(|&other| other != field).collect(),
                        false => must.iter().copied().chain([field]).collect(),
                    };
                    let faults = check(&with(status, &turned), ask, true);
                    let free = presence(status, ask, field) == Some(Presence::Optional);
                    assert_eq!(faults.is_empty(), free, "{status:?} {ask:?} {field:?}: {faults:?}");
                    assert!(faults.iter().all(|fault| fault.kind == Kind::Field
                        && fault.what.starts_with(&format!("'{}' is ", field.name()))));
                    // Records without their question may lack a bound and the limit that stopped them, nothing else.
                    let old = check(&with(status, &turned), ask, false);
                    let spared = must.contains(&field) && matches!(field, Field::Bound | Field::StoppedBy);
                    assert_eq!(old.is_empty(), free || spared, "{status:?} {ask:?} {field:?}");
                    cells += 1;
                }
            }
        }
        assert_eq!(cells, (5 * 6 - 1) * FIELDS.len());
    }

    #[test]
    fn the_table_of_the_documentation_is_this_one() {
        let docs = include_str!("../../docs/records.md");
        for (status, row) in TABLE {
            for (ask, cell) in QUERIES.into_iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
                let (kind, name) = ask.name().split_once(' ').unwrap();
                let ask = format!("{kind} `{name}`");
                let status = format!("| `{}` |", status.name());
                let line = docs.lines().find(|line| {
                    line.starts_with(&status) && (line.contains(&ask) || line.contains("| anything |"))
                });
                let letters: String =
                    line.expect(&ask).split(" | ").skip(2).flat_map(|word| word.chars().next()).collect();
                assert_eq!(letters, cell, "{status} {ask}");
            }
        }
    }

    #[test]
    fn the_question_is_inferred_if_the_record_does_not_contain_it() {
        let ask = |game, status, fields: &[Field]| Query::of(game, &with(status, fields));
        assert_eq!(ask(GameKind::SameGame, Status::Infeasible, &[]), Query::Clear);
        assert_eq!(ask(GameKind::SameGame, Status::Optimal, &[Field::Moves]), Query::Score);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &[Field::Moves]), Query::One);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &[Field::Count]), Query::Count);
        assert_eq!(ask(GameKind::Mayan, Status::Unknown, &[Field::Counts]), Query::Count);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &[Field::Moves, Field::Solutions]), Query::All);
    }
}

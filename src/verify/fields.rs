//! The table of the fields of a record, by its status and its question.

use super::{Fault, Kind};
use crate::rules::{GameKind, Status};
use crate::text::record::{Goal, ResultRecord, Want};

/// The question that a record answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Query {
    /// SameGame: the highest score.
    Score,
    /// SameGame: a list that clears the board.
    Clear,
    /// SameGame: a list that clears the board in the fewest clicks.
    Fewest,
    /// SameGame: the fewest tiles left.
    Left,
    /// SameGame: the largest removal.
    Biggest,
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
pub const QUERIES: [Query; 9] = [
    Query::Score,
    Query::Clear,
    Query::Fewest,
    Query::Left,
    Query::Biggest,
    Query::One,
    Query::First,
    Query::All,
    Query::Count,
];

/// A field that not every record has: its name, and whether a record has it.
type Field = (&'static str, fn(&ResultRecord) -> bool);

/// All such fields, in the order of the table's letters.
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

/// The fields that a record without its question may omit.
const LATER: [&str; 2] = ["bound", "stopped_by"];

/// For each status and [`Query`] a letter for each of [`FIELDS`]: `!` must be present, `.` may, `-` must not. An
/// empty cell means that the status does not answer the question.
const TABLE: [(Status, [&str; 9]); 5] = [
    // In the order: moves, score, cleared; left, biggest; bound; count, counts, solutions; stopped_by; error.
    // For the goals score, clear, fewest, left, biggest; and for one, first, all, count.
    (
        Status::Optimal,
        [
            "!!!--.-----",
            "!!!--.-----",
            "!!!--.-----",
            "!!!!-.-----",
            "!!!-!.-----",
            "!-.--.-----",
            "!-.--.-----",
            ".-.--...!--",
            "-----.!.---",
        ],
    ),
    (
        Status::Feasible,
        [
            "!!!--!---!-",
            "!!!--!---!-",
            "!!!--!---!-",
            "!!!!-!---!-",
            "!!!-!!---!-",
            "!-.--!---!-",
            "!-.--!---!-",
            ".-.--!-.!!-",
            "-----!.!-!-",
        ],
    ),
    (
        Status::Infeasible,
        [
            "",
            "-----.-----",
            "-----.-----",
            "",
            "",
            "-----.-----",
            "-----.-----",
            "-----....--",
            "-----...---",
        ],
    ),
    (
        Status::Unknown,
        [
            "-----!---!-",
            "-----!---!-",
            "-----!---!-",
            "-----!---!-",
            "-----!---!-",
            "-----!---!-",
            "-----!---!-",
            "-----!--.!-",
            "-----!-.-!-",
        ],
    ),
    (Status::Error, ["----------!"; 9]),
];

impl Query {
    /// Returns the question of a record. If the record does not contain it, it is inferred from the other fields.
    pub fn of(game: GameKind, record: &ResultRecord) -> Query {
        let said = record.asked.as_ref();
        let goal = said.and_then(|asked| asked.goal);
        let want = said.and_then(|asked| asked.want);
        match (game, goal, want) {
            (GameKind::SameGame, Some(Goal::Score), _) => Query::Score,
            (GameKind::SameGame, Some(Goal::Clear), _) => Query::Clear,
            (GameKind::SameGame, Some(Goal::Fewest), _) => Query::Fewest,
            (GameKind::SameGame, Some(Goal::Left), _) => Query::Left,
            (GameKind::SameGame, Some(Goal::Biggest), _) => Query::Biggest,
            (GameKind::SameGame, None, _) if record.status == Status::Infeasible => Query::Clear,
            (GameKind::SameGame, None, _) if record.left.is_some() => Query::Left,
            (GameKind::SameGame, None, _) if record.biggest.is_some() => Query::Biggest,
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

    /// Returns `true` if only a list that clears a SameGame board is an answer.
    pub fn needs_empty_board(self) -> bool {
        matches!(self, Query::Clear | Query::Fewest)
    }

    /// Returns `true` if SameGame is asked for.
    pub fn is_samegame(self) -> bool {
        QUERIES[..5].contains(&self)
    }

    /// Returns the goal or the want, as in records.
    pub fn name(self) -> &'static str {
        match self {
            Query::Score => "goal score",
            Query::Clear => "goal clear",
            Query::Fewest => "goal fewest",
            Query::Left => "goal left",
            Query::Biggest => "goal biggest",
            Query::One => "want one",
            Query::First => "want first",
            Query::All => "want all",
            Query::Count => "want count",
        }
    }
}

/// Returns the letters of [`TABLE`] for a status and a question; `None` if the status does not answer the question.
fn letters(status: Status, ask: Query) -> Option<&'static [u8]> {
    let (_, row) = TABLE.iter().find(|(row, _)| *row == status)?;
    let column = QUERIES.iter().position(|&column| column == ask)?;
    Some(row[column].as_bytes()).filter(|letters| !letters.is_empty())
}

/// Returns the missing and the unexpected fields of a record. `said` is whether the record contains its question: older
/// records do not, and may omit `bound` and `stopped_by`.
pub(super) fn check(record: &ResultRecord, ask: Query, said: bool) -> Vec<Fault> {
    let (status, asked) = (record.status.name(), ask.name());
    let Some(letters) = letters(record.status, ask) else {
        let what = format!("the status is {status}, which is no answer to {asked}: there is always a list");
        return vec![Fault::new(Kind::Status, what)];
    };
    let mut faults = Vec::new();
    for ((name, is_in), letter) in FIELDS.iter().zip(letters) {
        let optional = !said && LATER.contains(name);
        let what = match (letter, is_in(record)) {
            (b'!', false) if !optional => "missing, expected",
            (b'-', true) => "given, not expected",
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
    use crate::rules::StopReason;
    use crate::text::record::LengthCount;

    /// Returns a record that has exactly these fields.
    fn with(status: Status, fields: &[&str]) -> ResultRecord {
        let mut record = ResultRecord::new(0, "a", status);
        for field in fields {
            match *field {
                "moves" => record.moves = Some(Vec::new()),
                "score" => record.score = Some(0),
                "cleared" => record.cleared = Some(true),
                "left" => record.left = Some(0),
                "biggest" => record.biggest = Some(0),
                "bound" => record.bound = Some(0),
                "count" => record.count = Some("1".into()),
                "counts" => record.counts = Some(vec![LengthCount { moves: 1, count: "1".into() }]),
                "solutions" => record.solutions = Some(Vec::new()),
                "stopped_by" => record.stopped_by = Some(StopReason::Nodes),
                _ => record.error = Some("bad".into()),
            }
        }
        record
    }

    #[test]
    fn every_cell_of_the_table_is_checked() {
        let mut cells = 0;
        for (status, row) in TABLE {
            for (ask, cell) in QUERIES.into_iter().zip(row) {
                if cell.is_empty() {
                    let faults = check(&with(status, &[]), ask, true);
                    assert_eq!(faults[0].kind, Kind::Status, "{status:?} {ask:?}");
                    continue;
                }
                assert_eq!(cell.len(), FIELDS.len(), "{status:?} {ask:?}");
                let letters = || FIELDS.iter().map(|&(name, _)| name).zip(cell.chars());
                let must: Vec<_> =
                    letters().filter(|&(_, letter)| letter == '!').map(|(name, _)| name).collect();
                assert_eq!(check(&with(status, &must), ask, true), [], "{status:?} {ask:?}");
                for (field, letter) in letters() {
                    // With the presence of the field inverted it is refused, unless the field is optional.
                    let turned: Vec<_> = match must.contains(&field) {
                        true => must.iter().copied().filter(|&other| other != field).collect(),
                        false => must.iter().copied().chain([field]).collect(),
                    };
                    let faults = check(&with(status, &turned), ask, true);
                    let free = letter == '.';
                    assert_eq!(faults.is_empty(), free, "{status:?} {ask:?} {field:?}: {faults:?}");
                    assert!(faults.iter().all(|fault| fault.kind == Kind::Field
                        && fault.what.starts_with(&format!("'{field}' is "))));
                    // Records without their question may lack a bound and the limit that stopped them, nothing else.
                    let old = check(&with(status, &turned), ask, false);
                    let spared = must.contains(&field) && LATER.contains(&field);
                    assert_eq!(old.is_empty(), free || spared, "{status:?} {ask:?} {field:?}");
                    cells += 1;
                }
            }
        }
        assert_eq!(cells, (5 * QUERIES.len() - 3) * FIELDS.len());
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
        let ask = |game, status, fields: &[&str]| Query::of(game, &with(status, fields));
        assert_eq!(ask(GameKind::SameGame, Status::Infeasible, &[]), Query::Clear);
        assert_eq!(ask(GameKind::SameGame, Status::Optimal, &["moves"]), Query::Score);
        assert_eq!(ask(GameKind::SameGame, Status::Optimal, &["moves", "left"]), Query::Left);
        assert_eq!(ask(GameKind::SameGame, Status::Feasible, &["moves", "biggest"]), Query::Biggest);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &["moves"]), Query::One);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &["count"]), Query::Count);
        assert_eq!(ask(GameKind::Mayan, Status::Unknown, &["counts"]), Query::Count);
        assert_eq!(ask(GameKind::Mayan, Status::Optimal, &["moves", "solutions"]), Query::All);
    }
}

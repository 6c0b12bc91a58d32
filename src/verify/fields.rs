//! Which fields a record has, by its status and by what was asked: one table.

use super::{Fault, Kind};
use crate::base::{Game, Status};
use crate::record::{Goal, ResultRecord, Want};

/// What a puzzle was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
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

/// All of them, in the order of the table's columns.
pub const ASKS: [Ask; 6] = [Ask::Score, Ask::Clear, Ask::One, Ask::First, Ask::All, Ask::Count];

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

/// All of them, in the order of the table's letters.
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

/// Whether a record has a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It has to.
    Must,
    /// It may.
    May,
    /// It must not.
    Not,
}

/// For each status and [`Ask`] a letter for each of [`FIELDS`]: `!` must be there, `.` may, `-` must not. An
/// empty cell: this status is no answer to this question.
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
    /// Its name in a record.
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

    /// Whether a record has it.
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

impl Ask {
    /// What a record says that was asked. One that does not say it is taken by what it answers.
    pub fn of(game: Game, record: &ResultRecord) -> Ask {
        let said = record.asked.as_ref();
        let goal = said.and_then(|asked| asked.goal);
        let want = said.and_then(|asked| asked.want);
        match (game, goal, want) {
            (Game::SameGame, Some(Goal::Clear), _) => Ask::Clear,
            (Game::SameGame, Some(Goal::Score), _) => Ask::Score,
            (Game::SameGame, None, _) if record.status == Status::Infeasible => Ask::Clear,
            (Game::SameGame, None, _) => Ask::Score,
            (Game::Mayan, _, Some(Want::One)) => Ask::One,
            (Game::Mayan, _, Some(Want::First)) => Ask::First,
            (Game::Mayan, _, Some(Want::All)) => Ask::All,
            (Game::Mayan, _, Some(Want::Count)) => Ask::Count,
            (Game::Mayan, _, None) if record.solutions.is_some() => Ask::All,
            (Game::Mayan, _, None) if record.count.is_some() || record.counts.is_some() => Ask::Count,
            (Game::Mayan, _, None) => Ask::One,
        }
    }

    /// The goal or the want, as records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Ask::Score => "goal score",
            Ask::Clear => "goal clear",
            Ask::One => "want one",
            Ask::First => "want first",
            Ask::All => "want all",
            Ask::Count => "want count",
        }
    }
}

/// Whether a record of a status has a field, by what was asked; `None` if the status is no answer to that.
///
/// ```
/// use tilefall::{base::Status, verify::fields::{Ask, Field, Need, need}};
/// assert_eq!(need(Status::Feasible, Ask::Score, Field::Bound), Some(Need::Must));
/// assert_eq!(need(Status::Optimal, Ask::Count, Field::Moves), Some(Need::Not));
/// assert_eq!(need(Status::Infeasible, Ask::Score, Field::Bound), None);
/// ```
pub fn need(status: Status, ask: Ask, field: Field) -> Option<Need> {
    let row = TABLE.iter().find(|(row, _)| *row == status).map(|(_, row)| row)?;
    let cell = row[ASKS.iter().position(|&column| column == ask)?];
    let letter = FIELDS.iter().position(|&letter| letter == field).map(|at| cell.as_bytes().get(at))?;
    letter.map(|letter| match letter {
        b'!' => Need::Must,
        b'.' => Need::May,
        _ => Need::Not,
    })
}

/// What a record lacks, and what it has that does not belong in it. `said` is whether it says what was asked:
/// one that does not is from a time when `bound` and `stopped_by` could be left out.
pub(super) fn check(record: &ResultRecord, ask: Ask, said: bool) -> Vec<Fault> {
    let (status, asked) = (record.status.name(), ask.name());
    let mut faults = Vec::new();
    for field in FIELDS {
        let Some(need) = need(record.status, ask, field) else {
            let what =
                format!("the status is {status}, which is no answer to {asked}: there is always a list");
            return vec![Fault::new(Kind::Status, what)];
        };
        let name = field.name();
        let optional = !said && matches!(field, Field::Bound | Field::StoppedBy);
        match (need, field.is_in(record)) {
            (Need::Must, false) if !optional => {
                let what = format!("'{name}' is missing, expected with status {status} and {asked}");
                faults.push(Fault::new(Kind::Field, what));
            }
            (Need::Not, true) => {
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

    /// A record that has exactly these fields.
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
    fn every_cell_of_the_table_is_held() {
        let mut cells = 0;
        for (status, row) in TABLE {
            for (ask, cell) in ASKS.into_iter().zip(row) {
                let must: Vec<_> = FIELDS
                    .into_iter()
                    .filter(|&field| need(status, ask, field) == Some(Need::Must))
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
                    // With the field turned round it is refused, unless the field may be there or not.
                    let turned: Vec<_> = match must.contains(&field) {
                        true => must.iter().copied().filter(|&other| other != field).collect(),
                        false => must.iter().copied().chain([field]).collect(),
                    };
                    let faults = check(&with(status, &turned), ask, true);
                    let free = need(status, ask, field) == Some(Need::May);
                    assert_eq!(faults.is_empty(), free, "{status:?} {ask:?} {field:?}: {faults:?}");
                    assert!(faults.iter().all(|fault| fault.kind == Kind::Field
                        && fault.what.starts_with(&format!("'{}' is ", field.name()))));
                    // Records that do not say what was asked may lack a bound and what stopped them, nothing else.
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
            for (ask, cell) in ASKS.into_iter().zip(row).filter(|(_, cell)| !cell.is_empty()) {
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
    fn what_was_asked_shows_in_the_answer_where_the_record_does_not_say_it() {
        let ask = |game, status, fields: &[Field]| Ask::of(game, &with(status, fields));
        assert_eq!(ask(Game::SameGame, Status::Infeasible, &[]), Ask::Clear);
        assert_eq!(ask(Game::SameGame, Status::Optimal, &[Field::Moves]), Ask::Score);
        assert_eq!(ask(Game::Mayan, Status::Optimal, &[Field::Moves]), Ask::One);
        assert_eq!(ask(Game::Mayan, Status::Optimal, &[Field::Count]), Ask::Count);
        assert_eq!(ask(Game::Mayan, Status::Unknown, &[Field::Counts]), Ask::Count);
        assert_eq!(ask(Game::Mayan, Status::Optimal, &[Field::Moves, Field::Solutions]), Ask::All);
    }
}

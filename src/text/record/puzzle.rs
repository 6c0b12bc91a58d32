//! The puzzle record: one puzzle as one line of JSON.

use super::labels::{self, Alphabet};
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::{MayanTask, Origin, Puzzle, SameGameTask, Task, check_board_by};
use tilefall_rules::{Cell, Columns, GameKind, Mode, Rules, plural};

/// The version of records.
pub const VERSION: u64 = 1;

/// A puzzle record, with the fields in the order in which they are written.
///
/// Only `game` and `rows` are required. A field other than `v` that is `null` counts as missing. Fields of other names
/// are ignored, except the question in a result (`goal`, `target`, `want`, `max_solutions`, `asked`): a search takes
/// the question from its caller, and a puzzle with such a field is refused.
///
/// ```
/// use tilefall::text::record::PuzzleRecord;
/// let line = r#"{"v":1,"id":"two","game":"samegame","rows":["1.","12"]}"#;
/// let record: PuzzleRecord = serde_json::from_str(line).unwrap();
/// assert_eq!(record.puzzle().unwrap().grid.tiles(), 3);
/// assert_eq!(record.to_line().trim_end(), line);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PuzzleRecord {
    /// The version of the record: [`VERSION`], also if the field is missing.
    #[serde(default = "version", deserialize_with = "this_version")]
    pub v: u64,
    /// The name; if missing, the input and the position of the puzzle serve as its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The game. A field that belongs to the other game is an error.
    pub game: GameKind,
    /// The rows, top row first: `.` is empty, one of `0-9a-zA-Z` a colour. For Mayan `0` is empty as well, unless it has a
    /// label.
    pub rows: Vec<String>,
    /// The author's text for a colour, by its character in `rows`. A number is the name of the colour; any other text is
    /// its label.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub labels: Option<BTreeMap<char, String>>,
    /// M, the number of moves allowed, for Mayan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// Whether a list has exactly M moves, at most M, or as few as possible, for Mayan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Whether a swap of two equal blocks is a move in lists of exactly M moves, for Mayan: `true` if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_noop: Option<bool>,
    /// The rules, for SameGame; if missing, the default rules apply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<Rules>,
    /// The index, from 0, in the input that the puzzle was taken from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<u64>,
    /// The generator of the puzzle and its settings.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Box<Origin>>,
    /// Fields of the question in a result; a puzzle must not have them.
    #[serde(default, skip_serializing, rename = "asked")]
    #[serde(alias = "goal", alias = "target", alias = "want", alias = "max_solutions")]
    question: NoQuestion,
}

/// The value of a field that a puzzle must not have; only `null` is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NoQuestion;

impl<'de> Deserialize<'de> for NoQuestion {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<NoQuestion, D::Error> {
        match Option::<serde::de::IgnoredAny>::deserialize(input)? {
            None => Ok(NoQuestion),
            Some(_) => Err(serde::de::Error::custom(
                "'goal', 'target', 'want', 'max_solutions' and 'asked' are fields of results, expected none of them \
                 in a puzzle",
            )),
        }
    }
}

fn version() -> u64 {
    VERSION
}

pub(super) fn this_version<'de, D: Deserializer<'de>>(input: D) -> Result<u64, D::Error> {
    match u64::deserialize(input)? {
        VERSION => Ok(VERSION),
        other => Err(serde::de::Error::custom(format!("version {other}, expected \"v\":{VERSION}"))),
    }
}

/// The error of a record that is not a valid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct RecordError {
    /// The index in `rows` and the byte offset in that string, from 0, if the error has a place.
    pub cell: Option<(usize, usize)>,
    /// The error, and the expected input.
    pub message: String,
}

impl PuzzleRecord {
    /// Converts the record to a puzzle.
    ///
    /// # Errors
    /// For no rows or no columns, uneven rows, invalid characters, invalid or equal labels, too many colours or cells,
    /// fields of the other game, and boards that [`check_board_by`] refuses.
    pub fn puzzle(&self) -> Result<Puzzle, RecordError> {
        self.puzzle_by(None)
    }

    /// Like [`puzzle`](Self::puzzle); `columns`, if given, overrides the field `columns` of the record's rules.
    ///
    /// # Errors
    /// Returns the errors of [`puzzle`](Self::puzzle).
    pub fn puzzle_by(&self, columns: Option<Columns>) -> Result<Puzzle, RecordError> {
        self.refuse_foreign_fields()?;
        let columns = columns.or(self.rules.map(|rules| rules.columns)).unwrap_or_default();
        let grid = self.grid(columns)?;
        let task = match self.game {
            GameKind::SameGame => Task::SameGame(SameGameTask { rules: self.rules, clicks: Vec::new() }),
            GameKind::Mayan => Task::Mayan(MayanTask {
                moves: self.moves,
                mode: self.mode,
                skip_noop: self.allow_noop == Some(false),
                list: Vec::new(),
            }),
        };
        let (id, index, origin) = (self.id.clone(), self.index, self.origin.clone());
        Ok(Puzzle { id, index, origin, ..Puzzle::new(grid, task) })
    }

    /// Refuses fields of the other game, which would change the question.
    fn refuse_foreign_fields(&self) -> Result<(), RecordError> {
        let fields = [
            ("moves", GameKind::Mayan, self.moves.is_some()),
            ("mode", GameKind::Mayan, self.mode.is_some()),
            ("allow_noop", GameKind::Mayan, self.allow_noop.is_some()),
            ("rules", GameKind::SameGame, self.rules.is_some()),
        ];
        match fields.iter().find(|(_, game, given)| *given && *game != self.game) {
            None => Ok(()),
            Some((name, game, _)) => {
                let (own, other) = (self.game.name(), game.name());
                let message = format!("'{name}' is a field of game {other}, this is a puzzle of {own}");
                Err(RecordError { cell: None, message })
            }
        }
    }

    fn grid(&self, columns: Columns) -> Result<Grid, RecordError> {
        let error = |cell, message: String| RecordError { cell, message };
        let (rows, cols) = (self.rows.len(), self.rows.first().map_or(0, String::len));
        if cols == 0 {
            return Err(error(None, "the board has no cells, expected rows of them".into()));
        }
        for (at, row) in self.rows.iter().enumerate() {
            let known = |c: char| c == '.' || Grid::name_of(c).is_some();
            if let Some((byte, found)) = row.char_indices().find(|&(_, c)| !known(c)) {
                let message = format!("found {found:?}, expected '.' or one of 0-9a-zA-Z");
                return Err(error(Some((at, byte)), message));
            }
            if row.len() != cols {
                let message =
                    format!("this row has {}, expected {cols} as the first", plural(row.len(), "cell"));
                return Err(error(Some((at, 0)), message));
            }
        }
        let mut written = Cow::Borrowed(&self.rows);
        let has_label = self.labels.as_ref().is_some_and(|labels| labels.contains_key(&'0'));
        if self.game == GameKind::Mayan && !has_label && self.rows.iter().any(|row| row.contains('0')) {
            written.to_mut().iter_mut().for_each(|row| *row = row.replace('0', "."));
        }
        let alphabet = Alphabet::of(&written, self.labels.as_ref()).map_err(|what| error(None, what))?;
        let place = |cell: Cell| (rows - 1 - cell.row, cell.col);
        let name = |cell| {
            let (row, at) = place(cell);
            alphabet.name_of(char::from(written[row].as_bytes()[at]))
        };
        let grid = Grid::from_names(rows, cols, name).map_err(|e| error(None, e.to_string()))?;
        let grid = alphabet.label(grid);
        check_board_by(&grid, self.game, columns).map_err(|(cell, what)| error(Some(place(cell)), what))?;
        Ok(grid)
    }

    /// Creates the record of a puzzle, without the list of its task.
    pub fn of(puzzle: &Puzzle) -> PuzzleRecord {
        let grid = &puzzle.grid;
        let (characters, labels) = labels::of(grid, puzzle.task.game());
        let cell = |row, col| grid.get(Cell::new(row, col)).map_or('.', |at| characters[usize::from(at)]);
        let rows = (0..grid.rows()).rev();
        let rows = rows.map(|row| (0..grid.cols()).map(|col| cell(row, col)).collect()).collect();
        let (moves, mode, allow_noop, rules) = match &puzzle.task {
            Task::SameGame(task) => (None, None, None, task.rules),
            Task::Mayan(task) => (task.moves, task.mode, task.skip_noop.then_some(false), None),
        };
        let (v, game, id, index) = (VERSION, puzzle.task.game(), puzzle.id.clone(), puzzle.index);
        let origin = puzzle.origin.clone();
        let question = NoQuestion;
        PuzzleRecord { v, id, game, rows, labels, moves, mode, allow_noop, rules, index, origin, question }
    }

    /// Returns the record as a line, with its newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings and numbers can be written") + "\n"
    }
}

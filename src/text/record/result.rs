//! The result record: the result for one puzzle as one line of JSON.

use super::asked::{Asked, LengthCount};
use super::json;
use super::puzzle::{VERSION, this_version};
use serde::{Deserialize, Serialize};
pub use tilefall_rules::Step;
use tilefall_rules::{Cell, GameKind, Status, StopReason};

/// A result record, with the fields in the order in which they are written; fields that do not apply are
/// omitted, and fields of other names are refused.
///
/// ```
/// use tilefall::{rules::{Move, Side, Status}, text::record::ResultRecord};
/// let moves = vec![Move::new(2, 1, Side::Right).into()];
/// let record = ResultRecord { moves: Some(moves), ..ResultRecord::new(0, "a", Status::Optimal) };
/// let line = r#"{"v":1,"index":0,"id":"a","status":"optimal","moves":[[2,1,"R"]]}"#;
/// assert_eq!(record.to_line().trim_end(), line);
/// assert_eq!(serde_json::from_str::<ResultRecord>(line).unwrap(), record);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRecord {
    /// The version of the record: [`VERSION`].
    #[serde(deserialize_with = "this_version")]
    pub v: u64,
    /// The index of the puzzle: from its record, or else its position in the input, from 0.
    pub index: u64,
    /// The id of the puzzle.
    pub id: String,
    /// The game; missing if the puzzle could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameKind>,
    /// [`hash`](super::hash::hash) of the puzzle, 16 hex digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The question about the puzzle.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "json::object")]
    pub asked: Option<Asked>,
    /// How much is proven about the answer.
    pub status: Status,
    /// The list of moves or clicks that was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Step>>,
    /// The score of the list; a penalty may make it negative.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Whether the list clears the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cleared: Option<bool>,
    /// The number of tiles that the list leaves, for the goal `left`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
    /// The number of tiles of the largest removal, for the goal `biggest`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub biggest: Option<u64>,
    /// A proven bound: for SameGame the maximum score, the fewest clicks, the fewest tiles left or the largest removal, by
    /// goal; for Mayan the minimum number of moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<i64>,
    /// The number of solutions in decimal digits, since it may exceed 64 bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<String>,
    /// The number of solutions by length, for the lengths that were counted completely.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "json::objects")]
    pub counts: Option<Vec<LengthCount>>,
    /// The solutions, at most `max_solutions`, if the question wants `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<Vec<Step>>>,
    /// The number of nodes of a tree search, or of trials of an annealer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Elapsed seconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// The limit that ended the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped_by: Option<StopReason>,
    /// Statistics of the search, for `--stats`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stats: Option<serde_json::Map<String, serde_json::Value>>,
    /// The request, as `docs/request.schema.json` describes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request: Option<serde_json::Map<String, serde_json::Value>>,
    /// The error of the puzzle, for status `error`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

impl ResultRecord {
    /// Creates a record with the required fields only.
    pub fn new(index: u64, id: impl Into<String>, status: Status) -> Self {
        ResultRecord {
            v: VERSION,
            index,
            id: id.into(),
            game: None,
            hash: None,
            asked: None,
            status,
            moves: None,
            score: None,
            cleared: None,
            left: None,
            biggest: None,
            bound: None,
            count: None,
            counts: None,
            solutions: None,
            nodes: None,
            seconds: None,
            stopped_by: None,
            stats: None,
            request: None,
            error: None,
        }
    }

    /// Adds a list of clicks for the SameGame puzzle with this hash.
    pub fn with_clicks(self, hash: String, clicks: &[Cell], score: i64, cleared: bool) -> Self {
        ResultRecord {
            game: Some(GameKind::SameGame),
            hash: Some(hash),
            moves: Some(clicks.iter().map(|&cell| cell.into()).collect()),
            score: Some(score),
            cleared: Some(cleared),
            ..self
        }
    }

    /// Returns the record as a line, with its newline.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).expect("strings, numbers and lists can be written") + "\n"
    }
}

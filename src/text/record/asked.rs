//! The question that a result answers.

use serde::{Deserialize, Serialize};
pub use tilefall_rules::Goal;
use tilefall_rules::Mode;

/// The question about a puzzle, beyond its board and rules.
///
/// Two proven results for one puzzle and the same question must agree.
///
/// ```
/// use tilefall::text::record::{Asked, Want};
/// use tilefall::rules::Mode;
/// let asked = Asked { want: Some(Want::Count), mode: Some(Mode::Within), moves: Some(4), ..Asked::default() };
/// let text = r#"{"want":"count","mode":"within","moves":4}"#;
/// assert_eq!(serde_json::to_string(&asked).unwrap(), text);
/// assert_eq!(serde_json::from_str::<Asked>(text).unwrap(), asked);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// SameGame: the goal of the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// SameGame: a result at which the search may stop, in the units of the goal: points, clicks or tiles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
    /// Mayan: whether one list, all lists or their number is requested.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
    /// Mayan: the maximum number of lists for `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_solutions: Option<u64>,
    /// Mayan: whether a list has exactly M moves, at most M, or as few as possible.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Mayan: M, the number of moves allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// Mayan, mode `exactly`: whether a swap of two equal blocks is a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_noop: Option<bool>,
}

/// The lists requested for a Mayan puzzle, as in records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// One list: in mode `within` any list, otherwise the list of [`First`](Self::First).
    One,
    /// The first list in the order of moves: by x, then y, then right before left.
    First,
    /// All lists.
    All,
    /// The number of lists.
    Count,
}

/// The number of lists of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LengthCount {
    /// The length, in moves.
    pub moves: u64,
    /// The number of lists, in decimal digits.
    pub count: String,
}

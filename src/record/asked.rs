//! What a result is an answer to.

use crate::base::Mode;
use serde::{Deserialize, Serialize};

/// What was asked of a puzzle, beyond its board and rules.
///
/// Two results of one puzzle that were asked the same must not differ where both are proven.
///
/// ```
/// use tilefall::record::{Asked, Want};
/// use tilefall::base::Mode;
/// let asked = Asked { want: Some(Want::Count), mode: Some(Mode::Within), moves: Some(4), ..Asked::default() };
/// let text = r#"{"want":"count","mode":"within","moves":4}"#;
/// assert_eq!(serde_json::to_string(&asked).unwrap(), text);
/// assert_eq!(serde_json::from_str::<Asked>(text).unwrap(), asked);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Asked {
    /// SameGame: the highest score, or a list that clears the board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<Goal>,
    /// SameGame: a score at which the search may stop.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<i64>,
    /// Mayan: which lists are wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub want: Option<Want>,
    /// Mayan: the most lists wanted, of `all`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_solutions: Option<u64>,
    /// Mayan: whether M is met exactly, at most, or by a shortest list.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// Mayan: M, the number of moves allowed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// Mayan: whether a swap of two equal blocks is a move; `None` is `false`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub allow_noop: Option<bool>,
}

/// The goal of a SameGame search, as records write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// The highest score.
    Score,
    /// A list that clears the board.
    Clear,
}

/// The lists wanted of a Mayan puzzle, as records write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Want {
    /// One list: any in mode `within`, else the first.
    One,
    /// The first list by x, then y, then right before left.
    First,
    /// All lists.
    All,
    /// Their number.
    Count,
}

/// The number of lists of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LengthCount {
    /// The length, in moves.
    pub moves: u64,
    /// The number of lists, in decimal digits.
    pub count: String,
}

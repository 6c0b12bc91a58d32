//! Scoring rules.

use serde::{Deserialize, Serialize};

/// Points for removing n tiles at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// (n−2)²: the usual rule in the literature.
    #[default]
    N2,
    /// (n−1)².
    N1,
    /// n(n−1)/2.
    Tri,
    /// n(n−1).
    Nn1,
    /// n: the number of tiles.
    Count,
}

impl Score {
    /// Returns the points for one removal of `n` tiles, at least 2.
    ///
    /// # Panics
    /// In builds with overflow checks, if `n` is 0 (unless the rule is `count`), or 1 with `n2`, or so large that the
    /// points exceed 64 bits. Without overflow checks the result is then meaningless.
    ///
    /// ```
    /// use tilefall::base::Score;
    /// assert_eq!([Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count].map(|s| s.points(5)), [9, 16, 10, 20, 5]);
    /// ```
    #[inline]
    pub const fn points(self, n: u64) -> u64 {
        match self {
            Score::N2 => (n - 2) * (n - 2),
            Score::N1 => (n - 1) * (n - 1),
            Score::Tri => n * (n - 1) / 2,
            Score::Nn1 => n * (n - 1),
            Score::Count => n,
        }
    }

    /// Returns the default bonus for an empty board: 1000 for `n2`, else 0.
    pub const fn default_bonus(self) -> u64 {
        if matches!(self, Score::N2) { 1000 } else { 0 }
    }
}

/// The penalty for tiles left at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftPenalty {
    /// No penalty.
    #[default]
    None,
    /// The sum of (tiles−2)² over the colours left.
    N2,
}

/// The scoring rules of SameGame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "RawRules")]
pub struct Rules {
    /// Points for a removal.
    pub score: Score,
    /// Points for an empty board.
    pub clear_bonus: u64,
    /// Penalty for the tiles left.
    pub left_penalty: LeftPenalty,
}

/// Rules as a record contains them: every field is optional.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRules {
    #[serde(default)]
    score: Score,
    clear_bonus: Option<u64>,
    #[serde(default)]
    left_penalty: LeftPenalty,
}

impl From<RawRules> for Rules {
    fn from(raw: RawRules) -> Rules {
        let clear_bonus = raw.clear_bonus.unwrap_or(raw.score.default_bonus());
        Rules { score: raw.score, clear_bonus, left_penalty: raw.left_penalty }
    }
}

impl Rules {
    /// Replaces the given parts of the rules. A new score implies its own default bonus.
    ///
    /// ```
    /// use tilefall::base::{Rules, Score};
    /// assert_eq!(Rules::default().with(Some(Score::N1), None, None).clear_bonus, 0);
    /// assert_eq!(Rules::default().with(Some(Score::N2), None, None).clear_bonus, 1000);
    /// ```
    #[must_use]
    pub fn with(
        self,
        score: Option<Score>,
        clear_bonus: Option<u64>,
        left_penalty: Option<LeftPenalty>,
    ) -> Rules {
        let other = score.filter(|&score| score != self.score);
        Rules {
            score: score.unwrap_or(self.score),
            clear_bonus: clear_bonus.unwrap_or(other.map_or(self.clear_bonus, Score::default_bonus)),
            left_penalty: left_penalty.unwrap_or(self.left_penalty),
        }
    }
}

impl Default for Rules {
    /// Returns the usual rules of the literature: (n−2)², 1000 for an empty board, no penalty.
    fn default() -> Rules {
        Rules { score: Score::N2, clear_bonus: 1000, left_penalty: LeftPenalty::None }
    }
}

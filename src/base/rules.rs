//! Scoring rules.

use serde::{Deserialize, Serialize};

/// Points for removing n tiles at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// (n−2)²: the literature's rule.
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
    /// Points for one removal of `n` tiles, at least 2.
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

    /// The bonus for an empty board where none is named: 1000 for `n2`, else 0.
    pub const fn default_bonus(self) -> u64 {
        if matches!(self, Score::N2) { 1000 } else { 0 }
    }
}

/// Points taken for tiles left at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftPenalty {
    /// None.
    #[default]
    None,
    /// The sum over the colours left of (tiles−2)².
    N2,
}

/// The rules that a score is counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "RawRules")]
pub struct Rules {
    /// Points for a removal.
    pub score: Score,
    /// Points for an empty board.
    pub clear_bonus: u64,
    /// Points taken for what is left.
    pub left_penalty: LeftPenalty,
}

/// Rules as a record may spell them: each part may be left out.
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
    /// These rules with the parts that are given instead. Another score has its own default bonus.
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
    /// The literature's: (n−2)², 1000 for an empty board, no penalty.
    fn default() -> Rules {
        Rules { score: Score::N2, clear_bonus: 1000, left_penalty: LeftPenalty::None }
    }
}

//! Points for a removal.

use crate::plural;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Points for removing n tiles at once.
///
/// The text form, also used in records, is the name of the rule, or `poly:A,B,C`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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
    /// n².
    Sq,
    /// n(n+1)/2.
    Tri1,
    /// Any other polynomial A·n² + B·n + C.
    Poly(Poly),
}

/// The coefficients of a quadratic polynomial whose value is an integer for every integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Poly {
    /// Twice the coefficients A, B and C, which may be multiples of 0.5.
    doubled: [i32; 3],
}

/// The largest absolute value of a coefficient.
const MAX_COEFFICIENT: f64 = 1_000_000.0;

impl Score {
    /// All rules but polynomials, with their names.
    pub const NAMED: [(&'static str, Score); 7] = [
        ("n2", Score::N2),
        ("n1", Score::N1),
        ("tri", Score::Tri),
        ("nn1", Score::Nn1),
        ("count", Score::Count),
        ("sq", Score::Sq),
        ("tri1", Score::Tri1),
    ];

    /// Returns the points for one removal of `n` tiles. With some rules the points for few tiles are negative.
    ///
    /// ```
    /// use tilefall::rules::Score;
    /// assert_eq!([Score::N2, Score::N1, Score::Tri, Score::Nn1, Score::Count].map(|s| s.points(5)), [9, 16, 10, 20, 5]);
    /// assert_eq!([Score::Sq, Score::Tri1].map(|s| s.points(5)), [25, 15]);
    /// assert_eq!("poly:0.5,-1.5,4".parse::<Score>().unwrap().points(5), 9);
    /// ```
    #[inline]
    pub const fn points(self, n: u64) -> i64 {
        let [a, b, c] = self.doubled();
        // Computed in 128 bits, which suffice because a number of tiles beyond 2³¹ counts as 2³¹.
        let n = if n > 1 << 31 { 1 << 31 } else { n as i128 };
        let points = ((a as i128 * n + b as i128) * n + c as i128) / 2;
        if points > i64::MAX as i128 {
            i64::MAX
        } else if points < i64::MIN as i128 {
            i64::MIN
        } else {
            points as i64
        }
    }

    /// Creates the rule A·n² + B·n + C, which must not be one of [`NAMED`](Self::NAMED).
    pub(super) const fn poly(a: i32, b: i32, c: i32) -> Score {
        Score::Poly(Poly { doubled: [2 * a, 2 * b, 2 * c] })
    }

    /// Returns the default bonus for an empty board: 1000 for `n2`, else 0.
    pub const fn default_bonus(self) -> u64 {
        if matches!(self, Score::N2) { 1000 } else { 0 }
    }

    /// Writes `poly:A,B,C`.
    pub(super) fn write_poly(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.doubled().map(Half);
        write!(f, "poly:{a},{b},{c}")
    }

    /// Returns twice the coefficients A, B and C.
    pub const fn doubled(self) -> [i64; 3] {
        match self {
            Score::N2 => [2, -8, 8],
            Score::N1 => [2, -4, 2],
            Score::Tri => [1, -1, 0],
            Score::Nn1 => [2, -2, 0],
            Score::Count => [0, 2, 0],
            Score::Sq => [2, 0, 0],
            Score::Tri1 => [1, 1, 0],
            Score::Poly(Poly { doubled: [a, b, c] }) => [a as i64, b as i64, c as i64],
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = Score::NAMED.iter().find(|(_, score)| score == self) {
            return f.write_str(name);
        }
        self.write_poly(f)
    }
}

impl FromStr for Score {
    type Err = String;

    /// Parses the name of a rule, or `poly:A,B,C`. A polynomial equal to a named rule becomes the named rule.
    ///
    /// ```
    /// use tilefall::rules::Score;
    /// assert_eq!("poly:1,-4,4".parse(), Ok(Score::N2));
    /// assert!("poly:0.5,0,0".parse::<Score>().is_err()); // 0.5 points for one tile
    /// ```
    fn from_str(text: &str) -> Result<Score, String> {
        if let Some(&(_, score)) = Score::NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(score);
        }
        let coefficients = text.strip_prefix("poly:").ok_or_else(|| {
            let names: Vec<&str> = Score::NAMED.iter().map(|(name, _)| *name).collect();
            format!("{text:?} is no rule, expected {} or poly:A,B,C", names.join(", "))
        })?;
        let parts: Vec<&str> = coefficients.split(',').collect();
        let [a, b, c] = parts[..] else {
            let parts = plural(parts.len(), "coefficient");
            return Err(format!("{text:?} has {parts}, expected poly:A,B,C"));
        };
        let doubled = [doubled(a)?, doubled(b)?, doubled(c)?];
        // Integer values for 0 and 1 tiles imply integers for all numbers, since second differences are 2A, an integer.
        if doubled[2] % 2 != 0 || (doubled[0] + doubled[1]) % 2 != 0 {
            return Err(format!(
                "{text:?} has values that are no integers, expected an integer C and an integer A + B"
            ));
        }
        let named = Score::NAMED.iter().map(|&(_, score)| score).find(|score| score.doubled() == doubled);
        // Twice a coefficient is at most two million, and fits 32 bits.
        Ok(named.unwrap_or(Score::Poly(Poly { doubled: doubled.map(|twice| twice as i32) })))
    }
}

/// Half of an integer, displayed as a decimal number.
struct Half(i64);

impl fmt::Display for Half {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let half = if self.0 % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{}{half}", self.0.unsigned_abs() / 2)
    }
}

/// Parses a coefficient and returns twice its value.
fn doubled(text: &str) -> Result<i64, String> {
    let value = text.trim().parse::<f64>().ok().map(|value| 2.0 * value);
    match value.filter(|value| value.fract() == 0.0 && value.abs() <= 2.0 * MAX_COEFFICIENT) {
        Some(value) => Ok(value as i64),
        None => Err(format!(
            "{text:?} is no coefficient, expected a multiple of 0.5 from -{MAX_COEFFICIENT} to {MAX_COEFFICIENT}"
        )),
    }
}

impl Serialize for Score {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Score, D::Error> {
        String::deserialize(input)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_round_trips_as_text() {
        for (name, score) in Score::NAMED {
            assert_eq!((score.to_string().as_str(), name.parse()), (name, Ok(score)));
        }
        for text in ["poly:3,-2,1", "poly:0.5,-1.5,4", "poly:-0.5,0.5,-7", "poly:1000000,-1000000,0"] {
            assert_eq!(text.parse::<Score>().map(|score| score.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("poly: 1.0, -4, +4".parse(), Ok(Score::N2));
    }

    #[test]
    fn other_texts_are_refused() {
        let texts =
            ["", "n3", "poly:", "poly:1,2", "poly:1,2,3,4", "poly:0.25,0,0", "poly:1,0,0.5", "poly:0.5,0,0"];
        for text in
            texts.into_iter().chain(["poly:1000001,0,0", "poly:inf,0,0", "poly:nan,0,0", "POLY:1,0,0"])
        {
            assert!(text.parse::<Score>().is_err(), "{text}");
        }
    }

    #[test]
    fn points_of_any_number_of_tiles_fit() {
        let most: Score = "poly:1000000,1000000,1000000".parse().unwrap();
        assert_eq!((most.points(u64::MAX), most.points(1)), (i64::MAX, 3_000_000));
        assert_eq!((Score::N2.points(0), Score::N2.points(1), Score::N1.points(1)), (4, 1, 0));
    }
}

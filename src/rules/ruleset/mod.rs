//! Rules of the SameGame family.
//!
//! - this file: [`Rules`]
//! - [`score`]: points for a removal
//! - [`preset`]: the rules of known games, and the goals of a search

mod preset;
mod score;

pub use preset::{Goal, PRESETS, Preset};
pub use score::{Poly, Score};

use serde::de::{self, Deserializer, MapAccess, Visitor, value::MapAccessDeserializer};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The penalty for tiles left at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeftPenalty {
    /// No penalty.
    #[default]
    None,
    /// The sum of (tiles−2)² over the colours left.
    N2,
    /// (tiles−2)² for all tiles left together.
    Total,
}

/// Points for tiles left at the end: a polynomial of their number, or 0 if more than `MAX` tiles are left.
///
/// The text form, also used in records, is `poly:A,B,C` or `poly:A,B,C:MAX`.
///
/// ```
/// use tilefall::rules::LeftPoints;
/// let popstar: LeftPoints = "poly:-20,0,2000:9".parse().unwrap();
/// assert_eq!([0, 3, 9, 10].map(|tiles| popstar.points(tiles)), [2000, 1820, 380, 0]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LeftPoints {
    points: Score,
    most: u32,
}

impl LeftPoints {
    /// Returns the points for a number of tiles left.
    pub fn points(self, tiles: u64) -> i64 {
        if tiles <= u64::from(self.most) { self.points.points(tiles) } else { 0 }
    }
}

impl fmt::Display for LeftPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.points.write_poly(f)?;
        if self.most < u32::MAX { write!(f, ":{}", self.most) } else { Ok(()) }
    }
}

impl FromStr for LeftPoints {
    type Err = String;

    fn from_str(text: &str) -> Result<LeftPoints, String> {
        let expected =
            || format!("{text:?} are no points for tiles left, expected poly:A,B,C or poly:A,B,C:MAX");
        let body = text.strip_prefix("poly:").ok_or_else(expected)?;
        let (poly, most) = match body.split_once(':') {
            Some((poly, most)) => (poly, most.parse().map_err(|_| expected())?),
            None => (body, u32::MAX),
        };
        Ok(LeftPoints { points: format!("poly:{poly}").parse()?, most })
    }
}

impl Serialize for LeftPoints {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        output.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for LeftPoints {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<LeftPoints, D::Error> {
        String::deserialize(input)?.parse().map_err(de::Error::custom)
    }
}

/// The effect of a removal on the columns that it empties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Columns {
    /// The columns on the right move to the left over the empty columns.
    #[default]
    Close,
    /// Empty columns stay where they are.
    Stay,
}

/// The rules of a game of the SameGame family: which groups can be removed, what moves, and how a game is scored.
///
/// In a record, rules are an object in which every field is optional, or the name of a [`Preset`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Rules {
    /// Points for a removal.
    pub score: Score,
    /// Points for an empty board; `clear_factor` multiplies them, too.
    pub clear_bonus: u64,
    /// If the board is empty at the end, the sum of all points and the bonus is multiplied by this factor, at least 1.
    #[serde(skip_serializing_if = "is_usual_factor")]
    pub clear_factor: u32,
    /// Penalty for the tiles left.
    pub left_penalty: LeftPenalty,
    /// Points by the number of tiles left, also for 0 tiles. `clear_factor` applies only to the points for 0 tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left_points: Option<LeftPoints>,
    /// The smallest group that can be removed, at least 1. With 1, single tiles can be removed.
    #[serde(skip_serializing_if = "is_usual_size")]
    pub min_group: u32,
    /// The effect of a removal on the columns that it empties.
    #[serde(skip_serializing_if = "are_usual_columns")]
    pub columns: Columns,
}

/// Replacements for parts of the rules. A part stays as it is if its field is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleParts {
    /// Points for a removal.
    pub score: Option<Score>,
    /// Points for an empty board.
    pub clear_bonus: Option<u64>,
    /// The factor for an empty board.
    pub clear_factor: Option<u32>,
    /// Penalty for the tiles left.
    pub left_penalty: Option<LeftPenalty>,
    /// Points for the tiles left.
    pub left_points: Option<LeftPoints>,
    /// The smallest group that can be removed.
    pub min_group: Option<u32>,
    /// The effect of a removal on the columns that it empties.
    pub columns: Option<Columns>,
}

/// Returns all parts of the rules, including the usual values that a record leaves out.
impl From<Rules> for RuleParts {
    fn from(rules: Rules) -> RuleParts {
        let Rules { score, clear_bonus, clear_factor, left_penalty, left_points, min_group, columns } = rules;
        RuleParts {
            score: Some(score),
            clear_bonus: Some(clear_bonus),
            clear_factor: Some(clear_factor),
            left_penalty: Some(left_penalty),
            left_points,
            min_group: Some(min_group),
            columns: Some(columns),
        }
    }
}

impl Rules {
    /// The usual rules of the literature: groups of two or more tiles, columns close, (n−2)², 1000 for an empty board, no
    /// penalty.
    pub const USUAL: Rules = Rules {
        score: Score::N2,
        clear_bonus: 1000,
        clear_factor: 1,
        left_penalty: LeftPenalty::None,
        left_points: None,
        min_group: 2,
        columns: Columns::Close,
    };

    /// Returns the rules with some parts replaced. A new score without a new bonus also sets the score's default bonus.
    ///
    /// ```
    /// use tilefall::rules::{RuleParts, Rules, Score};
    /// let with = |score| Rules::default().with(&RuleParts { score: Some(score), ..RuleParts::default() });
    /// assert_eq!((with(Score::N1).clear_bonus, with(Score::N2).clear_bonus), (0, 1000));
    /// ```
    #[must_use]
    pub fn with(self, parts: &RuleParts) -> Rules {
        let other = parts.score.filter(|&score| score != self.score);
        Rules {
            score: parts.score.unwrap_or(self.score),
            clear_bonus: parts.clear_bonus.unwrap_or(other.map_or(self.clear_bonus, Score::default_bonus)),
            clear_factor: parts.clear_factor.unwrap_or(self.clear_factor),
            left_penalty: parts.left_penalty.unwrap_or(self.left_penalty),
            left_points: parts.left_points.or(self.left_points),
            min_group: parts.min_group.unwrap_or(self.min_group),
            columns: parts.columns.unwrap_or(self.columns),
        }
    }

    /// Returns whether boards change as under the usual rules: groups of two or more tiles can be removed, and columns
    /// close.
    pub fn plays_as_usual(&self) -> bool {
        self.min_group == 2 && self.columns == Columns::Close
    }

    /// Returns `true` if, for groups of all removable sizes, points are not negative and never decrease with the size,
    /// and one removal scores at least as much as two removals of the same tiles.
    pub fn is_superadditive(&self) -> bool {
        let [a, b, c] = self.score.doubled();
        let min = i64::from(self.min_group.clamp(1, 1 << 16));
        a >= 0 && self.score.points(min as u64) >= 0 && (2 * min + 1) * a + b >= 0 && c <= 2 * min * min * a
    }

    /// Returns the phrase for messages if no group can be removed: `no group of two or more tiles`.
    pub fn no_group(&self) -> String {
        match self.min_group {
            0 | 1 => "no tile".into(),
            2 => "no group of two or more tiles".into(),
            size => format!("no group of {size} or more tiles"),
        }
    }

    /// Returns the points for a number of tiles left, by the field `left_points`; 0 without the field.
    pub fn left_points(&self, tiles: u64) -> i64 {
        self.left_points.map_or(0, |left| left.points(tiles))
    }

    /// Returns the highest points for tiles left, over all numbers of tiles from 1 to `tiles`.
    pub fn most_left_points(&self, tiles: u64) -> i64 {
        let most = |left: LeftPoints| (1..=tiles).map(|tiles| left.points(tiles)).max();
        self.left_points.and_then(most).unwrap_or(0)
    }

    /// Returns the score of a game, from the points of its removals and the number of tiles of each colour left.
    pub fn total(&self, points: i64, left: impl IntoIterator<Item = u64>) -> i64 {
        let (mut tiles, mut squares) = (0_i64, 0_i64);
        for count in left {
            tiles = tiles.saturating_add_unsigned(count);
            squares = squares.saturating_add(squared_less_two(count));
        }
        let points = points.saturating_add(self.left_points(tiles.unsigned_abs()));
        match self.left_penalty {
            _ if tiles == 0 => {
                points.saturating_add_unsigned(self.clear_bonus).saturating_mul(self.clear_factor.into())
            }
            LeftPenalty::None => points,
            LeftPenalty::N2 => points.saturating_sub(squares),
            LeftPenalty::Total => points.saturating_sub(squared_less_two(tiles.unsigned_abs())),
        }
    }
}

/// Returns (n − 2)², or 0 for no tile.
fn squared_less_two(tiles: u64) -> i64 {
    match i64::try_from(tiles) {
        Ok(0) => 0,
        Ok(tiles) => (tiles - 2).saturating_pow(2),
        Err(_) => i64::MAX,
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::USUAL
    }
}

/// Rules as in a record: the name of a known game, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenRules {
    /// The rules of the known game, or of the object with defaults for missing fields.
    pub rules: Rules,
    /// The known game, if the record names one.
    pub game: Option<&'static Preset>,
}

impl From<&'static Preset> for GivenRules {
    fn from(game: &'static Preset) -> GivenRules {
        GivenRules { rules: game.rules, game: Some(game) }
    }
}

impl Serialize for GivenRules {
    fn serialize<S: Serializer>(&self, output: S) -> Result<S::Ok, S::Error> {
        match self.game {
            Some(game) => game.name.serialize(output),
            None => self.rules.serialize(output),
        }
    }
}

impl<'de> Deserialize<'de> for Rules {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Rules, D::Error> {
        GivenRules::deserialize(input).map(|given| given.rules)
    }
}

impl<'de> Deserialize<'de> for GivenRules {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<GivenRules, D::Error> {
        struct OfRecord;
        impl<'de> Visitor<'de> for OfRecord {
            type Value = GivenRules;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of rules, or the name of a game")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<GivenRules, E> {
                Preset::named(name).map(GivenRules::from).map_err(E::custom)
            }

            fn visit_map<A: MapAccess<'de>>(self, parts: A) -> Result<GivenRules, A::Error> {
                let parts = RuleParts::deserialize(MapAccessDeserializer::new(parts))?;
                for (name, value) in [("min_group", parts.min_group), ("clear_factor", parts.clear_factor)] {
                    if value == Some(0) {
                        return Err(de::Error::custom(format!("{name} is 0, expected at least 1")));
                    }
                }
                let score = parts.score.unwrap_or_default();
                let bonus = Rules { clear_bonus: score.default_bonus(), ..Rules::USUAL };
                let parts = RuleParts { clear_bonus: parts.clear_bonus.or(Some(bonus.clear_bonus)), ..parts };
                Ok(GivenRules { rules: bonus.with(&parts), game: None })
            }
        }
        input.deserialize_any(OfRecord)
    }
}

// Records omit these three fields at their usual values: older versions did not have the fields.

fn is_usual_factor(factor: &u32) -> bool {
    *factor == Rules::USUAL.clear_factor
}

fn is_usual_size(size: &u32) -> bool {
    *size == Rules::USUAL.min_group
}

fn are_usual_columns(columns: &Columns) -> bool {
    *columns == Rules::USUAL.columns
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_game_adds_multiplies_or_subtracts() {
        let rules = Rules { clear_bonus: 10, clear_factor: 3, ..Rules::USUAL };
        assert_eq!((rules.total(5, [0, 0]), rules.total(5, [0, 4])), (45, 5));
        let with = |left_penalty| Rules { left_penalty, ..rules }.total(5, [1, 4, 0]);
        assert_eq!([LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total].map(with), [5, 5 - 1 - 4, 5 - 9]);
    }
}

//! A request for new puzzles.

use super::error::RequestError;
use crate::Cancel;
use crate::mayan::generate as mayan;
use crate::rules::grid::Grid;
use crate::rules::{GameKind, GivenRules, RuleParts};
use crate::samegame::generate as samegame;
use crate::text::formats::{Format, WriteError};
use crate::text::report::{self, Generated};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::RangeInclusive;

/// A request for new puzzles. Every field is optional; `clearable`, `balanced`, `clicks`, `rules` and `parts` are only
/// for SameGame, and `moves`, `blocks`, `unique`, `solutions` and `difficulty` only for the Mayan puzzle.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GenerateRequest {
    /// The number of rows; by default that of the usual board of the game.
    pub rows: Option<usize>,
    /// The number of columns; by default that of the usual board of the game.
    pub cols: Option<usize>,
    /// The number of colours; the default depends on the game and on `moves`.
    pub colors: Option<usize>,
    /// Whether the board must be clearable: some list of clicks removes all tiles.
    pub clearable: bool,
    /// Whether the numbers of tiles of any two colours must differ by at most one.
    pub balanced: bool,
    /// The number of clicks of the shortest list that clears the board; `None` for any.
    pub clicks: Option<u64>,
    /// The rules of the puzzle; the usual rules by default.
    pub rules: Option<GivenRules>,
    /// Parts that replace parts of `rules`.
    pub parts: RuleParts,
    /// The number of moves of the shortest list that clears the board; 5 by default.
    pub moves: Option<u64>,
    /// The least and the largest number of blocks on the board.
    pub blocks: Option<Ends>,
    /// Whether the board must be cleared by exactly one list of `moves` moves.
    pub unique: bool,
    /// The least and the largest number of lists of `moves` moves that clear the board; `None` for any.
    pub solutions: Option<Ends>,
    /// The range of the difficulty, within 0 to 100; `None` for any.
    pub difficulty: Option<Difficulty>,
}

/// A range with both ends included. In JSON a number or a list of two: `5` or `[3,7]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ends(pub u64, pub u64);

impl Ends {
    fn range(self) -> RangeInclusive<u64> {
        self.0..=self.1
    }
}

impl<'de> Deserialize<'de> for Ends {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Ends, D::Error> {
        let value = Value::deserialize(input)?;
        let parts = value.as_array().map_or(std::slice::from_ref(&value), Vec::as_slice);
        match parts.iter().map(Value::as_u64).collect::<Option<Vec<_>>>().as_deref() {
            Some(&[one]) => Ok(Ends(one, one)),
            Some(&[low, high]) => Ok(Ends(low, high)),
            _ => Err(D::Error::custom(format!("found {value}, expected a whole number or two in a list"))),
        }
    }
}

/// A range of difficulties within 0 to 100. In JSON `easy`, `medium`, `hard`, or a range of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Difficulty(pub Ends);

impl Difficulty {
    /// Returns the range named `easy`, `medium` or `hard`; `None` for any other word.
    pub fn named(word: &str) -> Option<Difficulty> {
        let words = [("easy", Ends(0, 35)), ("medium", Ends(36, 60)), ("hard", Ends(61, 100))];
        words.into_iter().find(|(name, _)| *name == word).map(|(_, ends)| Difficulty(ends))
    }
}

impl<'de> Deserialize<'de> for Difficulty {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Difficulty, D::Error> {
        let value = Value::deserialize(input)?;
        let named = value.as_str().map(|word| Difficulty::named(word).ok_or("easy, medium, hard or a range"));
        match named {
            Some(named) => {
                named.map_err(|expected| D::Error::custom(format!("found {value}, expected {expected}")))
            }
            None => Ends::deserialize(value).map(Difficulty).map_err(D::Error::custom),
        }
    }
}

/// The checked options of a generator of puzzles; created by [`GenerateRequest::maker`].
#[derive(Clone, Debug)]
pub enum Maker {
    /// Options for SameGame puzzles.
    SameGame(samegame::GenerateOptions),
    /// Options for Mayan puzzles.
    Mayan(mayan::GenerateOptions),
}

impl GenerateRequest {
    /// Reads a request from JSON.
    ///
    /// # Errors
    /// If a field is unknown or has a wrong value.
    pub fn from_json(json: &str) -> Result<GenerateRequest, RequestError> {
        super::error::read(json)
    }

    /// Checks the request for a game, and converts it to the options of the game's generator.
    ///
    /// # Errors
    /// If no puzzle can satisfy the request, a field belongs to the other game, or two fields exclude each other.
    pub fn maker(&self, game: GameKind) -> Result<Maker, RequestError> {
        let of_samegame = [
            ("clearable", self.clearable),
            ("balanced", self.balanced),
            ("clicks", self.clicks.is_some()),
            ("rules", self.rules.is_some()),
            ("parts", self.parts != RuleParts::default()),
        ];
        let of_mayan = [
            ("moves", self.moves.is_some()),
            ("blocks", self.blocks.is_some()),
            ("unique", self.unique),
            ("solutions", self.solutions.is_some()),
            ("difficulty", self.difficulty.is_some()),
        ];
        let others = if game == GameKind::SameGame { &of_mayan[..] } else { &of_samegame[..] };
        for &(field, given) in others {
            RequestError::unless(!given, field, &format!("on {} puzzles", game.title()))?;
        }
        RequestError::both(("clearable", self.clearable), ("clicks", self.clicks.is_some()))?;
        RequestError::both(("unique", self.unique), ("solutions", self.solutions.is_some()))?;
        let impossible = |why: String| RequestError::value("", why);
        match game {
            GameKind::SameGame => {
                let usual = samegame::GenerateOptions::default();
                let options = samegame::GenerateOptions {
                    rows: self.rows.unwrap_or(usual.rows),
                    cols: self.cols.unwrap_or(usual.cols),
                    colours: self.colors.unwrap_or(usual.colours),
                    balanced: self.balanced,
                    clearable: self.clearable,
                    clicks: self.clicks,
                    rules: self.rules.map_or(usual.rules, |given| given.rules).with(&self.parts),
                };
                options.check().map_err(|error| impossible(error.to_string()))?;
                Ok(Maker::SameGame(options))
            }
            GameKind::Mayan => {
                let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
                let blocks = self.blocks.map(|ends| size(ends.0)..=size(ends.1));
                let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
                let usual = mayan::GenerateOptions::for_moves(self.moves.unwrap_or(5), self.colors, blocks);
                let options = mayan::GenerateOptions {
                    rows: self.rows.unwrap_or(usual.rows),
                    cols: self.cols.unwrap_or(usual.cols),
                    solutions: if self.unique { Some(1..=1) } else { self.solutions.map(Ends::range) },
                    difficulty: self.difficulty.map(|Difficulty(ends)| small(ends.0)..=small(ends.1)),
                    ..usual
                };
                options.check().map_err(|error| impossible(error.to_string()))?;
                Ok(Maker::Mayan(options))
            }
        }
    }
}

impl Maker {
    /// Returns the prefix of the ids of the puzzles: `samegame-15x15x5`.
    pub fn name(&self) -> String {
        match self {
            Maker::SameGame(options) => report::samegame::id_prefix(options),
            Maker::Mayan(options) => report::mayan::id_prefix(options),
        }
    }

    /// Checks that a format can represent every puzzle that these options can generate.
    ///
    /// # Errors
    /// Returns the error of the format for a full board with these options.
    pub fn check_format(&self, format: &Format) -> Result<(), WriteError> {
        match self {
            Maker::SameGame(options) => report::samegame::check_format(options, format),
            Maker::Mayan(options) => report::mayan::check_format(options, format),
        }
    }

    /// Makes puzzle `number` of a seed: the first suitable board of a random stream for which `taken` returns `false`.
    ///
    /// # Errors
    /// If no suitable board is found, or `cancel` ends the search.
    pub fn make(
        &self,
        seed: u64,
        number: u64,
        cancel: &Cancel,
        taken: impl FnMut(&Grid) -> bool,
    ) -> Result<Generated, String> {
        match self {
            Maker::SameGame(options) => samegame::make(options, seed, number, cancel, taken)
                .map(|made| report::samegame::generated(options, made))
                .map_err(|why| why.to_string()),
            Maker::Mayan(options) => mayan::make(options, seed, number, cancel, taken)
                .map(|made| report::mayan::generated(options, made))
                .map_err(|why| why.to_string()),
        }
    }
}

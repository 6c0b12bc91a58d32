//! The rules of known games, and the goals of a search.

use super::{Columns, LeftPenalty, LeftPoints, Rules, Score};
use serde::{Deserialize, Serialize};

/// The goal of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Goal {
    /// The highest score.
    #[default]
    Score,
    /// Any list that empties the board.
    Clear,
    /// A list that empties the board in the fewest clicks.
    Fewest,
    /// The fewest tiles left at the end.
    Left,
    /// The largest single removal.
    Biggest,
}

impl Goal {
    /// All goals with their names.
    pub const NAMED: [(&'static str, Goal); 5] = [
        ("score", Goal::Score),
        ("clear", Goal::Clear),
        ("fewest", Goal::Fewest),
        ("left", Goal::Left),
        ("biggest", Goal::Biggest),
    ];

    /// Returns the name in records and flags, such as `score`.
    pub fn name(self) -> &'static str {
        Goal::NAMED.iter().find(|(_, goal)| *goal == self).map_or("", |(name, _)| name)
    }

    /// Converts between the value that a search maximises and the units of the goal: negates clicks and tiles left.
    #[doc(hidden)]
    pub fn in_units(self, value: i64) -> i64 {
        if matches!(self, Goal::Fewest | Goal::Left) { value.saturating_neg() } else { value }
    }

    /// Returns whether only a list that empties the board is an answer.
    pub fn needs_empty_board(self) -> bool {
        matches!(self, Goal::Clear | Goal::Fewest)
    }
}

/// The rules of a known game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name, as in `--rules`.
    pub name: &'static str,
    /// The game, and where its rules are described.
    pub source: &'static str,
    /// The rules that the name stands for.
    pub rules: Rules,
    /// The goal of a request that names the preset but no goal.
    pub goal: Goal,
}

/// The presets, the usual rules first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "samegame",
        source: "SameGame as in the literature: Schadd, Winands, Tak and Uiterwijk, Knowledge-Based Systems 34 (2012)",
        rules: Rules::USUAL,
        goal: Goal::Score,
    },
    Preset {
        name: "former",
        source: "Former, the daily puzzle of the broadcaster NRK: nrk.no/spill/former-1.17105310",
        rules: Rules {
            score: Score::Count,
            clear_bonus: 0,
            min_group: 1,
            columns: Columns::Stay,
            ..Rules::USUAL
        },
        goal: Goal::Fewest,
    },
    Preset {
        name: "codingame",
        source: "CodinGame, Optimization: SameGame (statement and referee)",
        rules: Rules::USUAL,
        goal: Goal::Score,
    },
    Preset {
        name: "momaland",
        source: "MOMAland of the Farama Foundation: momaland/envs/samegame/same_game.py",
        rules: Rules { score: Score::Sq, clear_bonus: 0, ..Rules::USUAL },
        goal: Goal::Score,
    },
    Preset {
        name: "tatham",
        source: "Same Game of Simon Tatham's Portable Puzzle Collection, with its default points (manual and samegame.c)",
        rules: Rules { clear_bonus: 0, ..Rules::USUAL },
        goal: Goal::Clear,
    },
    Preset {
        name: "topcoder",
        source: "TopCoder, problem SameGame of TCO03, round 2",
        rules: Rules { score: Score::Tri, clear_bonus: 0, clear_factor: 4, ..Rules::USUAL },
        goal: Goal::Score,
    },
    Preset {
        name: "codeabbey",
        source: "CodeAbbey, problem 146, Color Cubes",
        rules: Rules { score: Score::Tri1, clear_bonus: 0, min_group: 1, ..Rules::USUAL },
        goal: Goal::Score,
    },
    Preset {
        name: "lx",
        source: "SameGame LX of js-games.de: js-games.de/eng/games/samegame/lx/rules",
        rules: Rules { left_penalty: LeftPenalty::Total, ..Rules::USUAL },
        goal: Goal::Score,
    },
    Preset {
        name: "popstar",
        source: "PopStar!: 5n² points for n stars, and 2000 - 20n² for at most nine left",
        rules: Rules {
            score: Score::poly(5, 0, 0),
            clear_bonus: 0,
            left_points: Some(LeftPoints { points: Score::poly(-20, 0, 2000), most: 9 }),
            ..Rules::USUAL
        },
        goal: Goal::Score,
    },
];

impl Preset {
    /// Returns the preset with a name.
    ///
    /// # Errors
    /// If no preset has this name: a message with all names.
    pub fn named(name: &str) -> Result<&'static Preset, String> {
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            format!("{name:?} is no game with known rules, expected one of {}", names.join(", "))
        })
    }
}

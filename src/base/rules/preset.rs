//! The rules of known games, and the goals of a search.

use super::{Columns, LeftPenalty, Rules, Score};
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

    /// Returns the name.
    pub fn name(self) -> &'static str {
        Goal::NAMED.iter().find(|(_, goal)| *goal == self).map_or("", |(name, _)| name)
    }

    /// Returns whether only a list that empties the board is an answer.
    pub fn needs_empty_board(self) -> bool {
        matches!(self, Goal::Clear | Goal::Fewest)
    }
}

/// The rules of a known game.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The name, as in `--rules`.
    pub name: &'static str,
    /// The game, and where its rules are described.
    pub source: &'static str,
    /// The rules.
    pub rules: Rules,
    /// The usual goal.
    pub goal: Goal,
}

/// The presets, the usual rules first.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "samegame",
        source: "the usual rules of the literature: Schadd et al., Knowledge-Based Systems 34 (2012) 3-11",
        rules: Rules::USUAL,
        goal: Goal::Score,
    },
    Preset {
        name: "former",
        source: "Former, the daily board of NRK: nrk.no/spill/former-1.17105310",
        rules: Rules { score: Score::Count, min_group: 1, columns: Columns::Stay, ..PLAIN },
        goal: Goal::Fewest,
    },
    Preset {
        name: "codingame",
        source: "CodinGame, Optimization: SameGame: github.com/acatai/SameGame",
        rules: Rules::USUAL,
        goal: Goal::Score,
    },
    Preset {
        name: "momaland",
        source: "MOMAland, same_game.py: github.com/Farama-Foundation/momaland",
        rules: Rules { score: Score::Sq, ..PLAIN },
        goal: Goal::Score,
    },
    Preset {
        name: "tatham",
        source: "Simon Tatham's puzzles: www.chiark.greenend.org.uk/~sgtatham/puzzles/doc/samegame.html",
        rules: PLAIN,
        goal: Goal::Clear,
    },
    Preset {
        name: "topcoder",
        source: "TopCoder, SameGame: TCO03 Round 2, 500 points",
        rules: Rules { score: Score::Tri, clear_factor: 4, ..PLAIN },
        goal: Goal::Score,
    },
    Preset {
        name: "codeabbey",
        source: "CodeAbbey 146, Color Cubes: www.codeabbey.com/index/task_view/color-cubes",
        rules: Rules { score: Score::Tri1, min_group: 1, ..PLAIN },
        goal: Goal::Score,
    },
    Preset {
        name: "lx",
        source: "SameGame - LX: www.js-games.de/eng/games/samegame/lx/rules",
        rules: Rules { left_penalty: LeftPenalty::Total, ..Rules::USUAL },
        goal: Goal::Score,
    },
];

/// (n−2)² without a bonus: what most presets have in common.
const PLAIN: Rules = Rules { clear_bonus: 0, ..Rules::USUAL };

impl Preset {
    /// Returns the preset with a name.
    ///
    /// # Errors
    /// Returns a message with all names if there is none.
    pub fn named(name: &str) -> Result<&'static Preset, String> {
        PRESETS.iter().find(|preset| preset.name == name).ok_or_else(|| {
            let names: Vec<&str> = PRESETS.iter().map(|preset| preset.name).collect();
            format!("{name:?} is no game with known rules, expected one of {}", names.join(", "))
        })
    }
}

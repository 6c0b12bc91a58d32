//! The two puzzles.

/// One of the two puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameKind {
    /// Click groups of two or more.
    SameGame,
    /// Move blocks sideways; clear the board within M moves.
    Mayan,
}

impl GameKind {
    /// Returns the name in commands and records: `samegame` or `mayan`.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::SameGame => "samegame",
            GameKind::Mayan => "mayan",
        }
    }

    /// Returns the name in messages: `SameGame` or `Mayan`.
    pub fn title(self) -> &'static str {
        match self {
            GameKind::SameGame => "SameGame",
            GameKind::Mayan => "Mayan",
        }
    }

    /// Returns the lowest name of a colour in texts: 0 for SameGame; 1 for Mayan, where 0 is an empty cell.
    pub fn first_colour(self) -> u64 {
        u64::from(self == GameKind::Mayan)
    }

    /// Returns the message for a puzzle of this game where `expected` is required.
    pub fn wrong_game(self, expected: GameKind) -> String {
        format!("this is a {} puzzle, expected a {} one", self.title(), expected.title())
    }
}

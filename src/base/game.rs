//! The two puzzles.

/// Which of the two puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Game {
    /// Click groups of two or more.
    SameGame,
    /// Slide blocks, clear within M moves.
    Mayan,
}

impl Game {
    /// `samegame` or `mayan`, as commands and records spell it.
    pub fn name(self) -> &'static str {
        match self {
            Game::SameGame => "samegame",
            Game::Mayan => "mayan",
        }
    }

    /// `SameGame` or `Mayan`, as messages spell it.
    pub fn title(self) -> &'static str {
        match self {
            Game::SameGame => "SameGame",
            Game::Mayan => "Mayan",
        }
    }

    /// The message for a puzzle of this game where the other game is expected.
    pub fn instead_of(self, expected: Game) -> String {
        format!("this is a {} puzzle, expected a {} one", self.title(), expected.title())
    }
}

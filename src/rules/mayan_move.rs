//! Moves of the Mayan puzzle.

/// The direction of a Mayan move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
pub enum Side {
    /// To the right, `R` or `1` in text. Comes first in the order of moves.
    #[serde(rename = "R")]
    Right,
    /// To the left, `L` or `-1` in text.
    #[serde(rename = "L")]
    Left,
}

/// A Mayan move: the block at (x, y) moves one cell to a side.
///
/// Moves are ordered by x, then y, then right before left, as lists of moves in answers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Column from the left, 0-based.
    pub x: u8,
    /// Row from the bottom, 0-based.
    pub y: u8,
    /// The direction in which the block moves.
    pub side: Side,
}

impl Move {
    /// Creates the move of the block at (x, y) to a side.
    pub const fn new(x: u8, y: u8, side: Side) -> Self {
        Move { x, y, side }
    }

    /// Returns the two columns of the move, the left one first. For a move over the left edge, both are column 0.
    ///
    /// ```
    /// use tilefall::rules::{Move, Side};
    /// assert_eq!(Move::new(2, 0, Side::Right).columns(), [2, 3]);
    /// assert_eq!(Move::new(2, 0, Side::Left).columns(), [1, 2]);
    /// ```
    pub const fn columns(self) -> [u8; 2] {
        match self.side {
            Side::Right => [self.x, self.x.saturating_add(1)],
            Side::Left => [self.x.saturating_sub(1), self.x],
        }
    }
}

/// The condition on the length of a solution of the Mayan puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Exactly M moves; a list that empties the board earlier is no solution.
    Exactly,
    /// At most M moves.
    Within,
    /// At most M moves, and as few as possible.
    Shortest,
}

impl Mode {
    /// Returns the name in records and flags.
    pub const fn name(self) -> &'static str {
        match self {
            Mode::Exactly => "exactly",
            Mode::Within => "within",
            Mode::Shortest => "shortest",
        }
    }
}

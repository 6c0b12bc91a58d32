//! Moves of either game, as in records and text.

use super::{Cell, Move, Side};
use serde::{Deserialize, Serialize};
use std::fmt;

/// A move of either game.
///
/// ```
/// use tilefall::rules::{Cell, Move, Side, Step};
/// let click: Step = "3 5".parse().unwrap();
/// assert_eq!((click.click(), click.to_string()), (Some(Cell::new(2, 4)), "3 5".into()));
/// let slide: Step = "2 1 R".parse().unwrap();
/// assert_eq!((slide.slide(), slide.to_string()), (Some(Move::new(2, 1, Side::Right)), "2 1 R".into()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    /// A SameGame click: `[row, col]`, 1-based from the bottom left.
    Click(u64, u64),
    /// A Mayan move: `[x, y, "R"|"L"]`, 0-based from the bottom left.
    Slide(u8, u8, Side),
}

impl From<Cell> for Step {
    fn from(cell: Cell) -> Step {
        Step::Click((cell.row as u64).saturating_add(1), (cell.col as u64).saturating_add(1))
    }
}

impl From<Move> for Step {
    fn from(step: Move) -> Step {
        Step::Slide(step.x, step.y, step.side)
    }
}

impl Step {
    /// Returns the cell of a SameGame click; `None` for a Mayan move, and for a coordinate of 0.
    pub fn click(self) -> Option<Cell> {
        let Step::Click(row, col) = self else { return None };
        let place = |at: u64| at.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        Some(Cell::new(place(row)?, place(col)?))
    }

    /// Returns the Mayan move; `None` for a SameGame click.
    pub fn slide(self) -> Option<Move> {
        let Step::Slide(x, y, side) = self else { return None };
        Some(Move::new(x, y, side))
    }
}

impl fmt::Display for Step {
    /// Formats as `ROW COLUMN` from 1 at the bottom left, or `X Y R|L` from 0 at the bottom left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Click(row, col) => write!(f, "{row} {col}"),
            Step::Slide(x, y, side) => write!(f, "{x} {y} {side}"),
        }
    }
}

impl fmt::Display for Side {
    /// Formats as `R` or `L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Right => "R",
            Side::Left => "L",
        })
    }
}

impl fmt::Display for Move {
    /// Formats as `X Y R` or `X Y L`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Step::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_both_games_round_trip() {
        let steps: Vec<Step> = serde_json::from_str(r#"[[1,15],[4,6,"L"]]"#).unwrap();
        assert_eq!(steps[0].click(), Some(Cell::new(0, 14)));
        assert_eq!(steps[1].slide(), Some(Move::new(4, 6, Side::Left)));
        assert_eq!(steps, [Cell::new(0, 14).into(), Move::new(4, 6, Side::Left).into()]);
        for step in steps {
            assert_eq!(step.to_string().parse(), Ok(step));
        }
        for wrong in [r#"[[1]]"#, r#"[[1,2,"X"]]"#, r#"[[1,2,"R",4]]"#, r#"[[1,-2]]"#, r#"[[1,999,"R"]]"#] {
            assert!(serde_json::from_str::<Vec<Step>>(wrong).is_err(), "{wrong}");
        }
        assert_eq!("2 1 -1".parse(), Ok(Move::new(2, 1, Side::Left)));
        assert!("2 1".parse::<Move>().is_err() && "1 1, 2 2".parse::<Step>().is_err());
    }
}

//! Which boards can be searched, and an upper bound on their scores.

use crate::rules::grid::{Grid, GridError};
use crate::rules::refusal::{Refusal, most_points};
use crate::rules::stretches::{Stretch, stretches};
use crate::rules::{Colour, Columns, GameKind, LeftPenalty, MAX_COLOURS, Rules};
use crate::samegame::repr::{PackError, check_settled};

/// Why a board is not a SameGame board, or cannot be searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The text is not a drawing of a board.
    #[error(
        "this is not a board, expected rows of one length, '.' for an empty cell, a letter or a digit for a tile"
    )]
    Drawing,
    /// The grid has too many cells or colours.
    #[error(transparent)]
    Grid(#[from] GridError),
    /// A tile floats, or an empty column lies left of a full one.
    #[error(transparent)]
    Unsettled(#[from] PackError),
    /// The board is too large for the search, or for its method.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A Mayan puzzle was given for a SameGame board.
    #[error("{}", GameKind::Mayan.wrong_game(GameKind::SameGame))]
    WrongGame,
}

/// A checked grid: its size can be searched, no tile floats and, if columns close, no empty column lies left of a
/// full one. A board is checked once, when it enters the library, and not again by each search.
#[derive(Clone, Copy, Debug)]
pub struct Settled<'a>(&'a Grid);

impl<'a> Settled<'a> {
    /// Checks the size of a grid, and that the grid is settled under the rule for empty columns.
    pub fn of(grid: &'a Grid, columns: Columns) -> Result<Settled<'a>, BoardError> {
        Refusal::check_size(grid)?;
        check_settled(grid, columns)?;
        Ok(Settled(grid))
    }

    /// Returns the checked grid.
    pub fn grid(self) -> &'a Grid {
        self.0
    }
}

/// Returns an upper bound on the score of any list, computed from the numbers of tiles alone.
pub(super) fn max_score(grid: &Grid, rules: Rules) -> i128 {
    let (mut points, mut stay) = (0, [0; MAX_COLOURS]);
    for Stretch { colour, tiles, .. } in stretches(grid, &rules) {
        points += most_points(&rules, tiles as u64);
        if tiles < rules.min_group as usize {
            stay[colour] += tiles as i128;
        }
    }
    // The penalty (n − 2)² grows from two tiles on. If one tile stays, a second may stay as well, and two cost nothing.
    let least = |stay: i128| (stay.max(2) - 2).pow(2);
    let all: i128 = stay.iter().sum();
    let of_left = points + i128::from(rules.most_left_points(grid.tiles() as u64));
    match (all, rules.left_penalty) {
        (0, _) => {
            let bonus = i128::from(rules.clear_bonus) + i128::from(rules.left_points(0));
            of_left.max((points + bonus) * i128::from(rules.clear_factor.max(1)))
        }
        (_, LeftPenalty::None) => of_left,
        (_, LeftPenalty::N2) => {
            let of = |(colour, &stay): (usize, &i128)| match stay {
                1 if grid.count(colour as Colour) == 1 => 1,
                _ => least(stay),
            };
            of_left - stay.iter().take(grid.colours()).enumerate().map(of).sum::<i128>()
        }
        (_, LeftPenalty::Total) => of_left - least(all),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_tiles_cost_their_penalty_and_the_bonus() {
        let rules = |left_penalty| Rules { left_penalty, ..Rules::default() };
        let grid = Grid::parse("1 1 1 2 3").unwrap();
        assert_eq!(max_score(&grid, rules(LeftPenalty::None)), 1);
        assert_eq!(max_score(&grid, rules(LeftPenalty::N2)), 1 - 2);
        assert_eq!(max_score(&Grid::parse("1 1 1").unwrap(), rules(LeftPenalty::N2)), 1 + 1000);
    }
}

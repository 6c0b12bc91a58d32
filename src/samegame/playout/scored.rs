//! Many random games on one board, and what they come to.

use super::{Exception, Tabu, UniformGroups, UniformTiles, playout};
use crate::base::{Cell, Rules};
use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::grid::Grid;
use crate::samegame::board::packed::Packed;
use crate::samegame::board::plain::{TRIES, mover};
use crate::samegame::board::{Board, BoardError};
use rand::{Rng, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How the clicks of a random game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A random tile that can be clicked.
    Tiles,
    /// A random group.
    Groups,
    /// A random group, the first colour kept for the end.
    Tabu,
}

/// What random games come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// The points of all games, bonuses included, penalties not.
    pub points: u64,
    /// The clicks of all games.
    pub clicks: u64,
    /// Whether some game cleared the board.
    pub cleared: bool,
}

/// Plays random games on a board of up to 16×16 cells and 7 colours. The same seed gives the same games on every path.
///
/// # Errors
/// If the board is larger, or is not settled.
pub fn scored(
    grid: &Grid,
    rules: Rules,
    draw: Draw,
    games: u64,
    seed: u64,
    path: Path,
) -> Result<Sums, BoardError> {
    let board = Packed::<16, 4, 3>::from_grid(grid)?;
    Ok(dispatch_on(path, Games { board, rules, draw, games, seed }))
}

/// The clicks of one game whose tiles are drawn at random.
pub fn random_game(grid: &Grid, seed: u64) -> Vec<Cell> {
    let (mut grid, mut list) = (grid.clone(), Vec::new());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while let Some(cell) = random_click(&grid, &mut rng) {
        list.push(cell);
        grid.click(cell);
    }
    list
}

/// The next click of such a game, a cell of the group of the tile drawn; `None` if the game is over.
pub fn random_click(grid: &Grid, rng: &mut impl Rng) -> Option<Cell> {
    let tile = mover(grid, TRIES.min(grid.rows() * grid.cols()), rng)?;
    grid.group(tile).first().copied()
}

struct Games {
    board: Packed<16, 4, 3>,
    rules: Rules,
    draw: Draw,
    games: u64,
    seed: u64,
}

impl Job for Games {
    type Out = Sums;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Sums {
        let Games { board, rules, draw, games, seed } = self;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut sums = Sums::default();
        let tiles: usize = board.counts().iter().map(|&count| count as usize).sum();
        macro_rules! play {
            ($policy:expr) => {
                for _ in 0..games {
                    let mut left = tiles;
                    playout(cpu, &mut board.hold(cpu), $policy, &mut rng, |_, size| {
                        sums.points += rules.score.points(size as u64);
                        sums.clicks += 1;
                        left -= size;
                        true
                    });
                    sums.points += if left == 0 { rules.clear_bonus } else { 0 };
                    sums.cleared |= left == 0;
                }
            };
        }
        match draw {
            Draw::Tiles => play!(&mut UniformTiles),
            Draw::Groups => play!(&mut UniformGroups),
            Draw::Tabu => play!(&mut Tabu::new(Some(0), Exception::Never)),
        }
        sums
    }
}

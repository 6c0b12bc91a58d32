//! Many random games on one board, played in step, and what they come to.

use super::live::Spots;
use super::team::Team;
use super::uniform::TRIES;
use crate::base::{Cell, Rules};
use crate::bits::cpu::{Cpu, Job, Path, dispatch_on};
use crate::grid::Grid;
use crate::samegame::board::packed::Packed;
use crate::samegame::board::{AtRest, BoardError, below, plain};
use rand::{Rng, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;

/// How the clicks of a random game are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Draw {
    /// A random tile that can be clicked, as [`UniformTiles`](super::UniformTiles) does.
    Tiles,
    /// A random group, as [`UniformGroups`](super::UniformGroups) does.
    Groups,
    /// A random group, the first colour kept for the end, as [`Tabu`](super::Tabu) does.
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

/// Plays random games on a board of up to 16×16 cells and 7 colours, several in step. The same seed gives the same games
/// on every path: each has random numbers of its own, and is what its policy plays with them alone.
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
    let tile = plain::mover(grid, plain::TRIES.min(grid.rows() * grid.cols()), rng)?;
    grid.group(tile).first().copied()
}

/// Games in step: two to eight were timed, and six are the most a second.
const TEAM: usize = 6;

struct Games {
    board: Packed<16, 4, 3>,
    rules: Rules,
    draw: Draw,
    games: u64,
    seed: u64,
}

/// What a game has beside its board.
struct Seat {
    /// The number of the game; beyond the last one there is none.
    game: u64,
    rng: Xoshiro256PlusPlus,
    /// Tiles left.
    left: usize,
    /// Draws refused since the last click.
    refused: usize,
}

impl Seat {
    /// A game that begins.
    fn new(game: u64, seed: u64, tiles: usize) -> Seat {
        Seat { game, rng: game_rng(seed, game), left: tiles, refused: 0 }
    }
}

/// The random numbers of a game. No two games of a seed have the same; those of two seeds would have to lie farther
/// apart than anybody counts.
fn game_rng(seed: u64, game: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(game))
}

impl Job for Games {
    type Out = Sums;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Sums {
        let Games { board, rules, draw, games, seed } = self;
        let from = match draw {
            Draw::Tiles => [Spots::Movers; 2],
            Draw::Groups => [Spots::Corners; 2],
            Draw::Tabu => [Spots::CornersBut(0), Spots::Corners],
        };
        let tiles: usize = board.counts().iter().map(|&count| count as usize).sum();
        let first = board.hold(cpu);
        let mut team = Team::<_, 3, TEAM>::new(cpu, first);
        let mut seats: [Seat; TEAM] = std::array::from_fn(|at| Seat::new(at as u64, seed, tiles));
        let mut sums = Sums::default();
        loop {
            let mut playing = false;
            for at in 0..TEAM {
                let seat = &mut seats[at];
                while seat.game < games && !team.draw(cpu, at, from, &mut seat.rng) {
                    sums.points += if seat.left == 0 { rules.clear_bonus } else { 0 };
                    sums.cleared |= seat.left == 0;
                    *seat = Seat::new(seat.game + TEAM as u64, seed, tiles);
                    team.put(at, first);
                }
                playing |= seat.game < games;
            }
            if !playing {
                return sums;
            }
            team.flood();
            for at in 0..TEAM {
                let seat = &mut seats[at];
                // As `draw_group` does: a group is taken with chance 1 / corners.
                let corners = if draw == Draw::Tiles { 1 } else { team.share(at) };
                if corners > 1 && below(&mut seat.rng, corners) > 0 {
                    seat.refused += 1;
                    if seat.refused < TRIES {
                        team.pass(cpu, at);
                        continue;
                    }
                    team.list(cpu, at, &mut seat.rng);
                }
                seat.refused = 0;
                let size = team.size(at);
                if size > 0 {
                    sums.points += rules.score.points(size as u64);
                    sums.clicks += 1;
                    seat.left -= size;
                }
            }
            team.remove(cpu);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samegame::playout::{Exception, Tabu, UniformGroups, UniformTiles, playout};
    use proptest::prelude::*;

    /// Game after game.
    struct Alone(Games);
    impl Job for Alone {
        type Out = Sums;
        fn run<C: Cpu>(self, cpu: C) -> Sums {
            let Games { board, rules, draw, games, seed } = self.0;
            let mut sums = Sums::default();
            for game in 0..games {
                let (mut live, mut rng) = (board.hold(cpu), game_rng(seed, game));
                let mut left: usize = board.counts().iter().map(|&count| count as usize).sum();
                let played = |_: Cell, size: usize| {
                    sums.points += rules.score.points(size as u64);
                    sums.clicks += 1;
                    left -= size;
                    true
                };
                match draw {
                    Draw::Tiles => playout(cpu, &mut live, &mut UniformTiles, &mut rng, played),
                    Draw::Groups => playout(cpu, &mut live, &mut UniformGroups, &mut rng, played),
                    Draw::Tabu => {
                        playout(cpu, &mut live, &mut Tabu::new(Some(0), Exception::Never), &mut rng, played);
                    }
                }
                sums.points += if left == 0 { rules.clear_bonus } else { 0 };
                sums.cleared |= left == 0;
            }
            sums
        }
    }

    proptest! {
        #[test]
        fn games_in_step_are_the_games_played_alone(
            (rows, cols, tiles) in (1usize..=16, 1usize..=16, 1u8..=4).prop_flat_map(|(rows, cols, colours)| {
                (Just(rows), Just(cols), proptest::collection::vec(b'1'..=b'0' + colours, rows * cols))
            }),
            games in 0u64..12,
            seed: u64,
        ) {
            let drawing: Vec<&str> = tiles.chunks(cols).map(|row| std::str::from_utf8(row).unwrap()).collect();
            let grid = Grid::parse(&drawing.join("/")).unwrap();
            prop_assert_eq!(grid.rows(), rows);
            let board = Packed::from_grid(&grid).unwrap();
            for draw in [Draw::Tiles, Draw::Groups, Draw::Tabu] {
                let rules = Rules::default();
                let alone = Games { board, rules, draw, games, seed };
                let alone = dispatch_on(Path::best(), Alone(alone));
                for path in crate::bits::cpu::tested() {
                    prop_assert_eq!(scored(&grid, rules, draw, games, seed, path).unwrap(), alone);
                }
            }
        }
    }
}

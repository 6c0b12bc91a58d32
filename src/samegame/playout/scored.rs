//! Many random games on one board, played in step, and what they come to.

use super::playout_board::Candidates;
use super::streams::Streams;
use super::team::Team;
use super::uniform::TRIES;
use crate::base::{Cell, Rules};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch_with_avx512};
use crate::bits::lanes32::{BATCH, PerBoard};
use crate::grid::Grid;
use crate::samegame::repr::packed::Packed;
use crate::samegame::repr::{BoardError, BoardRepr, below, plain};
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

/// Plays random games on a board of up to 16×16 cells and 7 colours, thirty-two in step. The same seed gives the same games
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
    path: CpuPath,
) -> Result<Sums, BoardError> {
    let board = Packed::<16, 4, 3>::from_grid(grid)?;
    Ok(dispatch_with_avx512(path, Games { board, rules, draw, games, seed }))
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
    let tile = plain::random_clickable(grid, plain::TRIES.min(grid.rows() * grid.cols()), rng)?;
    grid.group(tile).first().copied()
}

struct Games {
    board: Packed<16, 4, 3>,
    rules: Rules,
    draw: Draw,
    games: u64,
    seed: u64,
}

/// The seed of a game's random numbers. No two games of a seed have the same; those of two seeds would have to lie
/// farther apart than anybody counts.
fn seed_of(seed: u64, game: u64) -> u64 {
    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(game)
}

/// What becomes of a group that was drawn.
enum Answer {
    /// It is taken off.
    Take,
    /// It is not, and another one is drawn at the next click.
    Pass,
    /// One from a list of all groups is taken off in its place.
    List,
}

/// What games have beside their boards.
struct Seats {
    streams: Streams,
    seed: u64,
    /// The first game that has not begun, and the first number that is no game.
    next: u64,
    games: u64,
    /// Games that have begun and are not over.
    playing: usize,
    /// Where there is one: all bits.
    seated: PerBoard,
    /// Where a game is about to begin, and whether there is such a place.
    begin: PerBoard,
    taken: bool,
    /// Draws refused since the last click.
    refused: PerBoard,
}

impl Seats {
    /// The first games are about to begin.
    fn new(games: u64, seed: u64) -> Seats {
        let none = [0; BATCH];
        let (seated, begin, refused) = (none, none, none);
        let streams = Streams::new();
        let mut seats =
            Seats { streams, seed, next: 0, games, playing: 0, seated, begin, taken: false, refused };
        (0..BATCH).for_each(|board| seats.sit(board));
        seats
    }

    /// The next game is about to begin here, if there is one.
    fn sit(&mut self, board: usize) {
        if self.next < self.games {
            self.streams.seed(board, seed_of(self.seed, self.next));
            self.next += 1;
            self.playing += 1;
            (self.seated[board], self.begin[board]) = (u16::MAX, u16::MAX);
            self.taken = true;
        }
    }

    /// Where games are about to begin: now they do.
    fn take(&mut self) -> PerBoard {
        self.taken = false;
        std::mem::replace(&mut self.begin, [0; BATCH])
    }

    /// The board has no move: its game, if there was one, is over, and the next one is about to begin.
    fn leave(&mut self, board: usize) -> bool {
        let played = std::mem::take(&mut self.seated[board]) > 0;
        if played {
            self.playing -= 1;
            self.sit(board);
        }
        played
    }

    /// As `draw_group` does: a group is taken with chance 1 / `share`.
    fn answer(&mut self, board: usize, share: u16) -> Answer {
        let refused = &mut self.refused[board];
        if share < 2 || below(&mut self.streams.stream(board), share.into()) == 0 {
            *refused = 0;
            return Answer::Take;
        }
        *refused += 1;
        if usize::from(*refused) < TRIES {
            return Answer::Pass;
        }
        *refused = 0;
        Answer::List
    }
}

impl Kernel for Games {
    type Out = Sums;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Sums {
        let Games { board, rules, draw, games, seed } = self;
        let from = match draw {
            Draw::Tiles => [Candidates::Clickable; 2],
            Draw::Groups => [Candidates::Corners; 2],
            Draw::Tabu => [Candidates::CornersExcept(0), Candidates::Corners],
        };
        let points: [u64; 257] =
            std::array::from_fn(|size| if size > 1 { rules.score.points(size as u64) } else { 0 });
        let mut team = Team::<C::Lanes32, 3>::new(cpu, board.to_playout(cpu));
        let mut seats = Seats::new(games, seed);
        let mut sums = Sums::default();
        loop {
            if seats.taken {
                team.restart(cpu, &seats.take());
            }
            let (counts, over) = team.look(cpu, from);
            let numbers = seats.streams.below(&counts);
            if over {
                for board in 0..BATCH {
                    if counts[board] == 0 && seats.leave(board) {
                        let cleared = team.is_clear(board);
                        sums.points += if cleared { rules.clear_bonus } else { 0 };
                        sums.cleared |= cleared;
                    }
                }
                if seats.playing == 0 {
                    return sums;
                }
            }
            team.draw(cpu, &numbers);
            team.flood(cpu);
            if draw != Draw::Tiles {
                let (shares, mut passed) = (team.shares(cpu), [0; BATCH]);
                for board in 0..BATCH {
                    match seats.answer(board, shares[board]) {
                        Answer::Take => {}
                        Answer::Pass => passed[board] = u16::MAX,
                        Answer::List => team.list(cpu, board, from, &mut seats.streams.stream(board)),
                    }
                }
                team.pass(cpu, &passed);
            }
            let sizes = team.remove(cpu);
            for board in 0..BATCH {
                sums.points += points[usize::from(sizes[board]).min(256)];
                sums.clicks += u64::from(sizes[board] > 0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::cpu::{dispatch_on, tested_with_avx512};
    use crate::samegame::playout::{Tabu, TabuException, UniformGroups, UniformTiles, playout};
    use proptest::prelude::*;

    /// Game after game.
    struct Alone(Games);
    impl Kernel for Alone {
        type Out = Sums;
        fn run<C: Cpu>(self, cpu: C) -> Sums {
            let Games { board, rules, draw, games, seed } = self.0;
            let mut sums = Sums::default();
            for game in 0..games {
                let mut live = board.to_playout(cpu);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed_of(seed, game));
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
                        playout(
                            cpu,
                            &mut live,
                            &mut Tabu::new(Some(0), TabuException::Never),
                            &mut rng,
                            played,
                        );
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
            games in 0u64..80,
            seed: u64,
        ) {
            let drawing: Vec<&str> = tiles.chunks(cols).map(|row| std::str::from_utf8(row).unwrap()).collect();
            let grid = Grid::parse(&drawing.join("/")).unwrap();
            prop_assert_eq!(grid.rows(), rows);
            let board = Packed::from_grid(&grid).unwrap();
            for draw in [Draw::Tiles, Draw::Groups, Draw::Tabu] {
                let rules = Rules::default();
                let alone = Games { board, rules, draw, games, seed };
                let alone = dispatch_on(CpuPath::best(), Alone(alone));
                for path in tested_with_avx512() {
                    prop_assert_eq!(scored(&grid, rules, draw, games, seed, path).unwrap(), alone);
                }
            }
        }
    }
}

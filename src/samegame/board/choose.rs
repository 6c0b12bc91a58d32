//! Clicks chosen by a policy.

use super::{Board, Group, Repr};
use crate::bits::cpu::{Cpu, CpuPath, Kernel, dispatch};
use crate::rules::{Cell, Colour, Random};
use crate::samegame::repr::{BoardRepr, Cells};

/// A rule for choosing clicks, for baselines and playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlayoutPolicy {
    /// Every cell whose click removes tiles has the same probability.
    Tiles,
    /// Every group has the same probability.
    Groups,
    /// The largest group; of equally large groups, the one that [`Board::groups`] returns first.
    Greedy,
    /// Groups of the most frequent colour (of equally frequent colours, the one with the lowest number) are chosen only
    /// if there is no other group. Every other group has the same probability. This is TabuColourRandomPolicy of Schadd
    /// et al. 2008.
    Tabu,
}

kernels! {
    Choose(&'a B, u32, PlayoutPolicy, Colour, &'a mut Random) -> Option<Cell>: |this, cpu| {
        let Choose(board, min_group, policy, tabu, random) = this;
        match policy {
            PlayoutPolicy::Tiles => board.random_tile(cpu, min_group, random.generator()),
            PlayoutPolicy::Greedy => {
                let (mut largest, mut cell) = (0, None);
                let mut rest = board.groups(cpu, min_group);
                while let Some(group) = board.next_group(cpu, &mut rest) {
                    let size = group.count();
                    if size > largest {
                        (largest, cell) = (size, group.first());
                    }
                }
                cell
            }
            PlayoutPolicy::Groups => board.random_first(cpu, random.generator()),
            PlayoutPolicy::Tabu => board.random_first_except(cpu, tabu, random.generator()),
        }
    };
}

impl Board {
    /// Returns the click of a policy, or `None` if no click removes anything. The same state of `random` gives the
    /// same click on every machine. Allocates only on very large boards, and for `Groups` and `Tabu` if the smallest
    /// group that can be removed does not have two tiles.
    ///
    /// ```
    /// use tilefall::rules::Random;
    /// use tilefall::samegame::{Board, Cell, PlayoutPolicy};
    /// let board: Board = "22. / 112 / 112".parse().unwrap();
    /// let mut random = Random::new(1, 0);
    /// assert_eq!(board.choose(PlayoutPolicy::Greedy, &mut random), Some(Cell::new(0, 0)));
    /// // There are as many tiles of both colours, and colour 0 is named 1.
    /// assert_ne!(board.choose(PlayoutPolicy::Tabu, &mut random), Some(Cell::new(0, 0)));
    /// ```
    pub fn choose(&self, policy: PlayoutPolicy, random: &mut Random) -> Option<Cell> {
        let tabu = if policy == PlayoutPolicy::Tabu { self.most_frequent() } else { 0 };
        if self.min_group == 2 || matches!(policy, PlayoutPolicy::Tiles | PlayoutPolicy::Greedy) {
            let min_group = self.min_group;
            return with!(&self.repr, board => {
                dispatch(CpuPath::best(), Choose(board, min_group, policy, tabu, random))
            });
        }
        let mut groups = self.groups();
        let is_other = |group: &Group| self.get(group.cell) != Some(tabu);
        if policy == PlayoutPolicy::Tabu && groups.iter().any(is_other) {
            groups.retain(is_other);
        }
        groups.get(random.below(groups.len())).map(|group| group.cell)
    }

    /// Returns the most frequent colour; of equally frequent colours, the one with the lowest number.
    fn most_frequent(&self) -> Colour {
        let colours = 0..self.names.len() as Colour;
        colours.rev().max_by_key(|&colour| self.count(colour)).unwrap_or(0)
    }
}

//! The best end of a game, for searchers that play the beginning.

use super::heap_of;
use super::memo::Memo;
use super::tree::{SearchObserver, Stop, Tree};
use crate::base::{Cell, Rules};
use crate::bits::cpu::Cpu;
use crate::grid::Grid;
use crate::samegame::repr::BoardRepr;
use crate::samegame::search::exact::points::PointTable;
use crate::samegame::search::fit::MAX_TILES;

/// Finds best ends; what it has proven of a board it keeps from call to call.
#[derive(Debug)]
pub struct Endgame<B> {
    tree: Tree<B>,
}

/// What is known of the rest of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The points of the list found, with those of the end of the game; `None` if none surpasses what was
    /// asked for.
    pub value: Option<i64>,
    /// No list brings more than this, or than what was asked to be surpassed.
    pub bound: i64,
    /// Whether the search came to its end: then `value` is the best there is.
    pub complete: bool,
    /// Nodes taken.
    pub nodes: u64,
}

impl<B: BoardRepr> Endgame<B> {
    /// Ends of games that start from `grid`, of which `board` is any board, with a memo of this many bytes.
    /// `None` for more than 16,000 tiles, or a bonus above 2²⁸.
    pub fn new(rules: Rules, grid: &Grid, board: &B, memory: usize) -> Option<Self> {
        let scores = PointTable::new(rules, grid.tiles());
        if grid.tiles() > MAX_TILES || scores.uncapped(0) != 0 {
            return None;
        }
        let memo = Memo::new(memory, heap_of::<B>(grid), board.clone());
        Some(Endgame { tree: Tree::new(scores, grid.colours(), memo, usize::MAX) })
    }

    /// Searches for a list on `board` that brings more than `more_than` points, with at most `nodes` nodes;
    /// the clicks of the best list found are put into `clicks`, which stays as it is if there is none.
    /// Allocates nothing once its stacks have grown.
    #[inline(always)]
    pub fn best<C: Cpu>(
        &mut self,
        cpu: C,
        board: &B,
        more_than: i64,
        nodes: u64,
        clicks: &mut Vec<Cell>,
    ) -> End {
        // More than the search can count is out of reach, less than the least is no bar.
        let bar = more_than.clamp(i64::from(i32::MIN / 2), i64::from(i32::MAX / 2)) as i32;
        let mut budget = Budget { nodes, clicks, value: None };
        let proved = self.tree.run(cpu, board, bar, &mut budget);
        End {
            value: budget.value.map(i64::from),
            bound: proved.bound.into(),
            complete: proved.stopped.is_none(),
            nodes: proved.nodes,
        }
    }
}

/// Counts nodes, keeps the best list.
struct Budget<'a> {
    nodes: u64,
    clicks: &'a mut Vec<Cell>,
    value: Option<i32>,
}

impl SearchObserver for Budget<'_> {
    #[inline(always)]
    fn stop(&mut self, nodes: u64) -> Option<Stop> {
        (nodes >= self.nodes).then_some(Stop::Enough)
    }

    fn improved(&mut self, _nodes: u64, clicks: &mut dyn Iterator<Item = Cell>, value: i32) {
        self.clicks.clear();
        self.clicks.extend(clicks);
        self.value = Some(value);
    }
}

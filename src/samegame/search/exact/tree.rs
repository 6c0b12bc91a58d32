//! Depth-first branch and bound.
//!
//! A board is searched only while its points so far plus an upper bound on the rest exceed the best value. When its
//! search is done, a tighter bound is stored in the memo: the largest sum of points and bound among the clicks on the
//! board. If a limit stops the search, clicks that were not searched count with their initial bounds, so the bound of
//! the root is always proven. The stack is on the heap, because paths may have thousands of clicks.

use super::bound::BoundEvaluator;
use super::bound::merging::MergeFacts;
use super::memo::{Memo, hash, heap_of};
use super::monitor::SearchMonitor;
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::control::Budget;
use crate::rules::{Cell, Colour, Goal, Rules, StopReason};
use crate::samegame::repr::{BoardRepr, Cells};
use crate::samegame::search::Query;
use crate::samegame::search::exact::points::{NEVER, PointTable};

/// Sorts clicks: the largest bound first, then rare colours, then in the order of the groups. Not generic, so that the
/// sort is compiled once.
fn sort(children: &mut [Child]) {
    children.sort_by_key(|child| (-child.order, child.rank));
}

/// A click that is still to be searched.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    row: u16,
    col: u16,
    /// Points of the click.
    points: i64,
    /// Points of the click, plus an upper bound on the board after it.
    bound: i64,
    /// `bound` without the memo. Clicks are sorted by this value, so that earlier searches do not affect their order.
    order: i64,
    /// The number of tiles of the click's colour: among equal bounds, rare colours go first.
    rank: u32,
    /// Facts about the board after the click.
    facts: MergeFacts,
}

impl Child {
    fn cell(self) -> Cell {
        Cell::new(self.row.into(), self.col.into())
    }
}

/// A board on the path from the root.
#[derive(Debug)]
struct Frame<B> {
    board: B,
    hash: u64,
    /// The click that leads to the board.
    click: Child,
    /// Points of the clicks on the path to the board.
    gain: i64,
    /// The largest bound of the children that are done, and of games that end on this board.
    bound: i64,
    /// The value of an end on this board, or after the click `last`; [`NEVER`] if more clicks never lower the value.
    end: i64,
    last: Option<Cell>,
    /// The children still to be searched are `children[next..]` (when the frame is on top), the largest bound first.
    next: usize,
    start: usize,
    /// Whether no group can be removed.
    over: bool,
    /// The number of nodes before the board was opened.
    opened: u64,
}

/// A tree search. The memo is kept from one call of `run` to the next.
#[derive(Debug)]
pub struct Tree<B> {
    memo: Memo<B>,
    bounder: BoundEvaluator,
    rules: Rules,
    goal: Goal,
    frames: Vec<Frame<B>>,
    children: Vec<Child>,
    counts: Vec<usize>,
    nodes: u64,
    /// Bytes that the clicks still to be searched may use.
    stack_bytes: usize,
    /// The value that a list must surpass.
    floor: i64,
}

/// Number of tiles above which a node may take milliseconds.
const LARGE_TILES: usize = 256;

/// The result of a tree search.
#[derive(Clone, Copy, Debug)]
pub struct TreeResult {
    /// A value that no list exceeds.
    pub bound: i64,
    /// The value of the best list that was found, or the value to surpass if none was better.
    pub best: i64,
    /// The number of boards whose clicks were listed.
    pub nodes: u64,
    /// Why the search ended early; [`StopReason::Target`] if the list is good enough or the node budget is used up.
    pub stopped: Option<StopReason>,
}

impl<B: BoardRepr> Tree<B> {
    /// Creates a search within the memory limit of `budget`. The memo gets all of the memory, or half if boards have
    /// data on the heap: the boards on the path then need as much memory as the memo.
    pub fn new(board: &B, scores: PointTable, query: &Query, budget: &Budget) -> Self {
        let (grid, memory, heap) = (query.grid(), budget.limits.memory, heap_of::<B>(query.grid()));
        let of_memo = if heap > 0 { memory / 2 } else { memory };
        Tree {
            memo: Memo::new(of_memo, (scores.range(), heap), board.clone()),
            bounder: BoundEvaluator::new(scores, query.rules, grid.cols()),
            rules: query.rules,
            goal: query.goal,
            frames: Vec::new(),
            children: Vec::new(),
            counts: vec![0; grid.colours()],
            nodes: 0,
            stack_bytes: memory.max(1 << 22) / 2,
            floor: NEVER,
        }
    }

    /// Searches for the best list from the board `root` with a value above `best`.
    #[inline(always)]
    pub fn run<C: Cpu>(
        &mut self,
        cpu: C,
        root: &B,
        best: i64,
        monitor: &mut SearchMonitor<'_>,
    ) -> TreeResult {
        (self.floor, self.nodes) = (best, 0);
        self.frames.clear();
        self.children.clear();
        let (board, key) = (root.clone(), hash(root));
        let mut stopped =
            cpu.call(Open { tree: self, monitor, board, key, click: Child::default(), gain: 0 });
        let mut bound = NEVER;
        if stopped.is_some() {
            monitor.stopped(self.nodes, &mut self.path(self.next()));
        }
        loop {
            if self.report_finished(monitor) {
                continue;
            }
            let floor = self.floor;
            let Some(frame) = self.frames.last_mut() else { break };
            let rest = &self.children[frame.next..];
            let Some(&child) = rest.first().filter(|_| stopped.is_none()) else {
                let most = rest.iter().map(|child| child.bound).max();
                frame.bound = frame.bound.max(most.unwrap_or(NEVER));
                bound = self.close();
                continue;
            };
            if frame.gain + child.bound <= floor {
                if frame.gain + child.order <= floor {
                    // The bounds of the remaining children are no larger.
                    frame.bound = frame.bound.max(child.order);
                    bound = self.close();
                } else {
                    frame.bound = frame.bound.max(child.bound);
                    frame.next += 1;
                }
                continue;
            }
            let mut board = frame.board.clone();
            if self.rules.plays_as_usual() {
                board.click(cpu, child.cell());
            } else {
                let group = board.group(cpu, child.cell());
                board.remove_by(cpu, self.rules.columns, &group);
            }
            let key = hash(&board);
            // The board may have been searched below an earlier child.
            if let Some(known) = self.memo.bound(&board, key)
                && frame.gain + child.points + known <= floor
            {
                frame.bound = frame.bound.max(child.points + known);
                frame.next += 1;
                continue;
            }
            stopped = monitor.stop(self.nodes);
            if stopped.is_none() && self.children.len() * size_of::<Child>() > self.stack_bytes {
                stopped = Some(StopReason::Memory);
            }
            if stopped.is_none() {
                frame.next += 1;
                let gain = frame.gain + child.points;
                stopped = cpu.call(Open { tree: self, monitor, board, key, click: child, gain });
            }
            if stopped.is_some() {
                monitor.stopped(self.nodes, &mut self.path(self.next()));
            }
        }
        TreeResult { bound, best: self.floor, nodes: self.nodes, stopped }
    }

    /// If a game that ends on the top board is above the floor, reports the game, raises the floor and returns `true`.
    fn report_finished(&mut self, monitor: &mut SearchMonitor<'_>) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let (value, last) = (frame.gain + frame.end, frame.last);
        if value <= self.floor {
            return false;
        }
        self.floor = value;
        monitor.improved(self.nodes, &mut self.path(last));
        true
    }

    /// Returns the next click on the top board, if there is one.
    fn next(&self) -> Option<Cell> {
        let frame = self.frames.last()?;
        Some(self.children[frame.next..].first()?.cell())
    }

    /// Returns the clicks to the top board, followed by `last`.
    fn path(&self, last: Option<Cell>) -> impl Iterator<Item = Cell> + '_ {
        self.frames.iter().skip(1).map(|frame| frame.click.cell()).chain(last)
    }

    /// Removes the top board, passes its bound to its parent, and returns the bound.
    #[inline(always)]
    fn close(&mut self) -> i64 {
        let Some(frame) = self.frames.pop() else { return NEVER };
        self.children.truncate(frame.start);
        if !frame.over {
            self.memo.insert(&frame.board, frame.hash, frame.bound, self.nodes - frame.opened);
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.bound = parent.bound.max(frame.click.points + frame.bound);
        }
        frame.bound
    }
}

/// Pushes a board on the stack, with the clicks that may lead to a value above the floor. This is a kernel, so that the
/// code is compiled once for each kind of board.
struct Open<'a, 'm, B> {
    tree: &'a mut Tree<B>,
    monitor: &'a mut SearchMonitor<'m>,
    board: B,
    key: u64,
    /// The click that leads to the board, and the points so far.
    click: Child,
    gain: i64,
}

impl<C: Cpu, B: BoardRepr> Kernel<C> for Open<'_, '_, B> {
    /// Why the listing of clicks was stopped early; `None` if all clicks were listed.
    type Out = Option<StopReason>;

    #[inline(always)]
    fn run(self, cpu: C) -> Option<StopReason> {
        let Open { tree, monitor, board, key, click, gain } = self;
        let floor = tree.floor;
        for (colour, count) in tree.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        let large = tree.counts.iter().sum::<usize>() > LARGE_TILES;
        let start = tree.children.len();
        let (mut over, mut bound, mut stopped) = (true, NEVER, None);
        let (mut largest, mut last) = (0, None);
        let mut before = tree.bounder.before(&board, &tree.counts, click.facts);
        let mut groups = board.groups(cpu, tree.rules.min_group);
        while let Some(group) = board.next_group(cpu, &mut groups) {
            over = false;
            if large {
                stopped = monitor.pause();
            }
            if stopped.is_some() {
                break;
            }
            let Some(cell) = group.first() else { continue };
            let Some(colour) = board.get(cell).map(usize::from) else { continue };
            let tiles = group.count();
            if tiles > largest {
                (largest, last) = (tiles, Some(cell));
            }
            let points = tree.bounder.scores.points(tiles);
            let rank = tree.counts[colour] as u32;
            tree.counts[colour] -= tiles;
            let enough = floor.saturating_sub(gain + points);
            let mut facts = MergeFacts::NONE;
            let (most, mut known_most);
            match tree.bounder.before_click(cpu, before.as_mut(), &tree.counts, colour, enough) {
                Err(bound) => (most, known_most) = (bound, bound),
                Ok(click) if !tree.bounder.needs_board(&tree.counts) => {
                    (most, known_most) = (click.cutoff.rough, click.cutoff.rough);
                }
                Ok(click) => {
                    let mut after = board.clone();
                    after.remove_by(cpu, tree.rules.columns, &group);
                    // The entry of the memo is loaded into the cache while the bound is computed.
                    let key = hash(&after);
                    tree.memo.prefetch(cpu, key);
                    most = tree.bounder.after_click(cpu, (&after, &tree.counts), click, &mut facts);
                    known_most = most;
                    if most > enough
                        && let Some(known) = tree.memo.bound(&after, key)
                    {
                        known_most = most.min(known);
                    }
                }
            }
            if known_most > enough {
                let (row, col) = (cell.row as u16, cell.col as u16);
                tree.children.push(Child {
                    row,
                    col,
                    points,
                    bound: points + known_most,
                    order: points + most,
                    rank,
                    facts,
                });
            } else {
                bound = bound.max(points + known_most);
            }
            tree.counts[colour] += tiles;
        }
        let scores = &tree.bounder.scores;
        let end = match tree.goal {
            Goal::Biggest => largest as i64,
            _ if over || scores.may_stop => scores.at_end(&tree.counts),
            _ => NEVER,
        };
        let last = last.filter(|_| tree.goal == Goal::Biggest);
        bound = bound.max(end);
        if stopped.is_some() {
            // Clicks that were not listed cannot exceed the bound from the numbers of tiles.
            bound = bound.max(tree.bounder.rough(&tree.counts));
        }
        sort(&mut tree.children[start..]);
        let opened = tree.nodes;
        tree.nodes += 1;
        tree.frames.push(Frame {
            board,
            hash: key,
            click,
            gain,
            bound,
            end,
            last,
            next: start,
            start,
            over,
            opened,
        });
        stopped
    }
}

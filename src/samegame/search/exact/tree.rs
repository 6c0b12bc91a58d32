//! Depth-first branch and bound.
//!
//! One value is the best so far; a board is searched only while points so far plus an upper bound of the
//! rest surpass it. A searched board is left with a tighter bound, the largest of points plus bound of its
//! children, and the memo keeps it. That holds as well when a limit cuts the search: children not looked at
//! count with the bound they have. So whatever happens, the root's bound is proven.
//!
//! The stack is on the heap: boards of thousands of tiles go thousands of clicks deep.

use super::bound::Bounder;
use super::memo::{Memo, hash};
use crate::base::{Cell, Colour, StopReason};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::board::{Board, Cells};
use crate::samegame::search::exact::points::Worth;

/// A click that is still to be searched.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    row: u16,
    col: u16,
    /// Points of the click.
    points: i32,
    /// Points of the click and a bound of what the board after it brings.
    bound: i32,
    /// Among equal bounds the smaller goes first.
    rank: u32,
}

/// Larger bounds first, then rare colours, then in the order of the groups. No part of any board's loop, so that it is
/// compiled once.
#[inline(never)]
fn in_order(children: &mut [Child]) {
    children.sort_by_key(|child| (-child.bound, child.rank));
}

impl Child {
    fn cell(self) -> Cell {
        Cell::new(self.row.into(), self.col.into())
    }
}

/// A board on the way from the root.
#[derive(Debug)]
struct Frame<B> {
    board: B,
    hash: u64,
    /// The click that led here.
    click: Child,
    /// Points so far.
    gain: i32,
    /// The largest bound of the children that are done, or what a finished game brings.
    bound: i32,
    /// Its children still to be searched are `children[next..]` (when it is on top), the best bound first.
    next: usize,
    start: usize,
    /// Whether no click is left.
    over: bool,
    /// Nodes when it was opened.
    opened: u64,
}

/// A search that keeps its memo from call to call.
#[derive(Debug)]
pub struct Tree<B> {
    memo: Memo<B>,
    bounder: Bounder,
    frames: Vec<Frame<B>>,
    children: Vec<Child>,
    counts: Vec<usize>,
    nodes: u64,
    /// Bytes that the clicks still to be searched may take.
    room: usize,
}

/// Tiles above which a node may take milliseconds.
const LARGE: usize = 256;

/// Whoever waits for a search.
pub trait Watch {
    /// Called before each node but the first, with the nodes so far; gives a reason to stop.
    fn stop(&mut self, nodes: u64) -> Option<Stop>;
    /// Called for each better list: its clicks, and what it brings with the points of the end.
    fn better(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>, value: i32);
    /// Called for each group while the clicks of a large board are listed; gives a reason to stop.
    fn pause(&mut self) -> Option<Stop> {
        None
    }
    /// Called once when the search is stopped: the clicks to the board that would have been next.
    fn stopped(&mut self, _nodes: u64, _clicks: &mut dyn Iterator<Item = Cell>) {}
}

/// Why a search ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Nothing better is asked for.
    Enough,
    /// A limit.
    Limit(StopReason),
}

/// What a search proved.
#[derive(Clone, Copy, Debug)]
pub struct Proved {
    /// No list brings more.
    pub bound: i32,
    /// What was known before, or what the last better list brings.
    pub best: i32,
    /// Boards whose clicks were listed.
    pub nodes: u64,
    /// Why it ended early.
    pub stopped: Option<Stop>,
}

impl<B: Board> Tree<B> {
    /// A search of boards of this many colours and no more tiles than `worth` was made for.
    /// The clicks still to be searched take at most `room` bytes, about.
    pub fn new(worth: Worth, colours: usize, memo: Memo<B>, room: usize) -> Self {
        Tree {
            memo,
            bounder: Bounder::new(worth),
            frames: Vec::new(),
            children: Vec::new(),
            counts: vec![0; colours],
            nodes: 0,
            room,
        }
    }

    /// What things are worth.
    pub fn worth(&self) -> &Worth {
        self.bounder.worth()
    }

    /// The most that a board brings, without a search.
    #[inline(always)]
    pub fn ceiling<C: Cpu>(&mut self, cpu: C, board: &B) -> i32 {
        for (colour, count) in self.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        self.bounder.sharp(cpu, board, &self.counts)
    }

    /// Searches for a list that brings more than `best`.
    #[inline(always)]
    pub fn run<C: Cpu>(&mut self, cpu: C, root: &B, mut best: i32, watch: &mut impl Watch) -> Proved {
        self.nodes = 0;
        self.frames.clear();
        self.children.clear();
        let (board, key) = (root.clone(), hash(root));
        let mut stopped =
            cpu.enter(Open { tree: self, watch, board, key, click: Child::default(), gain: 0, best });
        let mut bound = i32::MIN;
        if stopped.is_some() {
            watch.stopped(self.nodes, &mut self.way());
        }
        while let Some(frame) = self.frames.last_mut() {
            if frame.over && frame.gain + frame.bound > best {
                best = frame.gain + frame.bound;
                watch.better(self.nodes, &mut self.way(), best);
                continue;
            }
            let next = self.children[frame.next..].first().copied();
            let open = next.filter(|child| frame.gain + child.bound > best && stopped.is_none());
            let Some(child) = open else {
                // The rest have no larger bounds than the next.
                frame.bound = frame.bound.max(next.map_or(i32::MIN, |child| child.bound));
                bound = self.close();
                continue;
            };
            let mut board = frame.board.clone();
            board.click(cpu, child.cell());
            let key = hash(&board);
            // Searched by now, from one of the children before it?
            if let Some(known) = self.memo.bound(&board, key)
                && frame.gain + child.points + known <= best
            {
                frame.bound = frame.bound.max(child.points + known);
                frame.next += 1;
                continue;
            }
            stopped = watch.stop(self.nodes);
            if stopped.is_none() && self.children.len() * size_of::<Child>() > self.room {
                stopped = Some(Stop::Limit(StopReason::Memory));
            }
            if stopped.is_none() {
                frame.next += 1;
                let gain = frame.gain + child.points;
                stopped = cpu.enter(Open { tree: self, watch, board, key, click: child, gain, best });
            }
            if stopped.is_some() {
                watch.stopped(self.nodes, &mut self.way());
            }
        }
        Proved { bound, best, nodes: self.nodes, stopped }
    }

    /// The clicks to the top board, and the one that would come next, if there is one.
    fn way(&self) -> impl Iterator<Item = Cell> + '_ {
        let next = self.frames.last().and_then(|frame| self.children[frame.next..].first());
        self.frames.iter().skip(1).map(|frame| &frame.click).chain(next).map(|click| click.cell())
    }

    /// Takes the top board off and hands its bound up; gives that bound.
    #[inline(always)]
    fn close(&mut self) -> i32 {
        let Some(frame) = self.frames.pop() else { return i32::MIN };
        self.children.truncate(frame.start);
        if !frame.over {
            self.memo.note(&frame.board, frame.hash, frame.bound, self.nodes - frame.opened);
        }
        if let Some(parent) = self.frames.last_mut() {
            parent.bound = parent.bound.max(frame.click.points + frame.bound);
        }
        frame.bound
    }
}

/// Lists the clicks of a board that may lead past `best`. A job, so that it is compiled once for all searches of
/// a kind.
struct Open<'a, B, W> {
    tree: &'a mut Tree<B>,
    watch: &'a mut W,
    board: B,
    key: u64,
    /// The click that leads to the board, and the points so far.
    click: Child,
    gain: i32,
    best: i32,
}

impl<B: Board, W: Watch> Job for Open<'_, B, W> {
    /// Why the search has to stop before all is listed.
    type Out = Option<Stop>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Stop> {
        let Open { tree, watch, board, key, click, gain, best } = self;
        for (colour, count) in tree.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        let large = tree.counts.iter().sum::<usize>() > LARGE;
        let start = tree.children.len();
        let (mut over, mut bound, mut stopped) = (true, i32::MIN, None);
        board.groups(cpu, |group| {
            over = false;
            if large && stopped.is_none() {
                stopped = watch.pause();
            }
            if stopped.is_some() {
                return;
            }
            let Some(cell) = first(group) else { return };
            let Some(colour) = board.get(cell).map(usize::from) else { return };
            let tiles = group.count();
            let points = tree.bounder.worth().points(tiles);
            let rank = tree.counts[colour] as u32;
            tree.counts[colour] -= tiles;
            let rough = tree.bounder.rough(&tree.counts);
            let enough = best.saturating_sub(gain + points);
            let mut most = rough;
            if rough > enough {
                let mut after = board.clone();
                after.remove(cpu, group);
                most = tree.bounder.fine(cpu, &after, &tree.counts, rough, enough);
                if most > enough
                    && let Some(known) = tree.memo.bound(&after, hash(&after))
                {
                    most = most.min(known);
                }
            }
            if most > enough {
                let (row, col) = (cell.row as u16, cell.col as u16);
                tree.children.push(Child { row, col, points, bound: points + most, rank });
            } else {
                bound = bound.max(points + most);
            }
            tree.counts[colour] += tiles;
        });
        if over {
            bound = tree.bounder.worth().at_end(tree.counts.iter().copied());
        }
        if stopped.is_some() {
            // Clicks that were not looked at bring no more than the tiles can.
            bound = bound.max(tree.bounder.rough(&tree.counts));
        }
        in_order(&mut tree.children[start..]);
        let opened = tree.nodes;
        tree.nodes += 1;
        tree.frames.push(Frame { board, hash: key, click, gain, bound, next: start, start, over, opened });
        stopped
    }
}

/// The first cell of a group.
#[inline(always)]
pub fn first(group: &impl Cells) -> Option<Cell> {
    let mut first = None;
    group.each(|cell| {
        first.get_or_insert(cell);
    });
    first
}

//! Depth-first branch and bound.
//!
//! One value is the best so far; a board is searched only while points so far plus an upper bound of the
//! rest surpass it. A searched board is left with a tighter bound, the largest of points plus bound of its
//! children, and the memo keeps it. That holds as well when a limit cuts the search: children not looked at
//! count with the bound they have. So whatever happens, the root's bound is proven.
//!
//! The stack is on the heap: boards of thousands of tiles go thousands of clicks deep.

use super::bound::BoundEvaluator;
use super::bound::merging::MergeFacts;
use super::bound::touch_order::ClickEffect;
use super::memo::{Memo, hash};
use super::race::Race;
use crate::base::{Cell, Colour, StopReason, mix};
use crate::bits::cpu::{Cpu, Kernel};
use crate::samegame::repr::{BoardRepr, Cells};
use crate::samegame::search::exact::points::PointTable;
use std::sync::Arc;

/// A click that is still to be searched.
#[derive(Clone, Copy, Debug, Default)]
struct Child {
    row: u16,
    col: u16,
    /// Points of the click.
    points: i32,
    /// Points of the click and a bound of what the board after it brings.
    bound: i32,
    /// The bound that no memo has tightened: larger ones go first, whatever has been searched before.
    order: i32,
    /// Among equal bounds the smaller goes first.
    rank: u32,
    /// What was learned about the board after it.
    facts: MergeFacts,
}

/// Larger bounds first, then rare colours, then in the order of the groups; for the first helper the other way round, so
/// that it meets the lead in the middle, for others in an order of their own. No part of any board's loop, so that it
/// is compiled once.
#[inline(never)]
fn sort_children(children: &mut [Child], worker: usize) {
    let best_first = |child: &Child| (-child.order, child.rank);
    match worker {
        0 => children.sort_by_key(best_first),
        1 => {
            children.sort_by_key(best_first);
            children.reverse();
        }
        _ => children.sort_by_cached_key(|child| {
            mix(worker as u64 ^ u64::from(child.row) << 16 ^ u64::from(child.col) << 32)
        }),
    }
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
    bounder: BoundEvaluator,
    frames: Vec<Frame<B>>,
    children: Vec<Child>,
    counts: Vec<usize>,
    nodes: u64,
    /// Bytes that the clicks still to be searched may take.
    room: usize,
    race: Arc<Race>,
    /// 0 for the lead, from 1 on for its helpers.
    worker: usize,
}

/// Tiles above which a node may take milliseconds.
const LARGE: usize = 256;

/// Whoever waits for a search.
pub trait SearchObserver {
    /// Called before each node but the first, with the nodes so far; gives a reason to stop.
    fn stop(&mut self, nodes: u64) -> Option<Stop>;
    /// Called for each better list: its clicks, and what it brings with the points of the end.
    fn improved(&mut self, nodes: u64, clicks: &mut dyn Iterator<Item = Cell>, value: i32);
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

impl<B: BoardRepr> Tree<B> {
    /// A search of boards of this many colours and no more tiles than `worth` was made for.
    /// The clicks still to be searched take at most `room` bytes, about.
    pub fn new(scores: PointTable, colours: usize, memo: Memo<B>, room: usize) -> Self {
        Tree {
            memo,
            bounder: BoundEvaluator::new(scores),
            frames: Vec::new(),
            children: Vec::new(),
            counts: vec![0; colours],
            nodes: 0,
            room,
            race: Arc::default(),
            worker: 0,
        }
    }

    /// A helper of this search, by its place from 1 on, with the memo that they share.
    pub fn helper(&self, memo: Memo<B>, worker: usize) -> Self {
        let race = Arc::clone(&self.race);
        Tree { race, worker, ..Tree::new(self.scores().clone(), self.counts.len(), memo, self.room) }
    }

    /// What is shared with helpers.
    pub fn race(&self) -> &Arc<Race> {
        &self.race
    }

    /// What things are worth.
    pub fn scores(&self) -> &PointTable {
        self.bounder.scores()
    }

    /// The most that a board brings, without a search, by all that can be asked with this work, unless it is given up.
    #[inline(always)]
    pub fn ceiling<C: Cpu>(
        &mut self,
        cpu: C,
        board: &B,
        work: usize,
        give_up: &mut dyn FnMut() -> bool,
    ) -> i32 {
        for (colour, count) in self.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        self.bounder.sharp(cpu, board, &self.counts, work, give_up)
    }

    /// Searches for a list that brings more than `best`.
    #[inline(always)]
    pub fn run<C: Cpu>(&mut self, cpu: C, root: &B, best: i32, observer: &mut impl SearchObserver) -> Proved {
        self.race.start(best);
        self.race_on(cpu, root, observer)
    }

    /// Searches for a list that wins a race that has been started.
    #[inline(always)]
    pub fn race_on<C: Cpu>(&mut self, cpu: C, root: &B, observer: &mut impl SearchObserver) -> Proved {
        self.nodes = 0;
        self.frames.clear();
        self.children.clear();
        let (board, key) = (root.clone(), hash(root));
        let mut stopped =
            cpu.call(Open { tree: self, observer, board, key, click: Child::default(), gain: 0 });
        let mut bound = i32::MIN;
        if stopped.is_some() {
            observer.stopped(self.nodes, &mut self.path());
        }
        loop {
            let floor = self.race.floor();
            if self.finished(floor, observer) {
                continue;
            }
            let Some(frame) = self.frames.last_mut() else { break };
            let rest = &self.children[frame.next..];
            let Some(&child) = rest.first().filter(|_| stopped.is_none()) else {
                let most = rest.iter().map(|child| child.bound).max();
                frame.bound = frame.bound.max(most.unwrap_or(i32::MIN));
                bound = self.close();
                continue;
            };
            if frame.gain + child.bound <= floor {
                if self.worker == 0 && frame.gain + child.order <= floor {
                    // The rest have no larger bounds than this one.
                    frame.bound = frame.bound.max(child.order);
                    bound = self.close();
                } else {
                    frame.bound = frame.bound.max(child.bound);
                    frame.next += 1;
                }
                continue;
            }
            let mut board = frame.board.clone();
            board.click(cpu, child.cell());
            let key = hash(&board);
            // Searched by now, from one of the children before it?
            if let Some(known) = self.memo.bound(&board, key)
                && frame.gain + child.points + known <= floor
            {
                frame.bound = frame.bound.max(child.points + known);
                frame.next += 1;
                continue;
            }
            stopped = observer.stop(self.nodes);
            if stopped.is_none() && self.worker > 0 && self.race.is_over() {
                stopped = Some(Stop::Enough);
            }
            if stopped.is_none() && self.children.len() * size_of::<Child>() > self.room {
                stopped = Some(Stop::Limit(StopReason::Memory));
            }
            if stopped.is_none() {
                frame.next += 1;
                let gain = frame.gain + child.points;
                stopped = cpu.call(Open { tree: self, observer, board, key, click: child, gain });
            }
            if stopped.is_some() {
                observer.stopped(self.nodes, &mut self.path());
            }
        }
        Proved { bound, best: self.race.top(), nodes: self.nodes, stopped }
    }

    /// Tells of the game on top, if it is finished and better than what is known; whether it was.
    fn finished(&mut self, floor: i32, observer: &mut impl SearchObserver) -> bool {
        let value = match self.frames.last() {
            Some(frame) if frame.over && frame.gain + frame.bound > floor => frame.gain + frame.bound,
            _ => return false,
        };
        if self.worker == 0 {
            self.race.lead_found(value);
        } else if !self.race.helper_found(value) {
            return false;
        }
        observer.improved(self.nodes, &mut self.path(), value);
        true
    }

    /// The clicks to the top board, and the one that would come next, if there is one.
    fn path(&self) -> impl Iterator<Item = Cell> + '_ {
        let next = self.frames.last().and_then(|frame| self.children[frame.next..].first());
        self.frames.iter().skip(1).map(|frame| &frame.click).chain(next).map(|click| click.cell())
    }

    /// Takes the top board off and hands its bound up; gives that bound.
    #[inline(always)]
    fn close(&mut self) -> i32 {
        let Some(frame) = self.frames.pop() else { return i32::MIN };
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

/// Lists the clicks of a board that may lead past the floor. A job, so that it is compiled once for all searches of
/// a kind.
struct Open<'a, B, W> {
    tree: &'a mut Tree<B>,
    observer: &'a mut W,
    board: B,
    key: u64,
    /// The click that leads to the board, and the points so far.
    click: Child,
    gain: i32,
}

impl<B: BoardRepr, W: SearchObserver> Kernel for Open<'_, B, W> {
    /// Why the search has to stop before all is listed.
    type Out = Option<Stop>;

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) -> Option<Stop> {
        let Open { tree, observer, board, key, click, gain } = self;
        let floor = tree.race.floor();
        for (colour, count) in tree.counts.iter_mut().enumerate() {
            *count = board.count(colour as Colour);
        }
        let large = tree.counts.iter().sum::<usize>() > LARGE;
        let start = tree.children.len();
        let (mut over, mut bound, mut stopped) = (true, i32::MIN, None);
        let mut before = tree.bounder.before(&board, &tree.counts, click.facts);
        let mut groups = board.groups(cpu);
        while let Some(group) = board.next_group(cpu, &mut groups) {
            over = false;
            if large {
                stopped = observer.pause();
            }
            if stopped.is_some() {
                break;
            }
            let Some(cell) = group.first() else { continue };
            let Some(colour) = board.get(cell).map(usize::from) else { continue };
            let tiles = group.count();
            let points = tree.bounder.scores().points(tiles);
            let rank = tree.counts[colour] as u32;
            tree.counts[colour] -= tiles;
            let rough = tree.bounder.rough(&tree.counts);
            let enough = floor.saturating_sub(gain + points);
            let (mut most, mut known_most, mut facts) = (rough, rough, MergeFacts::NONE);
            let mut before = before.as_mut().filter(|_| rough > enough).map(|before| {
                let number = before.present().number(colour as Colour);
                let (tiles, single) = (tree.counts[colour], tree.counts.contains(&1));
                (before, ClickEffect { of: Some((number, tiles)), single })
            });
            // Barriers may tell more where a colour has one tile left.
            let cut_before_click = before.as_mut().is_some_and(|(before, click)| {
                !click.single && tree.bounder.cut_before_click(cpu, before, *click, (rough, enough))
            });
            if cut_before_click {
                (most, known_most) = (enough, enough);
            } else if rough > enough {
                let mut after = board.clone();
                after.remove(cpu, &group);
                // The slot comes while the bound is computed.
                let key = hash(&after);
                tree.memo.prefetch(cpu, key);
                let counted = (&after, &tree.counts[..]);
                most = tree.bounder.fine(cpu, counted, before, (rough, enough), &mut facts);
                known_most = most;
                if most > enough
                    && let Some(known) = tree.memo.bound(&after, key)
                {
                    known_most = most.min(known);
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
        if over {
            bound = tree.bounder.scores().at_end(tree.counts.iter().copied());
        }
        if stopped.is_some() {
            // Clicks that were not looked at bring no more than the tiles can.
            bound = bound.max(tree.bounder.rough(&tree.counts));
        }
        sort_children(&mut tree.children[start..], tree.worker);
        let opened = tree.nodes;
        tree.nodes += 1;
        tree.frames.push(Frame { board, hash: key, click, gain, bound, next: start, start, over, opened });
        stopped
    }
}

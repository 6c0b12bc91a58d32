//! Reasons on boards of the Mayan puzzle.

use super::reason::{Fact, Reason};
use crate::mayan::{InfeasibleReason, Solver};
use crate::rules::grid::Grid;
use crate::rules::{Cell, Colour, Mode, Move, Status};
use crate::text::render::timeline::{Phase, Timeline};

/// The most boards that are visited to prove that there is no solution.
const PROOF_NODES: u64 = 4000;

/// The most boards that are visited, over all moves together, to prove that all moves but one fail.
const ONLY_NODES: u64 = 20_000;

/// The task at a position: the moves left, and the rules for them.
#[derive(Clone, Copy, Debug)]
pub(super) struct MovesLeft {
    /// The number of moves left; `None` without a limit.
    pub left: Option<u64>,
    /// Whether a list must have exactly `left` moves, or may have fewer.
    pub mode: Mode,
    /// Whether a swap of two equal blocks is a move.
    pub noop: bool,
}

impl MovesLeft {
    fn solver(self, nodes: u64) -> Solver {
        Solver::new().moves(self.left.unwrap_or(u64::MAX), self.mode).skip_noop(!self.noop).nodes(nodes)
    }
}

/// Returns the facts about a settled board that hold for any list, the most important first.
pub(super) fn of_position(board: &Grid, task: MovesLeft) -> Vec<Reason> {
    if board.is_empty() {
        return Vec::new();
    }
    let few = colours(board).filter(|(_, cells)| matches!(cells.len(), 1 | 2));
    let mut reasons: Vec<Reason> =
        few.map(|(colour, cells)| Reason::new(Fact::TooFew { colour, blocks: cells.len() }, cells)).collect();
    if reasons.is_empty() {
        reasons.extend(no_solution(board, task));
    }
    if reasons.is_empty()
        && let Some(moves) = task.left
    {
        reasons.extend(meet(board, moves));
    }
    reasons
}

/// Returns the facts that support a list or its next move, the most important first. The list must be playable and not
/// empty.
pub(super) fn of_list(board: &Grid, task: MovesLeft, list: &[Move], timeline: &Timeline) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if timeline.steps.last().is_some_and(|last| last.left == 0) {
        let length = list.len() as u64;
        let exactly = task.mode == Mode::Exactly && task.left == Some(length);
        // The facts are about lists that are not longer than this list, even if the task allows more moves.
        let task = MovesLeft {
            left: Some(length),
            mode: if exactly { Mode::Exactly } else { Mode::Within },
            ..task
        };
        reasons.extend(only_move(board, task, list[0]));
        reasons.extend(meet(board, length));
        if task.mode != Mode::Exactly {
            reasons.extend(fewest(board, task, length));
        }
    }
    let at = reasons.len().min(1);
    reasons.splice(at..at, vanish(timeline));
    reasons
}

fn colours(board: &Grid) -> impl Iterator<Item = (Colour, Vec<Cell>)> {
    let cells = |colour| board.cells().filter(|&cell| board.get(cell) == Some(colour)).collect();
    (0..board.colours() as Colour).map(move |colour| (colour, cells(colour)))
}

fn no_solution(board: &Grid, task: MovesLeft) -> Option<Reason> {
    let outcome = task.solver(PROOF_NODES).solve_grid(board).ok()?;
    let reason = outcome.reason.filter(|_| outcome.status == Status::Infeasible)?;
    let never = matches!(reason, InfeasibleReason::Exhausted(_) | InfeasibleReason::Bound(u64::MAX));
    let (within, exactly) = (task.left.filter(|_| !never), task.mode == Mode::Exactly);
    Some(Reason::new(Fact::NoSolution { within, exactly, reason, why: reason.describe(board) }, []))
}

/// For each colour with three blocks, returns the place of their run if only one place can be reached in `moves` moves.
///
/// Three blocks vanish as one run. A block changes its column only by a move, to the next column. No move changes the
/// columns of two blocks of one colour, except their swap, which changes nothing. So a run needs one move for each
/// column between a block and its place in the run. A vertical run has all its places in one column. In a horizontal
/// run, assigning the places from left to right needs the fewest moves.
fn meet(board: &Grid, moves: u64) -> Vec<Reason> {
    let mut reasons = Vec::new();
    for (colour, cells) in colours(board).filter(|(_, cells)| cells.len() == 3) {
        // The cells are sorted by column, and so are the places `to`: each cell gets the place at its index.
        let cost =
            |to: [usize; 3]| cells.iter().zip(to).map(|(cell, to)| cell.col.abs_diff(to) as u64).sum::<u64>();
        let upright = |column: usize| {
            let fact = Fact::MeetInColumn { colour, moves, column };
            (board.rows() >= 3 && cost([column; 3]) <= moves).then_some(fact)
        };
        let level = |column: usize| {
            let fact = Fact::MeetInRow { colour, moves, column };
            (cost([column, column + 1, column + 2]) <= moves).then_some(fact)
        };
        let all = (0..board.cols()).filter_map(upright);
        let mut all = all.chain((2..board.cols()).filter_map(|last| level(last - 2)));
        if let (Some(fact), None) = (all.next(), all.next()) {
            reasons.push(Reason::new(fact, cells.clone()));
        }
    }
    reasons
}

/// Returns the proof that only `next` leads to a solution; `None` if another move does, or after [`ONLY_NODES`] boards.
fn only_move(board: &Grid, task: MovesLeft, next: Move) -> Option<Reason> {
    let moves = task.left?;
    let after = MovesLeft { left: Some(moves.checked_sub(1)?), ..task };
    let mut others = board.canonical_moves(task.noop);
    others.retain(|&other| other != next);
    let mut nodes = ONLY_NODES;
    for &other in &others {
        let mut board = board.clone();
        board.play(other).ok()?;
        let outcome = after.solver(nodes).solve_grid(&board).ok()?;
        if outcome.status != Status::Infeasible {
            return None;
        }
        nodes -= outcome.nodes.min(nodes);
    }
    (!others.is_empty()).then(|| Reason::new(Fact::OnlyMove { moves, others: others.len() }, []))
}

/// Returns the proof that no list of fewer than `moves` moves clears the board, if the board's lower bound shows it.
fn fewest(board: &Grid, task: MovesLeft, moves: u64) -> Option<Reason> {
    let outcome = task.solver(1).solve_grid(board).ok()?;
    (moves > 1 && outcome.bound == moves).then(|| Reason::new(Fact::FewestMoves { moves }, []))
}

/// Returns the blocks that vanish first when the list is played, and the number of moves until then.
fn vanish(timeline: &Timeline) -> Option<Reason> {
    let removed = |phase: &Phase| if let Phase::Remove(blocks) = phase { blocks.clone() } else { Vec::new() };
    let of_step = |(at, phases): (usize, &Vec<Phase>)| {
        let first = phases.iter().map(removed).find(|blocks| !blocks.is_empty())?;
        Some((at + 1, first, phases.iter().map(|phase| removed(phase).len()).sum()))
    };
    let (moves, blocks, total) =
        timeline.steps.iter().map(|step| &step.phases).enumerate().find_map(of_step)?;
    let tiles = || blocks.iter().map(|&block| timeline.tiles[block]);
    let mut colours: Vec<Colour> = tiles().map(|tile| tile.colour).collect();
    colours.sort_unstable();
    colours.dedup();
    let fact = Fact::Vanish { moves, colours, blocks: blocks.len(), total };
    Some(Reason::new(fact, tiles().map(|tile| tile.cell)))
}

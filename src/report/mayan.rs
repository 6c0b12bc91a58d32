//! The Mayan puzzle: outcomes and generated boards as records.

use super::Generated;
use crate::base::{Game, Mode, Move, Status};
use crate::formats::{Format, WriteError};
use crate::mayan::generate::{Made, Wish};
use crate::mayan::solve::{Counted, Outcome, Request, Want};
use crate::puzzle::{MayanTask, Origin, Puzzle, Task};
use crate::record::{self, Asked, LengthCount, ResultRecord, hash};

/// The puzzle with the M, the mode and the moves of a request.
pub fn asked(puzzle: &Puzzle, request: &Request) -> Puzzle {
    let task = MayanTask {
        moves: moves(request),
        mode: Some(request.mode),
        allow_noop: request.noop,
        list: Vec::new(),
    };
    Puzzle { task: Task::Mayan(task), ..puzzle.clone() }
}

/// The M that was asked for. In a mode that looks for at most M the largest number stands for any.
fn moves(request: &Request) -> Option<u64> {
    Some(request.moves).filter(|&moves| moves < u64::MAX || request.mode == Mode::Exactly)
}

/// The record of an outcome with the lists that were told if all were wanted, but for nodes, seconds and counters.
pub fn record(
    puzzle: &Puzzle,
    request: &Request,
    outcome: &Outcome,
    lists: &[Vec<Move>],
    index: u64,
    id: String,
) -> ResultRecord {
    let steps = |list: &Vec<Move>| list.iter().map(|&step| step.into()).collect::<Vec<_>>();
    let all = matches!(request.want, Want::All(_));
    let tells = match outcome.status {
        Status::Optimal => request.mode == Mode::Shortest,
        Status::Infeasible => request.mode != Mode::Exactly,
        _ => true,
    };
    let counts = |counted: &Counted| LengthCount { moves: counted.moves, count: counted.lists.to_string() };
    ResultRecord {
        game: Some(Game::Mayan),
        hash: Some(hash(&asked(puzzle, request))),
        asked: Some(question(request)),
        moves: outcome.list.as_ref().map(steps),
        cleared: outcome.list.as_ref().map(|_| true),
        // What has no end in the number of moves has no bound either.
        bound: i64::try_from(outcome.bound).ok().filter(|_| tells),
        count: outcome.count.map(|count| count.to_string()),
        counts: (!outcome.counts.is_empty()).then(|| outcome.counts.iter().map(counts).collect()),
        solutions: all.then(|| lists.iter().map(steps).collect()),
        stopped_by: outcome.stopped_by,
        ..ResultRecord::new(index, id, outcome.status)
    }
}

/// What was asked, for the record.
fn question(request: &Request) -> Asked {
    let (want, max_solutions) = match request.want {
        Want::One => (record::Want::One, None),
        Want::First => (record::Want::First, None),
        Want::All(most) => (record::Want::All, Some(most).filter(|&most| most < u64::MAX)),
        Want::Count => (record::Want::Count, None),
    };
    Asked {
        want: Some(want),
        max_solutions,
        mode: Some(request.mode),
        moves: moves(request),
        // An answer in another mode does not depend on such swaps, or has one of them.
        allow_noop: (request.noop || request.mode == Mode::Exactly).then_some(request.noop),
        ..Asked::default()
    }
}

/// What the ids of the puzzles of a wish begin with.
pub fn name(wish: &Wish) -> String {
    format!("mayan-{}x{}x{}-m{}", wish.rows, wish.cols, wish.colours, wish.moves)
}

/// Tells whether a format holds all boards of a wish.
///
/// # Errors
/// If it does not: what it can hold.
pub fn check(wish: &Wish, format: &Format) -> Result<(), WriteError> {
    super::check(format, [wish.rows, wish.cols, wish.colours], task(wish))
}

fn task(wish: &Wish) -> Task {
    Task::Mayan(MayanTask { moves: Some(wish.moves), mode: Some(Mode::Shortest), ..MayanTask::default() })
}

/// A board that was made for a wish as a puzzle with its shortest list.
pub fn generated(wish: &Wish, made: Made) -> Generated {
    let measured = &made.difficulty;
    let mut origin = Origin::new();
    let mut put = |name: &str, value: serde_json::Value| drop(origin.insert(name.into(), value));
    put("difficulty", measured.score().into());
    put("level", measured.word().into());
    // More than 2^53 is no number that every reader of JSON can hold.
    put("solutions", measured.solutions.to_string().into());
    put("nodes", measured.nodes.into());
    put("first_moves", measured.first_moves.into());
    put("winning", measured.winning.into());
    put("tempting", measured.tempting.into());
    put("tries", made.tries.into());
    let asked = Asked {
        want: Some(record::Want::One),
        mode: Some(Mode::Shortest),
        moves: Some(wish.moves),
        ..Asked::default()
    };
    let answer = ResultRecord {
        game: Some(Game::Mayan),
        asked: Some(asked),
        moves: Some(made.list.iter().map(|&step| step.into()).collect()),
        cleared: Some(true),
        bound: i64::try_from(wish.moves).ok(),
        ..ResultRecord::new(0, "", Status::Optimal)
    };
    Generated { grid: made.grid, task: task(wish), origin, answer: Some(answer) }
}

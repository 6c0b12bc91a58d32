//! The Mayan puzzle: converts outcomes and generated boards to records.

use super::Generated;
use crate::mayan::generate::{GenerateOptions, GeneratedPuzzle};
use crate::mayan::solve::Request;
use crate::mayan::{ListCount, Outcome, Solutions, Solver};
use crate::rules::puzzle::{MayanTask, Origin, Puzzle, Task};
use crate::rules::{GameKind, Mode, Move, Status};
use crate::text::formats::{Format, WriteError};
use crate::text::record::{self, Asked, LengthCount, ResultRecord, hash};

/// Returns the puzzle with the task that a solver has: M, the mode, and whether swaps of equal blocks are skipped.
pub fn with_task(puzzle: &Puzzle, solver: &Solver) -> Puzzle {
    let request = &solver.request();
    let task = MayanTask {
        moves: moves(request),
        mode: Some(request.mode),
        skip_noop: request.skip_noop,
        list: Vec::new(),
    };
    Puzzle { task: Task::Mayan(task), ..puzzle.clone() }
}

/// Returns the requested M, the number of moves. `None` for `u64::MAX` in modes other than `exactly`: any number.
fn moves(request: &Request) -> Option<u64> {
    Some(request.moves).filter(|&moves| moves < u64::MAX || request.mode == Mode::Exactly)
}

/// Creates the record of an outcome, without nodes, seconds and statistics. `lists` are the reported lists if all lists
/// were requested.
pub fn record(
    puzzle: &Puzzle,
    solver: &Solver,
    outcome: &Outcome,
    lists: &[Vec<Move>],
    index: u64,
    id: String,
) -> ResultRecord {
    let request = &solver.request();
    let steps = |list: &Vec<Move>| list.iter().map(|&step| step.into()).collect::<Vec<_>>();
    let all = matches!(request.want, Solutions::All(_));
    let has_bound = match outcome.status {
        Status::Optimal => request.mode == Mode::Shortest,
        Status::Infeasible => request.mode != Mode::Exactly,
        _ => true,
    };
    let counts = |counted: &ListCount| LengthCount { moves: counted.moves, count: counted.lists.to_string() };
    ResultRecord {
        game: Some(GameKind::Mayan),
        hash: Some(hash(&with_task(puzzle, solver))),
        asked: Some(question(request)),
        moves: outcome.found.as_ref().map(steps),
        cleared: outcome.found.as_ref().map(|_| true),
        // If no number of moves suffices, the bound is `u64::MAX`, and the record gets no bound.
        bound: i64::try_from(outcome.bound).ok().filter(|_| has_bound),
        count: outcome.count.map(|count| count.to_string()),
        counts: (!outcome.counts.is_empty()).then(|| outcome.counts.iter().map(counts).collect()),
        solutions: all.then(|| lists.iter().map(steps).collect()),
        stopped_by: outcome.stopped_by,
        ..ResultRecord::new(index, id, outcome.status)
    }
}

/// Returns the field `asked` of the record for a request.
fn question(request: &Request) -> Asked {
    let (want, max_solutions) = match request.want {
        Solutions::One => (record::Want::One, None),
        Solutions::First => (record::Want::First, None),
        Solutions::All(most) => (record::Want::All, Some(most).filter(|&most| most < u64::MAX)),
        Solutions::Count => (record::Want::Count, None),
    };
    Asked {
        want: Some(want),
        max_solutions,
        mode: Some(request.mode),
        moves: moves(request),
        // Only answers in mode `exactly` depend on swaps of equal blocks.
        allow_noop: (request.mode == Mode::Exactly).then_some(!request.skip_noop),
        ..Asked::default()
    }
}

/// Returns the prefix of the ids of puzzles generated with these options, such as `mayan-7x5x3-m4`.
pub fn id_prefix(options: &GenerateOptions) -> String {
    format!("mayan-{}x{}x{}-m{}", options.rows, options.cols, options.colours, options.moves)
}

/// Checks that a format can represent all boards generated with these options.
///
/// # Errors
/// If the format cannot represent some board. The message also says which boards the format can represent.
pub fn check_format(options: &GenerateOptions, format: &Format) -> Result<(), WriteError> {
    super::check_format(format, [options.rows, options.cols, options.colours], task(options))
}

fn task(options: &GenerateOptions) -> Task {
    Task::Mayan(MayanTask { moves: Some(options.moves), mode: Some(Mode::Shortest), ..MayanTask::default() })
}

/// Converts a generated board to a puzzle. The answer is its shortest list that clears the board.
pub fn generated(options: &GenerateOptions, made: GeneratedPuzzle) -> Generated {
    let measured = &made.difficulty;
    let mut origin = Origin::new();
    let mut put = |name: &str, value: serde_json::Value| drop(origin.insert(name.into(), value));
    put("difficulty", measured.score().into());
    put("level", measured.word().into());
    // A string, since not every reader of JSON has exact integers beyond 2^53.
    put("solutions", measured.solutions.to_string().into());
    put("nodes", measured.nodes.into());
    put("first_moves", measured.first_moves.into());
    put("winning", measured.winning.into());
    put("tempting", measured.tempting.into());
    put("tries", made.tries.into());
    let asked = Asked {
        want: Some(record::Want::One),
        mode: Some(Mode::Shortest),
        moves: Some(options.moves),
        ..Asked::default()
    };
    let answer = ResultRecord {
        game: Some(GameKind::Mayan),
        asked: Some(asked),
        moves: Some(made.list.iter().map(|&step| step.into()).collect()),
        cleared: Some(true),
        bound: i64::try_from(options.moves).ok(),
        ..ResultRecord::new(0, "", Status::Optimal)
    };
    Generated { grid: made.grid, task: task(options), origin, answer: Some(answer) }
}

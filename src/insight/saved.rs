//! The result record of a game that may not be over; `verify` accepts the record. If the goal is an empty board and
//! tiles are left, the moves are not an answer: the record has the status `unknown`, and its `stats` contain the moves.

use super::board_after;
use crate::rules::puzzle::{Puzzle, Task};
use crate::rules::{Goal, Status, StopReason};
use crate::samegame::search::{Found, Query};
use crate::text::record::{Asked, PuzzleRecord, ResultRecord, Step, hash, json};

/// The name of the field of `stats` with the moves of a game that is not an answer.
pub const PLAYED: &str = "played";

/// Creates the result record of a game with these moves.
///
/// # Errors
/// If a move cannot be played, or the board is too large to be scored.
///
/// ```
/// use tilefall::insight::saved;
/// use tilefall::text::record::{PuzzleRecord, Step};
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"samegame","rows":["112","122"]}"#).unwrap();
/// let record = saved::record(&puzzle.puzzle().unwrap(), &[Step::Click(1, 1)]).unwrap();
/// assert_eq!((record.score, record.cleared), (Some(1), Some(false)));
/// assert!(saved::record(&puzzle.puzzle().unwrap(), &[Step::Click(9, 9)]).is_err());
/// ```
pub fn record(puzzle: &Puzzle, moves: &[Step]) -> Result<ResultRecord, String> {
    record_for(Goal::Score, puzzle, moves)
}

/// Like [`record`]; a SameGame puzzle is played for `goal`.
///
/// # Errors
/// Returns the errors of [`record`].
pub fn record_for(goal: Goal, puzzle: &Puzzle, moves: &[Step]) -> Result<ResultRecord, String> {
    let bad = |number: usize| format!("move {} cannot be played", number + 1);
    let hash = hash(puzzle);
    let result = ResultRecord {
        game: Some(puzzle.task.game()),
        hash: Some(hash.clone()),
        stopped_by: Some(StopReason::Interrupt),
        ..ResultRecord::new(0, puzzle.id.clone().unwrap_or_default(), Status::Feasible)
    };
    match &puzzle.task {
        Task::SameGame(task) => {
            let rules = task.rules.unwrap_or_default();
            let query = Query::score(&puzzle.grid, rules).map_err(|unfit| unfit.to_string())?;
            let query = Query { goal, ..query };
            let clicks = moves.iter().enumerate().map(|(at, step)| step.click().ok_or_else(|| bad(at)));
            let found = Found::replay(&puzzle.grid, rules, clicks.collect::<Result<_, _>>()?).map_err(bad)?;
            let asked = Asked { goal: Some(goal), ..Asked::default() };
            let mut result = ResultRecord {
                asked: (goal != Goal::Score).then_some(asked),
                left: (goal == Goal::Left).then_some(found.left),
                biggest: (goal == Goal::Biggest).then_some(found.biggest),
                bound: Some(query.bound_of_value(query.ceiling())),
                ..result
            };
            let is_best = match goal {
                Goal::Score => false,
                Goal::Clear => found.cleared,
                Goal::Fewest | Goal::Left | Goal::Biggest => {
                    query.reached(&found) && query.value(&found) >= query.ceiling()
                }
            };
            if is_best {
                (result.status, result.stopped_by) = (Status::Optimal, None);
                result.bound = result.bound.filter(|_| goal != Goal::Clear);
            }
            if !query.reached(&found) {
                return not_an_answer(result, moves);
            }
            Ok(result.with_clicks(hash, &found.clicks, found.score, found.cleared))
        }
        Task::Mayan(_) => {
            let board = board_after(puzzle, moves)?;
            let result = ResultRecord { bound: Some(0), ..result };
            if board.is_empty() {
                return Ok(ResultRecord { moves: Some(moves.to_vec()), ..result });
            }
            not_an_answer(result, moves)
        }
    }
}

/// Parses a saved game: a line with the puzzle, and a line with the result record. Returns `None` for any other text.
pub fn parsed(text: &[u8]) -> Option<(PuzzleRecord, ResultRecord)> {
    let (puzzle, moves) = str::from_utf8(text).ok()?.strip_suffix('\n')?.split_once('\n')?;
    Some((serde_json::from_str(puzzle).ok()?, serde_json::from_str(moves).ok()?))
}

/// Adds moves that are not an answer to the `stats` of a record, and sets its status to `unknown`.
fn not_an_answer(result: ResultRecord, moves: &[Step]) -> Result<ResultRecord, String> {
    let mut stats = serde_json::Map::new();
    stats.insert(PLAYED.to_owned(), serde_json::to_value(moves).map_err(|error| error.to_string())?);
    Ok(ResultRecord { status: Status::Unknown, stats: Some(stats), ..result })
}

/// Returns the moves of a record that [`record`] created, whether they are an answer or not.
///
/// # Errors
/// If the moves in `stats` are malformed.
pub fn moves(mut record: ResultRecord) -> Result<Vec<Step>, String> {
    let played = record.stats.as_mut().and_then(|stats| stats.remove(PLAYED));
    let played = played.map(serde_json::from_value).transpose();
    let played = played.map_err(|error| json::message(&error, "moves"))?;
    Ok(record.moves.or(played).unwrap_or_default())
}

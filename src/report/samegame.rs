//! SameGame: outcomes and generated boards as records.

use super::Generated;
use crate::base::{Game, Rules, Status};
use crate::formats::{Format, WriteError};
use crate::puzzle::{Origin, SameGameTask, Task};
use crate::record::{self, Asked, ResultRecord};
use crate::samegame::generate::{Made, Wish};
use crate::samegame::search::{Found, Goal, Outcome};

/// The record of an outcome, but for nodes, seconds and counters.
///
/// `hash` is that of the puzzle under the rules that were asked for.
///
/// ```
/// use tilefall::{record, report, samegame::{Board, Goal, Solver}};
/// let board: Board = "11 / 22".parse().unwrap();
/// let outcome = Solver::new().solve(&board).unwrap();
/// let record = report::samegame::record(&outcome, 0, "two".into(), "0".repeat(16), Goal::Score, None);
/// assert_eq!((record.score, record.cleared), (Some(1000), Some(true)));
/// ```
pub fn record(
    outcome: &Outcome,
    index: u64,
    id: String,
    hash: String,
    goal: Goal,
    target: Option<i64>,
) -> ResultRecord {
    let goal = match goal {
        Goal::Score => record::Goal::Score,
        Goal::Clear => record::Goal::Clear,
    };
    let record = ResultRecord {
        game: Some(Game::SameGame),
        hash: Some(hash.clone()),
        asked: Some(Asked { goal: Some(goal), target, ..Asked::default() }),
        bound: outcome.bound,
        stopped_by: outcome.stopped_by,
        ..ResultRecord::new(index, id, outcome.status)
    };
    match &outcome.found {
        Some(found) => record.with_clicks(hash, &found.clicks, found.score, found.cleared),
        None => record,
    }
}

/// What the ids of the boards of a wish begin with.
pub fn name(wish: &Wish) -> String {
    let kind = |on, letter| if on { letter } else { "" };
    let (clearable, balanced) = (kind(wish.clearable, "c"), kind(wish.balanced, "b"));
    format!("samegame-{}x{}x{}{clearable}{balanced}", wish.rows, wish.cols, wish.colours)
}

/// Tells whether a format holds all boards of a wish.
///
/// # Errors
/// If it does not: what it can hold.
///
/// ```
/// use tilefall::{formats::codingame, report::samegame::check, samegame::generate::Wish};
/// assert!(check(&Wish::default(), &codingame::FORMAT).is_ok());
/// let small = Wish { rows: 10, ..Wish::default() };
/// let error = check(&small, &codingame::FORMAT).unwrap_err();
/// assert_eq!(error.0, "the board has 10 rows and 15 columns, expected 15 rows and 15 columns");
/// ```
pub fn check(wish: &Wish, format: &Format) -> Result<(), WriteError> {
    super::check(format, [wish.rows, wish.cols, wish.colours], task())
}

fn task() -> Task {
    Task::SameGame(SameGameTask { rules: Some(Rules::default()), clicks: Vec::new() })
}

/// A board that was made for a wish as a puzzle; the list that clears it is the answer.
pub fn generated(wish: &Wish, made: Made) -> Generated {
    let mut origin = Origin::new();
    origin.insert("clearable".into(), if wish.clearable { true.into() } else { "unknown".into() });
    origin.insert("balanced".into(), wish.balanced.into());
    origin.insert("tries".into(), made.tries.into());
    let found = made.list.and_then(|list| Found::replay(&made.grid, Rules::default(), list).ok());
    let answer = found.map(|found| {
        let asked = Some(Asked { goal: Some(record::Goal::Clear), ..Asked::default() });
        let record = ResultRecord { asked, ..ResultRecord::new(0, "", Status::Optimal) };
        record.with_clicks(String::new(), &found.clicks, found.score, found.cleared)
    });
    Generated { grid: made.grid, task: task(), origin, answer }
}

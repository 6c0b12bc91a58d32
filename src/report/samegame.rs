//! SameGame: converts outcomes and generated boards to records.

use super::Generated;
use crate::rules::puzzle::{Origin, SameGameTask, Task};
use crate::rules::{GameKind, Status};
use crate::samegame::generate::{GenerateOptions, GeneratedBoard};
use crate::samegame::{Found, Goal, Outcome, Solver};
use crate::text::formats::{Format, WriteError};
use crate::text::record::{Asked, ResultRecord};

/// Creates the record of an outcome, without nodes, seconds and statistics. `hash` is the hash of the puzzle with the
/// requested rules.
///
/// ```
/// use tilefall::{text::record, text::report, samegame::{Board, Solver}};
/// let board: Board = "11 / 22".parse().unwrap();
/// let solver = Solver::new();
/// let outcome = solver.solve(&board).unwrap();
/// let record = report::samegame::record("0".repeat(16), &solver, &outcome, 0, "two".into());
/// assert_eq!((record.score, record.cleared), (Some(1000), Some(true)));
/// ```
pub fn record(hash: String, solver: &Solver, outcome: &Outcome, index: u64, id: String) -> ResultRecord {
    let goal = solver.goal;
    let record = ResultRecord {
        game: Some(GameKind::SameGame),
        hash: Some(hash.clone()),
        asked: Some(Asked { goal: Some(goal), target: solver.target, ..Asked::default() }),
        bound: outcome.bound,
        stopped_by: outcome.stopped_by,
        ..ResultRecord::new(index, id, outcome.status)
    };
    match &outcome.found {
        Some(found) => ResultRecord {
            left: (goal == Goal::Left).then_some(found.left),
            biggest: (goal == Goal::Biggest).then_some(found.biggest),
            ..record.with_clicks(hash, &found.clicks, found.score, found.cleared)
        },
        None => record,
    }
}

/// Returns the prefix of the ids of boards generated with these options, such as `samegame-15x15x5cb-k9`.
pub fn id_prefix(options: &GenerateOptions) -> String {
    let kind = |on, letter| if on { letter } else { "" };
    let (clearable, balanced) = (kind(options.clearable, "c"), kind(options.balanced, "b"));
    let clicks = options.clicks.map_or(String::new(), |clicks| format!("-k{clicks}"));
    format!("samegame-{}x{}x{}{clearable}{balanced}{clicks}", options.rows, options.cols, options.colours)
}

/// Checks that a format can represent all boards generated with these options.
///
/// # Errors
/// If the format cannot represent some board. The message also says which boards the format can represent.
pub fn check_format(options: &GenerateOptions, format: &Format) -> Result<(), WriteError> {
    super::check_format(format, [options.rows, options.cols, options.colours], task(options))
}

fn task(options: &GenerateOptions) -> Task {
    Task::SameGame(SameGameTask { rules: Some(options.rules), clicks: Vec::new() })
}

/// Converts a generated board to a puzzle. The answer is the generator's list that clears the board, if there is one.
/// If a number of clicks was requested, the list is a shortest one.
pub fn generated(options: &GenerateOptions, made: GeneratedBoard) -> Generated {
    let mut origin = Origin::new();
    let clearable = options.clearable || options.clicks.is_some();
    origin.insert("clearable".into(), if clearable { true.into() } else { "unknown".into() });
    if let Some(clicks) = options.clicks {
        origin.insert("clicks".into(), clicks.into());
    }
    origin.insert("balanced".into(), options.balanced.into());
    origin.insert("tries".into(), made.tries.into());
    let found = made.list.and_then(|list| Found::replay(&made.grid, options.rules, list).ok());
    let answer = found.map(|found| {
        let goal = if options.clicks.is_some() { Goal::Fewest } else { Goal::Clear };
        let asked = Some(Asked { goal: Some(goal), ..Asked::default() });
        let bound = options.clicks.and_then(|clicks| i64::try_from(clicks).ok());
        let record = ResultRecord { asked, bound, ..ResultRecord::new(0, "", Status::Optimal) };
        record.with_clicks(String::new(), &found.clicks, found.score, found.cleared)
    });
    Generated { grid: made.grid, task: task(options), origin, answer }
}

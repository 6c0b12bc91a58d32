//! `analyse --optimise`: a better list, started from a given one.

use super::text;
use crate::io::sanitize;
use crate::verbs::goal_text;
use crate::verbs::replay::answers::Played;
use crate::verbs::solve::stopped;
use tilefall::insight::analysis::Analysis;
use tilefall::insight::saved;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{Cell, Goal, Mode, Move, Status};
use tilefall::text::record::{Asked, ResultRecord, Want};
use tilefall::text::render;

/// Returns the best list known as text, as `solve` prints lists, under a sentence that compares it with the given list.
pub fn text(played: &Played, analysis: &Analysis) -> String {
    let known = &analysis.known[0];
    let in_units = |result| goal_text::amount(analysis.unit, result);
    let now = match (known.best(), known.status()) {
        (None, _) => text::no_list(known, ""),
        (Some(best), Status::Optimal) => format!("{}, the best (proven)", in_units(best)),
        (Some(best), _) => {
            let bound = known.bound().map_or(String::new(), |bound| format!(", the bound is {bound}"));
            in_units(best) + &bound
        }
    };
    let before = analysis.result.map_or("no result".into(), in_units);
    let reason = analysis.stopped_by.map_or(String::new(), |reason| format!("; {}", stopped(reason)));
    let line = format!("{}: {now}; before: {before}{reason}", played.id);
    let grid = &played.puzzle.grid;
    let list = match &played.puzzle.task {
        _ if !known.has_line() => String::new(),
        Task::SameGame(task) => {
            let clicks: Vec<Cell> = known.line().iter().filter_map(|step| step.click()).collect();
            render::text::clicks(grid, &task.rules.unwrap_or_default(), &clicks)
        }
        Task::Mayan(_) => {
            let slides: Vec<Move> = known.line().iter().filter_map(|step| step.slide()).collect();
            render::text::replay(grid, &slides)
        }
    };
    format!("{}\n{list}", sanitize::line(&line))
}

/// Returns the record of the best list known, as `solve` writes records.
///
/// # Errors
/// If the list cannot be replayed.
pub fn record(played: &Played, goal: Goal, analysis: &Analysis) -> Result<ResultRecord, String> {
    let known = &analysis.known[0];
    let record = saved::record_for(goal, &played.puzzle, known.line())?;
    let asked = match &played.puzzle.task {
        Task::SameGame(_) => Asked { goal: Some(goal), ..Asked::default() },
        Task::Mayan(task) => {
            let exactly = task.mode == Some(Mode::Exactly);
            Asked {
                want: Some(Want::One),
                mode: Some(if exactly { Mode::Exactly } else { Mode::Shortest }),
                moves: task.moves,
                allow_noop: exactly.then_some(!task.skip_noop),
                ..Asked::default()
            }
        }
    };
    // Moves without an answer are no part of a record.
    let found = known.has_line();
    Ok(ResultRecord {
        id: played.id.clone(),
        asked: Some(asked),
        status: known.status(),
        moves: record.moves.filter(|_| found),
        score: record.score.filter(|_| found),
        cleared: record.cleared.filter(|_| found),
        bound: known.bound().filter(|_| known.status() != Status::Optimal || goal != Goal::Clear),
        nodes: Some(analysis.nodes),
        stopped_by: analysis.stopped_by.filter(|_| !known.is_proven()),
        stats: None,
        ..record
    })
}

//! Replays as HTML, and the colours of tiles.

use crate::argument::{Items, argument, named};
use crate::error::{american, value};
use crate::input::Place;
use crate::moves::localized;
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use tilefall::rules::Step;
use tilefall::rules::puzzle::Task;
use tilefall::text::record::{ResultRecord, hash};
use tilefall::text::render::html::{Replay, page};
use tilefall::text::render::palette::Rgb;
use tilefall::text::render::timeline::Timeline;

/// Returns a page that replays puzzles, each with a result record (a line of JSON).
#[pyfunction]
pub fn replay_page(py: Python<'_>, shown: Vec<(Puzzle, String)>) -> PyResult<String> {
    py.detach(|| {
        let (mut timelines, mut records) = (Vec::new(), Vec::new());
        for (index, (puzzle, line)) in (0..).zip(&shown) {
            let record: ResultRecord = serde_json::from_str(line).map_err(value)?;
            let mut puzzle = Puzzle { answer: None, ..puzzle.clone() };
            if let (Task::Mayan(task), Some(asked)) = (&mut puzzle.puzzle.task, &record.asked) {
                (task.moves, task.mode) = (asked.moves, asked.mode);
            }
            let id = puzzle.named();
            if record.hash.as_ref().is_some_and(|name| *name != hash(&puzzle.puzzle)) {
                return Err(value(format!("{id}: this answer is to another puzzle, or under other rules")));
            }
            let moves = record.moves.as_deref().unwrap_or_default();
            let timeline = Timeline::of(&puzzle.puzzle, moves);
            let shape = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
            let timeline = timeline.map_err(|error| {
                value(format!("{id}: {}", american(localized(&error.to_string(), moves, shape))))
            })?;
            let number = moves.len();
            let caption = timeline.caption(timeline.steps.len());
            let title = format!("{id}: {}, {caption}", tilefall::internals::plural(number as u64, "move"));
            timelines.push(Replay::new(title, timeline));
            // An answer can be checked only with the question `asked`, so the page contains only such records.
            if record.asked.is_some() {
                records.push(puzzle.line());
                records.push(ResultRecord { index, id, ..record }.to_line());
            }
        }
        Ok(page(&timelines, &records))
    })
}

/// Converts a list of moves or indices to moves on the board of a puzzle. `name` is the name of the argument.
pub fn steps_of(puzzle: &Puzzle, moves: &Bound<'_, PyAny>, name: &str) -> PyResult<Vec<Step>> {
    let (rows, cols) = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
    let step = |place: Place| match &puzzle.puzzle.task {
        Task::SameGame(_) => place.cell(rows, cols).map(Step::from),
        Task::Mayan(_) => place.slide(rows, cols).map(Step::from),
    };
    let steps = argument::<Items<Place>>(name, moves)?.0.into_iter().map(step).collect::<PyResult<_>>();
    steps.map_err(|error| named(moves.py(), &format!("argument '{name}'"), error))
}

/// Converts a list of moves or indices to a JSON array of moves, as in a record of the puzzle.
#[pyfunction]
#[pyo3(signature = (puzzle, moves, *, name = "moves"))]
pub fn list_of(puzzle: &Puzzle, moves: &Bound<'_, PyAny>, name: &str) -> PyResult<String> {
    let steps = steps_of(puzzle, moves, name)?;
    serde_json::to_string(&steps).map_err(value)
}

/// Returns the colours for the tile numbers 0 to 63 as (red, green, blue). From number 62 on, the colours repeat.
#[pyfunction]
pub fn palette() -> Vec<(u8, u8, u8)> {
    (0..64).map(Rgb::numbered).map(|Rgb(red, green, blue)| (red, green, blue)).collect()
}

//! Replays as HTML, and the colours of tiles.

use crate::argument::Argument;
use crate::error::value;
use crate::input::{Place, Slide};
use crate::puzzle::Puzzle;
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use tilefall::rules::{Cell, Move, Step};
use tilefall::internals::render::palette::Rgb;
use tilefall::rules::puzzle::Task;
use tilefall::text::record::{ResultRecord, hash};
use tilefall::text::render::html::{Replay, page};
use tilefall::text::render::timeline::{ListError, Timeline};

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
            let timeline = timeline(&puzzle, &record).map_err(|error| value(format!("{id}: {error}")))?;
            let number = record.moves.as_ref().map_or(0, Vec::len);
            let caption = timeline.caption(timeline.steps.len());
            let title =
                format!("{id}: {}, {caption}", tilefall::internals::rules::plural(number as u64, "move"));
            timelines.push(Replay::new(title, timeline));
            // An answer with `asked` can be checked from the page.
            if let (Ok(line), Some(_)) = (puzzle.line(), &record.asked) {
                records.push(line);
                records.push(ResultRecord { index, id, ..record }.to_line());
            }
        }
        Ok(page(&timelines, &records))
    })
}

/// Returns the timeline of the list of a record on a puzzle.
fn timeline(puzzle: &Puzzle, record: &ResultRecord) -> Result<Timeline, ListError> {
    let moves = record.moves.as_deref().unwrap_or_default();
    let unlike = |at: usize| ListError { number: at + 1, why: "this is no move of the game".into() };
    let grid = &puzzle.puzzle.grid;
    match &puzzle.puzzle.task {
        Task::SameGame(task) => {
            let cells = moves.iter().enumerate().map(|(at, step)| step.click().ok_or_else(|| unlike(at)));
            Timeline::clicks(grid, &cells.collect::<Result<Vec<Cell>, _>>()?, task.rules.unwrap_or_default())
        }
        Task::Mayan(_) => {
            let slides = moves.iter().enumerate().map(|(at, step)| step.slide().ok_or_else(|| unlike(at)));
            Timeline::slides(grid, &slides.collect::<Result<Vec<Move>, _>>()?)
        }
    }
}

/// Returns the moves of a list on a puzzle; the list may contain indices.
///
/// # Errors
/// A `TypeError` or a `ValueError` that names the first element that is no move.
pub fn steps_of(puzzle: &Puzzle, moves: &Argument<'_>) -> PyResult<Vec<Step>> {
    let (rows, cols) = (puzzle.puzzle.grid.rows(), puzzle.puzzle.grid.cols());
    let step = |argument: &Argument<'_>| match &puzzle.puzzle.task {
        Task::SameGame(_) => Ok(Step::from(Place::of(argument)?.on(rows, cols)?)),
        Task::Mayan(_) => Ok(Step::from(Slide::of(argument)?.on(rows, cols)?)),
    };
    moves.items("a list of moves or indices")?.iter().map(step).collect()
}

/// Returns the moves of a list on a puzzle as in a record, a JSON array; the list may contain indices.
#[pyfunction]
pub fn list_of(puzzle: &Puzzle, moves: &Bound<'_, PyAny>) -> PyResult<String> {
    let steps = steps_of(puzzle, &Argument::new("moves", moves))?;
    serde_json::to_string(&steps).map_err(value)
}

/// Returns a uint8 array [number, 3]: the colours of tiles in red, green and blue, distinguishable with red-green
/// colour blindness.
#[pyfunction]
pub fn palette(py: Python<'_>, number: usize) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let colours = (0..number.min(64)).flat_map(|number| {
        let Rgb(red, green, blue) = Rgb::numbered(number);
        [red, green, blue]
    });
    PyArray1::from_vec(py, colours.collect()).reshape([number.min(64), 3])
}

//! Positions after moves, and timelines for animation.

use crate::{error, json, moves, puzzle};
use serde::Serialize;
use tilefall::insight::board_after;
use tilefall::rules::Cell;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::text::record::{PuzzleRecord, Step, hash};
use tilefall::text::render::html;
use tilefall::text::render::timeline::Timeline;
use wasm_bindgen::prelude::*;

#[derive(Default, Serialize)]
struct Position {
    rows: Vec<String>,
    /// SameGame: the groups that can be removed.
    groups: Vec<Group>,
    /// Mayan: the moves that change the board.
    slides: Vec<Step>,
    left: usize,
    cleared: bool,
    over: bool,
    /// SameGame: the points that the rules give for a cleared board.
    bonus: u64,
    /// Mayan: the number of moves left.
    moves_left: Option<u64>,
}

#[derive(Serialize)]
struct Group {
    /// Row and column from 0 at the bottom left.
    cells: Vec<[usize; 2]>,
    points: i64,
}

/// Returns the row and the column of each cell, from 0 at the bottom left.
pub(crate) fn places(cells: &[Cell]) -> Vec<[usize; 2]> {
    cells.iter().map(|cell| [cell.row, cell.col]).collect()
}

/// Returns the timeline of each tile during a list of moves as JSON, in the format of the pages of `tilefall replay`.
#[wasm_bindgen(js_name = timeline)]
pub fn timeline_of(record: &str, list: &str) -> Result<String, JsError> {
    let puzzle = puzzle(record)?;
    let title = puzzle.id.clone().unwrap_or_default();
    let timeline = Timeline::of(&puzzle, &moves(list)?).map_err(error)?;
    json(&html::data(&html::Replay::new(title, timeline)))
}

/// Returns the position after a list of moves as JSON, with the moves that can be played next.
#[wasm_bindgen]
pub fn position(record: &str, list: &str) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let board = board_after(&puzzle, &list).map_err(error)?;
    let (left, cleared) = (board.tiles(), board.is_empty());
    let position = match &puzzle.task {
        Task::SameGame(task) => {
            let rules = task.rules.unwrap_or_default();
            let group = |cell| {
                let cells = places(&board.group(cell));
                Group { points: rules.score.points(cells.len() as u64), cells }
            };
            let groups: Vec<_> = board.groups_of(rules.min_group).into_iter().map(group).collect();
            let (over, bonus) = (groups.is_empty(), rules.clear_bonus);
            Position { over, groups, left, cleared, bonus, ..Position::default() }
        }
        Task::Mayan(task) => {
            let moves_left = task.moves.map(|moves| moves.saturating_sub(list.len() as u64));
            let slides: Vec<Step> =
                board.canonical_moves(task.counts_noops()).into_iter().map(Step::from).collect();
            let over = cleared || moves_left == Some(0) || slides.is_empty();
            Position { over, slides, moves_left, left, cleared, ..Position::default() }
        }
    };
    let rows = PuzzleRecord::of(&Puzzle { grid: board, ..puzzle }).rows;
    json(&Position { rows, ..position })
}

/// Returns the hash of a puzzle, which names it among saved games.
#[wasm_bindgen]
pub fn name(record: &str) -> Result<String, JsError> {
    Ok(hash(&puzzle(record)?))
}

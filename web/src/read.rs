//! Conversion of text in any format to records, and of a game to text.

use crate::{error, json, moves, puzzle};
use serde::Serialize;
use tilefall::insight::{board_after, saved};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Cell, Preset};
use tilefall::text::formats::auto::ReadPlan;
use tilefall::text::formats::{FORMATS, Format, JudgeAnswer, auto};
use tilefall::text::record::{PuzzleRecord, Step};
use tilefall::text::render::timeline::Timeline;
use tilefall::text::render::{html, svg};
use wasm_bindgen::prelude::*;

/// The maximum number of puzzles, and of errors, that are returned for a text.
const MOST: usize = 1000;

/// The result of reading a text.
#[derive(Serialize)]
struct Reading {
    format: &'static str,
    puzzles: Vec<Item>,
    /// Error messages, each starting with the name of the text and the place.
    errors: Vec<String>,
    /// The number of puzzles beyond [`MOST`], which are left out.
    more: usize,
}

/// A puzzle, and the moves that the text has for it.
#[derive(Serialize)]
struct Item {
    record: PuzzleRecord,
    moves: Vec<Step>,
}

/// Reads a text in `format`; detects the format if it is `None`. `name` is the name of the text in errors. `rules` is
/// the name of a game, such as `former`: its rules replace the rules of SameGame puzzles in the text.
#[wasm_bindgen]
pub fn read(
    text: &str,
    format: Option<String>,
    name: &str,
    rules: Option<String>,
) -> Result<String, JsError> {
    let rules = rules.map(|name| Preset::named(&name)).transpose().map_err(error)?.map(|game| game.rules);
    let columns = rules.map(|rules| rules.columns);
    let chosen = match format.as_deref() {
        Some(format) => ReadPlan::of(format_of("format", format)?).by(columns),
        None => auto::plan_by(text.as_bytes(), None, columns),
    };
    let mut reading =
        Reading { format: chosen.format.name, puzzles: Vec::new(), errors: Vec::new(), more: 0 };
    chosen.read(text.as_bytes(), &mut |item| {
        let item =
            item.map_err(|why| why.to_string().replace("--format", "format")).and_then(|mut puzzle| {
                if let Task::SameGame(task) = &mut puzzle.task {
                    task.rules = rules.or(task.rules);
                }
                self::item(&puzzle)
            });
        match item {
            Ok(item) if reading.puzzles.len() < MOST => reading.puzzles.push(item),
            Ok(_) => reading.more += 1,
            Err(why) if reading.errors.len() < MOST => reading.errors.push(format!("{name}:{why}")),
            Err(_) => {}
        }
    });
    json(&reading)
}

fn item(puzzle: &Puzzle) -> Result<Item, String> {
    let place = puzzle.place.unwrap_or_default();
    let record = crate::exact::checked(PuzzleRecord::of(puzzle)).map_err(|why| format!("{place}: {why}"))?;
    Ok(Item { record, moves: puzzle.task.list() })
}

/// Returns the formats as JSON, each with its `name`, a line of documentation `doc`, its `game` (`null` for both), and
/// `answers`: whether its judge takes answers.
#[wasm_bindgen]
pub fn formats() -> Result<String, JsError> {
    let line = |format: &&Format| {
        let answers = format.judge_answer.is_some();
        serde_json::json!({ "name": format.name, "doc": format.doc, "game": format.game, "answers": answers })
    };
    json(&FORMATS.iter().map(line).collect::<Vec<_>>())
}

/// Returns a game as text. The `kind` is `puzzle` or `record` for a line of JSON, `svg` or `animation` for a picture,
/// `html` for a replay page, `answer FORMAT` for the answer to a judge, or `FORMAT` for the puzzle in this format.
#[wasm_bindgen]
pub fn write(record: &str, list: &str, kind: &str) -> Result<String, JsError> {
    let (puzzle, list) = (puzzle(record)?, moves(list)?);
    let line = PuzzleRecord::of(&puzzle).to_line();
    let title = puzzle.id.clone().unwrap_or_else(|| puzzle.task.game().name().to_owned());
    let carried = || -> Result<Vec<String>, JsError> {
        let played = saved::record(&puzzle, &list).map_err(error)?.to_line();
        Ok([&line, &played].map(|line| line.trim_end().to_owned()).to_vec())
    };
    Ok(match kind {
        "puzzle" => line,
        "record" => saved::record(&puzzle, &list).map_err(error)?.to_line(),
        "svg" => {
            let board = board_after(&puzzle, &list).map_err(error)?;
            svg::board(&board, puzzle.task.game(), &title, "")
        }
        "animation" => {
            let time = Timeline::of(&puzzle, &list).map_err(error)?;
            svg::animation(&time, &title, &carried()?.join("\n"))
        }
        "html" => {
            let shown = html::Replay::new(title, Timeline::of(&puzzle, &list).map_err(error)?);
            html::page(&[shown], &carried()?)
        }
        _ => match kind.strip_prefix("answer ") {
            Some(format) => answer(&puzzle, &list, format)?,
            None => {
                let format = format_of("kind", kind)?;
                let text = format.write(&format.relabel(&puzzle).map_err(error)?).map_err(error)?;
                format.join(&[text]).map_err(error)?
            }
        },
    })
}

/// Returns the format `name`; errors begin with `argument`.
fn format_of(argument: &str, name: &str) -> Result<&'static Format, JsError> {
    Format::named(name).ok_or_else(|| error(format!("{argument}: there is no format {name:?}")))
}

/// Returns the answer for the judge of a format.
fn answer(puzzle: &Puzzle, list: &[Step], format: &str) -> Result<String, JsError> {
    let native = format_of("kind", format)?.judge_answer;
    let native = native.ok_or_else(|| error("kind: this format has no judge"))?;
    match native {
        JudgeAnswer::Clicks(answer) => answer(puzzle, &clicks(list)),
        JudgeAnswer::Moves { answer, .. } => {
            answer(puzzle, &list.iter().filter_map(|step| step.slide()).collect::<Vec<_>>())
        }
    }
    .map_err(error)
}

pub(crate) fn clicks(list: &[Step]) -> Vec<Cell> {
    list.iter().filter_map(|step| step.click()).collect()
}

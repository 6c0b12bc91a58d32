//! Replays as a single HTML file without external resources.
//!
//! The page contains the records of its puzzles and answers, which `verify` can check, and the [`Timeline`] of each
//! puzzle. Style, script and markup are in the files next to this one.

use super::palette::Rgb;
use super::timeline::{Phase, ShownMove, Timeline};
use serde_json::{Value, json};
use std::borrow::Cow;
use tilefall_rules::{Cell, GameKind};

/// A list of moves on a puzzle, to be shown with a title.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay {
    /// The title above the board.
    pub title: String,
    /// The initial board, and the paths of its tiles.
    pub timeline: Timeline,
    /// The marks of an analysis, if the list was analysed.
    pub marks: Option<Marks>,
}

impl Replay {
    /// Creates a replay without marks.
    pub fn new(title: impl Into<String>, timeline: Timeline) -> Replay {
        Replay { title: title.into(), timeline, marks: None }
    }
}

/// The findings of an analysis of a list, shown on the page.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Sentences about the whole game, shown as a list.
    pub summary: Vec<String>,
    /// One mark per move, in the order of the list.
    pub moves: Vec<Mark>,
}

/// The loss of a move and the better alternative, shown beside the move.
#[derive(Clone, Debug, Default)]
pub struct Mark {
    /// The loss as a short text; empty if nothing was lost.
    pub loss: String,
    /// The class of the loss, which sets the colour of the text.
    pub size: LossSize,
    /// A sentence about the best result still possible before the move.
    pub best: String,
    /// The tiles of the better move; empty if there is none.
    pub better: Vec<Cell>,
}

/// The class of a loss, by its size.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LossSize {
    /// Nothing is lost.
    #[default]
    None,
    /// A small part of the result is lost.
    Slight,
    /// A large part of the result is lost.
    Large,
    /// The win is lost.
    Win,
}

/// Returns a page that replays puzzles, one at a time. `records` are the lines of JSON to embed: puzzles, then results.
///
/// ```
/// use tilefall::rules::{Cell, Rules};
/// use tilefall::{rules::grid::Grid, text::render::html::{Replay, page}, text::render::timeline::Timeline};
/// let grid = Grid::parse("11 / 22").unwrap();
/// let list = [Cell::new(0, 0), Cell::new(0, 0)];
/// let timeline = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
/// let page = page(&[Replay::new("two clicks", timeline)], &["{\"v\":1}".into()]);
/// assert!(page.starts_with("<!doctype html>") && page.contains("two clicks"));
/// ```
pub fn page(puzzles: &[Replay], records: &[String]) -> String {
    let timelines: Value = puzzles.iter().map(data).collect();
    let records: Value =
        records.iter().filter_map(|line| serde_json::from_slice::<Value>(line.as_bytes()).ok()).collect();
    let mut pieces = include_str!("replay.html").split("{{");
    let mut page = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").unwrap_or((piece, ""));
        page += &match name {
            "css" => Cow::from(include_str!("replay.css")),
            "js" => include_str!("replay.js").into(),
            "records" => embedded(&records).into(),
            "timelines" => embedded(&timelines).into(),
            other => unreachable!("a page has no part {other}"),
        };
        page += rest;
    }
    page
}

/// Escapes JSON for a script element, so that nothing in it can end the element.
fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Returns a timeline as JSON for the script. A tile is `[colour, row, col]`, 0-based from the bottom left; a phase is
/// `{"gone": [tile, …]}` or `{"glide": [[tile, row, col], …]}`. A step of an analysed list has a `mark`.
pub fn data(shown: &Replay) -> Value {
    let Timeline { game, rows, cols, names, tiles, steps } = &shown.timeline;
    let colours = names.labels().enumerate().map(|(number, label)| {
        let fill = Rgb::numbered(number);
        let ink = if fill.wants_black_ink() { "#000" } else { "#fff" };
        json!({ "name": label, "fill": fill.to_string(), "ink": ink })
    });
    let tiles = tiles.iter().map(|tile| json!([tile.colour, tile.cell.row, tile.cell.col]));
    // A first step without a label removes the runs of the initial board; it is no move, and has no mark.
    let unmarked = steps.iter().take_while(|step| step.label.is_empty()).count();
    let marked = |(at, step_shown): (usize, &ShownMove)| {
        let mut value = step(step_shown);
        let number = at.checked_sub(unmarked);
        if let Some(mark) = shown.marks.as_ref().zip(number).and_then(|(marks, at)| marks.moves.get(at)) {
            value["mark"] = self::mark(mark);
        }
        value
    };
    json!({
        "title": shown.title,
        "summary": shown.marks.as_ref().map(|marks| &marks.summary),
        "scored": *game == GameKind::SameGame,
        "first": i32::from(*game == GameKind::SameGame),
        "rows": rows,
        "cols": cols,
        "colours": colours.collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
        "steps": steps.iter().enumerate().map(marked).collect::<Vec<_>>(),
    })
}

fn step(step: &ShownMove) -> Value {
    let phases = step.phases.iter().map(|phase| match phase {
        Phase::Remove(tiles) => json!({ "gone": tiles }),
        Phase::Glide(moved) => {
            let moved = moved.iter().map(|(tile, cell)| json!([tile, cell.row, cell.col]));
            json!({ "glide": moved.collect::<Vec<_>>() })
        }
    });
    json!({
        "label": step.label,
        "lit": step.lit,
        "phases": phases.collect::<Vec<_>>(),
        "points": number(step.points),
        "score": number(step.score),
        "left": step.left,
    })
}

fn mark(mark: &Mark) -> Value {
    let size = match mark.size {
        LossSize::None => "none",
        LossSize::Slight => "slight",
        LossSize::Large => "large",
        LossSize::Win => "win",
    };
    let better: Vec<[usize; 2]> = mark.better.iter().map(|cell| [cell.row, cell.col]).collect();
    json!({ "loss": mark.loss, "size": size, "best": mark.best, "better": better })
}

/// Returns a number for JavaScript: a string of digits beyond 2⁵³, where JavaScript has no exact integers.
fn number(number: i64) -> Value {
    if number.unsigned_abs() <= 1 << 53 { number.into() } else { number.to_string().into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::grid::Grid;
    use tilefall_rules::{Cell, Rules};

    #[test]
    fn names_cannot_end_the_script_or_act_as_a_placeholder() {
        let grid = Grid::parse("1.. / 122").unwrap();
        let timeline = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
        let title = "</script><script>alert(1)</script>{{records}}";
        let page = page(&[Replay::new(title, timeline)], &[r#"{"id":"{{js}}</script>"}"#.into()]);
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script>").count(), 3);
        assert!(page.contains(r#"[{"id":"{{js}}\u003c/script>"}]"#), "{page}");
    }

    #[test]
    fn scores_beyond_the_integers_of_javascript_are_digits() {
        let grid = Grid::parse("11").unwrap();
        for (clear_bonus, score) in [(1 << 53, "9007199254740992"), ((1 << 53) + 1, r#""9007199254740993""#)]
        {
            let rules = Rules { clear_bonus, ..Rules::default() };
            let timeline = Timeline::clicks(&grid, &[Cell::new(0, 0)], rules).unwrap();
            let page = page(&[Replay::new("large", timeline)], &[]);
            assert!(page.contains(&format!(r#""score":{score}"#)), "{page}");
        }
    }
}

//! Replays as a single HTML file without external resources.
//!
//! The page contains the records that it was made from, so that answers can be checked from it, and the [`Timeline`] of each
//! puzzle. Style, script and markup are in the files next to this one.

use super::palette::Rgb;
use super::timeline::{Phase, Step, Timeline};
use crate::base::GameKind;
use serde_json::{Value, json};

/// A replay of a puzzle with its title.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The title above the board.
    pub title: String,
    /// The paths of the tiles.
    pub timeline: Timeline,
}

/// Returns a page that replays puzzles, one at a time. `records` are the lines of JSON to embed: puzzles, then results.
///
/// ```
/// use tilefall::base::{Cell, Rules};
/// use tilefall::{grid::Grid, render::html::{Replay, page}, render::timeline::Timeline};
/// let grid = Grid::parse("11 / 22").unwrap();
/// let list = [Cell::new(0, 0), Cell::new(0, 0)];
/// let timeline = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
/// let page = page(&[Replay { title: "two clicks".into(), timeline }], &["{\"v\":1}".into()]);
/// assert!(page.starts_with("<!doctype html>") && page.contains("two clicks"));
/// ```
pub fn page(puzzles: &[Replay], records: &[String]) -> String {
    let timelines: Vec<Value> = puzzles.iter().map(data).collect();
    let records: Vec<Value> = records.iter().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let parts = [
        ("{{css}}", include_str!("replay.css").to_owned()),
        ("{{js}}", include_str!("replay.js").to_owned()),
        ("{{records}}", embedded(&Value::from(records))),
        ("{{timelines}}", embedded(&Value::from(timelines))),
    ];
    let mut page = String::new();
    let mut rest = include_str!("replay.html");
    while let Some(at) = rest.find("{{") {
        let (before, from) = rest.split_at(at);
        page += before;
        let part = parts.iter().find(|(mark, _)| from.starts_with(mark));
        match part {
            Some((mark, text)) => {
                page += text;
                rest = &from[mark.len()..];
            }
            None => {
                page += "{{";
                rest = &from[2..];
            }
        }
    }
    page + rest
}

/// Escapes JSON for a script element, so that nothing in it can end the element.
fn embedded(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Returns a timeline as JSON for the script. A tile is `[colour, row, col]`, 0-based from the bottom left; a phase is
/// `{"gone": [tile, …]}` or `{"glide": [[tile, row, col], …]}`.
pub fn data(shown: &Replay) -> Value {
    let Timeline { game, rows, cols, names, tiles, steps } = &shown.timeline;
    let colours = names.labels().enumerate().map(|(number, label)| {
        let fill = Rgb::numbered(number);
        let ink = if fill.wants_black_ink() { "#000" } else { "#fff" };
        json!({ "name": label, "fill": fill.to_string(), "ink": ink })
    });
    let tiles = tiles.iter().map(|tile| json!([tile.colour, tile.cell.row, tile.cell.col]));
    json!({
        "title": shown.title,
        "scored": *game == GameKind::SameGame,
        "first": i32::from(*game == GameKind::SameGame),
        "rows": rows,
        "cols": cols,
        "colours": colours.collect::<Vec<_>>(),
        "tiles": tiles.collect::<Vec<_>>(),
        "steps": steps.iter().map(step).collect::<Vec<_>>(),
    })
}

fn step(step: &Step) -> Value {
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

/// Returns a number for JavaScript: a string of digits beyond 2⁵³, where JavaScript has no exact integers.
fn number(number: i64) -> Value {
    if number.unsigned_abs() <= 1 << 53 { number.into() } else { number.to_string().into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Cell, Rules};
    use crate::grid::Grid;

    fn page_titled(title: &str) -> String {
        let grid = Grid::parse("1.. / 122").unwrap();
        let timeline = Timeline::clicks(&grid, &[Cell::new(0, 0)], Rules::default()).unwrap();
        page(&[Replay { title: title.into(), timeline }], &[r#"{"id":"{{js}}</script>"}"#.into()])
    }

    #[test]
    fn names_cannot_end_the_script_or_act_as_a_placeholder() {
        let page = page_titled("</script><script>alert(1)</script>{{records}}");
        assert_eq!(page.matches("<script").count(), 3);
        assert_eq!(page.matches("</script>").count(), 3);
        assert!(page.contains(r#"[{"id":"{{js}}\u003c/script>"}]"#), "{page}");
    }

    #[test]
    fn nothing_is_fetched_from_elsewhere() {
        let page = page_titled("a");
        for word in ["http://", "https://", "src=", "@import", "url("] {
            let found = page.matches(word).count() - usize::from(word == "http://");
            assert_eq!(found, 0, "{word}: only the name of the SVG namespace may stand there");
        }
    }

    #[test]
    fn scores_beyond_the_integers_of_javascript_are_digits() {
        let grid = Grid::parse("11").unwrap();
        for (clear_bonus, score) in [(1 << 53, "9007199254740992"), ((1 << 53) + 1, r#""9007199254740993""#)]
        {
            let rules = Rules { clear_bonus, ..Rules::default() };
            let timeline = Timeline::clicks(&grid, &[Cell::new(0, 0)], rules).unwrap();
            let page = page(&[Replay { title: "large".into(), timeline }], &[]);
            assert!(page.contains(&format!(r#""score":{score}"#)), "{page}");
        }
    }

    #[test]
    fn a_full_board_makes_a_small_page() {
        let grid = Grid::from_names(15, 15, |cell| Some((cell.row * 7 + cell.col * 3) as u64 % 5)).unwrap();
        let (mut board, mut list) = (grid.clone(), Vec::new());
        while let Some(&cell) = board.groups().first() {
            board.click(cell);
            list.push(cell);
        }
        let timeline = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
        let size = page(&[Replay { title: "full".into(), timeline }], &[]).len();
        assert!(size <= 150_000, "{size} bytes");
    }
}

//! The records that a picture or a page carries.

use super::svg::escaped;
use serde_json::Value;

/// The id of the element that holds them.
pub const ID: &str = "tilefall-records";

/// The lines of records that an SVG picture or an HTML page of this program carries; `None` if the text is neither.
/// The fields of a record may come in another order than they were written in.
///
/// ```
/// use tilefall::{base::Game, grid::Grid, render::{carried::records, svg::board}};
/// let svg = board(&Grid::parse("1").unwrap(), Game::SameGame, "a < b", "{\"id\":\"<&>\"}\n{\"id\":2}\n");
/// assert_eq!(records(&svg).unwrap(), ["{\"id\":\"<&>\"}", "{\"id\":2}"]);
/// assert_eq!(records("<svg></svg>"), None);
/// ```
pub fn records(text: &str) -> Option<Vec<String>> {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return None;
    }
    let (before, after) = text.split_once(&format!("id=\"{ID}\""))?;
    let (_, inside) = after.split_once('>')?;
    let (inside, _) = inside.split_once('<')?;
    if before.ends_with("<script ") {
        let records: Vec<Value> = serde_json::from_str(inside).ok()?;
        return Some(records.iter().map(Value::to_string).collect());
    }
    Some(unescaped(inside).lines().filter(|line| !line.is_empty()).map(str::to_owned).collect())
}

/// What [`escaped`] was given, but for control characters.
fn unescaped(text: &str) -> String {
    // The ampersand comes last: what it begins was none before.
    let pairs = ["<", ">", "\"", "&"].map(|plain| (escaped(plain), plain));
    pairs.into_iter().fold(text.to_owned(), |text, (name, plain)| text.replace(&name, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_escaped_comes_back() {
        for text in ["a < b && c > \"d\"", "&lt; &amp;lt; &quot;", "é\n"] {
            assert_eq!(unescaped(&escaped(text)), text);
        }
    }
}

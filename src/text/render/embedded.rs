//! The records that are embedded in a picture or a page.

use super::svg::escaped;
use serde_json::Value;

/// The id of the element with the records.
pub const ID: &str = "tilefall-records";

/// Returns the lines of records in an SVG picture or an HTML page of this program; `None` for other texts. The order of
/// the fields of a record may differ from the original.
///
/// ```
/// use tilefall::rules::GameKind;
/// use tilefall::rules::grid::Grid;
/// use tilefall::text::render::embedded::records;
/// use tilefall::text::render::svg::board;
/// let svg = board(&Grid::parse("1").unwrap(), GameKind::SameGame, "a < b", "{\"id\":\"<&>\"}\n{\"id\":2}\n");
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

/// Reverses [`escaped`], except for control characters.
fn unescaped(text: &str) -> String {
    // The ampersand comes last: an entity that it forms was not one in the escaped text.
    let pairs = ["<", ">", "\"", "&"].map(|plain| (escaped(plain), plain));
    pairs.into_iter().fold(text.to_owned(), |text, (name, plain)| text.replace(&name, plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escaping_round_trips() {
        for text in ["a < b && c > \"d\"", "&lt; &amp;lt; &quot;", "é\n"] {
            assert_eq!(unescaped(&escaped(text)), text);
        }
    }
}

//! `cargo xtask charts`: draws the charts of recorded runs, and writes their tables into the page that shows them.
//!
//! - `svg`: elements of pictures, and the colours of both themes
//! - `plot`: scales, axes and labels
//! - `runs`: the recorded runs
//! - `standard20`, `mayan`, `threads`, `proofs`: a chart each
//!
//! A test of the repository compares the files with [`files`].

mod mayan;
mod plot;
mod proofs;
mod runs;
mod standard20;
mod svg;
mod threads;

use anyhow::Context as _;
use std::path::{Path, PathBuf};

/// A chart with its numbers.
struct Figure {
    /// The name in the page and in the name of the picture.
    name: &'static str,
    svg: String,
    /// A table in Markdown.
    table: String,
}

/// The page with the tables.
const PAGE: &str = "docs/benchmarks/charts.md";

/// Returns the path of each file, relative to `root`, and its text.
///
/// # Errors
/// If a run cannot be read, or the page has no place for a table.
pub fn files(root: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let figures =
        [standard20::figure(root)?, mayan::figure(root)?, threads::figure(root)?, proofs::figure(root)?];
    let mut page = std::fs::read_to_string(root.join(PAGE)).context(PAGE)?;
    let mut files = Vec::new();
    for figure in figures {
        page = with_table(&page, figure.name, &figure.table)?;
        files.push((format!("docs/pictures/chart-{}.svg", figure.name).into(), figure.svg));
    }
    files.push((PAGE.into(), page));
    Ok(files)
}

/// Returns the page with another table between the marks of `name`.
fn with_table(page: &str, name: &str, table: &str) -> anyhow::Result<String> {
    let (first, last) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->\n"));
    let (before, rest) = page.split_once(&first).with_context(|| format!("{PAGE} has no {first}"))?;
    let (_, after) = rest.split_once(&last).with_context(|| format!("{PAGE} has no {last}"))?;
    Ok(format!("{before}{first}{table}{last}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_replace_what_is_between_marks() {
        let page = "a\n<!-- x -->\nold\n<!-- /x -->\nb\n";
        assert_eq!(with_table(page, "x", "new\n").unwrap(), "a\n<!-- x -->\nnew\n<!-- /x -->\nb\n");
        assert!(with_table(page, "y", "new\n").is_err());
        assert!(with_table("<!-- x -->\n", "x", "new\n").is_err());
    }
}

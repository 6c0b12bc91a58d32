//! Lists that are known before a search: `--from`.

use crate::cli::exit::Misread;
use crate::cli::input;
use crate::grid::Cell;
use crate::record::{Digest, ResultRecord, Step};
use std::path::Path;

/// Lists of a file.
#[derive(Debug)]
pub struct Known {
    text: String,
    lists: Lists,
}

#[derive(Debug)]
enum Lists {
    /// The only one, whatever the puzzle.
    One(Vec<Cell>),
    /// By the hash of the puzzle.
    ByHash(Vec<(String, Vec<Cell>)>),
}

impl Known {
    /// Reads result records, or lines of `ROW COLUMN`, 1-based from the bottom left.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is neither.
    pub fn read(path: &Path) -> anyhow::Result<Known> {
        let text = String::from_utf8_lossy(&input::read(Some(path))?.text).into_owned();
        let records = text.trim_start().starts_with('{');
        let misread = |number: usize, expected: &str| {
            Misread(format!("{}:{}:1: this is no list, expected {expected}", input::name(path), number + 1))
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let lists = if records {
            let mut all = Vec::new();
            for (number, line) in lines {
                let record: ResultRecord =
                    serde_json::from_str(line).map_err(|_| misread(number, "a result record"))?;
                let clicks = record.moves.iter().flatten().map(|step| step.click()).collect::<Option<_>>();
                all.push((
                    record.hash.unwrap_or_default(),
                    clicks.ok_or_else(|| misread(number, "clicks of SameGame"))?,
                ));
            }
            Lists::ByHash(all)
        } else {
            let click = |(number, line): (usize, &str)| {
                let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
                let mut next = || words.next().and_then(|word| word.parse().ok());
                let step = next().zip(next()).and_then(|(row, col)| Step::Click(row, col).click());
                step.ok_or_else(|| misread(number, "ROW COLUMN, from 1 at the bottom left"))
            };
            Lists::One(lines.map(click).collect::<Result<_, _>>()?)
        };
        Ok(Known { text, lists })
    }

    /// The list for the puzzle of this hash; empty if there is none.
    pub fn list(&self, hash: &str) -> Vec<Cell> {
        match &self.lists {
            Lists::One(list) => list.clone(),
            Lists::ByHash(all) => {
                all.iter().rfind(|(of, _)| of == hash).map(|(_, list)| list.clone()).unwrap_or_default()
            }
        }
    }

    /// What tells one file from another.
    pub fn digest(&self) -> String {
        let mut digest = Digest::default();
        digest.add(self.text.as_bytes());
        digest.to_string()
    }
}

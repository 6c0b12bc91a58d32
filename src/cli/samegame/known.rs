//! Lists that are known before a search: `--from`.

use crate::cli::exit::Misread;
use crate::cli::input::{self, Unreadable};
use crate::cli::lines::{Bounds, Lines, size};
use crate::grid::Cell;
use crate::record::{Digest, ResultRecord, Step};
use std::collections::HashMap;
use std::path::Path;

/// Lists of a file.
#[derive(Debug)]
pub struct Known {
    digest: Digest,
    lists: Lists,
}

#[derive(Debug)]
enum Lists {
    /// The only one, whatever the puzzle.
    One(Vec<Cell>),
    /// By the hash of the puzzle.
    ByHash(HashMap<String, Vec<Cell>>),
}

impl Known {
    /// Reads result records, or lines of `ROW COLUMN`, 1-based from the bottom left; of several records of a puzzle
    /// the last.
    ///
    /// # Errors
    /// If the file cannot be read, a line is neither or too long, or the lists take more memory than the bound of a
    /// whole text.
    pub fn read(path: &Path, bounds: Bounds) -> anyhow::Result<Known> {
        let name = input::name(path);
        let mut lines = Lines::new(input::open(path)?, bounds.line);
        let (mut line, mut digest, mut spent) = (Vec::new(), Digest::default(), 0);
        let (mut one, mut by_hash) = (Vec::new(), HashMap::new());
        let mut records = None;
        while let Some(read) = lines.next(&mut line).map_err(|error| Unreadable::new(&name, error))? {
            read.map_err(|error| Misread(format!("{name}:{error}")))?;
            digest.add(&line);
            digest.add(b"\n");
            if line.trim_ascii().is_empty() {
                continue;
            }
            let misread = |expected: &str| {
                Misread(format!("{name}:{}:1: this is no list, expected {expected}", lines.number()))
            };
            if *records.get_or_insert_with(|| line.trim_ascii_start().starts_with(b"{")) {
                let record: ResultRecord =
                    serde_json::from_slice(&line).map_err(|_| misread("a result record"))?;
                let clicks = record.moves.iter().flatten().map(|step| step.click());
                let clicks: Vec<Cell> =
                    clicks.collect::<Option<_>>().ok_or_else(|| misread("clicks of SameGame"))?;
                spent += size_of_val(&clicks[..]) + 128;
                by_hash.insert(record.hash.unwrap_or_default(), clicks);
            } else {
                one.push(click(&line).ok_or_else(|| misread("ROW COLUMN, from 1 at the bottom left"))?);
                spent += size_of::<Cell>();
            }
            let most = bounds.text.max_unpacked;
            if spent > most {
                let what = format!("the lists take more than {} bytes of memory", size(most));
                let place = format!("{name}:{}:1", lines.number());
                return Err(
                    Misread(format!("{place}: {what}, expected at most that (--max-unpacked)")).into()
                );
            }
        }
        let lists = if records == Some(true) { Lists::ByHash(by_hash) } else { Lists::One(one) };
        Ok(Known { digest, lists })
    }

    /// The list for the puzzle of this hash; empty if there is none.
    pub fn list(&self, hash: &str) -> Vec<Cell> {
        match &self.lists {
            Lists::One(list) => list.clone(),
            Lists::ByHash(all) => all.get(hash).cloned().unwrap_or_default(),
        }
    }

    /// What tells one file from another.
    pub fn digest(&self) -> String {
        self.digest.to_string()
    }
}

/// The click of a line.
fn click(line: &[u8]) -> Option<Cell> {
    let mut words = std::str::from_utf8(line).ok()?.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let mut next = || words.next().and_then(|word| word.parse().ok());
    let (row, col) = (next()?, next()?);
    Step::Click(row, col).click()
}

//! The best list of each board, as result records in a file.

use crate::error::InvalidInput;
use crate::io::disk::replace;
use crate::io::input;
use crate::io::lines::TextBound;
use std::path::{Path, PathBuf};
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Rules, Status};
use tilefall::samegame::{Found, Outcome};
use tilefall::text::record::{ResultRecord, hash};

/// The best lists in a file, which may not exist yet.
pub struct Best {
    path: PathBuf,
    records: Vec<ResultRecord>,
}

impl Best {
    /// Reads the file.
    ///
    /// # Errors
    /// If the file cannot be read, or a line is no record.
    pub fn read(path: &Path) -> anyhow::Result<Best> {
        let text = if path.exists() { input::read(path, TextBound::default())?.text } else { Vec::new() };
        let lines = text.split(|&byte| byte == b'\n').enumerate();
        let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
        let record = |(number, line): (usize, &[u8])| {
            serde_json::from_slice(line).map_err(|error| {
                let place = format!("{}:{}:{}", path.display(), number + 1, error.column().max(1));
                InvalidInput(format!(
                    "{place}: this is not a result record of tilefall, expected one per line"
                ))
            })
        };
        Ok(Best { path: path.to_owned(), records: lines.map(record).collect::<Result<_, _>>()? })
    }

    /// Stores the list if it is better than the list stored for this board, and replaces the file atomically. Returns
    /// the best score of the board.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn offer(&mut self, index: u64, puzzle: &Puzzle, outcome: &Outcome) -> anyhow::Result<i64> {
        let rules = Rules::default();
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        let hash = hash(&Puzzle { task, ..puzzle.clone() });
        let at = self.records.iter().position(|record| record.hash.as_ref() == Some(&hash));
        let old = at.and_then(|at| {
            let clicks =
                self.records[at].moves.iter().flatten().map(|step| step.click()).collect::<Option<_>>()?;
            Found::replay(&puzzle.grid, rules, clicks).ok().map(|found| found.score)
        });
        let Some(found) = outcome.found.as_ref().filter(|found| old.is_none_or(|old| found.score > old))
        else {
            return Ok(old.unwrap_or(0));
        };
        let record = ResultRecord::new(index, format!("board {}", index + 1), Status::Feasible);
        let record = ResultRecord { bound: outcome.bound, ..record };
        let record = record.with_clicks(hash, &found.clicks, found.score, found.cleared);
        match at {
            Some(at) => self.records[at] = record,
            None => self.records.push(record),
        }
        self.records.sort_by_key(|record| record.index);
        let text: String = self.records.iter().map(ResultRecord::to_line).collect();
        replace(&self.path, text.as_bytes())?;
        Ok(found.score)
    }
}

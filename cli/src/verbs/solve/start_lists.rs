//! The lists of `--from`, from which searches start.

use crate::error::{InvalidInput, Unreadable};
use crate::io::input;
use crate::io::lines::{LineBound, Lines};
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules};
use tilefall::samegame::{Found, Goal};
use tilefall::text::record::{Digest, ResultRecord, Step};

/// The lists of a file: the best one of each puzzle.
#[derive(Debug)]
pub struct StartLists {
    name: String,
    digest: Digest,
    /// The goal by which lists of one puzzle are compared.
    goal: Goal,
    all: Vec<List>,
    by_hash: HashMap<String, usize>,
    by_id: HashMap<String, usize>,
}

/// A list with the puzzle it belongs to.
#[derive(Debug)]
struct List {
    line: u64,
    hash: Option<String>,
    /// The value by which lists of one puzzle are compared.
    rank: Option<i64>,
    clicks: Vec<Cell>,
    used: AtomicBool,
}

impl StartLists {
    /// Reads result records. Of several lists of a puzzle the best one for the goal is kept.
    pub fn read(path: &Path, bound: LineBound, goal: Goal) -> anyhow::Result<StartLists> {
        let name = input::name(path);
        let mut reader = Lines::new(input::open(path)?, bound);
        let mut line = Vec::new();
        let mut lists = StartLists {
            name: name.clone(),
            digest: Digest::default(),
            goal,
            all: Vec::new(),
            by_hash: HashMap::new(),
            by_id: HashMap::new(),
        };
        // The last line may be torn if a run was killed; every other line must be a record.
        let (mut wrong, mut torn) = (None::<InvalidInput>, false);
        while let Some(read) = reader.next(&mut line).map_err(|error| Unreadable::new(&name, error))? {
            read.map_err(|error| InvalidInput(format!("{name}:{error}")))?;
            lists.digest.add(&line);
            lists.digest.add(b"\n");
            let text = line.trim_ascii();
            if text.is_empty() {
                continue;
            }
            if let Some(wrong) = wrong.take() {
                return Err(wrong.into());
            }
            let place = format!("{name}:{}:1", reader.number());
            if let Err(expected) = lists.add(text, reader.number()) {
                torn = serde_json::from_slice::<IgnoredAny>(text).is_err_and(|error| error.is_eof());
                wrong = Some(InvalidInput(format!("{place}: this is not a list, expected {expected}")));
            }
        }
        if let Some(wrong) = wrong.filter(|_| !torn || lists.all.is_empty()) {
            return Err(wrong.into());
        }
        if lists.all.is_empty() {
            return Err(InvalidInput(format!("{name}:1:1: the file holds no list")).into());
        }
        Ok(lists)
    }

    /// Returns the list for a puzzle; `None` if there is none, unless it is the `only` puzzle.
    pub fn list(
        &self,
        grid: &Grid,
        rules: Rules,
        [hash, id]: [&str; 2],
        only: bool,
    ) -> Result<Option<Found>, String> {
        let name = &self.name;
        let named = || self.by_id.get(id).map(|&at| &self.all[at]);
        let list = self.by_hash.get(hash).map(|&at| &self.all[at]);
        let Some(list) = list.or_else(|| named().filter(|list| list.hash.is_none())) else {
            return match named() {
                _ if !only => Ok(None),
                Some(List { line, hash: Some(other), .. }) => Err(format!(
                    "the list at {name}:{line} belongs to another board or other rules: hash {other}, expected {hash}"
                )),
                _ => Err(format!("{name} has no list for this puzzle and these rules, expected hash {hash}")),
            };
        };
        list.used.store(true, Ordering::Relaxed);
        let (place, clicks) = (format!("{name}:{}:1", list.line), &list.clicks);
        let found = Found::replay(grid, rules, clicks.clone());
        found.map(Some).map_err(|number| {
            let (number, click) = (number + 1, Step::from(clicks[number]));
            format!(
                "the list at {place} belongs to another board: its click {number}, {click}, removes nothing"
            )
        })
    }

    /// Returns the places of the lists that belong to no puzzle looked up so far.
    pub fn unused(&self) -> Vec<String> {
        let place = |list: &List| format!("{}:{}:1", self.name, list.line);
        self.all.iter().filter(|list| !list.used.load(Ordering::Relaxed)).map(place).collect()
    }

    /// Returns the digest of the file.
    pub fn digest(&self) -> String {
        self.digest.to_string()
    }

    /// Adds a line. The error is the expected content.
    fn add(&mut self, text: &[u8], number: u64) -> Result<(), &'static str> {
        let expected = "a result record of SameGame";
        let line: ResultRecord = serde_json::from_slice(text).map_err(|_| expected)?;
        // A record without an answer has no list.
        let Some(moves) = line.moves.filter(|moves| !moves.is_empty()) else { return Ok(()) };
        let clicks = moves.iter().map(|step| step.click()).collect::<Option<Vec<_>>>().ok_or(expected)?;
        let rank = match self.goal {
            Goal::Score | Goal::Clear => line.score,
            // A list that is not known to clear the board is the last choice.
            Goal::Fewest => (line.cleared == Some(true)).then_some(-(clicks.len() as i64)),
            Goal::Left => {
                line.left.or_else(|| (line.cleared == Some(true)).then_some(0)).map(|left| -(left as i64))
            }
            Goal::Biggest => line.biggest.map(|biggest| biggest as i64),
        };
        let list = List { line: number, hash: line.hash, rank, clicks, used: AtomicBool::new(false) };
        let all = &mut self.all;
        let same = match &list.hash {
            Some(hash) => self.by_hash.get(hash).copied(),
            None => self.by_id.get(&line.id).copied().filter(|&at| all[at].hash.is_none()),
        };
        match same {
            Some(at) if list.rank >= all[at].rank => all[at] = list,
            Some(_) => {}
            None => {
                self.by_hash.extend(list.hash.clone().map(|hash| (hash, all.len())));
                self.by_id.insert(line.id, all.len());
                all.push(list);
            }
        }
        Ok(())
    }
}

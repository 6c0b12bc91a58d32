//! Files of lists for SameGame searches: `--from` has lists to start from, `--trace` gets every improvement.

use super::trace::{self, Trace};
use crate::args::output_conflicts::OutputFile;
use crate::exit::{self, Exit, InvalidInput, Unreadable};
use crate::io::disk;
use crate::io::input::{self, LineBound, Lines};
use serde::de::IgnoredAny;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use tilefall::rules::grid::Grid;
use tilefall::rules::{Cell, Rules};
use tilefall::samegame::{Found, Goal};
use tilefall::text::record::{Digest, ResultRecord, Step};

/// The maximum number of messages about lists of `--from` that belong to no puzzle.
const SHOWN: usize = 20;

/// The files of `--from` and `--trace`, if given.
#[derive(Debug, Default)]
pub struct ListFiles {
    pub from: Option<PathBuf>,
    pub trace: Option<PathBuf>,
    /// The lists of `--from`, after they are read.
    lists: OnceLock<StartLists>,
    /// The open file of `--trace`. It is opened after `--out` is locked: until then, another run may write to it.
    open: OnceLock<Trace>,
}

impl ListFiles {
    pub fn new(from: Option<PathBuf>, trace: Option<PathBuf>) -> ListFiles {
        ListFiles { from, trace, ..ListFiles::default() }
    }

    /// Returns the lists of `--from`; `None` before [`read`](Self::read).
    pub fn lists(&self) -> Option<&StartLists> {
        self.lists.get()
    }

    /// Returns the file of `--trace`; `None` before [`begin`](Self::begin).
    pub fn trace(&self) -> Option<&Trace> {
        self.open.get()
    }

    /// Returns the file of `--trace` as an output file.
    pub fn writes(&self) -> Option<OutputFile> {
        let path = self.trace.clone()?;
        Some(OutputFile { flag: "--trace", skip_as_input: trace::is_trace(&path), path })
    }

    /// Returns the file of `--from`, which no output may overwrite. Without `--out`, returns `None` if the file is also
    /// the trace, from which a search may go on. With `--out`, the lists must not change, as their digest is stored.
    pub fn reads(&self, with_out: bool) -> Option<PathBuf> {
        let same = |from: &PathBuf| self.trace.as_ref().is_some_and(|trace| disk::same_file(from, trace));
        self.from.clone().filter(|from| with_out || !same(from))
    }

    /// Reads the lists of `--from`. Called after the check that no output overwrites an input.
    pub fn read(&self, bound: LineBound, goal: Goal) -> anyhow::Result<()> {
        if let Some(path) = &self.from {
            let lists = StartLists::read(path, bound, goal)?;
            self.lists.get_or_init(|| lists);
        }
        Ok(())
    }

    /// Opens the trace. Called once the file of `--out`, if any, is locked and known to belong to this run.
    pub fn begin(&self) -> anyhow::Result<()> {
        if let Some(path) = &self.trace {
            let trace = Trace::open(path)?;
            self.open.get_or_init(|| trace);
        }
        Ok(())
    }

    /// Completes the trace at the end of a run. If the run has solved `every` puzzle of a batch, prints which lists
    /// belong to no puzzle.
    pub fn finish(&self, every: bool) -> anyhow::Result<Exit> {
        if let Some(trace) = self.trace() {
            trace.finish()?;
        }
        let unused = self.lists().filter(|_| every).map(StartLists::unused).unwrap_or_default();
        for place in unused.iter().take(SHOWN) {
            exit::print_located_error(&format!("{place}: this list belongs to no puzzle that was solved"));
        }
        if unused.len() > SHOWN {
            exit::print_error(&format!("{} more lists of --from belong to no puzzle", unused.len() - SHOWN));
        }
        Ok(if unused.is_empty() { Exit::Done } else { Exit::BadInput })
    }

    /// Returns an option for the sidecar of `--out`: `from` and the digest of the lists, which affect records.
    pub fn digest(&self) -> Option<(String, String)> {
        self.lists().map(|lists| ("from".to_owned(), lists.digest.to_string()))
    }
}

/// The lists of `--from`: the best list of each puzzle.
#[derive(Debug)]
pub struct StartLists {
    name: String,
    digest: Digest,
    /// The goal by which lists of one puzzle are compared.
    goal: Goal,
    /// Lists by the hash of their puzzle, or by `#` and the id of the puzzle if a record has no hash.
    all: HashMap<String, List>,
}

/// A list, with its line in the file, and the hash and the id of its puzzle.
#[derive(Debug)]
struct List {
    line: u64,
    hash: Option<String>,
    id: String,
    /// The value by which lists of one puzzle are compared; the highest is the best, `None` the worst.
    rank: Option<i64>,
    clicks: Vec<Cell>,
    used: AtomicBool,
}

impl StartLists {
    /// Reads result records. Of several lists for a puzzle, keeps the best one for the goal.
    pub fn read(path: &Path, bound: LineBound, goal: Goal) -> anyhow::Result<StartLists> {
        let name = input::name(path);
        let mut reader = Lines::new(input::open(path)?, bound);
        let mut line = Vec::new();
        let mut lists =
            StartLists { name: name.clone(), digest: Digest::default(), goal, all: HashMap::new() };
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

    /// Returns the list for a puzzle, if any. If `only`, this is the only puzzle, and a missing list is an error.
    pub fn list(
        &self,
        grid: &Grid,
        rules: Rules,
        [hash, id]: [&str; 2],
        only: bool,
    ) -> Result<Option<Found>, String> {
        let name = &self.name;
        let Some(list) = self.all.get(hash).or_else(|| self.all.get(&format!("#{id}"))) else {
            return match self.all.values().find(|list| list.id == id) {
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
        let unused = self.all.values().filter(|list| !list.used.load(Ordering::Relaxed));
        let mut lines: Vec<u64> = unused.map(|list| list.line).collect();
        lines.sort_unstable();
        lines.iter().map(|line| format!("{}:{line}:1", self.name)).collect()
    }

    /// Adds the list of a result record, if any. The error names the expected content of the line.
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
        let key = line.hash.clone().unwrap_or_else(|| format!("#{}", line.id));
        // Of two equally good lists, the later one is kept.
        if self.all.get(&key).is_none_or(|known| rank >= known.rank) {
            let list = List {
                line: number,
                hash: line.hash,
                id: line.id,
                rank,
                clicks,
                used: AtomicBool::new(false),
            };
            self.all.insert(key, list);
        }
        Ok(())
    }
}

//! The best list so far of a long search, in a file beside that of `--out`. A run that is killed or interrupted
//! leaves the file, and the next run starts from it.

use crate::exit;
use crate::verbs::goal_text::rank;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tilefall::internals::batch::lines::Lines;
use tilefall::internals::batch::{Error, disk, journal};
use tilefall::rules::{Cell, Status};
use tilefall::samegame::{Found, Goal};
use tilefall::text::record::ResultRecord;

/// The minimum time between two writes of the file.
const PAUSE: Duration = Duration::from_secs(1);

/// The best list of an earlier run.
#[derive(Debug)]
pub struct SavedList {
    /// The hash of the puzzle.
    pub hash: String,
    /// The best list.
    pub clicks: Vec<Cell>,
}

impl SavedList {
    /// Reads the best list beside the file of `--out`; `None` if there is no file.
    ///
    /// # Errors
    /// If the file cannot be read, or has other content.
    pub fn read(out: &Path) -> Result<Option<SavedList>, Error> {
        let path = journal::best_list_path(out);
        let text = disk::if_exists(std::fs::read(&path)).map_err(Error::file(&path, "read"))?;
        let Some(text) = text else { return Ok(None) };
        let record = serde_json::from_slice::<ResultRecord>(&text).ok();
        let list = record.and_then(|record| {
            let clicks = record.moves?.iter().map(|step| step.click()).collect::<Option<_>>()?;
            Some(SavedList { hash: record.hash?, clicks })
        });
        let strange = || {
            let why = "this is not the best list of an earlier run, expected a result record of SameGame";
            Error::Refused(format!("{}: {why}", path.display()))
        };
        list.map(Some).ok_or_else(strange)
    }
}

/// Removes the best list if the file of `--out`, which is synced, has a record of its puzzle. Returns `true` if there
/// is no best list any more.
///
/// # Errors
/// If a file cannot be read or removed, or the file of the best list has other content.
pub fn remove_answered(out: &Path) -> Result<bool, Error> {
    let Some(best) = SavedList::read(out)? else { return Ok(true) };
    let mut lines = Lines::new(File::open(out).map_err(Error::file(out, "opened"))?);
    while let Some(line) = lines.read().map_err(Error::file(out, "read"))? {
        if line.trailing_record().is_some_and(|(head, ..)| head.hash.as_deref() == Some(&*best.hash)) {
            disk::remove(&journal::best_list_path(out))?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The file of the best list of one puzzle. It is replaced at most once a second, and never by a worse list.
#[derive(Debug)]
pub struct BestListFile {
    path: PathBuf,
    index: u64,
    id: String,
    hash: String,
    /// The goal by which lists are compared.
    goal: Goal,
    /// The rank of the list in the file.
    rank: Option<(bool, i64)>,
    /// A better list that waits for the next write.
    waiting: Option<Found>,
    last: Option<Instant>,
    broken: bool,
}

impl BestListFile {
    /// The file beside that of `--out`, for the puzzle with this index, id and hash. `best` is the list in the file.
    pub fn beside(
        out: &Path,
        (index, id, hash): (u64, &str, &str),
        goal: Goal,
        best: Option<&Found>,
    ) -> BestListFile {
        let (path, id, hash) = (journal::best_list_path(out), id.into(), hash.into());
        let rank = best.map(|best| rank(goal, best));
        BestListFile { path, index, id, hash, goal, rank, waiting: None, last: None, broken: false }
    }

    /// Stores a list if it is better than the stored one.
    pub fn offer(&mut self, found: &Found) {
        let best = self.waiting.as_ref().map(|found| rank(self.goal, found)).or(self.rank);
        if best.is_none_or(|best| rank(self.goal, found) > best) {
            self.waiting = Some(found.clone());
            self.write(PAUSE);
        }
    }

    /// Writes a waiting list if the pause is over.
    pub fn tick(&mut self) {
        self.write(PAUSE);
    }

    fn write(&mut self, pause: Duration) {
        if self.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        let Some(found) = self.waiting.take() else { return };
        self.last = Some(Instant::now());
        let record = ResultRecord::new(self.index, self.id.clone(), Status::Feasible).with_clicks(
            self.hash.clone(),
            &found.clicks,
            found.score,
            found.cleared,
        );
        match disk::replace_own(&self.path, record.to_line().as_bytes()) {
            Ok(()) => self.rank = Some(rank(self.goal, &found)),
            // Not an error of the run: the answer does not depend on this file.
            Err(error) if !std::mem::replace(&mut self.broken, true) => {
                let why = anyhow::Error::from(error);
                exit::print_error(&format!("{why:#}; the search continues without it"));
            }
            Err(_) => {}
        }
    }
}

impl Drop for BestListFile {
    fn drop(&mut self) {
        self.write(Duration::ZERO);
    }
}

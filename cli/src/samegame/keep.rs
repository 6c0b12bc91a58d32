//! The best list so far of a long search, in a file beside the one of `--out`: a run that is killed or interrupted
//! leaves it, and the next starts from it.

use crate::exit;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use tilefall::base::{Cell, Status};
use tilefall::batch::lines::Lines;
use tilefall::batch::{Error, disk, journal};
use tilefall::record::ResultRecord;
use tilefall::samegame::search::Found;

/// The shortest time between two writes of the file.
const PAUSE: Duration = Duration::from_secs(1);

/// What an earlier run has left.
#[derive(Debug)]
pub struct Earlier {
    /// The hash of the puzzle.
    pub hash: String,
    /// The best list.
    pub clicks: Vec<Cell>,
}

impl Earlier {
    /// What an earlier run has left beside the file of `--out`.
    ///
    /// # Errors
    /// If it cannot be read, or is something else.
    pub fn read(out: &Path) -> Result<Option<Earlier>, Error> {
        let path = journal::best(out);
        let text = disk::found(std::fs::read(&path)).map_err(Error::file(&path, "read"))?;
        let Some(text) = text else { return Ok(None) };
        let record = serde_json::from_slice::<ResultRecord>(&text).ok();
        let list = record.and_then(|record| {
            let clicks = record.moves?.iter().map(|step| step.click()).collect::<Option<_>>()?;
            Some(Earlier { hash: record.hash?, clicks })
        });
        let strange = || {
            let why = "this is not the best list of an earlier run, expected a result record of SameGame";
            Error::Refused(format!("{}: {why}", path.display()))
        };
        list.map(Some).ok_or_else(strange)
    }
}

/// Removes the best list beside the file of `--out` if that has a record of its puzzle: it then holds the answer, and is on
/// the disk. Whether there is none any more.
///
/// # Errors
/// If a file cannot be read or removed, or the best list is something else.
pub fn remove_answered(out: &Path) -> Result<bool, Error> {
    let Some(best) = Earlier::read(out)? else { return Ok(true) };
    let mut lines = Lines::new(File::open(out).map_err(Error::file(out, "opened"))?);
    while let Some(line) = lines.read().map_err(Error::file(out, "read"))? {
        if line.record().is_some_and(|(head, ..)| head.hash.as_deref() == Some(&*best.hash)) {
            disk::remove(&journal::best(out))?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Keeps the best list of one puzzle: replaced at most once a second, and never by a worse one.
#[derive(Debug)]
pub struct Keep {
    path: PathBuf,
    index: u64,
    id: String,
    hash: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The score of the list in the file.
    score: Option<i64>,
    /// A better one that waits.
    waits: Option<Found>,
    last: Option<Instant>,
    broken: bool,
}

impl Keep {
    /// Beside the file of `--out`, for the puzzle of this index, id and hash; `score` is that of the list which is
    /// there.
    pub fn beside(out: &Path, (index, id, hash): (u64, &str, &str), score: Option<i64>) -> Keep {
        let state = Mutex::new(State { score, ..State::default() });
        Keep { path: journal::best(out), index, id: id.into(), hash: hash.into(), state }
    }

    /// Takes a list, if it is better than the one that is there.
    pub fn better(&self, found: &Found) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let best = state.waits.as_ref().map(|found| found.score).or(state.score);
        if best.is_none_or(|best| found.score > best) {
            state.waits = Some(found.clone());
            self.write(&mut state, PAUSE);
        }
    }

    /// Writes a list that waits, if it is time to.
    pub fn tick(&self) {
        self.write(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner), PAUSE);
    }

    fn write(&self, state: &mut State, pause: Duration) {
        if state.last.is_some_and(|last| last.elapsed() < pause) {
            return;
        }
        let Some(found) = state.waits.take() else { return };
        state.last = Some(Instant::now());
        let record = ResultRecord::new(self.index, self.id.clone(), Status::Feasible).with_clicks(
            self.hash.clone(),
            &found.clicks,
            found.score,
            found.cleared,
        );
        match disk::replace_own(&self.path, record.to_line().as_bytes()) {
            Ok(()) => state.score = Some(found.score),
            // The answer itself is not lost with it.
            Err(error) if !std::mem::replace(&mut state.broken, true) => {
                let why = anyhow::Error::from(error);
                exit::complain(&format!("{why:#}; the search continues without it"));
            }
            Err(_) => {}
        }
    }
}

impl Drop for Keep {
    fn drop(&mut self) {
        self.write(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner), Duration::ZERO);
    }
}

//! Unfinished games. Each is stored in a folder of the user until it is finished, and `play` offers the last one.

use super::saved;
use super::session::Session;
use crate::io::disk;
use anyhow::Context as _;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{GameKind, lock};
use tilefall::text::record::hash;

/// Returns the folder: `tilefall` in `$XDG_STATE_HOME`, or in `~/.local/state`; on Windows in `%LOCALAPPDATA%`.
pub fn folder() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state"))),
    };
    Some(state?.join("tilefall"))
}

fn file(folder: &Path, game: &Session) -> PathBuf {
    folder.join(format!("{}-{}.jsonl", game.kind().name(), hash(game.puzzle())))
}

/// Returns the newest unfinished game that can be read. `begin` makes a game of a puzzle.
pub fn last(
    folder: &Path,
    game: GameKind,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
) -> Option<Session> {
    let is_game = |path: &Path| {
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        name.starts_with(game.name()) && name.ends_with(".jsonl")
    };
    let time =
        |path: &Path| fs::metadata(path).and_then(|about| about.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| is_game(path)).collect();
    files.sort_by_key(|path| std::cmp::Reverse((time(path), path.clone())));
    files.into_iter().find_map(|path| {
        let (record, turns) = tilefall::insight::saved::parsed(&saved::read(&path).ok()??)?;
        saved::resumed(record.puzzle().ok()?, turns, &begin).ok()
    })
}

/// Removes an unfinished game, if it was saved.
///
/// # Errors
/// If the file cannot be removed.
pub fn remove(folder: &Path, game: &Session) -> std::io::Result<()> {
    disk::if_exists(fs::remove_file(file(folder, game))).map(drop)
}

/// The game on the screen, to be saved however the program ends.
#[derive(Default)]
pub struct GameSaver(Mutex<Option<Session>>);

impl GameSaver {
    /// Replaces the game.
    pub fn set(&self, game: Session) {
        *lock(&self.0) = Some(game);
    }

    /// Writes the game, or removes its file if it is finished. Returns `true` if it was written. Later calls do
    /// nothing.
    ///
    /// # Errors
    /// If the folder or a file cannot be written; a later call tries again.
    pub fn save(&self, folder: &Path) -> anyhow::Result<bool> {
        let mut unsaved = lock(&self.0);
        let Some(game) = &*unsaved else { return Ok(false) };
        let is_unfinished = game.is_unfinished();
        if is_unfinished {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
            saved::write(&file(folder, game), game)?;
        } else if !game.turns().is_empty() {
            remove(folder, game)?;
        }
        *unsaved = None;
        Ok(is_unfinished)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::grid::Grid;
    use tilefall::rules::puzzle::Task;
    use tilefall::rules::{Cell, Rules, Step};

    fn game(board: &str) -> Session {
        Session::samegame(Grid::parse(board).unwrap(), Rules::default(), None).unwrap()
    }

    fn begin(puzzle: Puzzle) -> anyhow::Result<Session> {
        let Task::SameGame(task) = puzzle.task else { anyhow::bail!("another game") };
        Session::samegame(puzzle.grid, task.rules.unwrap_or_default(), None)
    }

    #[test]
    fn the_last_game_is_offered_until_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("state");
        let keep = |board: &str, turns: &[(usize, usize)]| {
            let mut game = game(board);
            turns.iter().for_each(|&(row, col)| assert!(game.take(Step::from(Cell::new(row, col)))));
            let saver = GameSaver::default();
            saver.set(game);
            let kept = saver.save(&folder).unwrap();
            assert!(!saver.save(&folder).unwrap());
            kept
        };
        let last = || {
            last(&folder, GameKind::SameGame, begin)
                .map(|game| (game.puzzle().grid.clone(), game.turns().to_vec()))
        };
        assert_eq!(last(), None);
        assert!(!keep("112 / 122", &[]));
        assert_eq!(last(), None);
        assert!(keep("112 / 122", &[(0, 0)]));
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(keep("1122 / 3322", &[(1, 0)]));
        assert_eq!(last(), Some((Grid::parse("1122 / 3322").unwrap(), vec![Step::Click(2, 1)])));
        // A finished game is removed and the one before it is offered; unreadable files are skipped.
        assert!(!keep("1122 / 3322", &[(1, 0), (0, 0), (0, 0)]));
        fs::write(folder.join("samegame-0.jsonl"), "?").unwrap();
        assert_eq!(last(), Some((Grid::parse("112 / 122").unwrap(), vec![Step::Click(1, 1)])));
        remove(&folder, &game("112 / 122")).unwrap();
        assert_eq!(last(), None);
        assert!(super::last(&folder, GameKind::Mayan, begin).is_none());
    }
}

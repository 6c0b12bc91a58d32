//! The saved game, in a folder of the user: one file for SameGame, one for Mayan. A file has two lines, a puzzle record
//! of the board and a result record of the turns. `analyse` and `verify` also read such files.

use super::session::Session;
use crate::io::disk;
use anyhow::Context as _;
use std::fs;
use std::path::{Path, PathBuf};
use tilefall::insight::saved;
use tilefall::rules::GameKind;
use tilefall::text::record::{PuzzleRecord, hash};

/// Returns the path of the saved game: `tilefall/GAME.jsonl` in `$XDG_STATE_HOME`, by default in `~/.local/state`; on
/// Windows in `%LOCALAPPDATA%`. `None` if the environment names no such folder by an absolute path.
pub fn file(game: GameKind) -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = match cfg!(windows) {
        true => absolute("LOCALAPPDATA"),
        false => absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state"))),
    };
    Some(state?.join("tilefall").join(format!("{}.jsonl", game.name())))
}

/// Reads a saved game with its turns; `None` if the file contains none.
pub fn read(file: &Path) -> Option<Session> {
    let (puzzle, turns) = saved::parsed(&fs::read(file).ok()?)?;
    let goal = turns.asked.as_ref().and_then(|asked| asked.goal);
    let mut game = Session::new(puzzle.puzzle().ok()?, goal).ok()?;
    let is_its = turns.hash.as_ref() == Some(&hash(&game.puzzle));
    let steps = saved::moves(turns).ok().filter(|_| is_its)?;
    steps.into_iter().all(|step| game.take(step)).then_some(game)
}

/// Saves a game to the file, in place of an earlier game.
pub fn write(file: &Path, game: &Session) -> anyhow::Result<()> {
    let turns = saved::record_for(game.goal, &game.puzzle, &game.turns).map_err(anyhow::Error::msg)?;
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    disk::replace(file, (PuzzleRecord::of(&game.puzzle).to_line() + &turns.to_line()).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::super::session::tests::{mayan, samegame};
    use super::*;
    use tilefall::rules::{Goal, Mode};

    #[test]
    fn a_game_is_kept_with_its_turns_and_its_goal() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("state/game.jsonl");
        for (mut game, turn) in [
            (samegame("112 / 122", Goal::Score), "1 1"),
            (samegame("112 / 122", Goal::Biggest), "1 2"),
            (mayan("21... / 12... / 12...", Mode::Within, true), "0 1 R"),
            (mayan("1221.", Mode::Exactly, false), "1 0 R"),
        ] {
            assert!(game.take(turn.parse().unwrap()));
            write(&file, &game).unwrap();
            let kept = read(&file).unwrap();
            assert_eq!((kept.puzzle, kept.turns, kept.goal), (game.puzzle, game.turns, game.goal));
        }
        fs::write(&file, "?").unwrap();
        assert!(read(&file).is_none() && read(folder.path()).is_none());
    }
}

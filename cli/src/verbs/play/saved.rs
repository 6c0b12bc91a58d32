//! Games in files: the board as a puzzle record, and the turns as a result record in `FILE.moves`. `verify` reads both.

use super::ruleset::Ruleset;
use super::session::Session;
use crate::error::file_error;
use crate::io::disk;
use anyhow::Context as _;
use std::path::Path;
use tilefall::insight::saved;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::text::record::{self, PuzzleRecord, ResultRecord};

pub fn puzzle(game: &Session) -> Puzzle {
    let task = match game.ruleset() {
        Ruleset::SameGame(rules, _) => {
            Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() })
        }
        Ruleset::Mayan { moves, mode, allow_noop } => {
            Task::Mayan(MayanTask { moves, mode: Some(mode), allow_noop, list: Vec::new() })
        }
    };
    Puzzle::new(game.first().clone(), task)
}

/// Saves the puzzle of a game and its turns.
///
/// # Errors
/// If a file cannot be written, or contains something other than a game.
pub fn write(path: &Path, game: &Session) -> anyhow::Result<()> {
    let old = disk::if_exists(std::fs::read(path)).map_err(file_error(path, "read"))?.unwrap_or_default();
    let a_game = old.is_empty() || serde_json::from_slice::<PuzzleRecord>(&old).is_ok();
    anyhow::ensure!(a_game, "{} holds something else than a game; expected another --save", path.display());
    let puzzle = puzzle(game);
    let record = PuzzleRecord::of(&puzzle);
    let result =
        saved::record_for(game.ruleset().goal(), &puzzle, &game.turns()).map_err(anyhow::Error::msg)?;
    let beside = disk::with_suffix(path, ".moves");
    disk::replace_all(&[(path, record.to_line().as_bytes()), (&beside, result.to_line().as_bytes())])
}

/// Plays the saved turns of a game, which takes their goal unless it was given one; returns their number, or `None` if there is no file of turns.
///
/// # Errors
/// If the file cannot be read, belongs to another puzzle, or contains a turn that cannot be played.
pub fn read(path: &Path, game: &mut Session) -> anyhow::Result<Option<usize>> {
    let path = disk::with_suffix(path, ".moves");
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.map_err(file_error(&path, "read"))?,
    };
    let place = || format!("{}:1:1", path.display());
    let result: ResultRecord = serde_json::from_str(&text).with_context(place)?;
    let same = result.hash.as_ref() == Some(&record::hash(&puzzle(game)));
    anyhow::ensure!(same, "{}: these moves are of another puzzle", place());
    if let Some(goal) = result.asked.as_ref().and_then(|asked| asked.goal) {
        game.set_goal(goal);
    }
    let steps = saved::moves(result).with_context(place)?;
    for (number, step) in steps.iter().enumerate() {
        anyhow::ensure!(game.take(*step), "{}: move {} cannot be played", place(), number + 1);
    }
    Ok(Some(steps.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::grid::Grid;
    use tilefall::rules::{Cell, Goal, Mode, Move, Preset, Rules, Side, Step};

    #[test]
    fn a_game_is_saved_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let mayan = Ruleset::Mayan { moves: Some(3), mode: Mode::Within, allow_noop: true };
        let former = Preset::named("former").unwrap().rules;
        for (play, board, turn) in [
            (Ruleset::SameGame(Rules::default(), None), "112 / 122", Step::from(Cell::new(0, 0))),
            (Ruleset::SameGame(former, Some(Goal::Fewest)), "1.2 / 123", Step::from(Cell::new(0, 1))),
            (Ruleset::SameGame(former, Some(Goal::Biggest)), "112 / 122", Step::from(Cell::new(0, 0))),
            (mayan, "21... / 12... / 12...", Step::from(Move::new(0, 1, Side::Right))),
        ] {
            let start = Session::new(play, Grid::parse(board).unwrap()).unwrap();
            let mut game = start.clone();
            assert!(game.take(turn));
            write(&path, &game).unwrap();
            let mut again = start.clone();
            assert_eq!(read(&path, &mut again).unwrap(), Some(1));
            assert_eq!((again.board(), again.turns()), (game.board(), vec![turn]));
            if let Ruleset::SameGame(rules, goal) = play {
                let mut again = Session::new(Ruleset::SameGame(rules, None), start.first().clone()).unwrap();
                read(&path, &mut again).unwrap();
                assert_eq!(again.ruleset().goal(), goal.unwrap_or_default());
            }
            let mut other = Session::new(play, Grid::parse("111").unwrap()).unwrap();
            assert!(read(&path, &mut other).unwrap_err().to_string().contains("another puzzle"));
        }
        for other in ["1 1\n".to_owned(), std::fs::read_to_string(&path).unwrap().repeat(2)] {
            std::fs::write(&path, &other).unwrap();
            let game = Session::new(mayan, Grid::parse("111").unwrap()).unwrap();
            assert!(write(&path, &game).unwrap_err().to_string().contains("something else than a game"));
            assert_eq!(std::fs::read_to_string(&path).unwrap(), other);
        }
        std::fs::remove_file(disk::with_suffix(&path, ".moves")).unwrap();
        let mut game = Session::new(mayan, Grid::parse("111").unwrap()).unwrap();
        assert_eq!(read(&path, &mut game).unwrap(), None);
    }
}

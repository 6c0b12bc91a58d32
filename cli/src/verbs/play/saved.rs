//! Games in files of two lines: the board as a puzzle record, and the turns as a result record.

use super::ruleset::Ruleset;
use super::session::Session;
use crate::error::file_error;
use crate::io::disk;
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

/// The content of a file in which a game is to be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing, or an earlier state of the game.
    Same,
    /// A game of another board.
    AnotherGame,
}

/// Returns what a file holds that a game would replace.
///
/// # Errors
/// If the file cannot be read, or holds something other than a game.
pub fn content(path: &Path, game: &Session) -> anyhow::Result<Content> {
    let old = disk::if_exists(std::fs::read(path)).map_err(file_error(path, "read"))?.unwrap_or_default();
    match saved::parsed(&old) {
        _ if old.is_empty() => Ok(Content::Same),
        Some((_, turns)) if is_of(&turns, game) => Ok(Content::Same),
        Some(_) => Ok(Content::AnotherGame),
        None => {
            anyhow::bail!("{} holds something else than a game; expected another --save", path.display())
        }
    }
}

fn is_of(turns: &ResultRecord, game: &Session) -> bool {
    turns.hash.as_ref() == Some(&record::hash(&puzzle(game)))
}

/// Saves a game in a file, whatever the file holds.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, game: &Session) -> anyhow::Result<()> {
    let puzzle = puzzle(game);
    let turns =
        saved::record_for(game.ruleset().goal(), &puzzle, &game.turns()).map_err(anyhow::Error::msg)?;
    disk::replace(path, (PuzzleRecord::of(&puzzle).to_line() + &turns.to_line()).as_bytes())
}

/// Plays the turns of a saved game, which takes their goal unless it was given one.
///
/// # Errors
/// If they belong to another puzzle, or a turn cannot be played.
pub fn play(turns: ResultRecord, game: &mut Session) -> anyhow::Result<()> {
    anyhow::ensure!(is_of(&turns, game), "these moves are of another puzzle");
    if let Some(goal) = turns.asked.as_ref().and_then(|asked| asked.goal) {
        game.set_goal(goal);
    }
    for (number, step) in (1..).zip(saved::moves(turns)?) {
        anyhow::ensure!(game.take(step), "move {number} cannot be played");
    }
    Ok(())
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
        write(
            &path,
            &Session::new(Ruleset::SameGame(Rules::default(), None), Grid::parse("111").unwrap()).unwrap(),
        )
        .unwrap();
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
            assert_eq!(content(&path, &game).unwrap(), Content::AnotherGame);
            write(&path, &game).unwrap();
            assert_eq!(content(&path, &start).unwrap(), Content::Same);
            let turns = || saved::parsed(&std::fs::read(&path).unwrap()).unwrap().1;
            let mut again = start.clone();
            super::play(turns(), &mut again).unwrap();
            assert_eq!((again.board(), again.turns()), (game.board(), vec![turn]));
            if let Ruleset::SameGame(rules, goal) = play {
                let mut again = Session::new(Ruleset::SameGame(rules, None), start.first().clone()).unwrap();
                super::play(turns(), &mut again).unwrap();
                assert_eq!(again.ruleset().goal(), goal.unwrap_or_default());
            }
            let mut other = Session::new(play, Grid::parse("111").unwrap()).unwrap();
            assert!(super::play(turns(), &mut other).unwrap_err().to_string().contains("another puzzle"));
        }
        let game = Session::new(mayan, Grid::parse("111").unwrap()).unwrap();
        let saved = std::fs::read_to_string(&path).unwrap();
        for other in ["1 1\n".to_owned(), saved.repeat(2), saved.lines().next().unwrap().to_owned() + "\n"] {
            std::fs::write(&path, &other).unwrap();
            assert!(content(&path, &game).unwrap_err().to_string().contains("something else than a game"));
        }
        std::fs::remove_file(&path).unwrap();
        assert_eq!(content(&path, &game).unwrap(), Content::Same);
    }
}

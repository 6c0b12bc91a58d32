//! Games in files of two lines: the board as a puzzle record, and the turns as a result record.

use super::session::Session;
use crate::error::file_error;
use crate::io::disk;
use std::path::Path;
use tilefall::insight::{board_after, saved};
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::text::record::{self, PuzzleRecord, ResultRecord};

/// The most bytes of a file that may be a saved game.
const MAX_SIZE: u64 = 1 << 24;

/// Reads a file that may be a saved game; `None` for a device, a pipe, a folder or a longer file, which is not read.
///
/// # Errors
/// If the file cannot be examined or read.
pub fn read(path: &Path) -> std::io::Result<Option<Vec<u8>>> {
    let about = std::fs::metadata(path)?;
    if about.is_file() && about.len() < MAX_SIZE { std::fs::read(path).map(Some) } else { Ok(None) }
}

/// Returns `true` if a file holds a game of another board, `false` if it holds an earlier state of this game, or nothing.
///
/// # Errors
/// If the file cannot be read, or holds something other than a game.
pub fn holds_another(path: &Path, game: &Session) -> anyhow::Result<bool> {
    let Some(old) = disk::if_exists(read(path)).map_err(file_error(path, "read"))? else { return Ok(false) };
    match old.as_ref().map(|old| (old, saved::parsed(old))) {
        Some((old, _)) if old.is_empty() => Ok(false),
        Some((_, Some((_, turns)))) => Ok(!is_of(&turns, game)),
        _ => anyhow::bail!("{} holds something else than a game; expected another --save", path.display()),
    }
}

fn is_of(turns: &ResultRecord, game: &Session) -> bool {
    turns.hash.as_ref() == Some(&record::hash(game.puzzle()))
}

/// Saves a game in a file, whatever the file holds.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, game: &Session) -> anyhow::Result<()> {
    let turns = saved::record_for(game.goal(), game.puzzle(), game.turns()).map_err(anyhow::Error::msg)?;
    disk::replace(path, (PuzzleRecord::of(game.puzzle()).to_line() + &turns.to_line()).as_bytes())
}

/// Makes the game of a puzzle with `begin`, and plays the turns of a saved game. The game takes their goal unless it was
/// given one.
///
/// # Errors
/// If they belong to another puzzle, or a turn cannot be played.
pub fn resumed(
    mut puzzle: Puzzle,
    turns: ResultRecord,
    begin: impl Fn(Puzzle) -> anyhow::Result<Session>,
) -> anyhow::Result<Session> {
    let mut game = begin(puzzle.clone())?;
    if !is_of(&turns, &game)
        && let Task::Mayan(task) = &mut puzzle.task
    {
        // Games of earlier versions skip swaps of equal blocks.
        task.skip_noop = true;
        game = begin(puzzle)?;
    }
    play(turns, &mut game)?;
    Ok(game)
}

fn play(turns: ResultRecord, game: &mut Session) -> anyhow::Result<()> {
    anyhow::ensure!(is_of(&turns, game), "these moves are of another puzzle");
    if let Some(goal) = turns.asked.as_ref().and_then(|asked| asked.goal) {
        game.set_goal(goal);
    }
    let moves = saved::moves(turns).map_err(anyhow::Error::msg)?;
    board_after(game.puzzle(), &moves).map_err(anyhow::Error::msg)?;
    for (number, step) in (1..).zip(moves) {
        anyhow::ensure!(game.take(step), "move {number} comes after the end of the game");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::grid::Grid;
    use tilefall::rules::{Goal, Mode, Preset, Rules};

    #[test]
    fn a_game_is_saved_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let board = |text| Grid::parse(text).unwrap();
        let same = |text, rules, goal| Session::samegame(board(text), rules, goal).unwrap();
        let mayan = |text| Session::mayan(board(text), Some(3), Mode::Within, true).unwrap();
        write(&path, &same("111", Rules::default(), None)).unwrap();
        let former = Preset::named("former").unwrap().rules;
        for (start, turn, without_goal) in [
            (same("112 / 122", Rules::default(), None), "1 1", None),
            (same("1.2 / 123", former, Some(Goal::Fewest)), "1 2", Some(same("1.2 / 123", former, None))),
            (same("112 / 122", former, Some(Goal::Biggest)), "1 1", Some(same("112 / 122", former, None))),
            (mayan("21... / 12... / 12..."), "0 1 R", None),
        ] {
            let turn = turn.parse().unwrap();
            let mut game = start.clone();
            assert!(game.take(turn));
            assert!(holds_another(&path, &game).unwrap());
            write(&path, &game).unwrap();
            assert!(!holds_another(&path, &start).unwrap());
            let turns = || saved::parsed(&std::fs::read(&path).unwrap()).unwrap().1;
            let mut again = start.clone();
            super::play(turns(), &mut again).unwrap();
            assert_eq!((again.board(), again.turns()), (game.board(), &[turn][..]));
            if let Some(mut again) = without_goal {
                super::play(turns(), &mut again).unwrap();
                assert_eq!(again.goal(), game.goal());
            }
            let begin = |_| Ok(start.clone());
            let resumed = resumed(start.puzzle().clone(), turns(), begin).unwrap();
            assert_eq!((resumed.board(), resumed.turns()), (game.board(), &[turn][..]));
            let mut other = mayan("111");
            assert!(super::play(turns(), &mut other).unwrap_err().to_string().contains("another puzzle"));
        }
        // Games of earlier versions skip swaps of equal blocks, and their puzzles do not say so.
        let exactly = |skip| Session::mayan(board("1221."), Some(2), Mode::Exactly, skip).unwrap();
        let mut old = exactly(true);
        assert!(old.take("0 0 R".parse().unwrap()));
        let turns = saved::record_for(Goal::Score, old.puzzle(), old.turns()).unwrap();
        let begin = |puzzle: Puzzle| {
            let Task::Mayan(task) = puzzle.task else { unreachable!("a Mayan puzzle") };
            Session::mayan(puzzle.grid, task.moves, Mode::Exactly, task.skip_noop)
        };
        let resumed = resumed(exactly(false).puzzle().clone(), turns, begin).unwrap();
        assert_eq!((resumed.puzzle(), resumed.turns()), (old.puzzle(), old.turns()));
        let game = mayan("111");
        let saved = std::fs::read_to_string(&path).unwrap();
        for other in ["1 1\n".to_owned(), saved.repeat(2), saved.lines().next().unwrap().to_owned() + "\n"] {
            std::fs::write(&path, &other).unwrap();
            assert!(
                holds_another(&path, &game).unwrap_err().to_string().contains("something else than a game")
            );
        }
        std::fs::remove_file(&path).unwrap();
        assert!(!holds_another(&path, &game).unwrap());
    }
}

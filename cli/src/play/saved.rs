//! Games on disk: the board as a puzzle record, and beside it, in `FILE.moves`, the turns as a result record. `verify`
//! reads both. Moves that have not emptied a Mayan board are no answer to it: they stand in the `stats` of a record that
//! claims nothing.

use super::session::{Play, Session, Standing, Turn};
use anyhow::Context as _;
use std::path::Path;
use tilefall::base::{Status, StopReason};
use tilefall::batch::disk;
use tilefall::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::record::{self, PuzzleRecord, ResultRecord, Step};
use tilefall::samegame::search::{Found, Query};

/// The puzzle of a game.
pub fn puzzle(game: &Session) -> Puzzle {
    let task = match game.play() {
        Play::SameGame(rules) => Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() }),
        Play::Mayan { moves, mode } => {
            Task::Mayan(MayanTask { moves, mode: Some(mode), ..MayanTask::default() })
        }
    };
    Puzzle::new(game.first().clone(), task)
}

/// Where moves stand that are no answer.
const PLAYED: &str = "played";

/// Saves a game.
///
/// # Errors
/// If a file cannot be written, or a colour has a name that records cannot hold.
pub fn write(path: &Path, game: &Session) -> anyhow::Result<()> {
    let puzzle = puzzle(game);
    let record = PuzzleRecord::of(&puzzle)
        .map_err(|name| anyhow::anyhow!("colour {name} has no character in records, expected up to 61"))?;
    let turns: Vec<Turn> = game.turns().collect();
    let mut result = ResultRecord::new(0, "", Status::Feasible);
    let hash = record::hash(&puzzle);
    match game.play() {
        Play::SameGame(rules) => {
            let clicks: Vec<_> = turns.iter().filter_map(|turn| turn.click()).collect();
            let query = Query::score(game.first(), rules)?;
            let found = Found::replay(game.first(), rules, clicks)
                .map_err(|number| anyhow::anyhow!("click {} removes nothing", number + 1))?;
            result.bound = Some(query.ceiling());
            result.stopped_by = Some(StopReason::Interrupt);
            result = result.with_clicks(hash, &found.clicks, found.score, found.cleared);
        }
        Play::Mayan { .. } => {
            result.game = Some(puzzle.task.game());
            result.hash = Some(hash);
            result.bound = Some(0);
            result.stopped_by = Some(StopReason::Interrupt);
            let moves: Vec<Step> = turns.iter().filter_map(|turn| turn.slide()).map(Step::from).collect();
            if game.standing() == Standing::Won {
                result.moves = Some(moves);
            } else {
                result.status = Status::Unknown;
                let moves = serde_json::to_value(moves).context("moves are no record")?;
                result.stats.get_or_insert_default().insert(PLAYED.to_owned(), moves);
            }
        }
    }
    disk::replace(path, record.to_line().as_bytes())?;
    disk::replace(&disk::with_suffix(path, ".moves"), result.to_line().as_bytes())?;
    Ok(())
}

/// Plays the turns that were saved for a game; gives how many, or `None` if none were saved.
///
/// # Errors
/// If the file cannot be read, is of another puzzle, or has a turn that cannot be played.
pub fn read(path: &Path, game: &mut Session) -> anyhow::Result<Option<usize>> {
    let path = disk::with_suffix(path, ".moves");
    let text = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| path.display().to_string())?,
    };
    let place = || format!("{}:1:1", path.display());
    let result: ResultRecord = serde_json::from_str(&text).with_context(place)?;
    let same = result.hash.as_ref() == Some(&record::hash(&puzzle(game)));
    anyhow::ensure!(same, "{}: these turns are of another puzzle", place());
    let mut stats = result.stats.unwrap_or_default();
    let played = stats.remove(PLAYED).map(serde_json::from_value).transpose().with_context(place)?;
    let steps: Vec<Step> = result.moves.or(played).unwrap_or_default();
    for (number, step) in steps.iter().enumerate() {
        let turn = step.click().map(Turn::Click).or_else(|| step.slide().map(Turn::Slide));
        let played = turn.is_some_and(|turn| game.take(turn));
        anyhow::ensure!(played, "{}: turn {} cannot be played", place(), number + 1);
    }
    Ok(Some(steps.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::base::{Cell, Mode, Move, Rules, Side};
    use tilefall::grid::Grid;

    #[test]
    fn a_game_is_saved_and_goes_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let mayan = Play::Mayan { moves: Some(3), mode: Mode::Within };
        for (play, board, turn) in [
            (Play::SameGame(Rules::default()), "112 / 122", Turn::Click(Cell::new(0, 0))),
            (mayan, "21... / 12... / 12...", Turn::Slide(Move::new(0, 1, Side::Right))),
        ] {
            let start = Session::new(play, Grid::parse(board).unwrap());
            let mut game = start.clone();
            assert!(game.take(turn));
            write(&path, &game).unwrap();
            let mut again = start.clone();
            assert_eq!(read(&path, &mut again).unwrap(), Some(1));
            assert_eq!((again.board(), again.turns().collect::<Vec<_>>()), (game.board(), vec![turn]));
            let mut other = Session::new(play, Grid::parse("111").unwrap());
            assert!(read(&path, &mut other).unwrap_err().to_string().contains("another puzzle"));
        }
        std::fs::remove_file(disk::with_suffix(&path, ".moves")).unwrap();
        let mut game = Session::new(mayan, Grid::parse("111").unwrap());
        assert_eq!(read(&path, &mut game).unwrap(), None);
    }
}

//! Plays moves on the board of a puzzle.

use crate::rules::grid::{ColumnBoard, Grid};
use crate::rules::puzzle::{Puzzle, Task};
use crate::text::record::Step;

/// Returns the board of a puzzle after these moves. Runs of a given Mayan board vanish before the first move.
///
/// # Errors
/// If a move cannot be played: a message with its number and the reason.
///
/// ```
/// use tilefall::insight::board_after;
/// use tilefall::text::record::{PuzzleRecord, Step};
/// let puzzle: PuzzleRecord = serde_json::from_str(r#"{"game":"samegame","rows":["112","122"]}"#).unwrap();
/// let puzzle = puzzle.puzzle().unwrap();
/// assert_eq!(board_after(&puzzle, &[Step::Click(1, 1)]).unwrap().tiles(), 3);
/// let why = board_after(&puzzle, &[Step::Click(1, 1), Step::Click(2, 3)]).unwrap_err();
/// assert_eq!(why, "click 2, 2 3: the cell is empty");
/// ```
pub fn board_after(puzzle: &Puzzle, moves: &[Step]) -> Result<Grid, String> {
    match &puzzle.task {
        Task::SameGame(task) => {
            let mut board = ColumnBoard::new(&puzzle.grid);
            let rules = task.rules.unwrap_or_default();
            for (number, step) in (1..).zip(moves) {
                if let Step::Slide(..) = step {
                    return Err(format!(
                        "move {number}, {step}: this is a Mayan move, expected a click ROW COLUMN"
                    ));
                }
                let cell = step.click();
                if cell.is_none_or(|cell| board.click_by(&rules, cell) == 0) {
                    return Err(format!("click {number}, {step}: {}", board.to_grid().refusal(&rules, cell)));
                }
            }
            Ok(board.to_grid())
        }
        Task::Mayan(task) => {
            let mut board = puzzle.grid.clone();
            board.settle();
            for (number, step) in (1..).zip(moves) {
                let step = step.slide().ok_or_else(|| {
                    format!("move {number}, {step}: this is a click, expected a Mayan move X Y R or X Y L")
                })?;
                if board.is_noop(step) && !task.counts_noops() {
                    let what = "a swap of two equal blocks is no move of this puzzle";
                    return Err(format!("move {number}, {step}: {what}"));
                }
                board.play(step).map_err(|why| format!("move {number}, {step}: {why}"))?;
            }
            Ok(board)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;
    use crate::text::record::PuzzleRecord;

    #[test]
    fn moves_that_cannot_be_played_are_named() {
        let puzzle = |line: &str| serde_json::from_str::<PuzzleRecord>(line).unwrap().puzzle().unwrap();
        let former = puzzle(r#"{"game":"samegame","rows":["112","232"],"rules":"former"}"#);
        let clicks = [Step::Click(1, 2), Step::Click(1, 2)];
        assert_eq!(board_after(&former, &clicks).unwrap(), Grid::parse("1.2 / 2.2").unwrap());
        for (click, why) in [
            (Step::Click(2, 2), "click 3, 2 2: the cell is empty"),
            (Step::Click(1, 4), "click 3, 1 4: the cell lies outside the board"),
            (Step::Click(3, 1), "click 3, 3 1: the cell lies outside the board"),
            (Step::Click(0, 1), "click 3, 0 1: the cell lies outside the board"),
        ] {
            assert_eq!(board_after(&former, &[clicks[0], clicks[1], click]), Err(why.into()));
        }
        let mayan = puzzle(r#"{"game":"mayan","rows":["1..","211"]}"#);
        let (right, left) = (Step::Slide(0, 1, Side::Right), Step::Slide(0, 1, Side::Left));
        assert_eq!(board_after(&mayan, &[]).unwrap(), mayan.grid);
        assert_eq!(board_after(&mayan, &[right]).unwrap().tiles(), 4);
        assert_eq!(
            board_after(&mayan, &[right, left]),
            Err("move 2, 0 1 L: the move leaves the board".into())
        );
        let allowed = puzzle(r#"{"game":"mayan","rows":["1221"],"moves":2,"mode":"exactly"}"#);
        assert_eq!(board_after(&allowed, &[Step::Slide(1, 0, Side::Right)]).unwrap(), allowed.grid);
        let outside = board_after(&mayan, &[Step::Slide(9, 9, Side::Right)]);
        assert_eq!(outside, Err("move 1, 9 9 R: the cell lies outside the board".into()));
        assert_eq!(
            board_after(&mayan, &[Step::Click(1, 1)]),
            Err("move 1, 1 1: this is a click, expected a Mayan move X Y R or X Y L".into())
        );
        assert_eq!(
            board_after(&former, &[right]),
            Err("move 1, 0 1 R: this is a Mayan move, expected a click ROW COLUMN".into())
        );
    }
}

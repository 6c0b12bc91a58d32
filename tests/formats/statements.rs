//! Checks every format against its problem statement or program. The UVa samples are in `samegame::simulate` and
//! `uva758`; tests/data/README.md has the origin of each file.

use crate::support::{accepts, tilefall};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{LeftPenalty, Rules, Score};
use tilefall::text::formats::{Format, auto, codingame, tatham};

fn read(text: &str, format: &str) -> Vec<Puzzle> {
    let reading = auto::read(text.as_bytes());
    assert_eq!(reading.format.name, format);
    reading.puzzles.into_iter().map(Result::unwrap).collect()
}

fn samegame(puzzle: &Puzzle) -> &SameGameTask {
    let Task::SameGame(task) = &puzzle.task else { panic!("{puzzle:?}") };
    task
}

#[test]
fn the_sample_of_p1312_is_judged_as_the_statement_does() {
    assert_eq!(accepts("mayan simulate", "p1312"), 1);
}

#[test]
fn the_sample_of_noip_2011_is_solved_as_the_statement_does() {
    assert_eq!(accepts("mayan solve", "noip"), 1);
}

/// Returns the first test of CodinGame's SameGame, "Horizontal lines", with its spaces at the ends of lines.
fn horizontal_lines() -> String {
    let ends = [3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];
    let line = |(at, colour): (usize, char)| {
        let line = vec![colour.to_string(); 15].join(" ");
        line + if ends.contains(&(at + 1)) { " \n" } else { "\n" }
    };
    "413021122021101".chars().enumerate().map(line).collect()
}

#[test]
fn codingame_s_actions_are_column_and_row_from_the_bottom_left_and_perhaps_a_message() {
    // The example of the statement, the output of the stub, and a message that continues with numbers.
    let actions = ["0 1 this is optional\\nmessage", "3 6 Hello SameGame\\n:-)", "14 0 it's 1 2, 3 4", "2 0"];
    let text = horizontal_lines() + &actions.join("\n") + "\n" + &horizontal_lines() + actions[0];
    let puzzles = read(&text, "codingame");
    let clicks: Vec<_> = samegame(&puzzles[0]).clicks.iter().map(|cell| (cell.col, cell.row)).collect();
    assert_eq!((clicks, puzzles.len()), (vec![(0, 1), (3, 6), (14, 0), (2, 0)], 2));
    // Row 14 is the first line, row 0 the last.
    let grid = &puzzles[1].grid;
    assert_eq!(grid.name_at(tilefall::rules::Cell::new(14, 0)), Some(4));
    let cell = samegame(&puzzles[1]).clicks[0];
    assert_eq!((grid.name_at(cell), grid.group(cell).len()), (Some(0), 15));
    let mut written = String::new();
    codingame::write(&puzzles[1], &mut written).unwrap();
    assert_eq!(written, horizontal_lines().replace(" \n", "\n") + "0 1\n");
    // A line of three numbers is no click.
    let text = horizontal_lines() + "0 1 2\n";
    let mut read = Format::named("codingame").unwrap().read_each(text.as_bytes()).puzzles;
    let error = read.pop().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "16:1: this line has 3 numbers, expected a row of 15");
}

#[test]
fn codingame_s_actions_are_verified_with_their_messages() {
    let folder = tempfile::tempdir().unwrap();
    let (board, actions) = (folder.path().join("board.txt"), folder.path().join("actions.txt"));
    std::fs::write(&board, horizontal_lines()).unwrap();
    // Removes two lines of one colour, then one: 28² and 13² points.
    std::fs::write(&actions, "4 3 two, of colour 1\n0 0\n").unwrap();
    let run = tilefall(
        &format!(
            "samegame verify --all --format codingame --coordinates codingame {} {}",
            board.display(),
            actions.display()
        ),
        b"",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("2 moves, score 953, not cleared"), "{}", run.out);
}

/// IDs that samegame.c prints for `5x5`, `9x2c9s1r`, `3x3c2s2r` and `2x1`, and the boards that it draws.
#[test]
fn ids_of_tatham_s_generator_are_the_boards_that_it_draws() {
    const N1: Score = Score::N1;
    const N2: Score = Score::N2;
    for (id, board, score) in [
        ("5x5c3s2:2,1,3,1,2,1,2,3,1,2,3,3,2,2,3,1,2,3,1,2,1,3,2,2,1", "21312/12312/33223/12312/13221", N2),
        ("9x2c9s1:6,4,1,2,5,3,7,9,8,3,7,4,9,5,1,8,6,2", "641253798/374951862", N1),
        ("3x3c2s2:1,1,2,1,2,1,2,2,2", "112/121/222", N2),
        ("2x1c3s2:3,3", "33", N2),
    ] {
        let puzzle = read(id, "tatham").remove(0);
        let rules = Rules { score, clear_bonus: 0, left_penalty: LeftPenalty::None, ..Rules::USUAL };
        assert_eq!(
            (puzzle.grid.clone(), samegame(&puzzle).rules),
            (Grid::parse(board).unwrap(), Some(rules))
        );
        let mut written = String::new();
        tatham::write(&puzzle, &mut written).unwrap();
        // The game refuses IDs of fewer than three colours, so none are written.
        assert_eq!(written.trim_end(), id.replace("c2", "c3"));
    }
}

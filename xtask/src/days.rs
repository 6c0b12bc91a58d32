//! `cargo xtask days`: makes `data/days.json`, the daily boards, each with its best result and a list that reaches it.
//! The page reads only this file, so that a day has the same answer for everybody.

use anyhow::Context as _;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use tilefall::Cancel;
use tilefall::Status;
use tilefall::mayan::generate as puzzles;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::rules::{Goal, PRESETS};
use tilefall::samegame::{Board, Solver, generate as boards};
use tilefall::text::record::{PuzzleRecord, Step};

/// The arguments of `cargo xtask days`.
#[derive(clap::Args)]
pub struct Args {
    /// The file to write
    #[arg(long, default_value = "data/days.json")]
    out: PathBuf,
    /// The number of days
    #[arg(long, default_value = "400")]
    days: u64,
    /// The seed of all boards
    #[arg(long, default_value = "2026")]
    seed: u64,
}

/// The first day, a Friday.
const FIRST: &str = "2026-11-27";

/// The weekday of the first day; Sunday is 0.
const FIRST_WEEKDAY: u64 = 5;

/// The maximum number of nodes for the proof of a board of the game Former; boards that need more are left out.
const NODES: u64 = 200_000;

/// The factor of [`NODES`] for weekend boards, whose goal is points: their searches visit more nodes in the same time.
const POINTS: u64 = 5;

/// The number of moves and the lowest and highest difficulty of the Mayan puzzle, for Sunday to Saturday.
const MAYAN: [(u64, u32, u32); 7] =
    [(6, 61, 100), (3, 0, 35), (3, 0, 35), (4, 36, 60), (4, 36, 60), (5, 36, 60), (5, 61, 100)];

/// Makes the boards of all days and writes the file.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the project")?;
    let (mut clicks, mut moves, mut points) = (Vec::new(), Vec::new(), Vec::new());
    for day in 0..args.days {
        let weekday = (FIRST_WEEKDAY + day) % 7;
        clicks.push(former(args.seed, day).with_context(|| format!("day {day}"))?);
        moves.push(mayan(args.seed, day, MAYAN[weekday as usize]).with_context(|| format!("day {day}"))?);
        if weekday.is_multiple_of(6) {
            points.push(weekend(args.seed, day).with_context(|| format!("day {day}"))?);
        }
        eprintln!("day {day}");
    }
    let days = json!({
        "first": FIRST, "seed": args.seed, "former": clicks, "mayan": moves, "points": points
    });
    let path = root.join(&args.out);
    std::fs::write(&path, format!("{days}\n")).with_context(|| path.display().to_string())
}

/// Returns a board as the rows of a record joined by slashes, and a list as base-36 digits and sides `L` or `R`.
fn board<T: Copy + Into<Step>>(grid: Grid, task: Task, list: &[T]) -> (String, String) {
    let rows = PuzzleRecord::of(&Puzzle::new(grid, task)).rows.join("/");
    let digit = |number: &str| number.parse().ok().and_then(|number| char::from_digit(number, 36));
    let text = |&step: &T| {
        let words: Step = step.into();
        words
            .to_string()
            .split(' ')
            .map(|word| digit(word).map_or(word.into(), String::from))
            .collect::<String>()
    };
    (rows, list.iter().map(text).collect())
}

/// Returns the first board of a day that is solved to optimality within `nodes` nodes, its best list and the score.
fn proven(
    options: &boards::GenerateOptions,
    goal: Goal,
    nodes: u64,
    seed: u64,
    day: u64,
) -> anyhow::Result<(String, String, i64)> {
    let solver = Solver::new().goal(goal).rules(options.rules).nodes(nodes);
    for number in (day << 16)..(day << 16) + 1000 {
        let grid = boards::make(options, seed, number, &Cancel::new(), |_| false)?.grid;
        let outcome = solver.solve(&Board::with_rules(&grid, &options.rules)?)?;
        if outcome.status == Status::Optimal
            && let Some(found) = outcome.found
        {
            let (rows, list) = board(grid, Task::SameGame(SameGameTask::default()), &found.clicks);
            return Ok((rows, list, found.score));
        }
    }
    anyhow::bail!("none of 1000 boards was proven")
}

/// Returns a board of the game Former with a list that provably clears it in the fewest clicks.
fn former(seed: u64, day: u64) -> anyhow::Result<Value> {
    let rules = PRESETS.iter().find(|preset| preset.name == "former").context("former")?.rules;
    let options =
        boards::GenerateOptions { rows: 9, cols: 7, colours: 4, rules, ..boards::GenerateOptions::default() };
    let (rows, list, _) = proven(&options, Goal::Fewest, NODES, seed, day)?;
    Ok(json!([rows, list]))
}

/// Returns a Mayan puzzle with the first of its shortest lists and the word for its difficulty.
fn mayan(seed: u64, day: u64, (moves, low, high): (u64, u32, u32)) -> anyhow::Result<Value> {
    let usual = puzzles::GenerateOptions::for_moves(moves, None, None);
    let options = puzzles::GenerateOptions { difficulty: Some(low..=high), ..usual };
    let made = puzzles::make(&options, seed, day, &Cancel::new(), |_| false)?;
    let (rows, list) = board(made.grid, Task::Mayan(MayanTask::default()), &made.list);
    Ok(json!([rows, list, made.difficulty.word()]))
}

/// Returns a board for points with a list of the proven highest score, and the score.
fn weekend(seed: u64, day: u64) -> anyhow::Result<Value> {
    let options = boards::GenerateOptions {
        rows: 8,
        cols: 8,
        colours: 4,
        balanced: true,
        ..boards::GenerateOptions::default()
    };
    Ok(json!(proven(&options, Goal::Score, POINTS * NODES, seed, day)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::Rules;
    use tilefall::rules::puzzle::Puzzle;
    use tilefall::text::record::PuzzleRecord;
    use tilefall::{mayan, samegame};

    /// Returns the rows of an entry of the file, and its moves, each of `digits` characters.
    fn entry(entry: &Value, digits: usize) -> (Vec<&str>, Vec<Vec<char>>) {
        let rows = entry[0].as_str().unwrap().split('/').collect();
        let list: Vec<char> = entry[1].as_str().unwrap().chars().collect();
        (rows, list.chunks(digits).map(<[char]>::to_vec).collect())
    }

    fn puzzle(game: &str, rows: &[&str]) -> Puzzle {
        let record = json!({ "v": 1, "game": game, "rows": rows });
        serde_json::from_value::<PuzzleRecord>(record).unwrap().puzzle().unwrap()
    }

    fn number(digit: char) -> usize {
        digit.to_digit(36).unwrap() as usize
    }

    #[test]
    fn the_lists_of_all_days_have_their_results() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/days.json");
        let days: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let list = |kind: &str| days[kind].as_array().unwrap();
        assert_eq!((list("former").len(), list("mayan").len()), (400, 400));
        let former = PRESETS.iter().find(|preset| preset.name == "former").unwrap().rules;
        for (kind, rules) in [("former", former), ("points", Rules::default())] {
            for value in list(kind) {
                let (rows, list) = entry(value, 2);
                let board = samegame::Board::with_rules(&puzzle("samegame", &rows).grid, &rules).unwrap();
                let mut game = samegame::Game::new(board, rules);
                for step in list {
                    game.play(samegame::Cell::new(number(step[0]) - 1, number(step[1]) - 1)).unwrap();
                }
                assert!(kind == "points" || game.board().is_empty(), "{value}");
                assert!(kind == "former" || game.score() == value[2].as_i64().unwrap(), "{value}");
            }
        }
        for value in list("mayan") {
            let (rows, list) = entry(value, 3);
            let board = mayan::Board::try_from(&puzzle("mayan", &rows).grid).unwrap();
            let mut game = mayan::Game::new(board);
            for step in list {
                let text = format!("{} {} {}", step[0], step[1], step[2]);
                game.play(text.parse().unwrap()).unwrap();
            }
            assert!(game.is_won(), "{value}");
        }
    }
}

//! `generate` of both games: every claim is proven again, puzzles are the same on every machine, and impossible
//! options are refused.

use crate::support::{Run, refuses_with, run_in, tilefall};
use serde_json::Value;
use std::collections::HashSet;
use tilefall::rules::Move;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::formats::jsonl;
use tilefall::text::record::{Digest, PuzzleRecord};

/// Returns the output of a successful run.
#[track_caller]
fn generated(words: &str) -> String {
    let Run { out, err, code } = tilefall(words, b"");
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}");
    out
}

fn puzzles(text: &str) -> Vec<Puzzle> {
    jsonl::each(text.as_bytes()).map(|puzzle| puzzle.unwrap()).collect()
}

fn origin<'a>(puzzle: &'a Puzzle, name: &str) -> &'a Value {
    &puzzle.origin.as_ref().unwrap()[name]
}

/// Returns the number of lists of exactly `moves` moves that clear a board, by brute force.
fn lists(board: &Grid, moves: u64) -> u64 {
    if moves == 0 || board.is_empty() {
        return u64::from(moves == 0 && board.is_empty());
    }
    let after = |step: Move| {
        let mut after = board.clone();
        after.play(step).unwrap();
        lists(&after, moves - 1)
    };
    board.canonical_moves(false).into_iter().map(after).sum()
}

#[test]
fn seeds_give_the_same_puzzles_for_ever() {
    for (words, golden) in [
        ("mayan generate --moves 2 --count 10", "df712df25207f8ab"),
        ("mayan generate --moves 4 --count 5 --seed 7 --unique", "670ecdb2851e0000"),
        ("samegame generate --count 5", "e72b0af6f403da3e"),
        (
            "samegame generate --rows 6 --cols 7 --colors 3 --clearable --balanced --count 10",
            "c5a3f50c5c10f4f6",
        ),
    ] {
        let mut digest = Digest::default();
        // The digest covers only boards and names, because measurements may change with the solver.
        for puzzle in puzzles(&generated(words)) {
            let rows = PuzzleRecord::of(&puzzle).rows.join(" ");
            digest.add(format!("{} {rows}\n", puzzle.id.unwrap()).as_bytes());
        }
        assert_eq!(format!("{:016x}", digest.value()), golden, "{words}");
    }
}

#[test]
fn every_claim_of_a_mayan_puzzle_holds_by_the_rule_book() {
    let words = "mayan generate --rows 4 --cols 4 --blocks 6..11 --count 15";
    for (moves, colours) in [(1, 2), (2, 3), (3, 3)] {
        for puzzle in puzzles(&generated(&format!("{words} --moves {moves} --colors {colours}"))) {
            let (grid, id) = (&puzzle.grid, puzzle.id.as_deref().unwrap());
            assert!(grid.is_settled() && (6..=11).contains(&grid.tiles()), "{id}");
            assert_eq!(grid.colours(), colours, "{id}");
            assert!((0..moves).all(|fewer| lists(grid, fewer) == 0), "{id}: a shorter list");
            let all = lists(grid, moves);
            let stated = origin(&puzzle, "solutions").as_str().map(str::to_owned);
            assert!(all > 0 && stated == Some(all.to_string()), "{id}: {all} lists");
            let first = grid.canonical_moves(false);
            let (mut winning, mut tempting) = (0, 0);
            for &step in &first {
                let mut after = grid.clone();
                after.play(step).unwrap();
                let wins = lists(&after, moves - 1) > 0;
                winning += u64::from(wins);
                tempting += u64::from(!wins && after.tiles() < grid.tiles());
            }
            assert_eq!(*origin(&puzzle, "first_moves"), first.len(), "{id}");
            assert_eq!(
                (origin(&puzzle, "winning"), origin(&puzzle, "tempting")),
                (&winning.into(), &tempting.into())
            );
        }
    }
}

#[test]
fn wishes_come_true() {
    let of = |words: &str| puzzles(&generated(&format!("mayan generate --count 8 {words}")));
    assert!(of("--moves 3 --unique").iter().all(|puzzle| *origin(puzzle, "solutions") == "1"));
    let few = |puzzle: &Puzzle| origin(puzzle, "solutions").as_str().unwrap().parse::<u64>().unwrap();
    assert!(of("--moves 3 --solutions 2..9").iter().all(|puzzle| (2..=9).contains(&few(puzzle))));
    for (word, range) in [("easy", 0..=35), ("medium", 36..=60), ("30..40", 30..=40)] {
        for puzzle in of(&format!("--moves 3 --difficulty {word}")) {
            let difficulty = origin(&puzzle, "difficulty").as_u64().unwrap();
            assert!(range.contains(&difficulty), "{word}: {difficulty}");
            assert!(word.contains("..") || *origin(&puzzle, "level") == word);
        }
    }
    for puzzle in puzzles(&generated("samegame generate --rows 5 --cols 7 --colors 4 --balanced --count 20"))
    {
        let mut counts: Vec<usize> = (0..4).map(|colour| puzzle.grid.count(colour)).collect();
        counts.sort_unstable();
        assert_eq!(counts, [8, 9, 9, 9]);
    }
}

#[test]
fn a_thousand_puzzles_of_each_kind_stand_before_verify() {
    let dir = tempfile::tempdir().unwrap();
    // Fewer boards with debug assertions, which are slow.
    let count = if cfg!(debug_assertions) { 200 } else { 1000 };
    for (game, words) in [
        ("mayan", "--moves 2"),
        ("mayan", "--moves 3 --rows 5 --cols 4 --colors 3 --blocks 9..14"),
        ("mayan", "--moves 3 --unique"),
        ("samegame", "--rows 6 --cols 6 --colors 3 --clearable"),
        ("samegame", "--rows 8 --cols 9 --colors 4 --clearable --balanced"),
    ] {
        let words = format!("{game} generate {words} --count {count} --answers answers.jsonl");
        let made = run_in(dir.path(), &words, b"");
        assert_eq!((made.err.as_str(), made.code), ("", Some(0)));
        assert_eq!(made.out.lines().count(), count);
        let forms: HashSet<_> = puzzles(&made.out).iter().map(|puzzle| puzzle.grid.canonical()).collect();
        assert_eq!(forms.len(), count, "no board comes twice");
        std::fs::write(dir.path().join("puzzles.jsonl"), &made.out).unwrap();
        let run = run_in(dir.path(), &format!("{game} verify --quiet puzzles.jsonl answers.jsonl"), b"");
        assert_eq!((run.out.as_str(), run.code), ("", Some(0)), "{}", run.err);
    }
}

#[test]
fn every_writer_takes_generated_puzzles() {
    for (words, formats) in [
        ("mayan generate --moves 2", &["jsonl", "noip", "p1312"][..]),
        ("samegame generate --rows 4 --cols 5 --colors 3", &["jsonl", "uva339", "rows"]),
    ] {
        let game = words.split(' ').next().unwrap();
        for format in formats {
            let text = generated(&format!("{words} --format {format}"));
            let back = tilefall(&format!("convert --to jsonl --from {format} -"), text.as_bytes());
            let cells = |text: &str| puzzles(text)[0].grid.clone();
            assert_eq!(cells(&back.out), cells(&generated(words)), "{game} {format}");
        }
    }
}

#[test]
fn boards_take_the_colour_names_of_their_format() {
    for (words, format) in [
        ("samegame generate --balanced", "tatham"),
        ("samegame generate --rows 10 --cols 15 --colors 3", "uva758"),
    ] {
        let text = generated(&format!("{words} --to {format}"));
        let renamed = tilefall(&format!("convert --relabel --to {format} -"), generated(words).as_bytes());
        assert_eq!((text, renamed.code), (renamed.out, Some(0)), "{words}");
    }
    let dir = tempfile::tempdir().unwrap();
    let words =
        "samegame generate --rows 5 --cols 6 --colors 3 --clearable -n 3 --to tatham --answers answers.jsonl";
    let made = run_in(dir.path(), words, b"");
    // The answers belong to the boards as they were written, without the bonus, which the format cannot hold.
    let checked =
        run_in(dir.path(), "samegame verify --all --clear-bonus 1000 - answers.jsonl", made.out.as_bytes());
    assert_eq!(checked.out.matches(": valid: ").count(), 3, "{}{}", checked.out, checked.err);
}

#[test]
fn impossible_wishes_end_with_a_reason() {
    for (words, message) in [
        ("mayan generate --blocks 35", "35 blocks, expected at most 34, for a move needs room"),
        (
            "mayan generate --blocks 8 --colors 3",
            "8 blocks of 3 colours, expected three of each colour at least",
        ),
        ("mayan generate --solutions 0", "the range of solutions is empty, expected 1 or more"),
        ("mayan generate --to noip --count 2", "a noip file holds one puzzle, found 2"),
        ("mayan generate --to uva339", "--to uva339 holds no Mayan puzzles"),
        (
            "mayan generate --rows 8 --to noip",
            "--to noip: the board has 8 rows and 5 columns, expected 7 rows and 5 columns",
        ),
        (
            "samegame generate --rows 10 --to codingame",
            "--to codingame: the board has 10 rows and 15 columns, expected 15 rows and 15 columns",
        ),
        (
            "samegame generate --colors 10 --to tatham",
            "--to tatham: the board has 10 colours, expected at most 9",
        ),
        (
            "samegame generate --rows 1 --cols 1 --to tatham",
            "--to tatham: the board has one cell, expected at least two",
        ),
        ("samegame generate --rows 1 --cols 1 --clearable", "a single tile cannot be cleared"),
        (
            "samegame generate --rows 2 --cols 2 --min-group 5 --clicks 1",
            "1 click for a board of 4 cells, expected smaller groups",
        ),
        (
            "samegame generate --rows 1 --cols 3 --colors 2 --balanced --clearable",
            "2 colours on 3 cells leave a single tile of one, which cannot be cleared",
        ),
    ] {
        refuses_with(2, words, b"", "", message);
    }
    let run = tilefall("samegame generate --rows 1 --cols 2 --colors 2 --count 3", b"");
    let why = "error: puzzle 3 of 3: no further board: each of 2000 was made before, up to the names of colours and the \
               mirror image\n";
    assert_eq!((run.out.lines().count(), run.err.as_str(), run.code), (2, why, Some(1)));
    let run = tilefall("samegame generate --rows 1 --cols 7 --colors 7 --balanced --clearable", b"");
    assert_eq!(run.code, Some(2));
}

#[test]
fn searches_without_hope_are_given_up_with_what_was_found() {
    for (words, what, known) in [
        (
            "samegame generate --clicks 3",
            "none of 2000 boards was proven to take 3 clicks",
            "; each takes 5 or more\n",
        ),
        (
            "mayan generate --moves 2 --solutions 1e6..2e6",
            "none of 5000 boards fits; the closest have 1 to ",
            "\n",
        ),
        (
            "mayan generate --moves 3 --difficulty 95..100",
            "none of 5000 boards fits; the closest have ",
            "\n",
        ),
    ] {
        let run = tilefall(words, b"");
        assert_eq!((run.out.as_str(), run.code), ("", Some(1)), "{words}");
        assert!(run.err.contains(what) && run.err.ends_with(known), "{words}: {}", run.err);
    }
    let run = tilefall("mayan generate --rows 3 --cols 3 --moves 1 --blocks 3 --colors 1 --count 99", b"");
    assert!(run.err.contains("no further board: each of 2000 was made before"), "{}", run.err);
}

//! The goals of `samegame solve` and `samegame hint`: answers in words, targets, notes, and lists compared by the goal.

use crate::support::{Run, run_in, tilefall, traced};
use serde_json::Value;

/// A board that 6 clicks clear under the rules of Former, and no fewer.
const BOARD: &str = "1221\n3244\n2112\n3431\n";

/// A list of 6 clicks that clears [`BOARD`].
const SIX: &str = "[[1,2],[3,3],[1,3],[2,1],[1,1],[1,1]]";

#[track_caller]
fn solved(words: &str, board: &str) -> String {
    let Run { out, err, code } = tilefall(&format!("samegame solve {words}"), board.as_bytes());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}");
    out.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn answers_are_in_the_words_of_the_goal() {
    for (words, board, expected) in [
        ("--rules former", "121\n", "<stdin>#1: cleared in 3 clicks"),
        ("--rules former --target 9", BOARD, "<stdin>#1: cleared in "),
        ("--goal fewest", "112\n122\n", "<stdin>#1: cleared in 2 clicks; no list clears it in fewer"),
        ("--goal fewest", "11\n12\n", "<stdin>#1: no list clears the board"),
        ("--goal left", "112\n", "<stdin>#1: 1 tile left; no list leaves fewer"),
        ("--goal left", "12\n21\n", "<stdin>#1: 4 tiles left; no list leaves fewer"),
        ("--goal biggest", "112\n122\n", "<stdin>#1: largest removal 3 tiles; no list removes more at once"),
        ("--goal biggest", "12\n", "<stdin>#1: largest removal 0 tiles; no list removes more at once"),
    ] {
        let line = solved(&format!("--output text {words}"), board);
        assert!(line.starts_with(expected), "{words}: {line}");
    }
    // An answer without a proof has a bound in the units of the goal.
    for (words, bound) in [
        ("--rules former", "clicks; lower bound "),
        ("--goal left --score n1", "left; lower bound "),
        ("--goal biggest", "tiles; upper bound "),
    ] {
        let hard = "12345\n23451\n34512\n45123\n11234\n";
        let line = solved(&format!("--output text --nodes 1 {words}"), hard);
        assert!(line.contains(bound) || line.contains("; no list "), "{words}: {line}");
    }
}

#[test]
fn a_goal_that_the_rules_make_trivial_is_noted_once() {
    let clear = "with --min-group 1 every board can be cleared: --goal clear is trivial\n";
    let left = "with --min-group 1 every board can be cleared: 0 tiles are always left\n";
    let boards = "{\"game\":\"samegame\",\"rows\":[\"12\"]}\n{\"game\":\"samegame\",\"rows\":[\"21\"]}\n";
    for (words, note) in [
        ("--min-group 1 --goal clear", clear),
        ("--min-group 1 --goal left", left),
        ("--rules former --goal clear", clear),
        ("--min-group 2 --goal clear", ""),
        ("--rules former", ""),
        ("--rules codeabbey", ""),
    ] {
        let run = tilefall(&format!("samegame solve -q {words}"), boards.as_bytes());
        assert_eq!((run.err.as_str(), run.code), (note, Some(0)), "{words}");
        let run = tilefall(&format!("samegame hint {words} -"), b"12\n12\n");
        assert_eq!((run.err.as_str(), run.code), (note, Some(0)), "{words}");
    }
}

#[test]
fn the_goal_of_a_preset_gives_way_to_a_goal_that_is_named() {
    for (words, goal) in [
        ("--rules former", "fewest"),
        ("--rules former --goal score", "score"),
        ("--rules tatham", "clear"),
        ("--rules lx", "score"),
        ("--goal biggest", "biggest"),
    ] {
        let run = tilefall(&format!("samegame solve --output jsonl --no-timings {words}"), b"112\n122\n");
        let record: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!(record["asked"]["goal"], goal, "{words}");
    }
    let refused = tilefall("samegame solve --rules tatham --target 3", b"112\n");
    assert_eq!(refused.code, Some(2));
    assert!(refused.err.contains("--target has no effect with goal clear"), "{}", refused.err);
}

#[test]
fn the_gap_to_the_bound_is_in_the_units_of_the_goal() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.txt"), BOARD).unwrap();
    std::fs::write(dir.path().join("trace"), traced("board.txt#1", SIX)).unwrap();
    let words = "samegame solve --rules former --stats --nodes 1 --from trace board.txt";
    let run = run_in(dir.path(), words, b"");
    let bound: i64 = match run.out.split("lower bound ").nth(1) {
        Some(rest) => rest.split(';').next().unwrap().parse().unwrap(),
        None => 6,
    };
    let gap = format!("  gap to the bound{:>28}\n", 6 - bound);
    assert!(run.out.contains(&gap), "{}", run.out);
}

#[test]
fn lists_to_start_from_are_chosen_by_the_goal() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path();
    std::fs::write(
        dir.join("board.jsonl"),
        r#"{"id":"a","game":"samegame","rows":["1221","3244","2112","3431"]}"#,
    )
    .unwrap();
    let words = "samegame solve --rules former --nodes 1 --no-timings board.jsonl";
    let first: Value = serde_json::from_str(&run_in(dir, words, b"").out).unwrap();
    let hash = first["hash"].as_str().unwrap();
    let line = |moves: &str, score: i64| {
        format!(
            "{{\"v\":1,\"index\":0,\"id\":\"a\",\"game\":\"samegame\",\"hash\":\"{hash}\",\"status\":\"feasible\",\"moves\":{moves},\"score\":{score},\"cleared\":true}}\n"
        )
    };
    // The second list has more clicks, and by its record more points; the goal selects the first.
    let long = first["moves"].to_string();
    assert!(first["moves"].as_array().unwrap().len() >= 6);
    std::fs::write(dir.join("lists.jsonl"), line(SIX, 16) + &line(&long, 99)).unwrap();
    let best: Value =
        serde_json::from_str(&run_in(dir, &format!("{words} --from lists.jsonl"), b"").out).unwrap();
    assert_eq!((best["moves"].as_array().unwrap().len(), &best["asked"]["goal"]), (6, &"fewest".into()));
    let run = run_in(dir, &format!("{words} --out out --resume -q"), b"");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    // Resuming with another goal is refused.
    let other = run_in(dir, &format!("{words} --out out --resume -q --goal biggest"), b"");
    assert_eq!(other.code, Some(2));
    assert!(other.err.contains("--goal fewest there, biggest here"), "{}", other.err);
    let other = run_in(dir, &format!("{words} --out out --resume -q --min-group 2"), b"");
    assert!(other.err.contains("--min-group none there, 2 here"), "{}", other.err);
}

#[test]
fn hints_are_in_the_words_of_the_goal() {
    for (words, expected) in [
        ("--goal fewest - ", "<stdin>#1: optimal: cleared in 2 more clicks, no list clears it in fewer\n"),
        ("--goal left -", "<stdin>#1: optimal: 0 tiles left, no list leaves fewer\n"),
        ("--goal biggest -", "<stdin>#1: optimal: largest removal 3 tiles, no list removes more at once\n"),
        ("--rules former -", "<stdin>#1: optimal: cleared in 2 more clicks, no list clears it in fewer\n"),
    ] {
        let run = tilefall(&format!("samegame hint {words}"), b"112\n122\n");
        assert!(run.out.starts_with(expected), "{words}: {}", run.out);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    }
}

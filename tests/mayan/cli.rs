//! `mayan solve`: answers, formats, modes, batches. Limits are in `mayan_cli_limits`.

use crate::support::{GAP, Run, sample, tilefall};
use serde_json::Value;
use std::path::Path;

/// A board with a colour of two blocks, which cannot be cleared.
const DEAD: &str = r#"{"id":"dead","game":"mayan","rows":["1122."]}"#;

fn done(out: &str) -> Run {
    Run { out: out.into(), err: String::new(), code: Some(0) }
}

fn records(words: &str, input: &str) -> Vec<Value> {
    let run = tilefall(&format!("{words} --progress never"), input.as_bytes());
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
    run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_official_cases_come_out_byte_for_byte() {
    let folder = Path::new(".").join("../shared/data/mayan/official");
    for name in ["mayan1", "mayan3", "mayan5", "mayan10", "sample"] {
        let read = |end| std::fs::read(folder.join(format!("{name}.{end}"))).ok();
        let (Some(input), Some(answer)) = (read("in"), read("ans")) else {
            eprintln!("skipped: no {name} in {}", folder.display());
            continue;
        };
        let answer = String::from_utf8(answer).unwrap();
        let lines: String = answer.lines().map(|line| line.trim().to_owned() + "\n").collect();
        assert_eq!(tilefall("mayan solve", &input), done(&lines), "{name}");
    }
}

#[test]
fn native_answers_are_those_of_the_judge() {
    assert_eq!(tilefall("mayan solve", &sample("noip.txt")), done("2 1 1\n3 1 1\n3 0 1\n"));
    let p1312 = tilefall("mayan solve", &sample("p1312.txt"));
    assert_eq!(p1312, done(&String::from_utf8(sample("p1312.txt")).unwrap()));
    assert_eq!(tilefall("mayan simulate", p1312.out.as_bytes()), done("Yes\n"));
    // `simulate` also accepts an answer with another number of moves than the M of the file.
    let longer = tilefall("mayan solve --exactly --moves 4", &sample("p1312.txt"));
    assert!(longer.out.starts_with("4\n"), "{longer:?}");
    assert_eq!(tilefall("mayan simulate", longer.out.as_bytes()), done("Yes\n"));
    for (words, name, out) in [
        ("--moves 2", "noip.txt", "-1\n"),
        ("--moves 2", "p1312.txt", "-1\n"),
        ("--count", "noip.txt", "1\n"),
        ("--count --moves 2", "noip.txt", "0\n"),
    ] {
        assert_eq!(tilefall(&format!("mayan solve {words}"), &sample(name)), done(out), "{words} {name}");
    }
}

#[test]
fn counters_make_text_of_an_answer_that_would_be_native() {
    for (words, name) in [
        ("mayan solve --stats", "noip.txt"),
        ("mayan solve --stats --all", "noip.txt"),
        ("mayan solve --stats", "p1312.txt"),
        ("samegame solve --stats --nodes 100", "uva339.txt"),
    ] {
        let input = sample(name);
        let text = String::from_utf8(input).unwrap();
        // Of UVa 339 only the first grid is used.
        let one = text.split_inclusive("0 0\n").next().unwrap().to_owned();
        let input = if name == "uva339.txt" { one + "0 0\n" } else { text };
        let shown = |words: &str| {
            let run = tilefall(&format!("{words} --no-timings --nodes 1000"), input.as_bytes());
            assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words} {name}");
            run.out
        };
        let text = shown(words);
        assert!(text.contains("  nodes  ") || text.contains("  trials or nodes  "), "{words} {name}: {text}");
        assert_eq!(text, shown(&format!("{words} --output text")), "{words} {name}");
        assert_ne!(
            shown(&words.replace(" --stats", "")),
            shown(&words.replace("--stats", "-o text")),
            "{name}"
        );
    }
}

#[test]
fn the_longest_lists_that_are_searched_for_are_named() {
    let run = tilefall("mayan solve --exactly --moves 513 -o text", GAP.as_bytes());
    let why = "stopped: lists of more than 512 moves are not searched for";
    assert_eq!(run, done(&format!("gap: unknown, {why}\n")));
    let record = &records("mayan solve --exactly --moves 513 -o jsonl", GAP)[0];
    assert_eq!((&record["status"], &record["stopped_by"]), (&"unknown".into(), &"depth".into()));
}

#[test]
fn texts_for_people_say_what_was_proven() {
    for (words, input, start) in [
        ("", GAP, "gap: cleared in 1 move, no shorter list exists\n     start       "),
        ("--exactly --moves 1", GAP, "gap: cleared in 1 move, the first of its kind\n"),
        ("--count", GAP, "gap: 1 list of 1 move, the fewest\n"),
        ("--all", GAP, "3 0 L\ngap: 1 list of 1 move, the fewest; these are all\n"),
        (
            "--within --moves 2 --all",
            GAP,
            "1 0 R, 0 0 R\n3 0 L\ngap: 2 lists of at most 2 moves; these are all\n",
        ),
        (
            "--within --moves 2 --all --max-solutions 1",
            GAP,
            "1 0 R, 0 0 R\ngap: 1 list of at most 2 moves, stopped by --max-solutions\n",
        ),
        ("--within --moves 2 --count", GAP, "gap: 2 lists of at most 2 moves\n  1 move: 1\n  2 moves: 1\n"),
        ("", DEAD, "dead: no solution in any number of moves: colour 1 has only one or two blocks\n"),
        (
            "--exactly --moves 0",
            GAP,
            "gap: no solution in exactly 0 moves: a solution takes at least 1 move\n",
        ),
    ] {
        let run = tilefall(&format!("mayan solve --output text {words}"), input.as_bytes());
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
        assert!(run.out.starts_with(start), "{words}: {}", run.out);
    }
}

#[test]
fn figures_are_added_on_demand() {
    let record = &records("mayan solve --stats --output jsonl", GAP)[0];
    assert!(
        record["stats"].is_object() && record["nodes"].is_u64() && record["seconds"].is_f64(),
        "{record}"
    );
    assert!(record["stats"]["first_seconds"].is_f64(), "{record}");
    let text = tilefall("mayan solve --stats --output text", GAP.as_bytes()).out;
    for row in
        ["  nodes  ", "  cut by the bound  ", "  cut by the table  ", "  seconds  ", "  nodes a second  "]
    {
        assert!(text.contains(row), "{row}: {text}");
    }
    let quiet = tilefall("mayan solve --stats --output text --no-timings --nodes 9", GAP.as_bytes()).out;
    assert!(quiet.contains("nodes") && !quiet.contains("seconds"), "{quiet}");
}

#[test]
fn parts_left_out_change_no_answer() {
    let noip = sample("noip.txt");
    let text = "mayan solve --output jsonl --no-timings --moves 3";
    let whole = tilefall(text, &noip);
    let variants = [
        "--without flow",
        "--without sleep,table",
        "--without flow,sleep,table",
        "--without ends",
        "--cpu portable",
    ];
    for words in variants {
        assert_eq!(tilefall(&format!("{text} {words}"), &noip), whole, "{words}");
    }
    let wrong = tilefall("mayan solve --cpu abacus", &noip);
    assert_eq!((wrong.code, wrong.out.as_str()), (Some(2), ""));
    assert!(wrong.err.contains("no CPU path 'abacus', expected portable or avx2"), "{}", wrong.err);
}

#[test]
fn a_bad_line_leaves_the_others_in_order() {
    let same = r#"{"id":"same","game":"samegame","rows":["11"]}"#;
    let text = format!("{GAP}\n{{\"game\":\"mayan\",\"rows\":[\"1\",\".\"]}}\n{DEAD}\n{same}\n{GAP}\n");
    let run = tilefall("mayan solve --no-timings --progress never", text.as_bytes());
    let records: Vec<Value> = run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let field = |name: &str| records.iter().map(|record| record[name].clone()).collect::<Vec<_>>();
    assert_eq!(field("index"), [0, 1, 2, 3, 4]);
    assert_eq!(field("id"), ["gap", "<stdin>#2", "dead", "same", "gap"]);
    assert_eq!(field("status"), ["optimal", "error", "infeasible", "error", "optimal"]);
    let errors: Vec<_> = run.err.lines().collect();
    assert!(errors[0].starts_with("<stdin>:2:26: this tile floats, expected"), "{}", run.err);
    assert_eq!(errors[1], "<stdin>:4:1: this is a SameGame puzzle, expected a Mayan one");
    assert_eq!(records[1]["error"], errors[0]);
    assert_eq!((errors.len(), run.code), (2, Some(1)));
    // A bad line that is the only line also gives a record.
    let alone = tilefall("mayan solve", b"{\"game\":\"mayan\"}\n");
    assert!(alone.out.contains(r#""status":"error""#), "{alone:?}");
}

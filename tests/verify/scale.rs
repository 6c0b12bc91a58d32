//! `verify` on more puzzles than fit in memory, in any order.

use crate::support::Run;
use crate::support::answers::lines;
use crate::support::memory::measured;
use serde_json::{Value, json};
use std::fmt::Write as _;
use tempfile::TempDir;
use tilefall::text::formats::jsonl;
use tilefall::text::record::hash;

/// Different puzzles of one row, and for each a record with minimal claims.
fn many(puzzles: u64) -> (String, Vec<Value>) {
    let mut text = String::new();
    let mut records = Vec::new();
    for index in 0..puzzles {
        let row: String = (0..12).map(|at| char::from(b'0' + (index / 3_u64.pow(at) % 3) as u8)).collect();
        let line = format!("{{\"id\":\"p{index}\",\"game\":\"samegame\",\"rows\":[\"{row}\"]}}");
        let puzzle = jsonl::each(line.as_bytes()).next().unwrap().unwrap();
        records.push(json!({"v": 1, "index": index, "id": format!("p{index}"), "game": "samegame",
            "hash": hash(&puzzle), "asked": {"goal": "score"}, "status": "unknown", "bound": 9999,
            "stopped_by": "nodes"}));
        let _ = writeln!(text, "{line}");
    }
    (text, records)
}

struct Files {
    _dir: TempDir,
    puzzles: String,
    results: String,
}

fn files(puzzles: &str, results: &str) -> Files {
    let dir = TempDir::new().unwrap();
    let file = |name: &str, text: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (puzzles, results) = (file("puzzles", puzzles), file("results", results));
    Files { _dir: dir, puzzles, results }
}

/// Verifies, and reduces the places in messages to line numbers.
fn verify(words: &str, files: &Files) -> (Run, u64) {
    let Files { puzzles, results, .. } = files;
    let (mut run, peak) = measured(&format!("samegame verify --quiet {words} {puzzles} {results}"), b"");
    run.out = run.out.replace(&format!("{results}:"), "");
    (run, peak)
}

/// Returns the records in an order unrelated to that of the puzzles.
fn shuffled(records: &[Value]) -> Vec<Value> {
    let number = records.len();
    // A step coprime to the number visits each record once.
    let step = (number / 3..).find(|step| gcd(*step, number) == 1).unwrap();
    (0..number).map(|at| records[at * step % number].clone()).collect()
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[test]
fn contradictions_beyond_65536_puzzles_are_found_in_little_memory_in_any_order() {
    let (mut puzzles, mut records) = many(66_000);
    // One record again at the end: the first claims the board cleared, the second that it cannot be.
    const ONE: usize = 26_244;
    let again = puzzles.lines().nth(ONE).unwrap().replace("p26244", "again");
    assert!(again.contains("000000001100"));
    let _ = writeln!(puzzles, "{again}");
    let answer = |index: u64, id: &str, more: Value| {
        let mut record = json!({"v": 1, "index": index, "id": id, "hash": records[ONE]["hash"]});
        record["asked"] = json!({"goal": "clear"});
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        record
    };
    let cleared = json!({"asked": {"goal": "score"}, "status": "feasible", "moves": [[1, 9], [1, 1]], "score": 1064, "cleared": true, "bound": 1100,
        "stopped_by": "nodes"});
    let again = answer(66_000, "again", json!({"status": "infeasible"}));
    records[ONE] = answer(ONE as u64, "p26244", cleared);
    records.push(again);
    let in_order = lines(&records);
    records.reverse();
    for (order, what, open) in [
        (in_order, "66001: wrong: claims infeasible, but there is a solution in 26245", ""),
        (
            lines(&records),
            "39757: wrong: has a solution, contrary to the claim in 1",
            ", 1 not contradicted (no proof with --search 0)",
        ),
    ] {
        let (run, peak) = verify("--search 0 --memory 64K", &files(&puzzles, &order));
        assert_eq!((run.code, run.out), (Some(1), format!("{what}\n")));
        let summary = format!("66001 answers checked, 66000 valid{open}, 1 wrong; contradictions: 1\n");
        assert_eq!(run.err, summary);
        assert!(peak < 24 << 20, "{} MiB", peak >> 20);
    }
}

#[test]
fn nothing_is_called_missing_doubled_or_stray_wrongly_when_memory_is_short() {
    let (puzzles, records) = many(3000);
    let files = |records: &[Value]| files(&puzzles, &lines(records));
    let shuffled = shuffled(&records);
    for records in [&records, &shuffled, &records.iter().rev().cloned().collect()] {
        let (run, _) = verify("--search 0 --memory 64K", &files(records));
        assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
    }
    // One missing, one doubled, one to no puzzle, one to another puzzle, and a line that is no record.
    let mut bad = shuffled;
    bad.retain(|record| record["index"] != 1234);
    let twice = bad[2000].clone();
    let mut stray = twice.clone();
    stray["index"] = json!(5000);
    let twice_index = twice["index"].as_u64().unwrap();
    bad.extend([twice, stray]);
    let other = bad.iter().position(|record| record["index"] == 17).unwrap();
    bad[other]["hash"] = json!("0000000000000000");
    let (run, _) = verify("--search 0 --memory 64K", &files(&bad));
    let said: Vec<&str> = run.out.lines().collect();
    assert_eq!(run.code, Some(1));
    for expected in [
        "p1234: wrong: no answer to the puzzle of index 1234".to_owned(),
        format!("3000: p{twice_index}: wrong: a second answer to the puzzle of index {twice_index}"),
        format!("3001: p{twice_index}: wrong: no puzzle has the index 5000"),
    ] {
        assert!(said.contains(&expected.as_str()), "{expected}: {}", run.out);
    }
    assert!(said.iter().any(|line| line.contains("p17: wrong: the hash is 0000000000000000")), "{}", run.out);
    assert_eq!(said.len(), 4, "{}", run.out);
    assert!(run.err.starts_with("3001 answers checked, 2998 valid, 3 wrong; "), "{}", run.err);
}

#[test]
fn two_puzzles_of_one_index_are_told_once() {
    let (puzzles, records) = many(2000);
    let own = |index: usize| {
        let line = puzzles.lines().nth(index).unwrap();
        line.replace('{', &format!("{{\"index\":{},", (index * 7919 % 2000) * 1000))
    };
    let text: String = (0..2000).chain([5]).map(|index| own(index) + "\n").collect();
    let records: Vec<Value> = (0..2000)
        .map(|index| {
            let mut record = records[index].clone();
            record["index"] = json!((index * 7919 % 2000) * 1000);
            record
        })
        .collect();
    let files = files(&text, &lines(&records));
    for memory in ["64K", "64M"] {
        let (run, _) = verify(&format!("--search 0 --memory {memory}"), &files);
        let index = 5 * 7919 % 2000 * 1000;
        assert!(
            run.out.trim_end().ends_with(&format!("wrong: two puzzles have the index {index}")),
            "{run:?}"
        );
        assert_eq!((run.out.lines().count(), run.code), (1, Some(1)), "{run:?}");
    }
}

#[test]
fn of_two_answers_that_wait_for_their_puzzles_the_later_one_is_told() {
    let (puzzles, mut records) = many(2000);
    // Puzzle 6 equals puzzle 5. In reverse order their answers wait, and are matched by index.
    let mut texts: Vec<&str> = puzzles.lines().collect();
    let again = texts[5].replace("\"p5\"", "\"p6\"");
    texts[6] = &again;
    records[6] = records[5].clone();
    (records[6]["index"], records[6]["id"], records[6]["bound"]) = (json!(6), json!("p6"), json!(60));
    let list = json!({"status": "feasible", "moves": [[1, 3]], "score": 64, "cleared": false});
    records[5].as_object_mut().unwrap().extend(list.as_object().unwrap().clone());
    records.reverse();
    let (run, _) = verify("--search 0 --memory 64K", &files(&(texts.join("\n") + "\n"), &lines(&records)));
    assert_eq!(run.out, "1995: wrong: the list scores 64, more than the maximum of 60 claimed in 1994\n");
    assert_eq!(run.err, "2000 answers checked, 1999 valid, 1 wrong; contradictions: 1\n");
}

/// Prints time and memory: `cargo test --release a_million -- --ignored --nocapture`.
#[test]
#[ignore = "a measurement"]
fn a_million_answers_in_any_order_in_bounded_memory() {
    let (puzzles, records) = many(531_441);
    let twice = format!("{puzzles}{puzzles}");
    let again = records.iter().cloned().map(|mut record| {
        record["index"] = json!(record["index"].as_u64().unwrap() + 531_441);
        record
    });
    let all: Vec<Value> = records.iter().cloned().chain(again).collect();
    for (name, order) in [("in order", all.clone()), ("in any order", shuffled(&all))] {
        let files = files(&twice, &lines(&order));
        let begun = std::time::Instant::now();
        let (run, peak) = verify("--search 0", &files);
        let seconds = begun.elapsed().as_secs_f64();
        println!("{} {name}: {seconds:.1} s, {} MiB; {}", order.len(), peak >> 20, run.err);
        assert_eq!(run.code, Some(0));
    }
}

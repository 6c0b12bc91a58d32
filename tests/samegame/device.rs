//! `--device`: searches on a graphics card, whose kernels run here as a program in C++ that checks every index, with the address
//! and undefined-behaviour sanitizers. `kernels.ptx` is compared with the source by `.ci/full`.

#![cfg(all(target_os = "linux", debug_assertions))]

use crate::support::{Run, claims, signals};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;
use tempfile::TempDir;
use tilefall::rules::Random;

/// The signature that `bench gpu --signature` prints on every device.
const SIGNATURE: &str = "2c2d89ad11352ffb";

/// Compiles the kernels as C++, once.
fn twin() -> &'static Path {
    static TWIN: OnceLock<PathBuf> = OnceLock::new();
    TWIN.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let (program, new) = (folder.join("twin"), folder.join(format!("twin-{}", std::process::id())));
        let options = "-x c++ -std=c++11 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all \
            -Wall -Wextra -Werror -Wno-unknown-pragmas gpu/kernels.cu -o";
        let status = Command::new("c++").args(options.split_whitespace()).arg(&new).status();
        assert!(status.expect("a C++ compiler: apt-get install g++").success());
        // Another run may have started the old one.
        std::fs::rename(new, &program).unwrap();
        program
    })
}

/// Returns the command of the program with arguments separated by white space, in a folder, with a device.
fn command(device: &Path, folder: &Path, words: &str) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    command.args(words.split_whitespace()).current_dir(folder).env("TILEFALL_TWIN", device);
    command
}

fn on(device: &Path, folder: &TempDir, words: &str) -> Run {
    let run = Run::of(command(device, folder.path(), words).stdin(Stdio::null()).output().unwrap());
    claims::check(&run.out);
    run
}

fn board(id: &str, rows: usize, cols: usize, colours: usize) -> String {
    let mut random = Random::new(7, (rows * cols) as u64);
    let mut row =
        || -> String { (0..cols).map(|_| char::from(b'1' + random.below(colours) as u8)).collect() };
    let rows: Vec<String> = (0..rows).map(|_| format!("\"{}\"", row())).collect();
    format!("{{\"id\":\"{id}\",\"game\":\"samegame\",\"rows\":[{}]}}\n", rows.join(","))
}

/// Returns a folder with a batch: boards of both layouts, boards for the processor, a bad one and one of the other game.
fn folder() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    let mut batch = String::new();
    for (id, rows, cols, colours) in [
        ("a", 15, 15, 5),
        ("large", 20, 20, 8),
        ("tall", 21, 4, 3),
        ("b", 10, 16, 3),
        ("many", 6, 6, 9),
        ("lone", 1, 1, 1),
        ("tiny", 2, 3, 2),
    ] {
        batch += &board(id, rows, cols, colours);
    }
    batch += "{\"id\":\"other\",\"game\":\"mayan\",\"rows\":[\"11.1.\"]}\nbad\n";
    std::fs::write(dir.path().join("batch.jsonl"), batch).unwrap();
    std::fs::write(dir.path().join("a.jsonl"), board("a", 15, 15, 5)).unwrap();
    dir
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn every_list_is_that_of_plain_boards() {
    let run = on(twin(), &tempfile::tempdir().unwrap(), "bench gpu --signature");
    assert_eq!((run.out.trim(), run.code), (SIGNATURE, Some(0)), "{}", run.err);
}

#[test]
fn boards_are_solved_together_and_answered_in_order_the_others_by_the_processor() {
    let dir = folder();
    let words = "samegame solve --device cuda --nodes 12k --stats --no-timings --output jsonl batch.jsonl";
    let run = on(twin(), &dir, words);
    assert_eq!(run.code, Some(1), "{}", run.err);
    let all = records(&run.out);
    let ids: Vec<&str> = all.iter().map(|record| record["id"].as_str().unwrap()).collect();
    assert_eq!(ids, ["a", "large", "tall", "b", "many", "lone", "tiny", "other", "batch.jsonl#9"]);
    let on_card: Vec<bool> =
        all.iter().map(|record| record["stats"]["device"] == "the twin in C++").collect();
    assert_eq!(on_card, [true, true, false, true, false, false, true, false, false]);
    assert!(
        run.err.contains("2 puzzles solved on the processor: the card takes up to 20 rows"),
        "{}",
        run.err
    );
    for record in all.iter().filter(|record| record["stats"]["device"].is_string()) {
        assert!(record["nodes"].as_u64().unwrap() <= 12_000, "{record}");
    }
    assert_eq!((&all[0]["status"], &all[0]["stopped_by"]), (&"feasible".into(), &"nodes".into()));
    assert_eq!(on(twin(), &dir, words), run, "the same seed, chains and trials");
    let out = on(twin(), &dir, &format!("{words} --out results.jsonl"));
    assert_eq!(
        (out.code, std::fs::read_to_string(dir.path().join("results.jsonl")).unwrap()),
        (Some(1), run.out)
    );
}

#[test]
fn equal_puzzles_have_one_answer_and_too_few_trials_are_left_to_the_processor() {
    let dir = folder();
    let indexed = board("a", 8, 8, 3).replacen('{', "{\"index\":3,", 1);
    std::fs::write(dir.path().join("twice.jsonl"), indexed.repeat(2)).unwrap();
    let words = "samegame solve --device cuda --stats --no-timings --output jsonl twice.jsonl --nodes";
    let run = on(twin(), &dir, &format!("{words} 12k"));
    let all = records(&run.out);
    assert_eq!((all.len(), &all[0], run.code), (2, &all[1], Some(0)), "{}", run.err);
    assert!(all[0]["moves"].is_array() && all[0]["stats"]["device"].is_string(), "{}", all[0]);
    for (nodes, least) in [(0, 0), (1, 1), (9, 1)] {
        let all = records(&on(twin(), &dir, &format!("{words} {nodes}")).out);
        let clicks = all[0]["moves"].as_array().map_or(0, Vec::len);
        assert!(clicks >= least && all[0]["stopped_by"] == "nodes", "{nodes}: {}", all[0]);
    }
}

#[test]
fn generations_improve_lists_and_known_lists_are_parents() {
    let dir = folder();
    let words = "samegame solve --device cuda --output jsonl --trace trace a.jsonl";
    let first = on(twin(), &dir, &format!("{words} --nodes 70k"));
    let lines = records(&std::fs::read_to_string(dir.path().join("trace")).unwrap());
    let scores: Vec<i64> = lines.iter().map(|line| line["score"].as_i64().unwrap()).collect();
    let best = records(&first.out)[0]["score"].as_i64().unwrap();
    assert!(scores.is_sorted() && scores.len() > 2 && scores.last() == Some(&best), "{scores:?}");
    let found_at = lines.last().unwrap()["trials"].as_u64().unwrap();
    assert!(found_at > 70_000 / 3, "a child: {found_at} trials");
    assert!(best > 2000, "random games make about 800 points: {best}");
    // No time at all is enough for a list that is known, and for a target that it reaches.
    for limit in ["--time 0".to_owned(), format!("--time 1m --target {best}")] {
        let run = on(twin(), &dir, &format!("{words} --from trace {limit}"));
        assert_eq!(records(&run.out)[0]["score"], best, "{}", run.err);
    }
}

#[test]
fn a_card_that_is_missing_or_fails_is_reported_in_a_sentence() {
    let dir = folder();
    let of_board =
        |limits: &str| format!("samegame solve {limits} --nodes 9 --no-timings --output jsonl a.jsonl");
    let cpu = on(twin(), &dir, &of_board(""));
    let missing = Path::new("/nonexistent");
    let run = on(missing, &dir, &of_board("--device cuda"));
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)));
    assert!(run.err.contains("error: --device cuda: the graphics card failed: "), "{}", run.err);
    let run = on(missing, &dir, &of_board("--device auto"));
    assert_eq!((&run.out, run.code), (&cpu.out, Some(0)));
    assert!(run.err.starts_with("searching on the processor: the graphics card failed: "), "{}", run.err);
    // A card that is taken away: the list so far, or the processor.
    std::fs::write(dir.path().join("list"), &cpu.out).unwrap();
    let fails = Path::new("/bin/false");
    let run = on(fails, &dir, &of_board("--from list --device cuda"));
    let record = &records(&run.out)[0];
    assert_eq!(
        (&record["moves"], &record["stopped_by"]),
        (&records(&cpu.out)[0]["moves"], &"interrupt".into())
    );
    assert_eq!(run.code, Some(3), "{}", run.err);
    assert!(run.err.contains("error: the graphics card failed: "), "{}", run.err);
    let run = on(fails, &dir, &of_board("--device cuda --stats"));
    let record = &records(&run.out)[0];
    assert_eq!(
        (&record["stopped_by"], run.code),
        (&"interrupt".into(), Some(3)),
        "no search on the processor"
    );
    assert!(record["moves"].is_null() && record["stats"]["device"].is_null(), "{record}");
    let run = on(fails, &dir, &of_board("--from list --device auto"));
    assert_eq!((&records(&run.out)[0]["stopped_by"], run.code), (&"nodes".into(), Some(0)), "{}", run.err);
    assert!(run.err.contains("continuing on the processor: the graphics card failed: "), "{}", run.err);
    // Without a card, and without support for one.
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("tilefall"));
    let run = Run::of(command.args(["samegame", "solve", "--device", "cuda", "a"]).output().unwrap());
    assert!(run.code == Some(2) && run.err.starts_with("error: --device cuda: "), "{}", run.err);
}

#[test]
fn a_signal_ends_a_search_with_the_best_lists_so_far() {
    let dir = folder();
    signals::hear();
    let words = "samegame solve --device cuda --time 1m --output jsonl --trace trace batch.jsonl";
    let mut command = command(twin(), dir.path(), words);
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while std::fs::read(dir.path().join("trace")).unwrap_or_default().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    signals::send("INT", &child);
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, Some(130), "{}", run.err);
    let all = records(&run.out);
    assert_eq!((all.len(), &all[0]["stopped_by"]), (9, &"interrupt".into()));
    assert!(all[0]["score"].as_i64() > Some(0));
}

//! Batches on the command line: order, bounds, compressed inputs, summary, progress, limits.

use crate::support::memory::packed;
use crate::support::{GAP, run_in, tilefall};
use serde_json::Value;

/// A board with a colour of two blocks, which cannot be cleared.
const DEAD: &str = r#"{"id":"dead","game":"mayan","rows":["1122."]}"#;

fn many(number: usize) -> String {
    (0..number).map(|at| format!("{}\n", if at % 3 == 0 { GAP } else { DEAD })).collect()
}

/// A board that is not solved in seconds.
fn hard() -> String {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().find(|line| line.contains("\"none-10/01\"")).unwrap().to_owned()
}

fn indices(out: &str) -> Vec<u64> {
    let index = |line: &str| serde_json::from_str::<Value>(line).unwrap()["index"].as_u64().unwrap();
    out.lines().map(index).collect()
}

#[test]
fn results_keep_the_order_of_the_input() {
    let input = many(3000);
    let run = tilefall("mayan solve --threads 4 --no-timings", input.as_bytes());
    assert!(indices(&run.out).into_iter().eq(0..3000));
    assert_eq!(run.err, "3000 puzzles: 1000 proven, 0 best found, 2000 none, 0 unknown, 0 bad\n");
    let one = tilefall("mayan solve --threads 1 --no-timings", input.as_bytes());
    assert_eq!(run, one);
}

#[test]
fn answers_do_not_depend_on_how_many_puzzles_are_solved_side_by_side() {
    // The first board is proven unsolvable after many boards, the second has more lists than fit the memory, and the
    // third needs a deep search.
    let walk = r#"{"game":"mayan","rows":["1.3.2","123.3","21123"]}"#;
    let all = r#"{"game":"mayan","rows":["1.1.1"],"moves":11,"mode":"within"}"#;
    let rows: String = (b'a'..=b't')
        .map(|name| format!("\"{}\",", char::from(name).to_string().repeat(100)).repeat(5))
        .collect();
    let deep = format!(r#"{{"game":"samegame","rows":[{}]}}"#, rows.trim_end_matches(','));
    for (words, puzzle, status) in [
        ("mayan solve", walk, "infeasible"),
        ("mayan solve --all --memory 1M", all, "feasible"),
        ("samegame solve --method exact", &deep, "optimal"),
    ] {
        let input = format!("{puzzle}\n{puzzle}\n");
        let answer =
            |threads| tilefall(&format!("{words} -q --no-timings --threads {threads}"), input.as_bytes());
        let one = answer(1);
        assert_eq!(one.out.matches(&format!("\"status\":\"{status}\"")).count(), 2, "{words}: {}", one.err);
        assert_eq!(answer(32), one, "{words}");
    }
}

#[test]
fn the_summary_counts() {
    let input = format!("{GAP}\n{DEAD}\n?\n{}\n{GAP}\n", hard());
    let run = tilefall("mayan solve --exactly --moves 14 --nodes 300k", input.as_bytes());
    let (error, summary) = run.err.trim_end().split_once('\n').unwrap();
    assert!(error.starts_with("<stdin>:3:1: "), "{error}");
    assert!(
        summary.starts_with("5 puzzles: 2 proven, 0 best found, 1 none, 1 unknown, 1 bad; "),
        "{summary}"
    );
    assert!(summary.ends_with("/s"), "{summary}");
    assert_eq!(run.code, Some(1));
    let quiet = tilefall("mayan solve --nodes 500 --progress never", many(3).as_bytes());
    assert_eq!(quiet.err, "");
    // A single puzzle is no batch, so no summary is printed.
    assert_eq!(tilefall("mayan solve", GAP.as_bytes()).err, "");
}

#[test]
fn packed_inputs_are_read_whatever_their_name() {
    let dir = tempfile::tempdir().unwrap();
    let text = many(500);
    let plain = tilefall("mayan solve --no-timings", text.as_bytes());
    let [gzip, zstd] = packed(text.as_bytes(), 1);
    let (head, tail) = text.as_bytes().split_at(text.len() / 2);
    let ([gzip_head, zstd_head], [gzip_tail, zstd_tail]) = (packed(head, 1), packed(tail, 1));
    let skip = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    for (name, bytes) in [
        ("a.gz", gzip.clone()),
        ("b.zst", zstd),
        ("members.gz", [gzip_head, gzip_tail].concat()),
        ("frames.zst", [zstd_head, skip.to_vec(), zstd_tail].concat()),
        ("c.jsonl", gzip),
    ] {
        let path = dir.path().join(name);
        std::fs::write(&path, &bytes).unwrap();
        let run = tilefall(&format!("mayan solve --no-timings {}", path.display()), b"");
        assert_eq!(run, plain, "{name}");
        assert_eq!(tilefall("mayan solve --no-timings", &bytes), plain, "{name} from standard input");
        // The puzzles before the cut are solved, then the truncated file is an error.
        std::fs::write(&path, &bytes[..bytes.len() * 2 / 3]).unwrap();
        let cut = tilefall(&format!("mayan solve --no-timings {}", path.display()), b"");
        assert_eq!(cut.code, Some(1), "{name}");
        assert!(cut.err.contains("cannot be read: "), "{name}: {}", cut.err);
    }
}

#[test]
fn the_total_time_is_for_all() {
    let input = format!("{}\n", hard()).repeat(20);
    let run = tilefall("mayan solve --moves 14 --total-time 300ms --threads 2", input.as_bytes());
    let nodes = |line: &str| serde_json::from_str::<Value>(line).unwrap()["nodes"].as_u64().unwrap();
    // No time is left for the last puzzle.
    let of = |line: Option<&str>| nodes(line.unwrap());
    assert!(of(run.out.lines().last()) < of(run.out.lines().next()), "{}", run.out);
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 20));
    assert!(run.out.lines().all(|line| line.contains(r#""stopped_by":"time""#)), "{}", run.out);
}

#[test]
fn progress_is_told_in_lines_if_asked_for() {
    let input = format!("{GAP}\n{}\n", hard());
    let words = "mayan solve --moves 14 --time 3500ms --threads 1";
    let run = tilefall(&format!("{words} --progress always"), input.as_bytes());
    let lines: Vec<_> = run.err.lines().collect();
    let [progress @ .., summary] = &lines[..] else { panic!("no line") };
    assert!(
        progress.iter().any(|line| line.starts_with("1 of 2, ") && line.contains(": 1 proven, ")),
        "{}",
        run.err
    );
    assert!(progress.iter().all(|line| line.contains(" of 2, ")), "{}", run.err);
    assert!(summary.starts_with("2 puzzles: 1 proven, "), "{}", run.err);
}

#[test]
fn answers_behind_that_of_a_slow_puzzle_wait_and_come_in_order() {
    let hard = hard().replace("\"moves\":10", "\"moves\":14");
    let input = format!("{hard}\n{}", many(20_000));
    let run = tilefall("mayan solve --nodes 200000 --threads 2", input.as_bytes());
    assert!(indices(&run.out).into_iter().eq(0..=20_000));
}

#[test]
fn native_output_is_for_formats_with_answers() {
    let one = format!("{GAP}\n");
    let pair = r#"{"game":"samegame","rows":["11"]}"#;
    for (words, input, code, message) in [
        ("samegame solve", pair, 1, "<stdin>:1:1: jsonl has no answer format (only uva339 has one)"),
        (
            "samegame solve data/samples/codingame.txt",
            "",
            1,
            "data/samples/codingame.txt:1:1: codingame has no",
        ),
        (
            "samegame solve data/samples/tatham.txt",
            "",
            1,
            "data/samples/tatham.txt:1:1: tatham has no answer",
        ),
        ("mayan solve --out out", &one, 2, "error: --out takes records"),
    ] {
        let run = tilefall(&format!("{words} --output native"), input.as_bytes());
        assert_eq!((run.out.as_str(), run.code), ("", Some(code)), "{words}: {}", run.err);
        assert!(run.err.starts_with(message), "{words}: {}", run.err);
    }
    // A JSONL record of the Mayan puzzle is answered in the format of its judge.
    assert_eq!(tilefall("mayan solve --output native", one.as_bytes()).out, "3 0 -1\n");
    // Answers to several puzzles follow one another; the end mark of UVa 339, `0 0`, is printed once.
    assert_eq!(tilefall("mayan solve --output native", one.repeat(2).as_bytes()).out, "3 0 -1\n".repeat(2));
    let grids = "1 2\n1 1\n0 0\n1 2\n2 2\n0 0\n0 0\n";
    let answers = "1 2\n1 1\n1 1\n0 0\n1 2\n2 2\n1 1\n0 0\n0 0\n";
    assert_eq!(tilefall("samegame solve --format uva339 --output native", grids.as_bytes()).out, answers);
}

#[test]
fn puzzles_without_a_judge_s_answer_are_errors_of_their_own() {
    let dir = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("grids", "1 2\n1 1\n0 0\n2 3\n3 4 4\n3 4 5\n0 0\n0 0\n"),
        ("pair", "{\"game\":\"samegame\",\"rows\":[\"11\"]}\n"),
        ("text", "11.1.\n"),
        ("uneven", "..1\n12\n"),
        ("noip", "1\n1 0\n1 0\n0\n1 0\n0\n"),
    ] {
        std::fs::write(dir.path().join(name), text).unwrap();
    }
    let grids = "1 2\n1 1\n1 1\n0 0\n2 3\n3 4 4\n3 4 5\n1 1\n1 1\n0 0\n0 0\n";
    // A bad file, in a format without answers or with an unreadable board, stands before or after a good file.
    for (game, good, out, bad, error) in [
        ("samegame", "grids", grids, "pair", "pair:1:1: jsonl has no answer format (only uva339 has one)"),
        ("samegame", "grids", grids, "uneven", "uneven:2:1: this row has 2 cells"),
        (
            "mayan",
            "noip",
            "3 0 -1\n",
            "text",
            "text:1:1: rows has no answer format (only noip and p1312 have one)",
        ),
        ("mayan", "noip", "3 0 -1\n", "uneven", "uneven:2:1: this row has 2 cells"),
    ] {
        for files in [format!("{bad} {good}"), format!("{good} {bad}")] {
            let run = run_in(dir.path(), &format!("{game} solve --output native {files}"), b"");
            assert_eq!((run.out.as_str(), run.code), (out, Some(1)), "{game} {files}: {}", run.err);
            assert!(run.err.starts_with(error), "{game} {files}: {}", run.err);
        }
    }
}

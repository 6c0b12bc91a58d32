//! With a limit on nodes or none, every verb prints the same on any number of threads and every CPU path. Smaller tasks
//! compare the searches alone: `tests/mayan/threads.rs` and `tests/packed/samegame_exact_threads.rs`.

use crate::support::tilefall;

/// Returns the first line of a board set that contains `text`.
fn line(set: &str, text: &str) -> String {
    let all = std::fs::read_to_string(format!("data/bench/{set}.jsonl")).unwrap();
    all.lines().find(|line| line.contains(text)).unwrap().to_owned() + "\n"
}

/// Returns every ninth board of the Mayan set.
fn few() -> String {
    let all = std::fs::read_to_string("data/bench/mayan.jsonl").unwrap();
    all.lines().step_by(9).map(|line| line.to_owned() + "\n").collect()
}

#[test]
fn every_verb_prints_the_same_on_any_number_of_threads_and_every_path() {
    let (hard, easy) = (line("mayan", "\"none-10/"), line("mayan", "\"hard5/"));
    let board = line("samegame15", "");
    let small = "11233 / 42143 / 21342 / 34211 / 33422\n";
    for (words, input) in [
        ("mayan solve --moves 14 --nodes 5000", hard.as_str()),
        ("mayan solve --moves 5", &easy),
        ("mayan solve --shortest --moves 7", &easy),
        ("mayan solve --stats --nodes 300", &few()),
        ("mayan analyse --nodes 3000 - 0,0,R", &easy),
        ("samegame solve --nodes 50000", &board),
        ("samegame solve --nodes 3000 --rules former", &board),
        ("samegame solve --nodes 3000 --goal clear", &board),
        ("samegame solve --nodes 3000 --goal fewest", &board),
        ("samegame solve", small),
        ("samegame solve --rules former", small),
        ("samegame solve --goal fewest", small),
        ("samegame solve --goal left", small),
        ("samegame solve --goal biggest", small),
        ("samegame analyse --nodes 3000 - 1,1", small),
        ("samegame analyse --nodes 60000 - 2,1", &board),
    ] {
        let words = words.replace(" solve", " solve --no-timings");
        let one = tilefall(&format!("{words} --threads 1"), input.as_bytes());
        assert_eq!((one.code, one.out.is_empty()), (Some(0), false), "{words}: {}", one.err);
        if words.starts_with("mayan solve") {
            assert_eq!(one.out.lines().count(), input.lines().count(), "{words}");
        }
        let paths = if words.contains("solve") { &["--threads 1 --cpu portable"][..] } else { &[] };
        for more in ["--threads 1", "--threads 2", "--threads 8"].iter().chain(paths) {
            let other = tilefall(&format!("{words} {more}"), input.as_bytes());
            assert_eq!(other, one, "{words} {more}");
        }
    }
}

#[test]
fn puzzles_are_made_the_same_on_any_number_of_threads() {
    for (words, count, fewer) in [
        ("mayan generate --moves 2 --rows 4 --cols 3", 40, 15),
        ("samegame generate --rows 3 --cols 3 --colors 3", 40, 15),
        ("samegame generate --rows 2 --cols 3 --colors 3 --clicks 3 --rules former", 6, 6),
        ("samegame generate --rows 4 --cols 4 --colors 4 --clicks 6 --rules former", 3, 3),
    ] {
        let made = |count: usize, threads: usize| {
            tilefall(&format!("{words} --count {count} --threads {threads}"), b"").out
        };
        let many = made(count, 3);
        assert_eq!(many.lines().count(), count, "{words}");
        assert!(many.starts_with(&made(fewer, 1)), "{words}");
    }
}

//! Arguments of the command line: numbers, times, short and repeated flags, the summary, sidecars.

use crate::support::{GAP, tilefall};
use serde_json::{Value, json};

/// UVa 758 input: one game.
pub const GAMES: &str = concat!(
    "1\n\n",
    "RRRRRRRRRRRRRRR\n",
    "RRRRRRRRRRRRRRR\n",
    "RRRRRRRRRRRRRRR\n",
    "RRRRRRRRRRRRRRR\n",
    "RRRRRRRRRRRRRRR\n",
    "GGGGGGGGGGGGGGG\n",
    "GGGGGGGGGGGGGGG\n",
    "GGGGGGGGGGGGGGG\n",
    "GGGGGGGGGGGGGGG\n",
    "GGGGGGGGGGGGGGG\n",
);
pub const PAIR: &str = r#"{"id":"pair","game":"samegame","rows":["112","221"]}"#;

/// Returns a board that takes any search a long time.
fn large(game: &str) -> String {
    let path = if game == "mayan" { "data/bench/mayan.jsonl" } else { "data/bench/samegame15.jsonl" };
    let text = std::fs::read_to_string(path).unwrap();
    let line = if game == "mayan" {
        text.lines().find(|line| line.contains("\"none-10/01\""))
    } else {
        text.lines().next()
    };
    line.unwrap().to_owned()
}

/// Checks that the arguments `one` and `other` give the same output, different from the output without either.
#[track_caller]
fn same(verb: &str, input: &str, one: &str, other: &str) {
    let run = |words: &str| tilefall(&format!("{verb} {words}"), input.as_bytes());
    let found = run(one);
    assert_eq!(found.code, Some(0), "{verb} {one}: {}", found.err);
    assert_eq!(found, run(other), "{verb}: {one}, {other}");
    assert_ne!(found, run(""), "{verb} {one}: it does nothing");
}

#[test]
fn numbers_may_be_powers_of_ten_and_times_are_seconds() {
    let (mayan, samegame) = (large("mayan").replace("\"moves\":10", "\"moves\":14"), large("samegame"));
    for number in ["300", "3e2", "0.3k", "0.0003M"] {
        same("mayan solve --nodes 7 --no-timings", &mayan, &format!("--nodes {number}"), "--nodes 300");
        same(
            "samegame solve --nodes 1000 --no-timings",
            &samegame,
            &format!("--nodes {number}"),
            "--nodes 300",
        );
    }
    same("mayan solve --no-timings", GAP, "--moves 1k", "--moves 1000");
    same("mayan solve --within --moves 3 --all -o text", GAP, "--max-solutions 1e0", "--max-solutions 1");
    same("samegame solve --nodes 1000 --no-timings", &samegame, "--seed 1e3", "--seed 1000");
    same("samegame solve --no-timings", PAIR, "--clear-bonus 2k", "--clear-bonus 2000");
    same("samegame solve --nodes 1k --no-timings", &samegame, "--target 1e1", "--target 10");
    // The sidecar contains parsed times.
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    for (time, seconds) in
        [("5", "5"), ("0.5", "0.5"), ("5s", "5"), ("500ms", "0.5"), ("2m", "120"), ("1h", "3600")]
    {
        assert_eq!(
            tilefall(&format!("mayan solve -q -t {time} --total-time {time} --out {out}"), GAP.as_bytes())
                .code,
            Some(0)
        );
        let sidecar: Value =
            serde_json::from_slice(&std::fs::read(format!("{out}.tilefall")).unwrap()).unwrap();
        let options = &sidecar["options"];
        assert_eq!([&options["time"], &options["total-time"]], [seconds, seconds], "{time}");
        std::fs::remove_file(&out).unwrap();
        std::fs::remove_file(format!("{out}.tilefall")).unwrap();
    }
}

#[test]
fn of_a_repeated_flag_the_last_one_wins() {
    let mayan = large("mayan");
    for (words, last) in [
        ("--output text --output jsonl --no-timings --no-timings", "-o jsonl --no-timings"),
        ("--time 1h --time 2m --nodes 5 --nodes 300 --no-timings", "--nodes 300 --no-timings"),
        ("--moves 3 --moves 4 --nodes 9 --no-timings", "--moves 4 --nodes 9 --no-timings"),
        (
            "--exactly --exactly --moves 3 --nodes 9 --no-timings",
            "--exactly --moves 3 --nodes 9 --no-timings",
        ),
        ("--format noip --format jsonl --nodes 9 --no-timings", "-f jsonl --nodes 9 --no-timings"),
        (
            "--threads 2 -j 1 --memory 1M --memory 2M -q --quiet --nodes 9 --no-timings",
            "-j 1 --memory 2M --nodes 9 --no-timings",
        ),
        (
            "--exit-code batch --exit-code solver --nodes 0 --no-timings",
            "--exit-code solver --nodes 0 --no-timings",
        ),
    ] {
        let run = |words: &str| tilefall(&format!("mayan solve {words}"), mayan.as_bytes());
        assert_eq!(run(words), run(last), "{words}");
        assert_eq!(run(words).code, Some(0), "{words}");
    }
    for (verb, input) in [
        ("samegame solve --score n1 --score count --seed 1 --seed 2 --no-timings", PAIR),
        ("convert --to noip --to jsonl", PAIR),
        ("samegame click 0 0 --rows 9 --rows 1 --cols 2 --cols 1", "1\n"),
        ("samegame simulate --uva758 --uva758", GAMES),
        ("bench mayan --quick --quick --threads 0 --help", ""),
    ] {
        let run = tilefall(verb, input.as_bytes());
        assert!(run.code == Some(0) || verb.ends_with("--threads 0 --help"), "{verb}: {}", run.err);
    }
    // A repeated file is read each time; of a repeated flag the last one counts.
    let sample = "data/samples/noip.txt";
    let out = tilefall(&format!("convert --to jsonl {sample} {sample} {sample}"), b"").out;
    assert_eq!(out.lines().count(), 3);
}

/// Calls `look` with a command and all its subcommands.
fn each(command: &clap::Command, look: &mut dyn FnMut(&clap::Command)) {
    look(command);
    command.get_subcommands().for_each(|below| each(below, look));
}

#[test]
fn short_flags() {
    let shorts = [("time", 't'), ("threads", 'j'), ("output", 'o'), ("quiet", 'q'), ("format", 'f')];
    let mut number = 0;
    each(&tilefall_cli::command(), &mut |verb| {
        for arg in verb.get_arguments() {
            let expected = shorts.iter().find(|(long, _)| Some(*long) == arg.get_long());
            if let Some(&(long, short)) = expected {
                assert_eq!(arg.get_short(), Some(short), "{}: --{long}", verb.get_name());
                number += 1;
            } else if let Some(short) = arg.get_short() {
                assert!(!shorts.iter().any(|&(_, other)| other == short), "{}: -{short}", verb.get_name());
            }
        }
    });
    assert!(number >= 16, "{number}");
    let same = |short: &str, long: &str| {
        let [one, other] = [short, long].map(|words| tilefall(words, GAP.as_bytes()));
        assert_eq!((one.code, &one), (Some(0), &other), "{short}");
    };
    same(
        "mayan solve -t 5 -j 1 -o text -q -f jsonl",
        "mayan solve --time 5 --threads 1 --output text --quiet --format jsonl",
    );
    same(
        "mayan solve -t5 -j1 -otext -qfjsonl",
        "mayan solve --time=5 --threads=1 --output=text --quiet --format=jsonl",
    );
    same("convert -f jsonl --to jsonl", "convert --format jsonl --to jsonl");
}

#[test]
fn the_summary_tells_proven_best_found_none_unknown_and_bad() {
    let (pair, big) = (format!("{PAIR}\n"), large("samegame") + "\n");
    let (two, one) =
        ("{\"game\":\"samegame\",\"rows\":[\"11\"]}\n", "{\"game\":\"samegame\",\"rows\":[\"1\"]}\n");
    for (words, input, summary) in [
        (
            "",
            format!("{pair}{pair}{big}?\n"),
            "4 puzzles: 2 proven, 1 best found, 0 none, 0 unknown, 1 bad\n",
        ),
        (
            "--goal clear",
            format!("{two}{one}{one}{big}"),
            "4 puzzles: 1 proven, 0 best found, 2 none, 1 unknown, 0 bad\n",
        ),
    ] {
        let verb = format!("samegame solve --no-timings --nodes 20 {words}");
        let run = tilefall(&verb, input.as_bytes());
        assert!(run.err.ends_with(summary), "{words}: {}", run.err);
        let quiet = tilefall(&format!("{verb} -q"), input.as_bytes());
        assert_eq!((quiet.out, quiet.err.contains("puzzles:")), (run.out, false));
        assert_eq!(quiet.err.contains("<stdin>:4:1: found '?'"), words.is_empty(), "{}", quiet.err);
    }
}

#[test]
fn sidecars_and_messages_hold_no_debug_text() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    let run = |words: &str, input: &str| tilefall(&format!("{words} -q --out {out}"), input.as_bytes());
    let options = |game: &str| {
        let text = std::fs::read_to_string(format!("{out}.tilefall")).unwrap();
        for debug in ["Some", "None", "Args", "::", "{ ", "Score", "N1", "Anneal"] {
            assert!(!text.contains(debug), "{game}: {text}");
        }
        serde_json::from_str::<Value>(&text).unwrap()["options"].take()
    };
    let shared =
        json!({"max-line": "16777216", "max-unpacked": "67108864", "memory": "268435456", "nodes": "50"});
    let with = |own: Value| {
        let all = shared.as_object().unwrap().clone().into_iter().chain(own.as_object().unwrap().clone());
        Value::Object(all.collect())
    };
    let words = "samegame solve --nodes 50 --method anneal --score n1 --clear-bonus 1k --left-penalty none";
    assert_eq!(run(words, PAIR).code, Some(0));
    let own = json!({"method": "anneal", "score": "n1", "clear-bonus": "1000", "left-penalty": "none"});
    assert_eq!(options("samegame"), with(own));
    let again = run("samegame solve --nodes 50 --resume --goal clear", PAIR);
    assert_eq!(again.code, Some(2));
    let unlike = [
        "--clear-bonus 1000 there, none here; --goal none there, clear here; ",
        "--method anneal there, auto here; --score n1 there, none here; nothing was changed, ",
    ];
    assert!(unlike.iter().all(|part| again.err.contains(part)), "{}", again.err);
    assert_eq!(
        run("mayan solve --nodes 50 --without flow,sleep --first --moves 3 --restart", GAP).code,
        Some(0)
    );
    assert_eq!(options("mayan"), with(json!({"first": "", "moves": "3", "without": "flow,sleep"})));
}

#[test]
fn files_that_hold_no_puzzles_tell_line_and_column_too() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let (out, list) = (write("out", ""), write("list", "\n{\"id\n\n1 x\n"));
    let sidecar = write("out.tilefall", "{\"v\":2,\n \"game\":7}\n");
    for (words, place) in [
        (format!("samegame solve --out {out} --resume"), format!("error: {sidecar}:2:")),
        (format!("samegame solve --from {list}"), format!("{list}:2:1: ")),
    ] {
        let run = tilefall(&words, PAIR.as_bytes());
        assert!(run.err.starts_with(&place), "{words}: {}", run.err);
        assert!(matches!(run.code, Some(1 | 2)), "{words}: {run:?}");
    }
    let answers = write("answers", "\n  ?\n");
    let run = tilefall(&format!("samegame verify - {answers}"), PAIR.as_bytes());
    assert!(run.err.starts_with(&format!("{answers}:2:3: found '?', expected ")), "{}", run.err);
}

#[test]
fn a_verb_without_its_game_says_which_games_have_it() {
    for (words, expected) in [
        (
            "solve data/samples/noip.txt",
            "'solve' is a verb of a game, expected 'tilefall samegame solve' or 'tilefall mayan solve'",
        ),
        ("play", "'play' is a verb of a game, expected 'tilefall samegame play' or 'tilefall mayan play'"),
        ("click 9 0", "'click' is a verb of a game, expected 'tilefall samegame click'"),
    ] {
        let run = tilefall(words, b"");
        assert_eq!(
            (run.out.as_str(), run.err, run.code),
            ("", format!("error: {expected}\n"), Some(2)),
            "{words}"
        );
    }
    // Other arguments are reported by clap.
    for words in ["slove", "mayan slove", "merge --no-such-flag", "help slove"] {
        let run = tilefall(words, b"");
        assert!(run.code == Some(2) && !run.err.contains("verb of a game"), "{words}: {run:?}");
    }
}

#[test]
fn an_option_stands_under_the_same_heading_in_every_verb() {
    let mut command = tilefall_cli::command();
    command.build();
    let (mut seen, mut faults) = (std::collections::BTreeMap::new(), Vec::new());
    for game in command.get_subcommands() {
        for verb in game.get_subcommands().chain([game]) {
            for arg in verb.get_arguments().filter(|arg| !arg.is_hide_set()) {
                let (name, heading) = (arg.get_id().as_str(), arg.get_help_heading());
                let place = format!("{} {}: {name}", game.get_name(), verb.get_name());
                assert!(!arg.is_positional() || heading.is_none(), "{place} is below {heading:?}");
                // These arguments have different meanings in different verbs, and so different headings.
                if ![
                    "all",
                    "moves",
                    "limit",
                    "count",
                    "seed",
                    "rows",
                    "cols",
                    "colors",
                    "clearable",
                    "threads",
                ]
                .contains(&name)
                {
                    let other = seen
                        .entry(name.to_owned())
                        .or_insert_with(|| (heading.map(str::to_owned), place.clone()));
                    if other.0.as_deref() != heading {
                        faults.push(format!("{place} is below {heading:?}, {} below {:?}", other.1, other.0));
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn an_unknown_option_is_not_offered_as_a_value() {
    for words in
        ["mayan solve --goal clear x", "samegame hint x --moves 3", "mayan solv", "solv", "convert -x"]
    {
        let run = tilefall(words, b"");
        assert_eq!(run.code, Some(2), "{words}");
        assert!(!run.err.contains("as a value") && !run.err.contains("use '"), "{words}: {}", run.err);
    }
}

#[test]
fn utf16_is_named_with_a_remedy() {
    let message = "this is UTF-16 text, expected UTF-8: save it as UTF-8, in Windows PowerShell with '| Set-Content \
                   -Encoding utf8 FILE'";
    let utf16 = |text: &str, mark: bool, little: bool| -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    };
    let dir = tempfile::tempdir().unwrap();
    for (mark, little) in [(true, true), (true, false), (false, true), (false, false)] {
        for (words, text) in [
            ("samegame solve", PAIR),
            ("mayan solve", GAP),
            ("convert --to rows", "12\n12\n"),
            ("samegame simulate", "1 1\n1\n1 1\n0 0\n0 0\n"),
            ("mayan simulate", "1\n"),
            ("samegame click 0 0", "12\n"),
            ("samegame hint -", PAIR),
        ] {
            let run = tilefall(words, &utf16(text, mark, little));
            assert_eq!(run.code, Some(1), "{words} {run:?}");
            assert_eq!(run.err, format!("<stdin>:1:1: {message}\n"), "{words}");
        }
        let list = dir.path().join("list");
        std::fs::write(&list, utf16("1 1\n", mark, little)).unwrap();
        let list = list.display();
        for words in [format!("samegame verify - {list}"), format!("samegame solve --from {list}")] {
            let run = tilefall(&words, PAIR.as_bytes());
            assert_eq!((run.code, run.err), (Some(1), format!("{list}:1:1: {message}\n")), "{words}");
        }
    }
}

/// Tries the wrong calls that the packages for Python and npm refuse, if a command line can express their values.
#[test]
fn a_wrong_call_names_its_argument_in_every_front_end() {
    let table: Value =
        serde_json::from_slice(&std::fs::read("tests/data/wrong_calls.json").unwrap()).unwrap();
    let mut tried = 0;
    for call in table["calls"].as_array().unwrap() {
        let part = |name: &str| call[name].as_str().unwrap_or_default().to_owned();
        let (verb, game, argument) = (part("verb"), part("game"), part("argument"));
        if !["solve", "generate"].contains(&verb.as_str())
            || ["from", "clearable", "balanced", "unique"].contains(&argument.as_str())
        {
            continue;
        }
        let says = call["says"].as_str().unwrap_or(&argument);
        let says = regex::Regex::new(says).unwrap();
        for wrong in call["wrong"].as_array().unwrap() {
            let word = match wrong {
                Value::Number(number) => number.to_string(),
                Value::Object(of) if of.contains_key("number") => of["number"].as_str().unwrap().to_owned(),
                // On a command line, a text that looks like a number is a number.
                Value::String(text) if text.parse::<f64>().is_err() => text.clone(),
                _ => continue,
            };
            let flag = format!("--{}", argument.replace('_', "-"));
            let input = if verb == "solve" {
                crate::support::sample(if game == "mayan" { "noip.txt" } else { "uva339.txt" })
            } else {
                Vec::new()
            };
            let run =
                crate::support::run_words(std::path::Path::new("."), &[&game, &verb, &flag, &word], &input);
            let named = run.err.contains(&flag) || says.is_match(&run.err);
            assert!(run.code == Some(2) && named, "{verb} {flag} {word}: {run:?}");
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried}");
}

//! Exit codes and messages on standard error, by command line.

use crate::cli::arguments::{GAMES, PAIR};
use crate::support::{GAP, Run, tilefall};

const DEAD: &str = r#"{"id":"dead","game":"mayan","rows":["1122."]}"#;

/// Arguments, input, exit code, and a part of standard error; an empty part means that nothing is printed there.
type Case = (&'static str, &'static str, i32, &'static str);

#[track_caller]
fn holds(cases: &[Case]) {
    for &(words, input, code, says) in cases {
        let Run { err, code: found, .. } = tilefall(words, input.as_bytes());
        assert_eq!(found, Some(code), "{words}: {err}");
        assert!(err.contains(says) && says.is_empty() == err.is_empty(), "{words}: {err}");
        let debug = ["Some(", "None,", "Err(", "Ok(", "Error {", " { "];
        assert!(!debug.iter().any(|text| err.contains(text)), "{words}: {err}");
    }
}

/// Arguments that are refused with exit code 2 for any input, and a part of standard error.
#[track_caller]
fn refused(cases: &[(&'static str, &'static str)]) {
    holds(&cases.iter().map(|&(words, says)| (words, GAP, 2, says)).collect::<Vec<Case>>());
}

#[test]
fn exit_codes_of_command_lines() {
    holds(&[
        ("mayan solve", GAP, 0, ""),
        ("mayan solve", DEAD, 0, ""),
        ("mayan solve --exit-code solver", GAP, 10, ""),
        ("mayan solve --exit-code solver", DEAD, 20, ""),
        ("mayan solve --exit-code solver --exactly --moves 3 --nodes 0", GAP, 0, ""),
        ("mayan solve", "?\n", 1, "<stdin>:1:1: a single row of letters, expected more rows"),
        ("mayan solve", "", 1, "<stdin>:1:1: the input is empty"),
        (
            "mayan solve --exit-code solver --exactly",
            GAP,
            1,
            "the puzzle has no number of moves, expected --moves M (in Python max_moves=M)",
        ),
        ("mayan solve no-such-file", "", 1, "no-such-file: cannot be read"),
        ("mayan solve no/such/*.txt", "", 1, "no/such/*.txt: cannot be read"),
        ("mayan solve --format noip", "\0\0\0", 1, "<stdin>:1:1: "),
        ("mayan solve --format jsonl", "", 0, ""),
        ("mayan solve", PAIR, 1, "<stdin>:1:1: this is a SameGame puzzle, expected a Mayan one"),
        ("samegame solve", PAIR, 0, ""),
        ("samegame simulate", "1 2\n1 1\n1 1\n0 0\n0 0\n", 0, ""),
        ("samegame simulate", "1 2\n1 x\n", 1, "<stdin>:2:3: "),
        ("samegame click 0 0 --rows 1 --cols 1", "1\n", 0, ""),
        ("samegame verify - -", PAIR, 2, "puzzles and answers are both standard input"),
        ("convert --to click", GAP, 1, "<stdin>:1:1: this puzzle cannot be written as click"),
        ("convert", GAP, 2, "--to <FORMAT>"),
        ("merge no-such-file", "", 1, "no-such-file: there is no such file"),
        ("", "", 2, "Usage: tilefall"),
        ("mayan", "", 2, "Usage: tilefall mayan"),
        ("mayan solv", "", 2, "'solve'"),
        ("mayan solve --no-such-flag", GAP, 2, "--no-such-flag"),
        ("mayan solve --exactly --within", GAP, 2, "'--exactly' cannot be used with '--within'"),
        ("mayan solve --count --all", GAP, 2, "cannot be used with"),
    ]);
    #[cfg(target_os = "linux")]
    holds(&[
        ("mayan solve --out /dev/full/results", GAP, 3, "/dev/full/results"),
        ("mayan solve --out /dev/full", GAP, 2, "/dev/full: this is not a regular file"),
    ]);
}

#[test]
fn a_number_that_does_not_fit_is_refused_with_what_is_expected() {
    refused(&[
        ("mayan solve --moves -1", "invalid value '-1' for '--moves <M>': expected a whole number from 0 to"),
        (
            "mayan verify --moves -1 a b",
            "invalid value '-1' for '--moves <M>': expected a whole number from 0 to",
        ),
        (
            "mayan solve --moves=-1",
            "expected a whole number from 0 to 18446744073709551615, like 250, 10k or 1e6",
        ),
        ("mayan solve --moves 1.5", "expected a whole number from 0"),
        ("mayan solve --nodes -5", "invalid value '-5' for '--nodes <N>': expected a whole number from 0"),
        ("mayan solve --nodes 1e20", "expected a whole number from 0"),
        ("mayan solve --all --max-solutions 0", "expected a whole number from 1"),
        ("mayan solve --all --max-solutions -1", "expected a whole number from 1"),
        (
            "mayan solve --time -1s",
            "invalid value '-1s' for '--time <DUR>': expected seconds, or a number and ms, s, m or h",
        ),
        ("mayan solve --time -1", "expected seconds, or a number and"),
        ("mayan solve --total-time 5x", "expected seconds, or a number and"),
        ("mayan solve --time", "a value is required for '--time <DUR>'"),
        ("mayan solve --threads -1", "'--threads <N>': expected a whole number from 1 to 4096"),
        ("mayan solve --threads 0", "'--threads <N>': expected a whole number from 1 to 4096"),
        ("mayan solve --memory -1M", "-1"),
        ("mayan solve --memory 1K", "expected at least 64K"),
        ("mayan solve --max-line -1", "expected a number of bytes"),
        ("samegame solve --seed -1", "invalid value '-1' for '--seed <N>': expected a whole number from 0"),
        ("samegame solve --clear-bonus -1", "expected a whole number from 0"),
        ("samegame solve --target ten", "expected a whole number, like -250, 10k or 1e6"),
        ("samegame click x 0", "invalid value 'x' for '<ROW>': expected a whole number"),
        ("samegame click 1 0 --rows -1", "'--rows <ROWS>': expected a whole number from 1 to 67108864"),
        ("samegame click 1 0 --cols x", "'--cols <COLS>': expected a whole number from 1 to 67108864"),
        ("samegame click 1 0 --types=", "'--types <TYPES>': expected a whole number from 1 to 10"),
        (
            "mayan hint x --level -1",
            "invalid value '-1' for '--level <N>': expected a whole number from 1 to 3",
        ),
        ("samegame hint x --level x", "'--level <N>': expected a whole number from 1 to 3"),
        ("mayan solve --shard -1/2", "invalid value '-1/2' for '--shard <i/N>': found '-1', expected a part"),
        ("mayan solve --max-line 1MBBBB", "expected a number of bytes"),
        ("samegame generate --rows five", "'--rows <N>': expected a whole number from 1 to 10000"),
        ("samegame generate --cols 10001", "'--cols <N>': expected a whole number from 1 to 10000"),
        ("samegame generate --colors 63", "'--colors <N>': expected a whole number from 1 to 62"),
        ("samegame generate --clicks 0", "'--clicks <N>': expected a whole number from 1 to 1000000"),
        ("samegame play --rows five", "'--rows <N>': expected a whole number from 1 to 10000"),
        ("samegame play --colors 0", "'--colors <N>': expected a whole number from 1 to 62"),
        ("mayan generate --rows five", "'--rows <N>': expected a whole number from 3 to 8"),
        ("mayan generate --cols 9", "'--cols <N>': expected a whole number from 2 to 8"),
        ("mayan generate --moves 0", "'--moves <M>': expected a whole number from 1 to 12"),
        ("mayan generate --moves 13", "'--moves <M>': expected a whole number from 1 to 12"),
        ("mayan generate --colors none", "'--colors <N>': expected a whole number from 1 to 62"),
    ]);
    holds(&[
        ("samegame solve --target -5", PAIR, 0, ""),
        ("samegame click 9 0 --rows 1e1 --cols 1 --types 1e1", ".\n.\n.\n.\n.\n.\n.\n.\n1\n1\n", 0, ""),
        ("mayan solve --threads 1e0", GAP, 0, ""),
    ]);
}

#[test]
fn flags_that_do_nothing_beside_others_are_refused() {
    refused(&[
        ("mayan solve -o native --stats", "--output native cannot show --stats"),
        ("mayan solve -o native --no-timings", "--no-timings has no effect with --output native"),
        (
            "mayan solve --stats --no-timings",
            "--stats has no effect without timings unless nodes are limited",
        ),
        (
            "mayan solve --exit-code solver --out x",
            "--exit-code solver takes one puzzle, --out takes a batch",
        ),
        (
            "mayan solve --exit-code solver --shard 0/2",
            "--exit-code solver takes one puzzle, --shard takes a batch",
        ),
        ("mayan solve --format jsonl --max-unpacked 1K", "expected --max-line"),
        ("samegame solve --format rows --max-line 1K", "expected --max-unpacked"),
        ("convert --to jsonl --format rows --max-line 1K", "expected --max-unpacked"),
        ("mayan solve --shortest --skip-noop", "--skip-noop"),
        ("mayan verify --within --skip-noop", "--skip-noop"),
        ("samegame solve --method exact --seed 2", "--seed has no effect with method exact"),
        ("samegame solve --goal clear --target 2", "--target has no effect with goal clear"),
        ("samegame simulate --max-unpacked 1K", "--uva758"),
        ("samegame show --svg x --screen-width 30", "--screen-width"),
        ("samegame show --svg x --color 16", "--color"),
        ("mayan replay --html x --text y", "--text"),
        ("samegame replay --animate x --screen-width 30 y", "--screen-width"),
        ("mayan replay --html x --color 16 y", "--color"),
        ("mayan solve --resume", "--out <FILE>"),
        ("mayan solve --max-solutions 2", "--all"),
        ("mayan solve --max-solutions 2 --first", "'--max-solutions <K>' cannot be used with '--first'"),
        ("mayan solve --count --max-solutions 2", "cannot be used with '--max-solutions <K>'"),
        ("mayan solve --quiet --progress always", "'--quiet' cannot be used with '--progress <WHEN>'"),
        ("mayan solve --out x --output text", "--out takes records, expected --output jsonl"),
    ]);
    // The flags that are refused above are accepted together with other flags.
    holds(&[
        ("mayan solve --stats --no-timings --nodes 9", GAP, 0, ""),
        ("mayan solve --exit-code batch --shard 0/2 -q", GAP, 0, ""),
        ("mayan solve --format jsonl --max-line 1K", GAP, 0, ""),
        ("convert --to jsonl --format rows --max-unpacked 1K", "1 1\n", 0, ""),
        ("mayan solve --exactly --moves 1 --skip-noop", GAP, 0, ""),
        ("samegame solve --method anneal --seed 2 --nodes 9", PAIR, 0, ""),
        ("samegame simulate --max-unpacked 1K --uva758", GAMES, 0, ""),
    ]);
    // The number of puzzles is known only after reading them.
    let several = tilefall("mayan solve --exit-code solver", format!("{GAP}\n{DEAD}\n").as_bytes());
    assert_eq!(several.code, Some(2));
    assert!(
        several.err.ends_with(
            "--exit-code solver takes one puzzle and the input has more, expected --exit-code batch\n"
        ),
        "{}",
        several.err
    );
}

//! The rules of SameGame on the command line: every verb plays by them, presets and their parts, and messages.

use crate::support::{Run, refuses_with, run_in, run_words, tilefall, traced};
use serde_json::{Value, json};
use std::path::Path;
use tilefall::rules::PRESETS;

/// Boards, a list that clears each board, and its length, which another program proved minimal under `former`.
const SMALL: [(&str, &str, usize); 2] = [
    ("112\n231\n422\n", "1 1, 2 2, 2 1, 1 1", 4),
    ("1221\n3244\n2112\n3431\n", "1 2, 3 3, 1 3, 2 1, 1 1, 1 1", 6),
];

#[track_caller]
fn out(words: &str, input: &str) -> String {
    let Run { out, err, code } = tilefall(words, input.as_bytes());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}");
    out
}

/// Returns the rules that `convert` writes into the record of a board.
#[track_caller]
fn rules(words: &str) -> Value {
    let record = out(&format!("convert --to jsonl {words}"), "112\n231\n422\n");
    serde_json::from_str::<Value>(&record).unwrap()["rules"].take()
}

#[test]
fn known_games_are_listed_by_every_verb_and_in_the_documentation() {
    let table = out("samegame solve --list-rules", "");
    for verb in ["hint", "play", "replay", "generate", "verify"] {
        assert_eq!(out(&format!("samegame {verb} --list-rules"), ""), table, "{verb}");
    }
    assert_eq!(out("convert --list-rules", ""), table);
    let doc = std::fs::read_to_string("docs/rules.md").unwrap();
    for preset in PRESETS {
        let row: Vec<&str> = table
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>())
            .find(|row| row[0] == preset.name)
            .unwrap();
        let [name, group, columns, score, bonus, factor, penalty, goal] = row[..8] else { panic!("{row:?}") };
        let row = format!(
            "| `{name}` | {group} | `{columns}` | `{score}` | {bonus} | {factor} | `{penalty}` | `{goal}` |"
        );
        assert!(doc.contains(&row), "docs/rules.md lacks {row}");
        assert!(table.contains(preset.source) && doc.contains(&format!("\n- `{name}`: ")), "{name}");
    }
}

#[test]
fn a_preset_replaces_the_rules_of_a_puzzle_and_flags_replace_its_parts() {
    let former =
        json!({"score":"count","clear_bonus":0,"left_penalty":"none","min_group":1,"columns":"stay"});
    assert_eq!(rules(""), Value::Null);
    assert_eq!(rules("--rules former"), former);
    let words = "--rules former --min-group 3 --score poly:2,-1,0 --clear-factor 2 --left-penalty total";
    let parts = json!({"score":"poly:2,-1,0","clear_bonus":0,"clear_factor":2,"left_penalty":"total","min_group":3,"columns":"stay"});
    assert_eq!(rules(words), parts);
    assert_eq!(rules("--score poly:0.5,-0.5,0")["score"], "tri");
    assert_eq!(rules("--rules codeabbey --score n2")["clear_bonus"], 1000);
    assert_eq!(rules("--score sq --clear-bonus 5")["clear_bonus"], 5);
    let own = r#"{"game":"samegame","rows":["112"],"rules":{"score":"n1","clear_bonus":50,"min_group":3}}"#;
    for (words, expected) in [
        ("", json!({"score":"n1","clear_bonus":50,"left_penalty":"none","min_group":3})),
        ("--score n1", json!({"score":"n1","clear_bonus":50,"left_penalty":"none","min_group":3})),
        // Another score has its own bonus.
        ("--score n2", json!({"score":"n2","clear_bonus":1000,"left_penalty":"none","min_group":3})),
        (
            "--score tri --clear-bonus 7",
            json!({"score":"tri","clear_bonus":7,"left_penalty":"none","min_group":3}),
        ),
        (
            "--clear-factor 2",
            json!({"score":"n1","clear_bonus":50,"clear_factor":2,"left_penalty":"none","min_group":3}),
        ),
        (
            "--columns stay",
            json!({"score":"n1","clear_bonus":50,"left_penalty":"none","min_group":3,"columns":"stay"}),
        ),
        ("--rules momaland", json!({"score":"sq","clear_bonus":0,"left_penalty":"none"})),
    ] {
        let record = out(&format!("convert --to jsonl {words}"), own);
        assert_eq!(serde_json::from_str::<Value>(&record).unwrap()["rules"], expected, "{words}");
    }
}

#[test]
fn values_that_are_no_rules_are_refused_by_name() {
    for (words, message) in [
        (
            "--min-group 0",
            "invalid value '0' for '--min-group <N>': expected a whole number from 1 to 4294967295",
        ),
        ("--clear-factor 0", "invalid value '0' for '--clear-factor <F>': expected a whole number from 1 to"),
        ("--score n9", "\"n9\" is no rule, expected n2, n1, tri, nn1, count, sq, tri1 or poly:A,B,C"),
        ("--score poly:1,2", "\"poly:1,2\" has 2 coefficients, expected poly:A,B,C"),
        ("--score poly:0.5,0,0", "has values that are no integers"),
        (
            "--rules chess",
            "invalid value 'chess' for '--rules <NAME>'\n  [possible values: samegame, former, ",
        ),
        ("--columns open", "[possible values: close, stay]"),
        ("--left-penalty all", "[possible values: none, n2, total]"),
        ("--goal most", "[possible values: score, clear, fewest, left, biggest]"),
    ] {
        let run = tilefall(&format!("samegame solve {words}"), b"112\n231\n422\n");
        assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{words}");
        assert!(run.err.contains(message), "{words}: {}", run.err);
    }
}

#[test]
fn every_verb_plays_by_the_rules_of_former() {
    for (board, list, clicks) in SMALL {
        let dir = tempfile::tempdir().unwrap();
        let run = |words: &str| run_in(dir.path(), words, b"");
        std::fs::write(dir.path().join("board.txt"), board).unwrap();
        std::fs::write(dir.path().join("list.txt"), list.replace(", ", "\n") + "\n").unwrap();
        // Under `former`, single tiles can be clicked and columns stay.
        let solved = run("samegame solve --rules former board.txt");
        let start = format!("board.txt#1: cleared in {clicks} clicks; no list clears it in fewer\n");
        assert!(solved.out.starts_with(&start) && solved.code == Some(0), "{}", solved.out);
        let checked = run("samegame verify --rules former board.txt list.txt");
        assert_eq!(checked.code, Some(0), "{}{}", checked.out, checked.err);
        let tiles = board.trim().len() - board.trim().matches('\n').count();
        let replayed = run("samegame replay --text --rules former board.txt list.txt");
        let title = format!("board.txt#1: {clicks} clicks, ");
        assert!(replayed.out.starts_with(&title), "{}", replayed.out);
        assert!(replayed.out.contains(&format!("{tiles} points")), "{}", replayed.out);
        let (all_but_one, last) = list.rsplit_once(", ").unwrap();
        let words = ["samegame", "hint", "--level", "3", "--rules", "former", "board.txt", all_but_one];
        let hint = run_words(dir.path(), &words, b"");
        let known = "board.txt#1: optimal: cleared in 1 more click, no list clears it in fewer\n";
        assert!(hint.out.starts_with(known) && hint.out.contains(&format!("next: {last}, ")), "{}", hint.out);
        let moves = format!("[[{}]]", list.replace(", ", "],[").replace(' ', ","));
        std::fs::write(dir.path().join("trace"), traced("board.txt#1", &moves)).unwrap();
        let solved = run("samegame solve --rules former --from trace --nodes 1 board.txt");
        assert!(
            solved.out.starts_with(&format!("board.txt#1: cleared in {clicks} clicks; ")),
            "{}",
            solved.out
        );
        let usual = run("samegame verify board.txt list.txt");
        assert_eq!(usual.code, Some(1), "{}", usual.out);
    }
    refuses_with(
        2,
        "samegame hint --min-group 3 - 1,2",
        SMALL[0].0.as_bytes(),
        "",
        "click 1, 1 2: the group has 2 tiles, expected a group of 3 or more",
    );
}

#[test]
fn known_examples_have_their_score() {
    let dir = tempfile::tempdir().unwrap();
    let clicks = |list: &str| {
        let click = |at: &str| {
            let (x, y) = at.split_once(' ').unwrap();
            format!("{} {}", y.parse::<u8>().unwrap() + 1, x.parse::<u8>().unwrap() + 1)
        };
        list.split(", ").map(click).collect::<Vec<_>>().join(", ")
    };
    for (rules, board, list, score) in [
        // CodeAbbey: X Y from 0, the bottom row is 0.
        (
            "codeabbey",
            "14111\n23334\n43212\n33323\n21232\n",
            clicks("0 4, 3 0, 0 1, 2 2, 1 1, 4 2, 3 2, 0 1, 3 2, 3 1, 3 0, 2 0"),
            54,
        ),
        ("topcoder", "RBB\nRRR\nRBB\n", "1 1, 1 1".into(), 64),
        // The click removes four tiles. The four left, of two colours, count together: minus (4-2)² points.
        ("lx", "2113\n2112\n", "1 2".into(), 4 - 4),
        ("momaland", "2113\n2112\n", "1 2".into(), 16),
    ] {
        std::fs::write(dir.path().join("board.txt"), board).unwrap();
        let words = ["samegame", "replay", "--text", "--rules", rules, "board.txt", &list];
        let run = run_words(dir.path(), &words, b"");
        let title = run.out.lines().next().unwrap_or_default();
        assert!(title.contains(&format!(" {score} point")), "{rules}: {title}{}", run.err);
    }
}

#[test]
fn boards_with_empty_columns_are_read_where_columns_stay() {
    let dir = tempfile::tempdir().unwrap();
    let run = |words: &str| run_in(dir.path(), words, b"");
    let record = "{\"id\":\"a\",\"game\":\"samegame\",\"rows\":[\"1.2\",\"1.2\"]}\n";
    for (name, text) in [("board.txt", "1.2\n1.2\n"), ("board.jsonl", record)] {
        std::fs::write(dir.path().join(name), text).unwrap();
        std::fs::write(dir.path().join("list.txt"), "1 1\n1 3\n").unwrap();
        for rules in ["--rules former --goal score --score sq", "--columns stay"] {
            let solved = run(&format!("samegame solve --output text {rules} {name}"));
            assert!(solved.out.contains(" in 2 clicks, cleared"), "{rules} {name}: {solved:?}");
            let hint = run(&format!("samegame hint {rules} {name}"));
            assert_eq!((hint.err.as_str(), hint.code), ("", Some(0)), "{rules} {name}");
        }
        for words in [
            "verify --columns stay {} list.txt",
            "replay --text --rules former {} list.txt",
            "show --columns stay {}",
        ] {
            let read = run(&format!("samegame {}", words.replace("{}", name)));
            assert_eq!(read.code, Some(0), "{words} {name}: {}{}", read.out, read.err);
        }
        let converted = run(&format!("convert --to jsonl --columns stay {name}"));
        assert!(converted.out.contains("\"columns\":\"stay\""), "{}", converted.out);
        std::fs::write(dir.path().join("again.jsonl"), &converted.out).unwrap();
        assert_eq!(run("samegame show again.jsonl").code, Some(0));
        let closed = run(&format!("samegame show {name}"));
        assert!(closed.err.contains("expected empty columns only at the right"), "{}", closed.err);
        assert_eq!(closed.code, Some(1));
    }
}

#[test]
fn formats_without_rules_lose_them_with_a_note() {
    let note = "1 puzzle written without the rules asked for, which rows does not hold\n";
    let converted = tilefall("convert --to rows --rules former", b"112\n231\n422\n");
    assert_eq!((converted.err.as_str(), converted.code), (note, Some(0)));
    let made = tilefall("samegame generate --rows 3 --cols 3 --rules former --to rows", b"");
    assert_eq!((made.err.as_str(), made.code), (note, Some(0)));
    assert_eq!(tilefall("samegame generate --rows 3 --cols 3 --to rows", b"").err, "");
}

#[test]
fn boards_of_a_fewest_number_of_clicks_have_lists_that_are_verified() {
    let dir = tempfile::tempdir().unwrap();
    let run = |words: &str| run_in(dir.path(), words, b"");
    let words = "samegame generate --rows 2 --cols 3 --colors 3 --clicks 3 --rules former --count 6";
    let made = run(&format!("{words} --answers lists.jsonl"));
    assert_eq!((made.err.as_str(), made.code), ("", Some(0)));
    std::fs::write(dir.path().join("boards.jsonl"), &made.out).unwrap();
    let lists = std::fs::read_to_string(dir.path().join("lists.jsonl")).unwrap();
    for (board, list) in made.out.lines().zip(lists.lines()) {
        let [board, list]: [Value; 2] = [board, list].map(|line| serde_json::from_str(line).unwrap());
        assert_eq!((&board["id"], &board["origin"]["clicks"]), (&list["id"], &json!(3)));
        assert_eq!(board["rules"]["columns"], "stay");
        assert_eq!(
            (&list["asked"]["goal"], &list["status"], &list["bound"]),
            (&json!("fewest"), &json!("optimal"), &json!(3))
        );
        assert_eq!(list["moves"].as_array().unwrap().len(), 3);
    }
    let checked = run("samegame verify boards.jsonl lists.jsonl");
    assert_eq!(checked.code, Some(0), "{}", checked.out);
    let impossible = |words: &str, message: &str| {
        refuses_with(2, &format!("samegame generate --rows 3 --cols 3 {words}"), b"", "", message);
    };
    impossible("--clicks 5", "5 clicks for a board of 9 cells, expected 1 to 4");
    impossible("--clicks 10 --min-group 1", "10 clicks for a board of 9 cells, expected 1 to 9");
    impossible("--clicks 3 --colors 4 --balanced", "3 clicks for a board of 9 cells, expected 4 to 4");
    let larger = "samegame generate --rows 4 --cols 4 --colors 4 --clicks 6 --rules former --count 3";
    assert_eq!(run(larger).out.lines().count(), 3);
    // A board of one colour is one group, so it takes one click.
    let none = tilefall("samegame generate --rows 1 --cols 2 --colors 1 --clicks 1 --count 2", b"");
    assert_eq!(none.code, Some(1));
    let none = tilefall("samegame generate --rows 2 --cols 2 --colors 1 --clicks 2", b"");
    let why = "error: puzzle 1 of 1: none of 2000 boards was proven to take 2 clicks and no fewer; each takes 1 or fewer\n";
    assert_eq!((none.err.as_str(), none.code), (why, Some(1)));
}

#[test]
fn generated_boards_are_cleared_by_the_rules_given() {
    let dir = tempfile::tempdir().unwrap();
    let words = "samegame generate --rows 3 --cols 3 --colors 4 --clearable --count 4 --answers lists.jsonl";
    for rules in ["--rules former", "--min-group 3 --colors 2", "--columns stay"] {
        let made = run_in(dir.path(), &format!("{words} {rules}"), b"");
        assert_eq!((made.err.as_str(), made.code), ("", Some(0)), "{rules}");
        std::fs::write(dir.path().join("boards.jsonl"), &made.out).unwrap();
        let checked = run_in(dir.path(), "samegame verify boards.jsonl lists.jsonl", b"");
        assert_eq!(checked.code, Some(0), "{rules}: {}", checked.out);
    }
    assert!(Path::new(&dir.path().join("lists.jsonl")).exists());
}

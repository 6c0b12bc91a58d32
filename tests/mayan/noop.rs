//! Swaps of two equal blocks: one rule in every verb, and a note wherever an answer depends on it.

use crate::support::{Run, run_in, tilefall};

/// The first move of the only list of two moves swaps two equal blocks.
const SWAP: &str = "2\n1 0\n1 0\n2 2 0\n1 0\n2 0\n";
const LIST: &str = "0 0 1\n2 0 1\n";

fn run(words: &str, input: &str) -> Run {
    tilefall(words, input.as_bytes())
}

#[test]
fn an_answer_that_depends_on_the_rule_says_so() {
    let note =
        "<stdin>#1: note: there is a list if a swap of two equal blocks counts as a move (--allow-noop)\n";
    let native = run("mayan solve", SWAP);
    assert_eq!((native.out.as_str(), native.err.as_str(), native.code), ("-1\n", note, Some(0)));
    let text = run("mayan solve --output text", SWAP);
    assert_eq!((text.err.as_str(), text.code), (note, Some(0)));
    assert_eq!(run("mayan solve --count", SWAP), Run { out: "0\n".into(), err: note.into(), code: Some(0) });
    let allowed = run("mayan solve --allow-noop", SWAP);
    assert_eq!((allowed.out.as_str(), allowed.err.as_str()), (LIST, ""));
    // A record names the rule itself.
    let record = run("mayan solve --output jsonl", SWAP);
    assert!(record.out.contains(r#""allow_noop":false"#) && record.err.is_empty(), "{record:?}");
    // A search that is stopped leaves the question open.
    let open = run("mayan solve --nodes 1", "9\n1 2 1 0\n2 1 0\n1 2 2 0\n1 1 2 0\n2 0\n");
    assert!(!open.err.contains("there is a list"), "{open:?}");
}

#[test]
fn answers_that_do_not_depend_on_the_rule_have_no_note() {
    for (words, board) in [
        // No list of any length, and no list because of a colour of two blocks.
        ("", "2\n1 0\n2 0\n0\n1 0\n2 0\n"),
        ("", "5\n1 0\n2 0\n1 2 0\n1 0\n2 1 0\n"),
        // No pair of equal blocks lies side by side.
        ("--moves 2", "2\n1 0\n0\n1 0\n1 0\n0\n"),
        ("--within --moves 0", SWAP),
    ] {
        let run = run(&format!("mayan solve {words}"), board);
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words} {board}: {run:?}");
    }
}

#[test]
fn hint_follows_the_rule_of_solve() {
    let hint = |words: &str, moves: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("board.txt"), SWAP).unwrap();
        run_in(folder.path(), &format!("mayan hint {words} board.txt {moves}"), b"")
    };
    let start = hint("", "");
    let note = "; there is a list if a swap of two equal blocks counts as a move (--allow-noop)\n";
    assert!(
        start.out.contains("infeasible: no list of exactly 2 moves") && start.out.contains(note),
        "{start:?}"
    );
    let swapped = hint("", "0,0,R");
    assert!(
        swapped.err.contains("move 1, 0 0 R: a swap of two equal blocks is no move of this puzzle"),
        "{swapped:?}"
    );
    assert_eq!(swapped.code, Some(2));
    let allowed = hint("--allow-noop --level 3", "");
    assert!(allowed.out.contains("cleared in 2 more moves") && allowed.out.contains("0 0 R"), "{allowed:?}");
    assert!(hint("--allow-noop", "0,0,R").out.contains("cleared in 1 more move"));
}

#[test]
fn verify_judges_by_one_rule_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |words: &str, answer: &str| {
        std::fs::write(folder.path().join("board.txt"), SWAP).unwrap();
        std::fs::write(folder.path().join("answer.txt"), answer).unwrap();
        run_in(folder.path(), &format!("mayan verify {words} board.txt answer.txt"), b"")
    };
    for (words, answer, verdict, code) in [
        ("", "-1\n", "valid: 'infeasible' proven by 10 boards, swaps of equal blocks are no moves", 0),
        (
            "",
            LIST,
            "wrong: move 1, 0 0 R: a swap of two equal blocks is no move, unless such swaps are allowed",
            1,
        ),
        ("--allow-noop", LIST, "valid: 2 moves, cleared", 0),
        ("--allow-noop", "-1\n", "refuted: the status is infeasible, but this list wins: 0 0 R, 2 0 R", 1),
    ] {
        let run = verify(words, answer);
        assert!(run.out.contains(verdict) && run.code == Some(code), "{words} {answer}: {run:?}");
    }
    // A record made with the other rule.
    let record = run("mayan solve --output jsonl --allow-noop", SWAP).out.replace("<stdin>", "board.txt");
    let run = verify("", &record);
    assert!(run.out.contains("the answer fits if such swaps are moves") && run.code == Some(1), "{run:?}");
    assert!(verify("--allow-noop", &record).out.contains("boards, swaps of equal blocks are moves"));
}

#[test]
fn the_rule_of_a_puzzle_record_is_that_of_its_answers() {
    let puzzle =
        r#"{"id":"a","game":"mayan","rows":["..2..","11212"],"moves":2,"mode":"exactly","allow_noop":true}"#;
    let record = run("mayan solve --output jsonl", puzzle);
    assert!(record.out.contains(r#""status":"optimal","moves":[[0,0,"R"],[2,0,"R"]]"#), "{record:?}");
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("puzzle.jsonl"), puzzle).unwrap();
    std::fs::write(folder.path().join("result.jsonl"), record.out).unwrap();
    let verdict = run_in(folder.path(), "mayan verify puzzle.jsonl result.jsonl", b"");
    assert!(verdict.out.contains("'optimal' proven") && verdict.code == Some(0), "{verdict:?}");
}

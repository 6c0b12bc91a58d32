//! Swaps of two equal blocks: the same rule in every verb, and a note with each answer that depends on the rule.

use crate::support::{Run, run_in, tilefall};

/// The first move of the only list of two moves swaps two equal blocks.
const SWAP: &str = "2\n1 0\n1 0\n2 2 0\n1 0\n2 0\n";
const LIST: &str = "0 0 1\n2 0 1\n";
/// The first list of two moves swaps the two 1s first; another list swaps no equal blocks.
const OTHER: &str = "2\n1 0\n1 0\n2 1 2 0\n0\n2 0\n";
const NONE: &str =
    "<stdin>#1: note: there is no list if a swap of two equal blocks is no move (--skip-noop)\n";
const ONE: &str =
    "<stdin>#1: note: there is a list if a swap of two equal blocks counts as a move (without --skip-noop)\n";

fn run(words: &str, input: &str) -> Run {
    tilefall(words, input.as_bytes())
}

fn done(out: &str, err: &str) -> Run {
    Run { out: out.into(), err: err.into(), code: Some(0) }
}

#[test]
fn swaps_count_in_lists_of_exactly_m_moves_unless_they_are_skipped() {
    assert_eq!(run("mayan solve", SWAP), done(LIST, NONE));
    assert_eq!(
        run("mayan solve --all", SWAP),
        done(&format!("{LIST}\n"), &NONE.replace("there is no list", ZERO))
    );
    assert_eq!(run("mayan solve --count", SWAP), done("1\n", &NONE.replace("there is no list", ZERO)));
    assert_eq!(run("mayan solve --skip-noop", SWAP), done("-1\n", ONE));
    assert_eq!(run("mayan solve --skip-noop --count", SWAP).out, "0\n");
    assert_eq!(run("mayan solve --output text", SWAP).err, NONE);
    assert_eq!(run("mayan solve --output text --skip-noop", SWAP).err, ONE);
    // A record names the rule itself.
    for (words, answer) in [
        ("", r#""allow_noop":true},"status":"optimal""#),
        ("--skip-noop", r#""allow_noop":false},"status":"infeasible""#),
    ] {
        let record = run(&format!("mayan solve --output jsonl {words}"), SWAP);
        assert!(record.out.contains(answer) && record.err.is_empty(), "{record:?}");
    }
    // Modes that allow fewer moves never swap equal blocks.
    assert_eq!(run("mayan solve --within --count", SWAP), done("1\n", ""));
    assert_eq!(run("mayan solve --shortest", SWAP), done("2 0 1\n", ""));
}

const ZERO: &str = "the number of lists is 0";

#[test]
fn a_note_names_another_first_list_or_leaves_it_open() {
    let letter = run("mayan solve", OTHER);
    let skipped = run("mayan solve --skip-noop", OTHER);
    assert_eq!((letter.out.as_str(), skipped.out.as_str()), (LIST, "2 1 1\n2 0 1\n"));
    let note = "<stdin>#1: note: the first list is another one if a swap of two equal blocks ";
    assert_eq!(letter.err, format!("{note}is no move (--skip-noop)\n"));
    assert_eq!(skipped.err, format!("{note}counts as a move (without --skip-noop)\n"));
    // A search that is stopped leaves the question open.
    let open = run("mayan solve --skip-noop --nodes 1", "9\n1 2 1 0\n2 1 0\n1 2 2 0\n1 1 2 0\n2 0\n");
    assert!(!open.err.contains("there is a list"), "{open:?}");
}

#[test]
fn answers_that_do_not_depend_on_the_rule_have_no_note() {
    for (words, board) in [
        // A board without lists of any length, and a board with a colour of two blocks.
        ("", "2\n1 0\n2 0\n0\n1 0\n2 0\n"),
        ("", "5\n1 0\n2 0\n1 2 0\n1 0\n2 1 0\n"),
        // No pair of equal blocks lies side by side.
        ("--moves 2", "2\n1 0\n0\n1 0\n0\n1 0\n"),
        ("--within --moves 0", SWAP),
        // The first list swaps no equal blocks, though other lists do.
        ("", "3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"),
    ] {
        for skip in ["", "--skip-noop"] {
            if skip.is_empty() || !words.contains("--within") {
                let run = run(&format!("mayan solve {words} {skip}"), board);
                assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words} {board}: {run:?}");
            }
        }
    }
}

#[test]
fn hint_and_analyse_follow_the_rule_of_solve() {
    let verb = |verb: &str, moves: &str| {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("board.txt"), SWAP).unwrap();
        std::fs::write(folder.path().join("list.txt"), LIST).unwrap();
        run_in(folder.path(), &format!("mayan {verb} board.txt {moves}"), b"")
    };
    let start = verb("hint --level 3", "");
    assert!(
        start.out.contains("cleared in 2 more moves; there is no list if ") && start.out.contains("0 0 R"),
        "{start:?}"
    );
    assert!(verb("hint", "0,0,R").out.contains("cleared in 1 more move"));
    let skipped = verb("hint --skip-noop", "");
    let note = "; there is a list if a swap of two equal blocks counts as a move (without --skip-noop)\n";
    assert!(
        skipped.out.contains("infeasible: no list of exactly 2 moves") && skipped.out.contains(note),
        "{skipped:?}"
    );
    let swapped = verb("hint --skip-noop", "0,0,R");
    assert!(
        swapped.err.contains("move 1, 0 0 R: a swap of two equal blocks is no move of this puzzle"),
        "{swapped:?}"
    );
    assert_eq!(swapped.code, Some(2));
    let refused = verb("analyse --skip-noop", "list.txt");
    assert!(refused.err.contains("a swap of two equal blocks is no move of this puzzle"), "{refused:?}");
}

#[test]
fn verify_judges_by_one_rule_and_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let verify = |words: &str, answer: &str| {
        std::fs::write(folder.path().join("board.txt"), SWAP).unwrap();
        std::fs::write(folder.path().join("answer.txt"), answer).unwrap();
        run_in(folder.path(), &format!("mayan verify --all {words} board.txt answer.txt"), b"")
    };
    for (words, answer, verdict, code) in [
        ("", LIST, "valid: 2 moves, cleared", 0),
        // `--within` also accepts a list that wastes a move on a swap of equal blocks.
        ("--within", LIST, "valid: 2 moves, cleared", 0),
        (
            "",
            "-1\n",
            "refuted: the status is infeasible, but this list wins, which swaps two equal blocks: 0 0 R, 2 0 R",
            1,
        ),
        (
            "--skip-noop",
            "-1\n",
            "valid: 'infeasible' proven by 10 boards, swaps of equal blocks are no moves",
            0,
        ),
        ("--skip-noop", LIST, "wrong: move 1, 0 0 R: a swap of two equal blocks is no move here", 1),
    ] {
        let run = verify(words, answer);
        assert!(run.out.contains(verdict) && run.code == Some(code), "{words} {answer}: {run:?}");
    }
    // The hash of a record also depends on the rule for swaps.
    for asked in [true, false] {
        for (own, other, remedy) in [
            ("", "--skip-noop", "if such swaps are moves"),
            ("--skip-noop", "", "if such swaps are no moves"),
        ] {
            let record =
                run(&format!("mayan solve --output jsonl {own}"), SWAP).out.replace("<stdin>", "board.txt");
            let mut record: serde_json::Value = serde_json::from_str(&record).unwrap();
            if !asked {
                record.as_object_mut().unwrap().remove("asked");
            }
            let judged = verify(other, &record.to_string());
            // Records of earlier versions skip swaps of equal blocks; some have no `asked`.
            let fits = !asked && other.is_empty();
            let verdict = if fits { "swaps of equal blocks are no moves" } else { remedy };
            assert!(judged.out.contains(verdict) && judged.code == Some(i32::from(!fits)), "{judged:?}");
            let right = verify(own, &record.to_string());
            assert!(
                right.out.contains("boards, swaps of equal blocks are ") && right.code == Some(0),
                "{right:?}"
            );
        }
    }
}

#[test]
fn the_rule_of_a_puzzle_record_is_that_of_its_answers() {
    for (allow_noop, answer, rule) in [
        ("", r#""status":"optimal","moves":[[0,0,"R"],[2,0,"R"]]"#, "are moves"),
        (r#","allow_noop":true"#, r#""status":"optimal","moves":[[0,0,"R"],[2,0,"R"]]"#, "are moves"),
        (r#","allow_noop":false"#, r#""status":"infeasible""#, "are no moves"),
    ] {
        let puzzle = format!(
            r#"{{"id":"a","game":"mayan","rows":["..2..","11212"],"moves":2,"mode":"exactly"{allow_noop}}}"#
        );
        let record = run("mayan solve --output jsonl", &puzzle);
        assert!(record.out.contains(answer), "{record:?}");
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("puzzle.jsonl"), &puzzle).unwrap();
        std::fs::write(folder.path().join("result.jsonl"), record.out).unwrap();
        let verdict = run_in(folder.path(), "mayan verify --all puzzle.jsonl result.jsonl", b"");
        assert!(verdict.out.contains("proven by") && verdict.out.contains(rule), "{verdict:?}");
        assert_eq!(verdict.code, Some(0), "{verdict:?}");
    }
}

#[test]
fn answers_of_either_reading_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("board.txt", OTHER);
    for (words, first) in [("", "0 0 R"), ("--skip-noop", "2 1 R")] {
        let solved = run_in(folder.path(), &format!("mayan solve --output jsonl {words} board.txt"), b"");
        // Records of saved games and pictures have no field `asked`.
        let (before, after) = solved.out.split_once(r#""asked":"#).unwrap();
        let bare = format!("{before}{}", after.split_once("},").unwrap().1);
        for record in [solved.out.clone(), bare] {
            write("answer.jsonl", &record);
            let replayed = run_in(folder.path(), "mayan replay --text board.txt answer.jsonl", b"");
            assert!(replayed.out.contains(first) && replayed.code == Some(0), "{record} {replayed:?}");
        }
    }
}

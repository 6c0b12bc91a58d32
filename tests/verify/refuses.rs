//! `verify` refuses invalid answers with a clear message.

use crate::support::answers::{MAYAN, SAME, good, lines, verify};
use crate::support::tilefall;

#[test]
fn lists_of_another_mode_are_refused() {
    let words = "mayan verify --exactly --moves";
    let list = r#"[[3,0,"L"]]"#;
    let gap = MAYAN.lines().next().unwrap();
    assert_eq!(verify(&format!("{words} 1"), gap, list).code, Some(0));
    let run = verify(&format!("{words} 2"), gap, list);
    assert!(run.out.contains("the list has 1 move, expected exactly 2") && run.code == Some(1), "{run:?}");
    let both = "1 0 R\n0 0 R\n\n3 0 L\n";
    assert_eq!(verify("mayan verify", gap, both).code, Some(0));
    let run = verify("mayan verify --shortest", gap, both);
    assert!(run.out.contains("solution 2 has 1 move and the one before 2, expected the fewest"), "{run:?}");
    // A record of another mode is reported by name.
    let run = verify("mayan verify --exactly", gap, &lines(&good(MAYAN)[..1]));
    assert!(run.out.contains("the record is of another mode, it fits with mode within"), "{run:?}");
}

#[test]
fn missing_doubled_and_stray_records_and_those_out_of_order_are_refused() {
    let six: String =
        (0..6).map(|at| SAME.lines().next().unwrap().replace("\"a\"", &format!("\"{at}\"")) + "\n").collect();
    let records = |indexes: &[usize]| {
        let record = |&at: &usize| {
            let mut record = good(SAME)[0].clone();
            (record["index"], record["id"]) = (at.into(), at.to_string().into());
            record
        };
        lines(&indexes.iter().map(record).collect::<Vec<_>>())
    };
    for (indexes, wrong) in [
        (&[0, 1, 2, 3, 4, 5][..], &[][..]),
        (
            &[5, 3, 4, 0, 2, 1],
            &[
                "results:1: 5: wrong: the answer to the puzzle of index 5 is out of order",
                "0: wrong: no answer",
                "1: wrong: no answer",
                "2: wrong: no answer",
                "results:4: 0: wrong: the answer to the puzzle of index 0 is out of order",
                "results:5: 2: wrong: the answer",
                "results:6: 1: wrong: the answer",
                "5: wrong: no answer",
            ],
        ),
        (&[0, 1, 3, 4, 5], &["2: wrong: no answer to the puzzle of index 2"]),
        (&[0, 1, 2], &["3: wrong: no answer", "4: wrong: no answer", "5: wrong: no answer"]),
        (&[0, 1, 1, 2, 3, 4, 5], &["results:3: 1: wrong: a second answer to the puzzle of index 1"]),
        (
            &[0, 2, 2, 1, 0, 3, 4, 5],
            &[
                "1: wrong: no answer",
                "results:3: 2: wrong: a second",
                "results:4: 1: wrong: the answer to the puzzle of index 1 is out of order",
                "results:5: 0: wrong: the answer",
            ],
        ),
        (&[0, 1, 2, 3, 4, 5, 6], &["results:7: 6: wrong: no puzzle has the index 6"]),
        (
            &[0, 9, 1, 2, 3, 4, 5],
            &["results:2: 9: wrong: the answer to the puzzle of index 9 is out of order"],
        ),
        (&[], &["0: wrong: no answer", "1: w", "2: w", "3: w", "4: w", "5: w"]),
    ] {
        let run = verify("samegame verify --quiet", &six, &records(indexes));
        let said: Vec<_> = run.out.lines().collect();
        assert_eq!(said.len(), wrong.len(), "{indexes:?}: {}", run.out);
        assert!(
            said.iter().zip(wrong).all(|(line, start)| line.starts_with(start)),
            "{indexes:?}: {}",
            run.out
        );
        assert_eq!(run.code, Some(if wrong.is_empty() { 0 } else { 1 }), "{}", run.err);
    }
    let run = verify("samegame verify --output jsonl --quiet", &six, &records(&[0, 1, 1, 2, 3, 4, 5]));
    assert!(run.out.contains("\"kind\":\"duplicate\""), "{run:?}");
    // Pieces of a larger input have indexes of their own.
    let piece = six.lines().nth(4).unwrap().replace("{", "{\"index\":4,");
    let run = verify("samegame verify", &piece, &records(&[4]));
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = verify("samegame verify", &piece, &records(&[0, 4, 4]));
    let starts = ["results:1: 0: wrong: no puzzle", "results:2: 4: valid", "results:3: 4: wrong: a second"];
    assert!(run.out.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", run.out);
    let many = [0, 4, 4, 2, 9]
        .map(|index| six.lines().next().unwrap().replace('{', &format!("{{\"index\":{index},")));
    let run = verify(
        "samegame verify --quiet",
        &many.join("\n"),
        &records(&[0, 4, 7, 9])
            .replace("\"id\":\"4\"", "\"id\":\"0\"")
            .replace("\"id\":\"9\"", "\"id\":\"0\""),
    );
    let starts = [
        "0: wrong: two puzzles have the index 4",
        "0: wrong: the puzzle of index 2 is out of order",
        "results:3: 7: wrong: no puzzle has the index 7",
    ];
    assert_eq!(run.out.lines().count(), starts.len(), "{run:?}");
    assert!(run.out.lines().zip(starts).all(|(line, start)| line.starts_with(start)), "{}", run.out);
    // Plain lists are matched by order only.
    let run = verify("samegame verify", SAME, "1 1\n1 1\n");
    assert!(run.out.contains("b: wrong: no answer to the puzzle of index 1"), "{run:?}");
    let run = verify("samegame verify", SAME, "1 1\n\n1 1\n\n1 1\n");
    assert!(run.out.contains("results:5: wrong: one answer too many, the puzzles are 2"), "{run:?}");
}

#[test]
fn files_that_cannot_be_read_are_told() {
    let good = lines(&good(SAME));
    let torn = &good[..good.len() - 30];
    for (puzzles, results, out, err) in [
        (SAME, torn, "b: wrong: no answer", "results:2:109: the record ends"),
        (SAME, "1 ?\n", "", "results:1:3: found '?', expected two numbers"),
        (&format!(":\n{SAME}"), &good, "", "puzzles:1:1: no format of SameGame puzzles starts with ':'"),
        (
            "",
            &good,
            "results:1: puzzles#1: wrong: the puzzle of this answer is bad: puzzles:1:1: the input is empty",
            "puzzles:1:1: the input is empty",
        ),
    ] {
        let run = verify("samegame verify", puzzles, results);
        assert!(run.out.contains(out) && run.err.contains(err) && run.code == Some(1), "{run:?}");
    }
    let run = tilefall("mayan verify data/samples/noip.txt no/such/file", b"");
    assert!(run.err.starts_with("error: no/such/file: cannot be read") && run.code == Some(1), "{run:?}");
    let run = tilefall("mayan verify - -", b"");
    assert!(run.err.contains("both standard input") && run.code == Some(2), "{run:?}");
    let run = tilefall("mayan verify data/samples/noip.txt", b"");
    assert_eq!(run.code, Some(2));
}

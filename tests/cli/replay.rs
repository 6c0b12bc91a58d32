//! `replay` of both games: frames as text, and files from which `verify` reads the answers back.

#[cfg(unix)]
use crate::support::shell_in;
use crate::support::{Run, run_in, run_words, sample, tilefall};
use std::path::Path;

const PUZZLES: &str = concat!(
    r#"{"game":"samegame","id":"first","rows":["1..","122"]}"#,
    "\n",
    r#"{"game":"samegame","id":"</script>&","rows":["11","22"]}"#,
    "\n"
);

fn in_folder(with: impl Fn(&Path, &dyn Fn(&str) -> Run)) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path();
    std::fs::write(path.join("puzzles.jsonl"), PUZZLES).unwrap();
    let run = run_in(path, "samegame solve --nodes 100 --no-timings puzzles.jsonl", b"");
    std::fs::write(path.join("results.jsonl"), run.out).unwrap();
    with(path, &|words| run_in(path, words, b""));
}

#[test]
fn frames_stand_side_by_side_under_what_comes_next() {
    let words = ["samegame", "replay", "-", "--id", "first", "1 1, 1 1"];
    let run = run_words(Path::new("."), &words, PUZZLES.as_bytes());
    let expected = "\
first: 2 clicks, 1000 points, cleared

1: click 1 1 (+0)   2: click 1 1 (+0)   1000 points, cleared
2 [1] .  .          2  .  .  .          2  . . .
1 [1] 2  2          1 [2][2] .          1  . . .
   1  2  3             1  2  3             1 2 3
";
    assert_eq!((run.out.as_str(), run.code), (expected, Some(0)));
}

#[test]
fn a_judges_answer_is_replayed() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.txt"), sample("noip.txt")).unwrap();
    std::fs::write(dir.path().join("list.txt"), "2 1 1\n3 1 1\n3 0 1\n").unwrap();
    let run = run_in(dir.path(), "mayan replay board.txt list.txt", b"");
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    assert!(run.out.starts_with("board.txt#1: 3 moves, cleared\n\n1: 2 1 R "), "{}", run.out);
    let run =
        run_in(dir.path(), "mayan replay board.txt list.txt --html page.html --animate moving.svg", b"");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
}

#[test]
fn a_list_without_a_puzzle_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("board.txt"), "R G\nR G\n").unwrap();
    std::fs::write(dir.path().join("lists.txt"), "1 1\n\n1 1\n").unwrap();
    let run = run_in(dir.path(), "samegame replay --text board.txt lists.txt", b"");
    let message = "lists.txt:3:1: another list begins here, expected one list for each puzzle\n";
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", message, Some(1)));
}

#[test]
fn lists_that_come_with_their_puzzles_are_replayed() {
    let run = tilefall("mayan replay -", &sample("p1312.txt"));
    assert!(run.code == Some(0) && run.out.contains("1: "), "{} {}", run.out, run.err);
}

#[test]
fn a_puzzle_alone_is_no_game_to_verify() {
    in_folder(|_, run| {
        let plain = run("samegame verify puzzles.jsonl");
        let why =
            "error: puzzles.jsonl: this is no game that was kept, expected a file of answers behind it\n";
        assert_eq!((plain.err.as_str(), plain.code), (why, Some(2)));
    });
}

#[test]
fn pages_and_pictures_fetch_nothing_and_names_stay_names() {
    in_folder(|path, run| {
        run("samegame replay puzzles.jsonl results.jsonl --html page.html");
        let page = std::fs::read_to_string(path.join("page.html")).unwrap();
        assert_eq!((page.matches("<script").count(), page.matches("</script>").count()), (3, 3));
        assert!(page.len() < 150_000);
        let fetching = ["https://", "src=", "@import", "url("];
        assert!(fetching.iter().all(|word| !page.contains(word)));
        // The only address is the name of the SVG namespace.
        assert_eq!(page.matches("http://").count(), 1);
        run("samegame replay puzzles.jsonl results.jsonl --id </script>& --animate moving.svg");
        let svg = std::fs::read_to_string(path.join("moving.svg")).unwrap();
        assert!(svg.contains("&lt;/script&gt;&amp;") && !svg.contains("<script") && !svg.contains("href"));
        assert!(svg.contains("prefers-reduced-motion"));
    });
}

#[cfg(unix)]
#[test]
fn a_typed_list_is_of_the_puzzle_with_the_id() {
    let two = "{\"id\":\"a\",\"game\":\"samegame\",\"rows\":[\"11\"]}\n{\"id\":\"b\",\"game\":\"samegame\",\"rows\":[\"222\"]}\n";
    in_folder(|path, _| {
        std::fs::write(path.join("two.jsonl"), two).unwrap();
        let played = |id: &str| shell_in(path, &format!("$TILEFALL samegame replay {id} two.jsonl '1 1'"));
        for (id, title) in [("", "a: 1 click"), ("--id a", "a: 1 click"), ("--id b", "b: 1 click")] {
            let run = played(id);
            assert!(run.out.starts_with(title) && run.code == Some(0), "{id}: {} {}", run.out, run.err);
        }
        let run = played("--id c");
        assert_eq!(
            (run.err.as_str(), run.code),
            ("error: there is no list to replay for the id 'c'\n", Some(1))
        );
    });
}

#[test]
fn what_does_not_fit_is_refused() {
    in_folder(|path, run| {
        std::fs::write(path.join("list.txt"), "1 3\n").unwrap();
        for (words, message, code) in [
            (
                "samegame replay puzzles.jsonl",
                "error: the puzzles come without lists, expected a file of answers, or a list\n",
                2,
            ),
            (
                "samegame replay puzzles.jsonl results.jsonl --animate a.svg",
                "error: a picture shows one list, these are 2, expected --id ID or --html FILE\n",
                2,
            ),
            (
                "samegame replay --score n1 puzzles.jsonl results.jsonl",
                "results.jsonl:1:1: this answer is to another puzzle than first, or under other rules\n\
                 results.jsonl:2:1: this answer is to another puzzle than </script>&, or under other rules\n\
                 error: there is no list to replay\n",
                1,
            ),
            (
                "samegame replay --id none puzzles.jsonl results.jsonl",
                "error: there is no list to replay for the id 'none'\n",
                1,
            ),
            (
                "samegame replay puzzles.jsonl 1,x",
                "error: the list: 1:3: found 'x', expected two numbers, the row and column of a click\n",
                2,
            ),
            (
                "samegame replay puzzles.jsonl none.jsonl",
                "error: none.jsonl: cannot be read: No such file or directory (os error 2)\n",
                1,
            ),
            (
                "samegame replay - -",
                "error: puzzles and answers are both standard input, expected a file for one of them\n",
                2,
            ),
        ] {
            let run = run(words);
            assert_eq!((run.err.as_str(), run.code), (message, Some(code)), "{words}");
        }
        std::fs::write(path.join("one.jsonl"), r#"{"game":"samegame","id":"a","rows":["12"]}"#).unwrap();
        let bad = run("samegame replay one.jsonl list.txt");
        assert!(bad.err.starts_with("a: move 1, 1 3: the cell lies outside the board\n"), "{}", bad.err);
    });
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_lists_are_stepped_through_by_keys() {
    use crate::support::screen::Screen;
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("puzzles.jsonl"), PUZZLES).unwrap();
    let words = ["samegame", "replay", "puzzles.jsonl", "--id", "first", "1 1, 1 1"];
    let mut screen = Screen::run(dir.path(), &words, (24, 80));
    let first = screen.wait_for("0/2");
    insta::assert_snapshot!(first);
    screen.keys("\x1b[C");
    screen.wait_for("1/2");
    screen.keys("9");
    screen.wait_for("1000 points, cleared");
    // At the end of the list, space plays it again from the start; `+` makes playback faster.
    screen.keys("+++ ");
    screen.wait_for("playing");
    screen.wait_for("2/2");
    screen.resize(10, 30);
    screen.wait_until("a short slider", |text| {
        text.contains("2/2") && text.lines().all(|line| line.chars().count() <= 30)
    });
    screen.keys("q");
    assert_eq!(screen.end(), Some(0));
    let mut screen = Screen::run(dir.path(), &words, (24, 80));
    screen.wait_for("0/2");
    screen.kill("TERM");
    assert_eq!(screen.end(), Some(130));
    // With --text the output is text on a terminal as well.
    let mut screen = Screen::run(dir.path(), &[&words[..], &["--text"]].concat(), (24, 80));
    screen.wait_for("1000 points, cleared");
    assert_eq!(screen.end(), Some(0));
}

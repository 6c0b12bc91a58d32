//! Readers read the output of writers. A format writes the same text of a board, whatever format the board is from.

use crate::support::golden;
use proptest::collection::vec;
use proptest::prelude::*;
use std::path::{Path, PathBuf};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, SameGameTask, Task, check_board_by};
use tilefall::rules::{Cell, Columns, GameKind, LeftPenalty, Mode, Move, Rules, Score, Side};
use tilefall::text::formats::{FORMATS, Format, Framing, auto, noip, p1312, uva339};
use tilefall::text::record::hash;

/// Returns the sizes (rows, columns) of boards that a format can hold; `true` if the format holds only full boards.
fn sizes(format: &Format, game: GameKind) -> (Vec<(usize, usize)>, bool) {
    match (format.name, game) {
        ("uva758", _) => (vec![(10, 15)], true),
        ("codingame", _) => (vec![(15, 15)], false),
        ("noip" | "p1312", _) => (vec![(7, 5)], false),
        ("jsonl", GameKind::Mayan) => (vec![(1, 1), (8, 8), (7, 5), (3, 6)], false),
        (name, _) => (vec![(2, 1), (1, 7), (4, 3), (9, 6), (20, 3)], name == "uva339"),
    }
}

/// Returns settled boards that a format can hold; SameGame boards have no empty column between tiles.
fn grid(format: &'static Format, game: GameKind) -> impl Strategy<Value = Grid> {
    let (sizes, full) = sizes(format, game);
    (proptest::sample::select(sizes), 1..=format.labels.len().min(9)).prop_flat_map(
        move |((rows, cols), colours)| {
            let least = if full { rows } else { 0 };
            let column = (vec(0..colours, rows), least..=rows);
            vec(column, cols).prop_map(move |mut columns| {
                if game == GameKind::SameGame {
                    columns.sort_by_key(|column| column.1 == 0);
                }
                let labels = if cols == 1 { &format.labels[..colours] } else { format.labels };
                // Uses the last labels as often as the first.
                let label = |c: usize| if c.is_multiple_of(2) { labels[c] } else { labels[labels.len() - c] };
                let name = |cell: Cell| {
                    let (colours, height) = &columns[cell.col];
                    (cell.row < *height).then(|| label(colours[cell.row]))
                };
                Grid::from_names(rows, cols, name).unwrap()
            })
        },
    )
}

fn rules() -> impl Strategy<Value = Rules> {
    const PENALTIES: [LeftPenalty; 3] = [LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total];
    let named = proptest::sample::select(&Score::NAMED[..]).prop_map(|(_, score)| score);
    let halves = (-9..10_i64, -9..10_i64, -9..10_i64);
    let poly = halves.prop_map(|(a, b, c)| {
        let (half, other) = (a as f64 / 2.0, (2 * b - a) as f64 / 2.0);
        format!("poly:{half},{other},{c}").parse().unwrap()
    });
    let columns = any::<bool>().prop_map(|stay| if stay { Columns::Stay } else { Columns::Close });
    let penalty = proptest::sample::select(&PENALTIES[..]);
    let factor = prop_oneof![Just(1), 1..=u32::MAX];
    let left = proptest::sample::select(vec![None, Some("poly:-20,0,2000:9"), Some("poly:1,0,0")]);
    let left = left.prop_map(|text| text.map(|text| text.parse().unwrap()));
    (prop_oneof![named, poly], any::<u64>(), factor, penalty, left, 1..5_u32, columns).prop_map(
        |(score, clear_bonus, clear_factor, left_penalty, left_points, min_group, columns)| Rules {
            score,
            clear_bonus,
            clear_factor,
            left_penalty,
            left_points,
            min_group,
            columns,
        },
    )
}

/// Returns a task with the parts that the format can hold.
fn task(format: &'static Format, game: GameKind) -> BoxedStrategy<Task> {
    let name = format.name;
    if game == GameKind::SameGame {
        let click = (0..15usize, 0..15usize).prop_map(|(row, col)| Cell::new(row, col));
        let clicks = vec(click, if ["uva339", "codingame"].contains(&name) { 0..5 } else { 0..1 });
        let rules = proptest::option::of(rules()).prop_map(move |rules| match name {
            "jsonl" => rules,
            "tatham" => {
                let score =
                    rules.map_or(Score::N2, |r| if r.score == Score::N1 { Score::N1 } else { Score::N2 });
                Some(Rules { score, clear_bonus: 0, left_penalty: LeftPenalty::None, ..Rules::USUAL })
            }
            _ => None,
        });
        return (clicks, rules)
            .prop_map(|(clicks, rules)| Task::SameGame(SameGameTask { rules, clicks }))
            .boxed();
    }
    let step = (0..4u8, 0..7u8, any::<bool>()).prop_map(|(x, y, right)| {
        if right { Move::new(x, y, Side::Right) } else { Move::new(x + 1, y, Side::Left) }
    });
    let list = vec(step, if name == "p1312" { 0..5 } else { 0..1 });
    let modes = match name {
        "noip" => vec![Some(Mode::Exactly)],
        "p1312" => vec![None],
        _ => vec![None, Some(Mode::Exactly), Some(Mode::Within), Some(Mode::Shortest)],
    };
    (any::<u64>(), any::<bool>(), proptest::sample::select(modes), list, any::<bool>())
        .prop_map(move |(m, some, mode, list, skip)| {
            let moves = (some || name != "jsonl").then_some(m);
            Task::Mayan(MayanTask { moves, mode, list, skip_noop: skip && name == "jsonl" })
        })
        .boxed()
}

fn puzzles() -> impl Strategy<Value = (&'static Format, Vec<Puzzle>)> {
    let games = |format: &'static Format| match format.game {
        Some(game) => vec![(format, game)],
        // A picture of a Mayan board has no number of moves.
        None if format.name == "rows" => vec![(format, GameKind::SameGame)],
        None => vec![(format, GameKind::SameGame), (format, GameKind::Mayan)],
    };
    let kinds: Vec<_> = FORMATS.iter().copied().flat_map(games).collect();
    proptest::sample::select(kinds).prop_flat_map(|(format, game)| {
        let puzzle = (grid(format, game), task(format, game));
        let puzzle = puzzle.prop_map(|(grid, task)| Puzzle::new(grid, task));
        let most = if format.framing == Framing::Single { 1 } else { 3 };
        (Just(format), vec(puzzle, 1..=most))
    })
}

fn text(format: &Format, puzzles: &[Puzzle]) -> String {
    let texts: Vec<String> = puzzles.iter().map(|puzzle| format.write(puzzle).unwrap()).collect();
    format.join(&texts).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn what_is_written_is_read((format, puzzles) in puzzles()) {
        let written = text(format, &puzzles);
        for variant in [written.clone(), written.replace('\n', "\r\n"), written.trim_end().into()] {
            let mut read = Vec::new();
            format.read(variant.as_bytes(), &mut read).unwrap();
            prop_assert_eq!(&read, &puzzles, "{}: {}", format.name, &variant);
            let found: Result<Vec<_>, _> = auto::read(variant.as_bytes()).puzzles.into_iter().collect();
            match found {
                Ok(read) => prop_assert_eq!(&read, &puzzles, "{}: {}", format.name, &variant),
                // A board of two columns can also be read as moves.
                Err(error) => prop_assert!(
                    error.ambiguous || error.message.contains("differently"),
                    "{}",
                    error
                ),
            }
        }
        prop_assert_eq!(text(format, &puzzles), written);
    }

    #[test]
    fn no_text_makes_a_reader_panic((format, puzzles) in puzzles(), cut: prop::sample::Index, bytes: Vec<u8>) {
        let mut broken = text(format, &puzzles).into_bytes();
        let at = cut.index(broken.len());
        broken.splice(at..(at + bytes.len() / 2).min(broken.len()), bytes.iter().copied());
        for text in [&broken[..], &broken[..at], &bytes] {
            for format in FORMATS {
                let mut read = Vec::new();
                if let Err(error) = format.read(text, &mut read) {
                    prop_assert!(error.line >= 1 && error.column >= 1 && error.column <= text.len() as u64 + 1);
                }
                for puzzle in &read {
                    let columns = match &puzzle.task {
                        Task::SameGame(task) => task.rules.unwrap_or_default().columns,
                        Task::Mayan(_) => Columns::Close,
                    };
                    prop_assert_eq!(check_board_by(&puzzle.grid, puzzle.task.game(), columns), Ok(()));
                }
            }
            auto::read(text);
        }
    }
}

#[test]
fn rows_hold_boards_with_any_labels() {
    let rows = Format::named("rows").unwrap();
    let mut written = String::new();
    for text in [
        "RBB\nRRB\n",
        "R\nB\n",
        "R B\n",
        "+*\n*+\n",
        "red,.\nblue,red\n",
        "[red]\n[blue]\n",
        "[10]\n[R]\n",
        "10 a\n10 b\n",
        "red,1\nblue,0\n",
        "100 7\n100 7\n",
        "[5]\n",
        "[\"=\"]\n[\"*\"]\n",
        "[\"*\",\"=\"]\n[\"=\",\"*\"]\n",
        "\u{1f7e5}\u{1f7e6}\n\u{2b1b}\u{fe0f}\u{1f7e5}\n",
    ] {
        let puzzle = rows.read_each(text.as_bytes()).puzzles.remove(0).unwrap();
        let again = rows.write(&puzzle).unwrap();
        let back = rows.read_each(again.as_bytes()).puzzles.remove(0).unwrap();
        assert_eq!(back, puzzle, "{text:?}: {again:?}");
        // Numbers replace the labels of a board if only some are numbers, or if a label would end a title.
        let labels =
            |puzzle: &Puzzle| puzzle.grid.colour_names().labels().map(String::from).collect::<Vec<_>>();
        let number = |label: &String| label.parse::<u64>().is_ok();
        let mixed = labels(&puzzle).iter().any(number) && !labels(&puzzle).iter().all(number);
        let titled = labels(&puzzle).iter().any(|label| label == "=");
        assert!(mixed || titled || labels(&back) == labels(&puzzle), "{text:?}: {again:?}");
        written = rows.join(&[again, written]).unwrap();
    }
    assert!(rows.read_each(written.as_bytes()).puzzles.iter().all(Result::is_ok), "{written}");
}

/// Answers in formats of simulators contain the board and the list.
#[test]
fn answers_are_read_back_with_their_lists() {
    let read = |name: &str| {
        let reading = Format::named(name).unwrap().read_each(&std::fs::read(sample(name)).unwrap());
        reading.puzzles.into_iter().next().unwrap().unwrap()
    };
    let (puzzle, list) = (read("uva339"), vec![Cell::new(2, 1), Cell::new(0, 0)]);
    let answer = uva339::answer(&puzzle, &list).unwrap();
    assert_eq!(answer, "3 3\n3 3 1\n1 3 3\n0 3 4\n3 2\n1 1\n0 0\n0 0\n");
    let back = auto::read(answer.as_bytes()).puzzles.remove(0).unwrap();
    assert_eq!(back.task, Task::SameGame(SameGameTask { rules: None, clicks: list }));
    let mut puzzle = read("p1312");
    let list = vec![Move::new(4, 0, Side::Left)];
    let answer = p1312::answer(&puzzle, &list).unwrap();
    let Task::Mayan(task) = &mut puzzle.task else { panic!() };
    task.list = list.clone();
    assert_eq!(auto::read(answer.as_bytes()).puzzles.remove(0).unwrap(), puzzle);
    assert_eq!(noip::answer(Some(&list)), "4 0 -1\n");
}

fn sample(name: &str) -> PathBuf {
    samples().into_iter().find(|(format, _)| format.name == name).unwrap().1
}

fn samples() -> Vec<(&'static Format, PathBuf)> {
    let path = |format: &'static Format| {
        let end = if format.name == "jsonl" { "jsonl" } else { "txt" };
        let dir = Path::new(".").join("data/samples");
        (format, dir.join(format!("{}.{end}", format.name)))
    };
    FORMATS.iter().copied().map(path).collect()
}

#[test]
fn the_sample_of_a_format_is_read_and_written_as_it_is() {
    for (format, path) in samples() {
        let sample = std::fs::read_to_string(path).unwrap();
        let reading = auto::read(sample.as_bytes());
        assert_eq!(reading.format.name, format.name);
        let puzzles: Vec<Puzzle> = reading.puzzles.into_iter().map(Result::unwrap).collect();
        // The second board of rows.txt has no spaces between cells, but the writer prints spaces.
        if format.name != "rows" {
            assert_eq!(text(format, &puzzles), sample, "{}", format.name);
        }
    }
}

/// Writes every sample puzzle in every format, with colours renamed, and reads the text back; see `pairs.txt`.
#[test]
fn every_pair_of_formats_agrees_on_the_samples() {
    let mut report = String::new();
    for (from, path) in samples() {
        let reading = from.read_each(&std::fs::read(path).unwrap());
        for (at, puzzle) in reading.puzzles.into_iter().enumerate() {
            let puzzle = puzzle.unwrap();
            for to in FORMATS {
                let written = to.relabel(&puzzle).and_then(|puzzle| Ok((to.write(&puzzle)?, puzzle)));
                let result = match written {
                    Ok((text, renamed)) => {
                        let mut back = Vec::new();
                        to.read(to.join(&[text]).unwrap().as_bytes(), &mut back).unwrap();
                        assert_eq!(back.len(), 1);
                        assert_eq!(back[0].grid, renamed.grid, "{} to {}", from.name, to.name);
                        assert_eq!(back[0].grid.relabelled(0), puzzle.grid.relabelled(0));
                        format!("ok {}", hash(&back[0]))
                    }
                    Err(error) => error.to_string(),
                };
                report += &format!("{} {at} to {}: {result}\n", from.name, to.name);
            }
        }
    }
    golden("tests/corpus/pairs.txt", &report);
}

/// Writes boards in each format that holds them, reads each text, and writes the board again in all these formats.
#[test]
fn formats_that_can_hold_a_board_write_the_same_of_it_whatever_they_read_it_from() {
    let mut pairs = 0;
    for (game, rows, cols) in
        [(GameKind::SameGame, 10, 15), (GameKind::SameGame, 15, 15), (GameKind::Mayan, 7, 5)]
    {
        let grid =
            Grid::from_names(rows, cols, |cell| Some([1, 2, 4][(cell.row * 7 + cell.col * cell.col) % 3]))
                .unwrap();
        let task = match game {
            GameKind::SameGame => Task::SameGame(SameGameTask::default()),
            GameKind::Mayan => Task::Mayan(MayanTask { moves: Some(9), ..Default::default() }),
        };
        let puzzle = Puzzle::new(grid, task);
        let holders: Vec<_> = FORMATS
            .iter()
            .filter_map(|f| f.relabel(&puzzle).and_then(|p| f.write(&p)).ok().map(|t| (f, t)))
            .collect();
        for (from, text) in &holders {
            let mut read = Vec::new();
            from.read(from.join(std::slice::from_ref(text)).unwrap().as_bytes(), &mut read).unwrap();
            for (to, expected) in &holders {
                // The original task is restored: a format may imply a game or rules that other formats cannot hold.
                let renamed = to.relabel(&Puzzle { task: puzzle.task.clone(), ..read[0].clone() }).unwrap();
                assert_eq!(&to.write(&renamed).unwrap(), expected, "{} to {}", from.name, to.name);
                pairs += 1;
            }
        }
    }
    // 6 formats hold the first board, 6 the second, 4 the third.
    assert_eq!(pairs, 36 + 36 + 16);
}

#[test]
fn a_board_without_rows_is_refused_as_other_wide_ones() {
    let error =
        check_board_by(&Grid::empty(0, 9, &[]).unwrap(), GameKind::Mayan, Columns::Close).unwrap_err();
    assert_eq!(error, (Cell::new(0, 0), "0 rows and 9 columns, expected at most 8 of each".into()));
}

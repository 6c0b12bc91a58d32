//! `samegame solve`: answers, statuses, limits, and every output.

use crate::support::{sample, tilefall, traced};
use serde_json::Value;
use tilefall::internals::samegame::search::{Method, NoReport, Query, Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Rules, Status, StopFlag};
use tilefall::samegame::{Found, Outcome};

/// Returns the first of the built-in random boards.
fn board() -> String {
    std::fs::read_to_string("data/bench/samegame15.jsonl").unwrap().lines().next().unwrap().to_owned() + "\n"
}

fn record(run: &crate::support::Run) -> Value {
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
    serde_json::from_str(&run.out).unwrap()
}

#[test]
fn a_limit_on_nodes_is_met_and_another_seed_gives_another_list() {
    let words = "samegame solve --nodes 50000 --no-timings";
    let answer = record(&tilefall(words, board().as_bytes()));
    assert_eq!((&answer["status"], &answer["stopped_by"]), (&"feasible".into(), &"nodes".into()));
    assert_eq!(answer["nodes"], 50000);
    assert!(answer["score"].as_i64().unwrap() > 1500, "{answer}");
    assert!(answer["bound"].as_i64() > answer["score"].as_i64());
    let longer = record(&tilefall("samegame solve --nodes 500000 --threads 2", board().as_bytes()));
    assert_eq!(longer["cleared"], true);
    let other = record(&tilefall(&format!("{words} --seed 2"), board().as_bytes()));
    assert_ne!(other["moves"], answer["moves"]);
    let more = record(&tilefall("samegame solve --nodes 51234 --threads 2", board().as_bytes()));
    assert_eq!(more["nodes"], 51234);
}

#[test]
fn a_known_list_is_where_a_search_starts_and_a_trace_tells_how_it_went_on() {
    let folder = tempfile::tempdir().unwrap();
    let (known, trace) = (folder.path().join("known.jsonl"), folder.path().join("trace.jsonl"));
    let words = "samegame solve --no-timings --nodes";
    let first = tilefall(&format!("{words} 200000"), board().as_bytes());
    std::fs::write(&known, &first.out).unwrap();
    let score = |answer: &Value| answer["score"].as_i64().unwrap();
    let words = format!("{words} 400 --from {} --trace {}", known.display(), trace.display());
    let answer = record(&tilefall(&words, board().as_bytes()));
    assert!(score(&answer) >= score(&record(&first)));
    let lines = std::fs::read_to_string(&trace).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        (score(lines.last().unwrap()), &lines.last().unwrap()["moves"]),
        (score(&answer), &answer["moves"])
    );
    assert!(lines.windows(2).all(|pair| score(&pair[0]) < score(&pair[1])), "{lines:?}");
    std::fs::write(&known, "1 x\n").unwrap();
    let run = tilefall(&format!("samegame solve --from {}", known.display()), board().as_bytes());
    let message =
        format!("{}:1:1: this is not a list, expected a result record of SameGame\n", known.display());
    assert_eq!((run.out.as_str(), run.err, run.code), ("", message, Some(1)));
}

#[test]
fn a_known_list_that_leaves_tiles_is_no_answer_where_the_board_is_to_be_cleared() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.txt");
    // The known list removes 22, then 1111: 10 points, one tile left. 11, 11, 222 scores 6 and clears the board.
    std::fs::write(&known, traced("<stdin>#1", "[[1,3],[1,1]]")).unwrap();
    let words = "samegame solve --goal clear --score n1 --format rows --output jsonl --method";
    for method in ["auto", "anneal", "exact"] {
        let words = format!("{words} {method} --nodes 1000 --from {}", known.display());
        let answer = record(&tilefall(&words, b"1 1 2 2 1 1 2\n"));
        assert_eq!((&answer["status"], &answer["cleared"]), (&"optimal".into(), &true.into()), "{method}");
        assert_eq!(answer["score"], 6, "{method}");
    }
    // A known list that clears the board is the answer.
    std::fs::write(&known, traced("<stdin>#1", "[[1,1],[1,3],[1,1]]")).unwrap();
    let words = format!("{words} auto --from {}", known.display());
    let answer = record(&tilefall(&words, b"1 1 2 2 1 1 2\n"));
    assert_eq!((&answer["status"], &answer["nodes"]), (&"optimal".into(), &0.into()), "{answer}");
}

#[test]
fn a_list_that_clears_wins_in_the_simulator() {
    for grid in ["2 2\n1 2\n1 2\n0 0\n0 0\n", "3 4\n1 1 2 2\n2 1 1 2\n2 2 2 2\n0 0\n0 0\n"] {
        let run = tilefall("samegame solve --format uva339 --goal clear --nodes 100000", grid.as_bytes());
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{grid}");
        let played = tilefall("samegame simulate", run.out.as_bytes());
        assert!(played.out.contains("Game Won"), "{run:?} {played:?}");
    }
    let never = "2 2\n1 2\n2 1\n0 0\n0 0\n";
    let run = tilefall("samegame solve --format uva339 --goal clear --nodes 1000", never.as_bytes());
    assert!(!run.out.contains("2 2") || run.out == "-1\n", "{run:?}");
}

#[test]
fn people_see_boards_and_clicks() {
    let run = tilefall("samegame solve --nodes 1000 --no-timings", &sample("codingame.txt"));
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains(" points in ") && run.out.contains("\u{d7}"), "{}", run.out);
    let mayan = tilefall("samegame solve", &sample("noip.txt"));
    assert_eq!((mayan.out.as_str(), mayan.code), ("", Some(1)));
    assert!(mayan.err.contains("this is a Mayan puzzle, expected a SameGame one"), "{}", mayan.err);
}

fn run(query: &Query, nodes: u64) -> Outcome {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: Some(nodes), memory: 1 << 28, stop: &stop };
    let request = Request { method: Method::Anneal, ..Request::default() };
    solve(query, &request, &limits, &NoReport).unwrap()
}

#[test]
fn every_kind_of_board_is_annealed() {
    let wide = |rows: usize, cols: usize, colours: u8| {
        let names: Vec<u64> = (1..=u64::from(colours)).collect();
        let mut grid = Grid::empty(rows, cols, &names).unwrap();
        for (at, cell) in grid.cells().enumerate() {
            grid.set(cell, Some((at * at / 3 % usize::from(colours)) as u8));
        }
        grid
    };
    for (rows, cols, colours) in
        [(16, 16, 7), (9, 9, 9), (16, 64, 4), (10, 40, 12), (30, 50, 5), (64, 64, 62)]
    {
        let grid = wide(rows, cols, colours);
        let outcome = run(&Query::score(&grid, Rules::default()).unwrap(), 500);
        let found = outcome.found.unwrap();
        assert_eq!(Found::replay(&grid, Rules::default(), found.clicks.clone()), Ok(found), "{rows}x{cols}");
    }
    let nothing = run(&Query::score(&Grid::empty(3, 3, &[1]).unwrap(), Rules::default()).unwrap(), 100);
    assert_eq!((nothing.status, nothing.found.unwrap().score), (Status::Optimal, 1000));
}

//! The claims of `samegame solve`: every record of every method, goal and limit names the request and claims only
//! what was proven; open answers have a bound and the limit that stopped the search.

use crate::support::{Run, tilefall, traced};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Value, json};
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::samegame::search::{NoReport, Query, Request, exact, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{LeftPenalty, Refusal, Rules, Score, Status, StopFlag, StopReason};
use tilefall::samegame::PackError;
use tilefall::samegame::{BoardError, Method, Outcome};
use tilefall::text::formats::jsonl;

const METHODS: [&str; 3] = ["auto", "anneal", "exact"];

/// The smallest boards, a board without a move, boards of one row or column, a board that cannot be cleared, and an
/// ordinary one.
const BOARDS: [&str; 10] = [
    "1",
    ".. / ..",
    "12 / 21",
    "1 1",
    "1 / 1 / 2 / 2 / 1",
    "1 2 2 1 3 3 1 2 1 1",
    "211 / 122",
    "1231 / 2212 / 3131",
    "12112 / 21321 / 33213 / 12122 / 31231",
    "1231231 / 2312312 / 1122331 / 3213213 / 1312312 / 2231123 / 1332211",
];

fn puzzles() -> String {
    let rows = |drawing: &str| drawing.replace(' ', "").split('/').map(str::to_owned).collect::<Vec<_>>();
    BOARDS
        .iter()
        .map(|drawing| json!({ "game": "samegame", "rows": rows(drawing) }).to_string() + "\n")
        .collect()
}

/// Returns the records of a run, whose claims `support::tilefall` checks.
fn records(words: &str) -> Vec<Value> {
    let Run { out, err, code } =
        tilefall(&format!("samegame solve --progress never {words}"), puzzles().as_bytes());
    assert_eq!((err.as_str(), code), ("", Some(0)), "{words}");
    let records: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), BOARDS.len(), "{words}");
    records
}

#[test]
fn every_open_answer_has_a_bound_and_what_stopped_it() {
    let mut seen = std::collections::BTreeSet::new();
    for method in METHODS {
        for goal in ["score", "clear"] {
            for limit in ["--nodes 0", "--nodes 1", "--nodes 40", "--time 0ms"] {
                let words = format!("--method {method} --goal {goal} {limit}");
                for record in records(&words) {
                    if let Some(reason) = record["stopped_by"].as_str() {
                        assert!(limit.starts_with(&format!("--{reason}")), "{words}: {record}");
                        seen.insert((record["status"].to_string(), reason.to_owned()));
                    }
                }
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Returns the record of a board of one row, or one column, of random tiles.
fn line(tiles: usize, colours: u8, seed: u64, column: bool) -> String {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let row: String = (0..tiles).map(|_| char::from(b'0' + rng.random_range(0..colours))).collect();
    let rows: Vec<String> = if column { row.chars().map(String::from).collect() } else { vec![row] };
    json!({ "game": "samegame", "rows": rows }).to_string()
}

#[test]
fn rows_and_columns_are_proven_like_other_boards() {
    for column in [false, true] {
        let board = line(24, 3, 1, column);
        let solved = |words: &str| -> Value {
            let run = tilefall(&format!("samegame solve --output jsonl {words}"), board.as_bytes());
            assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{words}");
            serde_json::from_str(&run.out).unwrap()
        };
        let (by_default, exact) = (solved(""), solved("--method exact"));
        assert_eq!((&by_default["status"], &exact["status"]), (&"optimal".into(), &"optimal".into()));
        assert_eq!(by_default["score"], exact["score"]);
    }
}

/// The method auto once gave half of the nodes to other methods, and missed proofs of the exact method.
#[test]
fn tiny_boards_are_proven_by_default_wherever_the_exact_method_proves_them() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut boards = String::new();
    for (rows, cols, colours) in [(4, 5, 3), (5, 5, 4), (5, 6, 3), (6, 6, 4), (5, 8, 3)] {
        for _ in 0..4 {
            let row =
                |_| (0..cols).map(|_| char::from(b'0' + rng.random_range(0..colours))).collect::<String>();
            let rows: Vec<String> = (0..rows).map(row).collect();
            boards += &(json!({ "game": "samegame", "rows": rows }).to_string() + "\n");
        }
    }
    let mut proven = 0;
    for goal in ["score", "clear"] {
        for nodes in [30, 100, 300, 1000] {
            let run = |method: &str| {
                let words =
                    format!("samegame solve --no-timings --nodes {nodes} --goal {goal} --method {method}");
                tilefall(&words, boards.as_bytes()).out
            };
            let exact = run("exact");
            assert_eq!(run("auto"), exact, "{goal} {nodes}");
            proven += exact.matches(r#""status":"optimal""#).count();
        }
    }
    assert!((20..160).contains(&proven), "{proven}");
}

#[test]
fn a_target_that_suffices_is_what_stopped_the_search() {
    for method in METHODS {
        for record in records(&format!("--method {method} --target 3 --nodes 3000")) {
            assert_eq!(record["asked"], json!({ "goal": "score", "target": 3 }));
            let enough = record["score"].as_i64() >= Some(3);
            if record["status"] == "feasible" && enough {
                assert_eq!(record["stopped_by"], "target", "{method} {record}");
            }
        }
    }
    let words = "samegame solve --goal clear --target 3";
    let run = tilefall(words, puzzles().as_bytes());
    assert_eq!((run.out.as_str(), run.code), ("", Some(2)), "{}", run.err);
}

#[test]
fn a_known_list_that_suffices_has_a_bound_and_what_stopped_the_search() {
    let folder = tempfile::tempdir().unwrap();
    let known = folder.path().join("known.jsonl");
    // A click on 22, one of the pairs in the row of ten tiles.
    std::fs::write(&known, traced("<stdin>#1", "[[1,2]]")).unwrap();
    let row = r#"{"game":"samegame","rows":["1221331211"]}"#;
    for method in METHODS {
        let words = format!("--method {method} --score n1 --target 1 --from {}", known.display());
        let run = tilefall(&format!("samegame solve --output jsonl {words}"), row.as_bytes());
        let record: Value = serde_json::from_str(&run.out).unwrap();
        let told = (&record["status"], &record["stopped_by"], &record["score"]);
        assert_eq!(told, (&"feasible".into(), &"target".into(), &1.into()), "{words}");
    }
}

#[test]
fn the_default_number_of_trials_is_what_stopped_the_search() {
    let ask = |method: &str, goal: &str, board: &str| {
        let words = format!("--method {method} --goal {goal}");
        let run = tilefall(&format!("samegame solve --format rows --output jsonl {words}"), board.as_bytes());
        let record: Value = serde_json::from_str(&run.out).unwrap();
        (record["status"].as_str().unwrap().to_owned(), record["stopped_by"].as_str().map(str::to_owned))
    };
    let trials = |status: &str| (status.to_owned(), Some("trials".to_owned()));
    // No list reaches the bound, the score of removing each colour with one click.
    let board = "1 1 2 2 1\n2 2 1 1 2\n";
    assert_eq!(ask("anneal", "score", board), trials("feasible"));
    assert_eq!(ask("anneal", "clear", "2 1 1\n1 2 2\n"), trials("unknown"));
}

#[test]
fn puzzles_that_the_time_for_all_does_not_suffice_for_are_unknown() {
    for goal in ["score", "clear"] {
        let words = format!("samegame solve --goal {goal} --total-time 0ms");
        let board = std::fs::read_to_string("data/bench/samegame15.jsonl").unwrap();
        let run = tilefall(&words, board.as_bytes());
        assert_eq!(run.out.lines().count(), board.lines().count());
        for record in run.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            let told = (&record["status"], &record["stopped_by"], record.get("moves"));
            assert_eq!(told, (&"unknown".into(), &"time".into(), None), "{record}");
        }
    }
}

#[test]
fn people_read_the_upper_bound_and_what_stopped_the_search() {
    let ask = |words: &str| {
        let words = format!("samegame solve --format rows --output text {words}");
        let run = tilefall(&words, b"1 2 1 2 1\n2 1 2 1 1\n1 2 2 1 2\n2 2 1 2 1\n");
        run.out.lines().next().unwrap().to_owned()
    };
    let line = ask("--method anneal --nodes 20");
    assert!(line.contains("; upper bound ") && line.ends_with("; stopped by --nodes"), "{line}");
    let line = ask("--method anneal --target 0");
    assert!(line.contains("; upper bound ") && line.ends_with("; stopped by --target"), "{line}");
    let line = ask("--goal clear --time 0ms");
    assert!(line.contains("unknown: no list that clears the board found; upper bound "), "{line}");
    assert!(line.ends_with("; stopped by --time"), "{line}");
}

fn limits(nodes: Option<u64>, stop: &StopFlag) -> SearchLimits<'_> {
    SearchLimits { nodes, memory: 1 << 24, stop }
}

/// Returns the outcome of every method of the library, and of the exact search alone.
fn library(query: &Query, limits: &SearchLimits) -> Vec<Result<Outcome, BoardError>> {
    let request =
        |method| Request { method, seed: 1, threads: 1, from: None, time: None, path: CpuPath::best() };
    let methods = [Method::Auto, Method::Anneal, Method::Exact];
    let mut all: Vec<_> =
        methods.into_iter().map(|method| solve(query, &request(method), limits, &NoReport)).collect();
    all.push(exact::exact(CpuPath::best(), query, limits, None, &NoReport));
    all
}

#[test]
fn boards_that_cannot_be_played_are_one_error_of_every_method() {
    let floating = Grid::parse("1. / .1").unwrap();
    let gap = Grid::parse("1.1 / 1.1").unwrap();
    let large = Grid::empty(1001, 1000, &[1]).unwrap();
    let score = |grid| Query::score(grid, Rules::default());
    // The board is checked before any method starts.
    for query in [score, Query::clear] {
        let unfit = |grid| query(grid).unwrap_err();
        assert_eq!(
            unfit(&floating),
            BoardError::Unsettled(PackError::Floating(tilefall::rules::Cell::new(1, 0)))
        );
        assert_eq!(unfit(&gap), BoardError::Unsettled(PackError::Gap(1)));
        assert_eq!(unfit(&large), Refusal::TooLarge { rows: 1001, cols: 1000 }.into());
    }
}

#[test]
fn a_clock_that_is_over_ends_every_method_without_a_flag() {
    use std::sync::atomic::{AtomicU32, Ordering};
    let boards = [
        (Grid::from_names(15, 15, |cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 4)), 200),
        (Grid::from_names(5, 8, |cell| Some((cell.row * 3 + cell.col * cell.col) as u64 % 11 % 4)), 200),
        (Grid::from_names(70, 70, |cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 5)), 60),
    ];
    for (grid, most) in boards {
        let grid = grid.unwrap();
        for query in [Query::score(&grid, Rules::default()).unwrap(), Query::clear(&grid).unwrap()] {
            for method in [Method::Auto, Method::Anneal, Method::Exact] {
                for threads in [1, 2] {
                    let (asked, stop) = (AtomicU32::new(0), StopFlag::new());
                    let clock = || f64::from(asked.fetch_add(1, Ordering::Relaxed)) / f64::from(most);
                    let time = Some(&clock as _);
                    let request =
                        Request { method, seed: 1, threads, from: None, time, path: CpuPath::best() };
                    let outcome = solve(&query, &request, &limits(None, &stop), &NoReport).unwrap();
                    let of = format!("{method:?} {:?} {}x{}", query.goal, grid.rows(), grid.cols());
                    assert_eq!(stop.raised(), None);
                    if outcome.is_proven() {
                        continue;
                    }
                    assert_eq!(outcome.stopped_by, Some(StopReason::Time), "{of}");
                    // After its limit a search polls at most once per unit of work.
                    assert!(asked.load(Ordering::Relaxed) < most + 100, "{of} {asked:?}");
                }
            }
        }
    }
}

#[test]
fn a_bonus_beyond_measure_proves_nothing() {
    // A list that clears the board is easy to find; the best one is not: it removes all 1s, or all 2s, with one click.
    let grid = Grid::parse("1 2 1 2 1 2 1 2 / 1 2 1 2 1 2 1 2").unwrap();
    let stop = StopFlag::new();
    for clear_bonus in [1 << 41, 1 << 50, 1 << 60] {
        let rules = Rules { score: Score::N2, clear_bonus, left_penalty: LeftPenalty::None, ..Rules::USUAL };
        let query = Query::score(&grid, rules).unwrap();
        let best = exact::exact(CpuPath::best(), &query, &limits(None, &stop), None, &NoReport).unwrap();
        let best = best.found.unwrap().score;
        for answer in library(&query, &limits(Some(50), &stop)) {
            let answer = answer.unwrap();
            assert!(answer.bound.unwrap() >= best, "{answer:?}");
            assert!(answer.status != Status::Optimal || answer.found.as_ref().unwrap().score == best);
        }
    }
}

#[test]
fn a_proof_of_the_second_turn_is_not_lost() {
    // Branch and bound needs more nodes than the first attempt allows, and fewer than the second.
    let text = std::fs::read("data/bench/samegame8x8.jsonl").unwrap();
    let stop = StopFlag::new();
    let mut proven = 0;
    for puzzle in jsonl::each(&text).take(12).map(Result::unwrap) {
        // The lower left part of the puzzle's board with three colours, and two tiles of a new colour far apart.
        let grid = Grid::from_names(5, 6, |cell| match (cell.row, cell.col) {
            (0, 0) | (0, 5) => Some(9),
            _ => puzzle.grid.name_at(cell).map(|name| name % 3),
        })
        .unwrap();
        let query = Query::clear(&grid).unwrap();
        let alone =
            exact::exact(CpuPath::best(), &query, &limits(Some(20_000), &stop), None, &NoReport).unwrap();
        if alone.status != Status::Infeasible || alone.nodes < 8 {
            continue;
        }
        let nodes = alone.nodes * 4;
        let request = Request {
            method: Method::Auto,
            seed: 1,
            threads: 1,
            from: None,
            time: None,
            path: CpuPath::best(),
        };
        let both = solve(&query, &request, &limits(Some(nodes), &stop), &NoReport).unwrap();
        assert_eq!((both.status, both.stopped_by), (Status::Infeasible, None), "{grid:?}");
        proven += 1;
    }
    assert!(proven > 2, "{proven}");
}

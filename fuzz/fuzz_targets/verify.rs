//! Laws: for any results file, the checker gives one verdict per answer, in the order of the answers. A record that it
//! calls valid contains no claim that brute force contradicts.
#![no_main]

#[path = "../../tests/support/good_records.rs"]
#[allow(dead_code)]
mod good_records;
#[path = "../../tests/support/samegame_brute_force.rs"]
#[allow(dead_code)]
mod samegame_brute_force;

use libfuzzer_sys::fuzz_target;
use samegame_brute_force::{Best, best};
use std::sync::LazyLock;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, Task};
use tilefall::rules::{Mode, Status};
use tilefall::text::record::{Goal, ResultRecord};
use tilefall::verify::lists;
use tilefall::verify::{Answer, Checker, Entry, Settings, answer};

/// A puzzle with its solutions by brute force.
struct Known {
    puzzle: Puzzle,
    truth: Truth,
}

/// SameGame: the best result for each goal. Mayan: the number of lists that clear the board.
enum Truth {
    SameGame(Best),
    Mayan(u64),
}

static KNOWN: LazyLock<Vec<Known>> = LazyLock::new(|| {
    let mut known: Vec<Known> = Vec::new();
    for case in good_records::cases() {
        if known.iter().all(|known| known.puzzle != case.puzzle) {
            known.push(Known { truth: truth(&case.puzzle), puzzle: case.puzzle });
        }
    }
    known
});

fn truth(puzzle: &Puzzle) -> Truth {
    match &puzzle.task {
        Task::SameGame(task) => Truth::SameGame(best(&puzzle.grid, task.rules.unwrap_or_default())),
        Task::Mayan(task) => {
            let most = task.moves.expect("the puzzles have an M");
            let mut counts = (0..=most).map(|moves| lists(&puzzle.grid, moves, task.counts_noops()));
            Truth::Mayan(match task.mode.expect("the puzzles have a mode") {
                Mode::Exactly => counts.next_back().unwrap_or(0),
                Mode::Within => counts.sum(),
                Mode::Shortest => counts.find(|&count| count > 0).unwrap_or(0),
            })
        }
    }
}

/// Returns the number of lists of exactly `moves` moves that clear a board; `noop` counts swaps of equal blocks.
fn lists(grid: &Grid, moves: u64, noop: bool) -> u64 {
    if moves == 0 {
        return u64::from(grid.is_empty());
    }
    let after = |step| {
        let mut next = grid.clone();
        next.play(step).expect("a canonical move can be played");
        lists(&next, moves - 1, noop)
    };
    grid.canonical_moves(noop).into_iter().map(after).sum()
}

/// Reads the answers of a results file; returns no answers if the text is neither records nor lists.
fn answers(text: &[u8], like: &Puzzle) -> Vec<Answer> {
    if text.trim_ascii_start().starts_with(b"{") {
        let lines = (1..).zip(text.split(|&byte| byte == b'\n'));
        return lines.filter_map(|(number, line)| answer::record(line, number)?.ok()).collect();
    }
    lists::read(text, like, None).map_or(Vec::new(), |lists| lists.answers)
}

/// Returns the goal of a record. If the record does not name its goal, the goal is guessed from the other fields.
fn goal(record: &ResultRecord) -> Goal {
    let asked = record.asked.as_ref().and_then(|asked| asked.goal);
    asked.unwrap_or(match record {
        // `infeasible` may be an answer for the goal clear or fewest. Clear is the weaker claim.
        _ if record.status == Status::Infeasible => Goal::Clear,
        _ if record.left.is_some() => Goal::Left,
        _ if record.biggest.is_some() => Goal::Biggest,
        _ if record.cleared == Some(true) && record.bound.is_none() => Goal::Clear,
        _ => Goal::Score,
    })
}

/// Returns `true` if brute force confirms all claims of a SameGame record.
fn is_true(best: &Best, record: &ResultRecord) -> bool {
    let fewest = best.fewest.map(|clicks| clicks as i64);
    let (left, biggest) = (best.left as i64, best.biggest as i64);
    let clicks = record.moves.as_ref().map(|list| list.len() as i64);
    let tiles = |tiles: Option<u64>| tiles.map(|tiles| tiles as i64);
    let (result, limit, bound) = match goal(record) {
        Goal::Score => (record.score, Some(best.score), record.bound.is_none_or(|bound| bound >= best.score)),
        Goal::Clear => (None, None, record.bound.is_none_or(|bound| bound >= best.score)),
        Goal::Fewest => {
            (clicks, fewest, record.bound.zip(fewest).is_none_or(|(bound, clicks)| bound <= clicks))
        }
        Goal::Left => (tiles(record.left), Some(left), record.bound.is_none_or(|bound| bound <= left)),
        Goal::Biggest => {
            (tiles(record.biggest), Some(biggest), record.bound.is_none_or(|bound| bound >= biggest))
        }
    };
    let needs_empty_board = goal(record).needs_empty_board();
    bound
        && match record.status {
            Status::Infeasible => needs_empty_board && !best.clears(),
            Status::Optimal => result == limit && (best.clears() || !needs_empty_board),
            _ => true,
        }
}

fn holds(known: &Known, record: &ResultRecord) {
    let right = match (&known.truth, record.status) {
        (Truth::SameGame(best), _) => is_true(best, record),
        (&Truth::Mayan(count), Status::Infeasible) => count == 0,
        (&Truth::Mayan(count), Status::Optimal) => {
            count > 0 && record.count.as_ref().is_none_or(|text| text.parse() == Ok(count))
        }
        (&Truth::Mayan(count), Status::Feasible) => count > 0 || record.counts.is_some(),
        (Truth::Mayan(_), _) => true,
    };
    assert!(right, "{:?}: valid: {}", known.puzzle, record.to_line());
}

fuzz_target!(|bytes: &[u8]| {
    // The first byte selects the puzzle of index 0; the other puzzles of its game follow. The rest is the results file.
    let [first, text @ ..] = bytes else { return };
    let first = &KNOWN[usize::from(*first) % KNOWN.len()];
    let game = first.puzzle.task.game();
    let others = KNOWN.iter().filter(|known| known.puzzle.task.game() == game);
    let mut puzzles = vec![first];
    puzzles.extend(others.filter(|known| !std::ptr::eq(*known, first)));
    let answers = answers(text, &first.puzzle);
    let entry = |known: &&Known| Entry { id: "p".into(), index: None, puzzle: Ok(known.puzzle.clone()) };
    let settings = Settings { search: 100_000, ..Settings::default() };
    let lines: Vec<u64> = answers.iter().map(|answer| answer.line).collect();
    let mut checked = Vec::new();
    for case in Checker::new(puzzles.iter().map(entry), answers.iter().cloned().map(Ok)) {
        let verdict = case.expect("all answers could be read").verdict(&settings);
        checked.extend(Some(verdict.line).filter(|&line| line > 0));
        let (Some(index), Some(_), true) = (verdict.index, verdict.status, verdict.is_valid()) else {
            continue;
        };
        if let Some(answer) = answers.iter().find(|answer| answer.line == verdict.line) {
            holds(puzzles[index as usize], &answer.record);
        }
    }
    assert_eq!(checked, lines);
});

//! Compares the solver with the baseline, a solver in the usual style, on the hard boards of five moves:
//! `cargo bench --bench mayan_baseline`.
//!
//! The baseline solves each board once, tilefall solves it nine times, and both must find the same list. Each board is
//! solved without swaps of equal blocks, then with such swaps as moves. Prints times, ratios, and their geometric mean.

use std::time::Instant;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::Puzzle;
use tilefall::rules::{Cell, Mode, Side, StopFlag};
use tilefall::text::formats::jsonl;
use tilefall_benches::baseline;

fn main() {
    let text = include_bytes!("../data/bench/mayan.jsonl");
    let hard = jsonl::each(text).map(|puzzle| puzzle.expect("the shipped boards can be read"));
    let hard: Vec<_> = hard.filter(|p| p.id.as_deref().is_some_and(|id| id.starts_with("hard5"))).collect();
    for (equal, title) in [(false, "swaps of equal blocks are no moves"), (true, "they are moves")] {
        println!("{title}\n{:<12}{:>14}{:>14}{:>10}", "board", "baseline ms", "tilefall ms", "ratio");
        compare(&hard, equal);
    }
}

/// Solves each board with the baseline and with tilefall; `equal` is whether swaps of two equal blocks are moves.
fn compare(hard: &[Puzzle], equal: bool) {
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 28, stop: &stop };
    let (mut logs, mut slow_sum, mut fast_sum) = (0.0, 0.0, 0.0);
    for puzzle in hard {
        let board = array(&puzzle.grid);
        let begun = Instant::now();
        let mut path = Vec::new();
        let solved = baseline::search(&board, 5, equal, &mut path);
        let slow = begun.elapsed().as_secs_f64();
        let mut times: Vec<f64> = (0..9)
            .map(|_| {
                let begun = Instant::now();
                let request = Request { skip_noop: !equal, ..Request::new(5, Mode::Exactly) };
                let answer = solve(&puzzle.grid, &request, &limits);
                let time = begun.elapsed().as_secs_f64();
                let list = answer.expect("a board of 5 by 7").found;
                assert_eq!(list.is_some(), solved);
                let side = |side| if side == Side::Right { 1 } else { -1 };
                let list =
                    list.unwrap_or_default().into_iter().map(|m| (m.x.into(), m.y.into(), side(m.side)));
                assert_eq!(list.collect::<Vec<_>>(), path);
                time
            })
            .collect();
        times.sort_by(f64::total_cmp);
        let fast = times[times.len() / 2];
        (logs, slow_sum, fast_sum) = (logs + libm::log(slow / fast), slow_sum + slow, fast_sum + fast);
        let id = puzzle.id.as_deref().unwrap_or("");
        println!("{id:<12}{:>14.3}{:>14.4}{:>10.0}", slow * 1e3, fast * 1e3, slow / fast);
    }
    let mean = libm::exp(logs / hard.len() as f64);
    println!(
        "{:<12}{:>14.3}{:>14.4}{:>10.0}  (geometric mean {mean:.0})",
        "all",
        slow_sum * 1e3,
        fast_sum * 1e3,
        slow_sum / fast_sum
    );
}

fn array(grid: &Grid) -> baseline::Board {
    std::array::from_fn(|x| std::array::from_fn(|y| grid.get(Cell::new(y, x)).map_or(0, |colour| colour + 1)))
}

//! The solver against brute force on small boards of every size, with random parts of the solver, limits, memory and
//! threads: every claim of an answer is checked.
//!
//! The environment variable `TILEFALL_BOARDS` is the number of boards, `TILEFALL_SEED` the seed of the first board.

use crate::support::boards;
use crate::support::mayan_brute_force::BruteForce;
use crate::support::mayan_oracle::{Oracle, check};
use crate::support::paths;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeMap;
use tilefall::internals::mayan::solve::Request;
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::mayan::Solutions;
use tilefall::rules::control::SearchLimits;
use tilefall::rules::{Mode, Status, StopFlag, StopReason, Threads};

type Dice = Xoshiro256PlusPlus;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn tuning(dice: &mut Dice) -> Tuning {
    let part = |dice: &mut Dice| dice.random_range(0..4) > 0;
    let paths: Vec<_> = paths::tested();
    Tuning {
        flow: part(dice),
        sleep: part(dice),
        final_moves: part(dice),
        table: part(dice),
        sequential_nodes: [0, 1, 20, 20_000][dice.random_range(0..4usize)],
        task_depth: dice.random_range(1..=4),
        task_nodes: [0, 1, 64][dice.random_range(0..3usize)],
        max_depth: if dice.random_range(0..6) == 0 { dice.random_range(0..=4) } else { 512 },
        cpu: (dice.random_range(0..3) == 0).then(|| paths[dice.random_range(0..paths.len())]),
    }
}

/// The number of requests, and of answers of each kind.
#[derive(Debug, Default)]
struct Tally {
    asked: u64,
    answers: BTreeMap<String, u64>,
}

/// Solves a board in every mode for every kind of answer, with random tuning and limits. Returns `false` if the board
/// is too large for brute force.
fn attack(dice: &mut Dice, tally: &mut Tally) -> bool {
    let grid = boards::any(dice);
    let skip_noop: bool = dice.random();
    let depth = dice.random_range(1..=5);
    // Two graphs of boards: without swaps of equal blocks, and with them.
    let Some(mut readings) = (1..=depth).rev().find_map(|depth| {
        let reading = |noop| BruteForce::of(&grid, noop, depth, 1500);
        Some([reading(false)?, reading(true)?])
    }) else {
        return false;
    };
    let deepest = readings[0].depth;
    if (0..=deepest).map(|moves| readings[1].count(moves)).sum::<u128>() > 3000 {
        return false;
    }
    let oracles = readings.map(Oracle::of);
    for mode in [Mode::Exactly, Mode::Within, Mode::Shortest] {
        let oracle = &oracles[usize::from(mode == Mode::Exactly && !skip_noop)];
        for want in 0..5 {
            let want = match want {
                0 => Solutions::One,
                1 => Solutions::First,
                2 => Solutions::All(u64::MAX),
                3 => Solutions::All(dice.random_range(1..=3)),
                _ => Solutions::Count,
            };
            let moves = match dice.random_range(0..12) {
                // Beyond the depth that brute force explored.
                0 => deepest + dice.random_range(1..=2),
                1 => u64::MAX,
                _ => dice.random_range(0..=deepest),
            };
            let threads = Threads::Exactly([1, 2, 8][dice.random_range(0..3usize)]);
            let request = Request { moves, mode, want, skip_noop, threads, tuning: tuning(dice) };
            let stop = StopFlag::new();
            // On boards that were not fully explored, requests are limited.
            let limited = moves > deepest || dice.random_range(0..3) == 0;
            let most = [3, 30, 300][dice.random_range(0..3usize)];
            let nodes = limited.then(|| dice.random_range(0..most));
            let memory = [1 << 16, 1 << 16, 1 << 18, 1 << 24, 0][dice.random_range(0..5usize)];
            if dice.random_range(0..25) == 0 {
                stop.raise(if dice.random() { StopReason::Time } else { StopReason::Interrupt });
            }
            let limits = SearchLimits { nodes, memory, stop: &stop };
            let outcome = check(&grid, oracle, &request, &limits);
            let free = nodes.is_none() && stop.raised().is_none() && moves <= request.tuning.max_depth;
            let open = matches!(outcome.status, Status::Unknown | Status::Feasible);
            let enough = matches!(outcome.stopped_by, Some(StopReason::Solutions));
            assert!(!(free && open) || enough, "stopped by nothing: {grid:?} {request:?} {outcome:?}");
            tally.asked += 1;
            *tally.answers.entry(format!("{:?} {:?}", outcome.status, outcome.stopped_by)).or_default() += 1;
        }
    }
    true
}

#[test]
fn no_claim_about_a_small_board_is_false_whatever_part_or_limit_it_is_solved_with() {
    let boards = number("TILEFALL_BOARDS", if cfg!(debug_assertions) { 150 } else { 600 });
    let first = number("TILEFALL_SEED", 0);
    let mut tally = Tally::default();
    let (mut seed, mut done) = (first, 0);
    while done < boards {
        let mut dice = Dice::seed_from_u64(seed);
        done += u64::from(attack(&mut dice, &mut tally));
        seed += 1;
    }
    eprintln!("{boards} boards from seed {first}: {tally:#?}");
    for kind in ["Optimal None", "Infeasible None", "Unknown Some(Nodes)", "Feasible Some(Solutions)"] {
        assert!(tally.answers.get(kind).copied() > Some(boards / 8), "{tally:?}");
    }
}

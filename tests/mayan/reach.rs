//! The traversal of all reachable boards: "no solution for any M" is claimed only if every board was visited.

use crate::support::boards;
use crate::support::mayan_brute_force::BruteForce;
use crate::support::mayan_oracle::{Oracle, check};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::mayan::packed::Packed;
use tilefall::internals::mayan::solve::bound::SimpleBound;
use tilefall::internals::mayan::solve::reach::{Reach, ReachStatus};
use tilefall::internals::mayan::solve::tuning::Tuning;
use tilefall::internals::mayan::solve::{Request, solve};
use tilefall::mayan::{InfeasibleReason, Solutions};
use tilefall::rules::control::SearchLimits;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Mode, Status, StopFlag, StopReason};

/// Boards that no list empties, though every colour has three blocks or more, each with its number of reachable boards.
const NEVER: [(&str, usize); 16] = [
    ("12.2 / 1121", 72),
    ("21. / 212 / 121", 79),
    ("...1 / .2.2 / 1211", 86),
    (".21 / 212 / 212", 91),
    (".1.1. / 22122", 93),
    (".2. / .1. / .2. / .1. / 112", 121),
    ("..1 / .12 / 212 / 221", 135),
    ("...1 / .122 / 2122", 163),
    ("1.. / 21. / 12. / 121", 179),
    ("..... / ..31. / 13133", 239),
    (".2..1 / 12122", 239),
    (".33. / .311 / 1131", 248),
    (".122. / 12211", 365),
    (".1. / .12 / .22 / .11 / 221", 422),
    ("2.. / 132 / 311 / 332", 472),
    ("12.21 / 21.11", 630),
];

/// Returns a fully explored board with its facts: one of [`NEVER`] for an even `turn`, else one that can be emptied.
fn small(dice: &mut Xoshiro256PlusPlus, turn: usize) -> (Grid, Oracle) {
    if turn.is_multiple_of(2) {
        let (drawing, pages) = NEVER[turn / 2 % NEVER.len()];
        let grid = Grid::parse(drawing).unwrap();
        let brute_force = BruteForce::of(&grid, false, 60, 700).unwrap();
        assert!(brute_force.closed && !brute_force.clears() && brute_force.boards() == pages, "{drawing}");
        return (grid, Oracle::without_lists(brute_force));
    }
    loop {
        let (steps, colours) = (dice.random_range(1..=2), dice.random_range(1..=2));
        let grid = boards::grid(3, &boards::planted(dice, 3, 4, steps, colours), 0);
        if grid.is_empty() || grid.tiles() > 7 {
            continue;
        }
        let brute_force = BruteForce::of(&grid, false, 60, 700).unwrap();
        assert!(brute_force.closed && brute_force.clears(), "{grid:?}");
        return (grid, Oracle::without_lists(brute_force));
    }
}

/// Runs the traversal to its end; returns the status and the number of boards expanded.
fn walk(grid: &Grid, memory: usize, mut portion: impl FnMut() -> u64) -> (ReachStatus, u64) {
    let mut settled = grid.clone();
    settled.settle();
    let mut reach =
        Reach::new(Packed::<4>::from_grid(&settled).unwrap(), grid.cols() as u32, CpuPath::best());
    loop {
        let end = reach.advance::<SimpleBound>(portion(), memory);
        if end != ReachStatus::Running {
            return (end, reach.expanded);
        }
    }
}

#[test]
fn a_walk_that_is_cut_by_memory_never_says_that_all_was_seen() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(40);
    let mut ends = std::collections::BTreeMap::new();
    for turn in 0..2 * NEVER.len() {
        let (grid, oracle) = small(&mut dice, turn);
        let whole = walk(&grid, usize::MAX, || u64::MAX);
        assert_eq!(whole.0 == ReachStatus::Exhausted, oracle.never, "{grid:?}");
        assert_ne!(whole.0, ReachStatus::OutOfMemory);
        // The traversal is the same in portions of any size.
        assert_eq!(walk(&grid, usize::MAX, || 1), whole, "{grid:?}");
        assert_eq!(walk(&grid, usize::MAX, || dice.random_range(1..9)), whole, "{grid:?}");
        for memory in (0..40).map(|step| step * step * 192) {
            let (end, expanded) = walk(&grid, memory, || 3);
            assert!(end == ReachStatus::OutOfMemory || (end, expanded) == whole, "{grid:?} {memory} {end:?}");
            *ends.entry(format!("{end:?}")).or_insert(0) += 1;
        }
        assert_eq!(walk(&grid, 0, || 3), (ReachStatus::OutOfMemory, 0));
    }
    assert!(ends.len() == 3 && ends.values().all(|&times| times > 100), "{ends:?}");
}

#[test]
fn none_for_any_number_of_moves_is_claimed_only_with_proof_whatever_the_memory() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(41);
    let stop = StopFlag::new();
    let (mut proven, mut open) = (0, 0);
    for round in 0..2 * NEVER.len() {
        let (grid, oracle) = small(&mut dice, round);
        for memory in [0, 1 << 11, 1 << 14, 1 << 16, 1 << 22] {
            let mode = [Mode::Shortest, Mode::Within, Mode::Exactly][round % 3];
            let want = [Solutions::One, Solutions::All(3), Solutions::Count, Solutions::First][round / 2 % 4];
            let tuning = Tuning { flow: round % 5 > 1, ..Tuning::default() };
            let request = Request { want, skip_noop: true, tuning, ..Request::new(u64::MAX, mode) };
            let limits = SearchLimits { nodes: Some(3000), memory, stop: &stop };
            let outcome = check(&grid, &oracle, &request, &limits);
            proven += usize::from(matches!(outcome.reason, Some(InfeasibleReason::Exhausted(_))));
            open += usize::from(outcome.status == Status::Unknown);
        }
    }
    assert!(proven > 20 && open > 50, "{proven} proven, {open} open");
}

/// A search up to a maximum depth claims nothing about longer lists.
#[test]
fn the_depth_limit_proves_nothing_of_longer_lists() {
    let mut dice = Xoshiro256PlusPlus::seed_from_u64(42);
    let stop = StopFlag::new();
    let mut open = 0;
    for turn in 0..2 * NEVER.len() {
        let (grid, oracle) = small(&mut dice, turn);
        for (depth, want) in
            [1, 2, 3, 5].into_iter().flat_map(|d| [(d, Solutions::One), (d, Solutions::Count)])
        {
            for (mode, moves) in [(Mode::Shortest, u64::MAX), (Mode::Within, depth + 1), (Mode::Exactly, 7)] {
                let tuning = Tuning { max_depth: depth, ..Tuning::default() };
                let request = Request { want, skip_noop: true, tuning, ..Request::new(moves, mode) };
                // The memory is too small to visit all boards.
                let limits = SearchLimits { nodes: None, memory: 2000, stop: &stop };
                let outcome = check(&grid, &oracle, &request, &limits);
                open += usize::from(outcome.stopped_by == Some(StopReason::Depth));
            }
        }
    }
    assert!(open > 100, "{open}");
}

#[test]
fn a_number_beyond_128_bits_leaves_the_lengths_that_were_counted() {
    let grid = Grid::parse("11.1.").unwrap();
    let mut brute_force = BruteForce::of(&grid, false, 400, usize::MAX).unwrap();
    assert!(brute_force.closed);
    let stop = StopFlag::new();
    let limits = SearchLimits { nodes: None, memory: 1 << 26, stop: &stop };
    let oracle = Oracle { known: Some(1), ..Oracle::default() };
    let ask = |mode, moves| {
        let request = Request { want: Solutions::Count, skip_noop: true, ..Request::new(moves, mode) };
        let outcome = solve(&grid, &request, &limits).unwrap();
        assert!(outcome.bound <= oracle.known.unwrap(), "{outcome:?}");
        outcome
    };
    let within = ask(Mode::Within, 512);
    assert_eq!((within.status, within.stopped_by), (Status::Unknown, Some(StopReason::Count)));
    assert_eq!((within.bound, within.count), (1, None));
    let last = within.counts.last().unwrap().moves;
    assert!((50..400).contains(&last), "{last}");
    for counted in &within.counts {
        assert_eq!(counted.lists, brute_force.count(counted.moves), "{counted:?}");
    }
    // The count for the last length fits 128 bits; the sum of all lengths, or the count for the next length, does not.
    let exactly = ask(Mode::Exactly, last);
    assert_eq!((exactly.status, exactly.count), (Status::Optimal, Some(brute_force.count(last))));
    let beyond = ask(Mode::Exactly, 512);
    assert_eq!((beyond.status, beyond.stopped_by), (Status::Unknown, Some(StopReason::Count)));
    assert!(beyond.counts.is_empty() && beyond.bound == 1);
}

#[test]
fn beyond_the_longest_lists_the_walk_goes_on_and_says_if_memory_ended_it() {
    let stop = StopFlag::new();
    let solved = |drawing: &str, depth: u64, memory: usize| {
        let limits = SearchLimits { nodes: None, memory, stop: &stop };
        let tuning = Tuning { max_depth: depth, ..Tuning::default() };
        let request = Request { tuning, ..Request::new(u64::MAX, Mode::Shortest) };
        solve(&Grid::parse(drawing).unwrap(), &request, &limits).unwrap()
    };
    // This board cannot be cleared; searches of four moves leave most of the reachable boards unvisited.
    let never = "1.0.2 / 120.0 / 21120";
    let whole = solved(never, 4, 256 << 20);
    assert!(
        whole.status == Status::Infeasible && matches!(whole.reason, Some(InfeasibleReason::Exhausted(_))),
        "{whole:?}"
    );
    let little = solved(never, 4, 1 << 16);
    let answer = (little.status, little.stopped_by, little.bound);
    assert_eq!(answer, (Status::Unknown, Some(StopReason::Memory), 5));
    // Two moves clear this board, more than the maximum depth of 1.
    let longer = solved("1.1.1", 1, 256 << 20);
    assert_eq!((longer.stopped_by, longer.bound), (Some(StopReason::Depth), 2));
}

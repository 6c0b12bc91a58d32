//! NRPA and nested Monte Carlo search: valid lists, best scores on small boards, the same answer on any number of
//! threads and on every path, unusual boards, limits.

use crate::support::paths;
use crate::support::samegame_brute_force::{self, Best};
use std::sync::Mutex;
use tilefall::internals::bits::cpu::CpuPath;
use tilefall::internals::control::SearchLimits;
use tilefall::internals::samegame::search::exact::exact;
use tilefall::internals::samegame::search::sample;
use tilefall::internals::samegame::search::{NestedSettings, NoReport, NrpaSettings, Query, Report};
use tilefall::rules::grid::Grid;
use tilefall::rules::{LeftPenalty, Rules, Score, Status, StopFlag, StopReason};
use tilefall::samegame::{Found, Outcome};

/// A search method with its settings.
#[derive(Clone, Copy, Debug)]
enum How {
    Nrpa(NrpaSettings),
    Nested(NestedSettings),
}

/// Each search method with the default and with other settings.
fn all() -> [How; 5] {
    let (nrpa, nested) = (NrpaSettings::default(), NestedSettings::default());
    [
        How::Nrpa(NrpaSettings { rounds: 20, ..nrpa }),
        How::Nrpa(NrpaSettings { level: 3, rounds: 6, tabu: false, bias: 0.0, ..nrpa }),
        How::Nested(nested),
        How::Nested(NestedSettings { level: 1, tabu: false, ..nested }),
        How::Nested(NestedSettings { level: 0, tabu: false, ..nested }),
    ]
}

fn search(how: How, query: &Query<'_>, nodes: u64, threads: usize) -> Outcome {
    let limits = SearchLimits { nodes: Some(nodes), memory: 1 << 20, stop: &StopFlag::new() };
    on(CpuPath::best(), how, query, &limits, threads, &NoReport)
}

fn on(
    path: CpuPath,
    how: How,
    query: &Query<'_>,
    limits: &SearchLimits<'_>,
    threads: usize,
    report: &dyn Report,
) -> Outcome {
    let outcome = match how {
        How::Nrpa(settings) => sample(path, query, &settings, limits, threads, report).unwrap(),
        How::Nested(settings) => sample(path, query, &settings, limits, threads, report).unwrap(),
    };
    if let Some(found) = &outcome.found {
        assert_eq!(Found::replay(query.grid(), query.rules, found.clicks.clone()).as_ref(), Ok(found));
    }
    outcome
}

/// A full board of random colours.
fn random_grid(rows: usize, cols: usize, colours: u64, seed: u64) -> Grid {
    let mut state = seed;
    Grid::from_names(rows, cols, |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Some((state >> 33) % colours)
    })
    .unwrap()
}

#[test]
fn small_boards_reach_the_best_score_and_are_cleared_if_they_can_be() {
    let penalty = Rules { score: Score::N1, clear_bonus: 7, left_penalty: LeftPenalty::N2, ..Rules::USUAL };
    let tri = Rules { score: Score::Tri, clear_bonus: 0, left_penalty: LeftPenalty::None, ..Rules::USUAL };
    let mut cleared = 0;
    for seed in 0..12 {
        let grid = random_grid(3 + seed as usize % 2, 4, 2 + seed % 3, seed);
        let rules = [Rules::default(), penalty, tri][seed as usize % 3];
        let Best { score: best, left, .. } = samegame_brute_force::best(&grid, rules);
        for how in all() {
            // Without a tabu colour all lists can be reached. Many short runs of NRPA, because a long run converges
            // to its first lists.
            let how = match how {
                How::Nrpa(settings) => How::Nrpa(NrpaSettings { rounds: 5, tabu: false, ..settings }),
                How::Nested(settings) => How::Nested(NestedSettings { tabu: false, ..settings }),
            };
            let query = Query::score(&grid, rules).unwrap();
            let outcome = search(how, &query, 3000, 1);
            if best < query.ceiling() {
                assert_eq!((outcome.status, outcome.nodes), (Status::Feasible, 3000));
                assert_eq!(
                    (outcome.bound, outcome.stopped_by),
                    (Some(query.ceiling()), Some(StopReason::Nodes))
                );
            } else {
                assert_eq!((outcome.status, outcome.bound), (Status::Optimal, Some(best)));
            }
            assert_eq!(outcome.found.unwrap().score, best, "{how:?} {grid:?}");
            let outcome = search(how, &Query::clear(&grid).unwrap(), 3000, 1);
            assert_eq!(outcome.found.is_some(), left == 0, "{how:?} {grid:?}");
            if left == 0 {
                assert_eq!((outcome.status, outcome.stopped_by), (Status::Optimal, None));
                cleared += 1;
            }
        }
    }
    assert!(cleared >= 10);
}

#[test]
fn the_answer_depends_on_the_seed_but_not_on_threads_or_path() {
    let grid = random_grid(10, 9, 4, 77);
    for how in all() {
        for query in [
            Query::score(&grid, Rules::default()).unwrap(),
            Query { target: Some(250), ..Query::score(&grid, Rules::default()).unwrap() },
            Query::clear(&grid).unwrap(),
        ] {
            // 1500 playouts are several runs of some methods, and part of a run of others.
            let expected = search(how, &query, 1500, 1);
            assert!(expected.nodes <= 1500 && expected.found_at <= expected.nodes);
            for threads in [1, 3] {
                assert_eq!(search(how, &query, 1500, threads), expected, "{how:?}");
            }
            let limits = SearchLimits { nodes: Some(1500), memory: 1 << 20, stop: &StopFlag::new() };
            for path in paths::tested() {
                assert_eq!(on(path, how, &query, &limits, 1, &NoReport), expected, "{how:?} {path:?}");
            }
        }
    }
    let seeded = |seed| {
        let how = How::Nrpa(NrpaSettings { seed, ..NrpaSettings::default() });
        search(how, &Query::score(&grid, Rules::default()).unwrap(), 50, 1).found
    };
    assert_ne!(seeded(1), seeded(2));
}

#[test]
fn more_playouts_are_never_worse_and_learning_beats_chance() {
    let grid = random_grid(12, 12, 4, 5);
    let score = |how, nodes| {
        search(how, &Query::score(&grid, Rules::default()).unwrap(), nodes, 1).found.unwrap().score
    };
    let (nrpa, nested) = (How::Nrpa(NrpaSettings::default()), How::Nested(NestedSettings::default()));
    for how in [nrpa, nested] {
        let scores = [1, 30, 300, 3000].map(|nodes| score(how, nodes));
        assert!(scores.is_sorted(), "{how:?} {scores:?}");
    }
    let chance = score(How::Nested(NestedSettings { level: 0, tabu: false, seed: 1 }), 3000);
    assert!(score(nrpa, 3000) > chance + 200 && score(nested, 3000) > chance + 200);
}

#[test]
fn searches_of_small_boards_get_past_their_first_playouts() {
    // Of 24 boards NRPA came to the best of two, and found nothing more after some hundred playouts: its weights
    // settled, and most of the best lists break up the colour that it kept in every run.
    let (mut best, mut late) = ([0; 2], [0; 2]);
    for seed in 0..24 {
        let grid = random_grid(4 + seed as usize % 3, 5, 3 + seed % 2, seed);
        let query = Query::score(&grid, Rules::default()).unwrap();
        let limits = SearchLimits { nodes: None, memory: 1 << 20, stop: &StopFlag::new() };
        let highest = exact(CpuPath::best(), &query, &limits, None, &NoReport).unwrap().bound;
        let hows = [How::Nrpa(NrpaSettings::default()), How::Nested(NestedSettings::default())];
        for (at, how) in hows.into_iter().enumerate() {
            let outcome = search(how, &query, 20_000, 1);
            best[at] += usize::from(outcome.found.map(|found| found.score) == highest);
            late[at] += usize::from(outcome.found_at > 100);
        }
    }
    assert!(best[0] >= 20 && best[1] >= 22 && late[0] >= 12, "{best:?} {late:?}");
}

#[test]
fn neighbouring_seeds_share_no_run() {
    // Runs of one playout. Where the second run of a seed is the first one of the next, two runs of a seed are always
    // as good as the better of the first run of both.
    let grid = random_grid(8, 8, 4, 3);
    let query = Query::score(&grid, Rules::default()).unwrap();
    let nrpa = NrpaSettings { level: 1, rounds: 1, tabu: false, ..NrpaSettings::default() };
    let nested = NestedSettings { level: 0, tabu: false, seed: 0 };
    let seeded = |how, seed| match how {
        How::Nrpa(settings) => How::Nrpa(NrpaSettings { seed, ..settings }),
        How::Nested(settings) => How::Nested(NestedSettings { seed, ..settings }),
    };
    for how in [How::Nrpa(nrpa), How::Nested(nested)] {
        let best = |seed, nodes| search(seeded(how, seed), &query, nodes, 1).found.unwrap().score;
        let same = (0..60).filter(|&seed| best(seed, 2) == best(seed, 1).max(best(seed + 1, 1))).count();
        assert!(same < 50, "{how:?} {same}");
    }
}

#[test]
fn odd_boards_have_an_answer() {
    let stripes =
        |rows, cols| Grid::from_names(rows, cols, |cell| Some((cell.row / 2 + cell.col) as u64 % 3)).unwrap();
    let cases = [
        (Grid::parse(".").unwrap(), Some((Status::Optimal, 1000))),
        (Grid::parse("1").unwrap(), Some((Status::Optimal, 0))),
        (Grid::parse("12 / 21").unwrap(), Some((Status::Optimal, 0))),
        (Grid::parse("11 / 11").unwrap(), Some((Status::Optimal, 4 + 1000))),
        (Grid::parse("1 2 2 1 3 3 1").unwrap(), Some((Status::Optimal, 1 + 1000))),
        (Grid::from_names(16, 16, |_| Some(9)).unwrap(), Some((Status::Optimal, 254 * 254 + 1000))),
        (stripes(90, 1), None),
        (stripes(64, 64), None),
        (stripes(30, 70), None),
    ];
    for (grid, expected) in cases {
        for how in all() {
            let nodes = if grid.tiles() > 1000 { 2 } else { 40 };
            let outcome = search(how, &Query::score(&grid, Rules::default()).unwrap(), nodes, 2);
            let found = outcome.found.unwrap();
            match expected {
                Some(expected) => assert_eq!((outcome.status, found.score), expected, "{how:?}"),
                None => assert!(found.score > 0 && outcome.nodes == nodes),
            }
            if outcome.status == Status::Optimal {
                assert_eq!((outcome.bound, outcome.stopped_by), (Some(found.score), None));
            }
        }
    }
    let hopeless = Grid::parse("12 / 21").unwrap();
    for how in all() {
        let outcome = search(how, &Query::clear(&hopeless).unwrap(), 10, 1);
        assert_eq!((outcome.status, outcome.found, outcome.nodes), (Status::Infeasible, None, 0));
        let outcome = search(how, &Query::clear(&Grid::parse("112").unwrap()).unwrap(), 10, 1);
        assert_eq!((outcome.status, outcome.stopped_by), (Status::Infeasible, None), "a single tile stays");
        let outcome = search(how, &Query::clear(&Grid::parse("211 / 122").unwrap()).unwrap(), 10, 1);
        assert_eq!((outcome.status, outcome.stopped_by), (Status::Unknown, Some(StopReason::Nodes)));
    }
}

/// Stores the reports.
#[derive(Default)]
struct Told(Mutex<(Vec<i64>, u64)>);
impl Report for Told {
    fn improved(&self, _nodes: u64, found: &Found) {
        self.0.lock().unwrap().0.push(found.score);
    }
    fn advanced(&self, nodes: u64) {
        self.0.lock().unwrap().1 += nodes;
    }
}

#[test]
fn what_is_told_gets_better_and_adds_up() {
    let grid = random_grid(9, 9, 3, 8);
    for how in all() {
        let (told, stop) = (Told::default(), StopFlag::new());
        let limits = SearchLimits { nodes: Some(500), memory: 1 << 20, stop: &stop };
        let outcome =
            on(CpuPath::best(), how, &Query::score(&grid, Rules::default()).unwrap(), &limits, 1, &told);
        let (scores, spent) = told.0.into_inner().unwrap();
        assert!(scores.is_sorted_by(|a, b| a < b));
        assert_eq!((scores.last().copied(), spent), (outcome.found.map(|found| found.score), outcome.nodes));
    }
}

#[test]
fn a_raised_flag_stops_at_once_even_in_the_first_playout() {
    let grid = random_grid(100, 100, 5, 1);
    for how in all() {
        let stop = StopFlag::new();
        let limits = SearchLimits { nodes: None, memory: 1 << 26, stop: &stop };
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(std::time::Duration::from_millis(20));
                stop.raise(StopReason::Time);
            });
            let outcome = on(
                CpuPath::best(),
                how,
                &Query::score(&grid, Rules::default()).unwrap(),
                &limits,
                2,
                &NoReport,
            );
            assert_eq!(outcome.stopped_by, Some(StopReason::Time));
            let status = if outcome.found.is_some() { Status::Feasible } else { Status::Unknown };
            assert_eq!(outcome.status, status);
        });
    }
}

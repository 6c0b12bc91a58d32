//! The analysis of games on small boards, against brute force: all claims hold; without limits, all results are proven.

use crate::support::analysis_claims::check;
use crate::support::mayan_brute_force::BruteForce;
use tilefall::insight::analysis::Analyser;
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{MayanTask, Puzzle, Task};
use tilefall::rules::{Mode, Random, Step};

#[test]
fn every_claim_about_a_mayan_game_is_true() {
    let games = if cfg!(debug_assertions) { 150 } else { 3_000 };
    let mut random = Random::new(7, 0);
    let (mut solved, mut lost) = (0, 0);
    for number in 0..games {
        let (rows, cols) = (random.between(2, 3), random.between(3, 4));
        let fill = random.between(40, 70);
        let mut grid =
            Grid::from_names(rows, cols, |_| random.percent(fill).then(|| random.below(2) as u64)).unwrap();
        grid.fall();
        let (moves, mode) =
            (random.between(1, 4) as u64, [Mode::Exactly, Mode::Within, Mode::Shortest][random.below(3)]);
        let skip_noop = random.percent(50);
        let task = MayanTask { moves: Some(moves), mode: Some(mode), skip_noop, list: Vec::new() };
        let noop = task.counts_noops();
        let puzzle = Puzzle::new(grid.clone(), Task::Mayan(task));
        let (mut board, mut list, mut boards) = (grid, Vec::new(), Vec::new());
        board.settle();
        boards.push(board.clone());
        while let steps = board.canonical_moves(noop)
            && !steps.is_empty()
            && list.len() < 5
            && random.percent(85)
        {
            let step = steps[random.below(steps.len())];
            board.play(step).unwrap();
            boards.push(board.clone());
            list.push(Step::from(step));
        }
        let best = |(at, board): (usize, &Grid)| {
            let left = moves.checked_sub(at as u64)?;
            let mut force = BruteForce::of(board, noop, left, 200_000).unwrap();
            let lengths = if mode == Mode::Exactly { left..=left } else { 0..=left };
            lengths
                .into_iter()
                .find(|&length| force.count(length) > 0)
                .map(|length| (at as u64 + length) as i64)
        };
        let truth: Vec<Option<i64>> = boards.iter().enumerate().map(best).collect();
        let what = || format!("game {number}, {mode:?} {moves}, {list:?}\n{}", puzzle.grid.to_text("\n"));
        let few = Analyser::new().threads(1).nodes(random.below(60) as u64);
        check(&few.analyse(&puzzle, &list).unwrap(), &truth, &what);
        let analysis = Analyser::new().threads(1).analyse(&puzzle, &list).unwrap();
        check(&analysis, &truth, &what);
        assert!(analysis.known.iter().all(|known| known.is_proven()), "{}", what());
        solved += usize::from(truth[0].is_some());
        lost += usize::from(analysis.lost_at().is_some());
    }
    assert!(solved > games / 20 && lost > games / 60, "{solved} solved, {lost} lost of {games}");
}

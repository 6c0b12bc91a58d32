//! The analysis of games on small boards, against brute force: every claim holds, and with enough nodes everything is
//! proven.

use crate::family::{random_board, random_rules};
use crate::mayan_brute_force::BruteForce;
use crate::samegame_brute_force::best_after;
use std::ops::ControlFlow;
use tilefall::analysis::{Analyser, Analysis, Unit};
use tilefall::base::{Goal, Mode, Preset, Random, Rules, Status, Step, StopReason};
use tilefall::grid::Grid;
use tilefall::puzzle::{MayanTask, Puzzle, SameGameTask, Task};
use tilefall::samegame::Found;

/// Checks every claim about positions, whose best results are `truth`, and `None` where no game reaches the goal.
fn check(analysis: &Analysis, truth: &[Option<i64>], what: &dyn Fn() -> String) {
    let gain = |result: i64, other: i64| analysis.unit.gain(result, other);
    for (at, (known, &best)) in analysis.known.iter().zip(truth).enumerate() {
        let what = || format!("position {at}: {known:?}, truth {best:?}\n{}", what());
        match known.status() {
            Status::Optimal => assert_eq!(known.best(), best, "{}", what()),
            Status::Infeasible => assert_eq!(best, None, "{}", what()),
            Status::Feasible => assert!(gain(best.unwrap(), known.best().unwrap()) >= 0, "{}", what()),
            Status::Unknown => assert_eq!(known.best(), None, "{}", what()),
            Status::Error => panic!("{}", what()),
        }
        if let (Some(bound), Some(best)) = (known.bound(), best) {
            assert!(gain(bound, best) >= 0, "{}", what());
        }
        if at + 1 == truth.len() {
            continue;
        }
        let loss = analysis.loss(at);
        assert!(loss.amount.is_none_or(|amount| amount >= 0), "{}", what());
        if loss.proven {
            let amount = match (best, truth[at + 1]) {
                (Some(best), Some(later)) => Some(gain(best, later)),
                (Some(_), None) => None,
                (None, _) => Some(0),
            };
            assert_eq!(
                (loss.amount, loss.win),
                (amount, best.is_some() && truth[at + 1].is_none()),
                "{}",
                what()
            );
        }
    }
    let lost = (0..truth.len() - 1).find(|&at| truth[at].is_some() && truth[at + 1].is_none());
    if let Some(found) = analysis.lost_at().filter(|found| found.proven) {
        assert_eq!(Some(found.at), lost, "{}", what());
    }
    if analysis.known.iter().all(|known| known.is_proven()) {
        assert_eq!(analysis.lost_at().map(|found| found.at), lost, "{}", what());
        assert_eq!(analysis.stopped_by, None, "{}", what());
    } else {
        assert!(analysis.stopped_by.is_some(), "{}", what());
    }
}

/// A random game: the puzzle, its clicks, and the boards with the points before each.
struct RandomGame {
    puzzle: Puzzle,
    clicks: Vec<Step>,
    boards: Vec<(Grid, i64, usize)>,
}

fn random_game(random: &mut Random, rules: Rules) -> RandomGame {
    let grid = random_board(random, &rules);
    let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
    let (mut board, mut clicks) = (grid.clone(), Vec::new());
    let mut boards = vec![(board.clone(), 0, 0)];
    while let groups = board.groups_of(rules.min_group)
        && !groups.is_empty()
        && random.percent(90)
    {
        let cell = groups[random.below(groups.len())];
        let size = board.click_by(&rules, cell);
        let (_, points, biggest) = boards[boards.len() - 1];
        boards.push((board.clone(), points + rules.score.points(size as u64), biggest.max(size)));
        clicks.push(cell.into());
    }
    RandomGame { puzzle: Puzzle::new(grid, task), clicks, boards }
}

impl RandomGame {
    /// Returns the best result of a whole game through each position.
    fn truth(&self, rules: Rules, goal: Goal) -> Vec<Option<i64>> {
        let best = |(at, (board, points, biggest)): (usize, &(Grid, i64, usize))| {
            let best = best_after(board, rules, *points);
            match goal {
                Goal::Score => Some(best.score),
                Goal::Clear => best.clears().then_some(0),
                Goal::Fewest => best.fewest.map(|clicks| (at + clicks) as i64),
                Goal::Left => Some(best.left as i64),
                Goal::Biggest => Some(best.biggest.max(*biggest) as i64),
            }
        };
        self.boards.iter().enumerate().map(best).collect()
    }

    /// Checks that each line scores what is claimed.
    fn check_lines(&self, rules: Rules, goal: Goal, analysis: &Analysis) {
        for (at, known) in analysis.known.iter().enumerate() {
            let Some(best) = known.best() else { continue };
            let list = self.clicks[..at].iter().chain(known.line()).map(|step| step.click().unwrap());
            let found = Found::replay(&self.puzzle.grid, rules, list.collect()).unwrap();
            let result = match goal {
                Goal::Score => found.score,
                Goal::Clear => found.left as i64,
                Goal::Fewest => found.clicks.len() as i64,
                Goal::Left => found.left as i64,
                Goal::Biggest => found.biggest as i64,
            };
            assert_eq!(result, best);
            assert!(found.cleared || !goal.needs_empty_board());
        }
    }
}

#[test]
fn every_claim_about_a_game_of_the_family_is_true() {
    let games = if cfg!(debug_assertions) { 120 } else { 4_000 };
    let mut random = Random::new(38, 0);
    let (mut positions, mut unproven) = (0, 0);
    for number in 0..games {
        let rules = random_rules(&mut random);
        let game = random_game(&mut random, rules);
        for (name, goal) in Goal::NAMED {
            let truth = game.truth(rules, goal);
            let what =
                || format!("game {number}, goal {name}, {rules:?}\n{}", game.puzzle.grid.to_text("\n"));
            let analyser = Analyser::new().goal(goal).threads(1);
            let few = analyser.clone().nodes(random.below(100) as u64);
            check(&few.analyse(&game.puzzle, &game.clicks).unwrap(), &truth, &what);
            let analysis = analyser.nodes(20_000).analyse(&game.puzzle, &game.clicks).unwrap();
            check(&analysis, &truth, &what);
            game.check_lines(rules, goal, &analysis);
            // With a factor, points below 0 before a position have no exact counterpart in the bonus.
            let exact = rules.clear_factor == 1 || game.boards.iter().all(|(_, points, _)| *points >= 0);
            let open = analysis.known.iter().filter(|known| !known.is_proven()).count();
            assert!(open == 0 || goal == Goal::Score && !exact, "{}", what());
            positions += truth.len();
            unproven += open;
        }
    }
    assert!(unproven * 50 < positions, "{unproven} of {positions}");
}

#[test]
fn a_number_of_nodes_gives_the_same_analysis_on_any_number_of_threads() {
    let mut random = Random::new(3, 0);
    let grid = Grid::from_names(9, 9, |_| Some(random.below(4) as u64)).unwrap();
    let (rules, puzzle) =
        (Rules::default(), Puzzle::new(grid.clone(), Task::SameGame(SameGameTask::default())));
    let (mut board, mut clicks) = (grid, Vec::new());
    while let Some(&cell) = board.groups_of(rules.min_group).first() {
        board.click(cell);
        clicks.push(Step::from(cell));
    }
    let analyser = |threads| Analyser::new().nodes(60_000).threads(threads);
    let one = analyser(1).analyse(&puzzle, &clicks).unwrap();
    assert_eq!(one.stopped_by, Some(StopReason::Nodes));
    assert!(one.nodes <= 60_000 && one.known[0].best() > one.result);
    for threads in [2, 8] {
        assert_eq!(analyser(threads).analyse(&puzzle, &clicks).unwrap(), one);
    }
}

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
        let allow_noop = random.percent(30);
        let task = MayanTask { moves: Some(moves), mode: Some(mode), allow_noop, list: Vec::new() };
        let puzzle = Puzzle::new(grid.clone(), Task::Mayan(task));
        let (mut board, mut list, mut boards) = (grid, Vec::new(), Vec::new());
        board.settle();
        boards.push(board.clone());
        while let steps = board.canonical_moves(allow_noop)
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
            let mut force = BruteForce::of(board, allow_noop, left, 200_000).unwrap();
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
    assert!(solved > games / 20 && lost > games / 40, "{solved} solved, {lost} lost of {games}");
}

#[test]
fn a_list_of_any_length_on_any_board_is_analysed_or_refused() {
    let puzzle = |rows: &str, rules| {
        let task = Task::SameGame(SameGameTask { rules: Some(rules), clicks: Vec::new() });
        Puzzle::new(Grid::parse(rows).unwrap(), task)
    };
    let step = |text: &str| text.parse::<Step>().unwrap();
    let analyse = |rows: &str, list: &[Step]| Analyser::new().analyse(&puzzle(rows, Rules::default()), list);
    let none = analyse("12 / 21", &[]).unwrap();
    assert_eq!(
        (none.known.len(), none.known[0].best(), none.known[0].status()),
        (1, Some(0), Status::Optimal)
    );
    let error = analyse("112", &[step("1 1"), step("1 1")]).unwrap_err();
    assert_eq!(error.to_string(), "click 2, 1 1: there is no group of two or more tiles");
    let error = analyse("112", &[step("1 1 R")]).unwrap_err();
    assert_eq!(error.to_string(), "expected clicks ROW COLUMN from 1");
    // A factor also counts for the points before the position.
    let factor = Rules { clear_factor: 4, ..Preset::named("topcoder").unwrap().rules };
    let list = [step("1 1"), step("1 1")];
    let analysis = Analyser::new().analyse(&puzzle("112 / 112", factor), &list).unwrap();
    assert_eq!(analysis.known.iter().map(|known| known.best()).collect::<Vec<_>>(), [Some(28); 3]);
    assert_eq!((analysis.unit, analysis.result), (Unit::Points, Some(28)));
}

#[test]
fn the_callback_gets_the_whole_game_first_and_can_end_the_analysis() {
    let grid =
        Grid::from_names(12, 12, |cell| Some((cell.row * cell.row + 3 * cell.col) as u64 % 7 % 4)).unwrap();
    let clicks = [Step::from(grid.groups()[0])];
    let puzzle = Puzzle::new(grid, Task::SameGame(SameGameTask::default()));
    let mut events = 0;
    let analysis = Analyser::new().analyse_with(&puzzle, &clicks, &mut |event| {
        events += 1;
        assert!(event.changed.iter().all(|&at| at < 2));
        if events == 1 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let analysis = analysis.unwrap();
    assert_eq!((events, analysis.stopped_by), (2, Some(StopReason::Interrupt)));
    assert!(analysis.known[0].best() >= analysis.result);
}

//! The analysis of SameGame games on small boards, against brute force: every claim holds, and with enough nodes
//! everything is proven.

use crate::analysis_claims::check;
use crate::family::{random_board, random_rules};
use crate::samegame_brute_force::best_after;
use std::ops::ControlFlow;
use tilefall::insight::analysis::{Analyser, Analysis, Unit};
use tilefall::rules::grid::Grid;
use tilefall::rules::puzzle::{Puzzle, SameGameTask, Task};
use tilefall::rules::{Goal, Preset, Random, Rules, Status, Step, StopReason};
use tilefall::samegame::Found;

/// A random game: the puzzle, its clicks, and each board on the way with the points and the largest removal so far.
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
    /// Returns for each position the best result of the games that pass through it; `None` if none reaches the goal.
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

    /// Plays the best known line of each position and checks that the line reaches the claimed result.
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
            // The solver turns earlier points × `clear_factor` into a bonus. This is inexact if points are negative.
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
fn a_number_of_nodes_ends_an_analysis_that_has_found_a_better_list() {
    let mut random = Random::new(3, 0);
    let grid = Grid::from_names(9, 9, |_| Some(random.below(4) as u64)).unwrap();
    let (rules, puzzle) =
        (Rules::default(), Puzzle::new(grid.clone(), Task::SameGame(SameGameTask::default())));
    let (mut board, mut clicks) = (grid, Vec::new());
    while let Some(&cell) = board.groups_of(rules.min_group).first() {
        board.click(cell);
        clicks.push(Step::from(cell));
    }
    let one = Analyser::new().nodes(60_000).analyse(&puzzle, &clicks).unwrap();
    assert_eq!(one.stopped_by, Some(StopReason::Nodes));
    assert!(one.nodes <= 60_000 && one.known[0].best() > one.result);
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
    assert_eq!(error.to_string(), "click 2, 1 1: the tile stands alone, expected a group of two or more");
    let error = analyse("112", &[step("1 1 R")]).unwrap_err();
    assert_eq!(error.to_string(), "move 1, 1 1 R: this is a Mayan move, expected a click ROW COLUMN");
    // `clear_factor` also multiplies the points before the position.
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

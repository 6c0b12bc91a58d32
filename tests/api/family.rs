//! Every rule and goal of the SameGame family on small boards, against brute force.

use crate::samegame_brute_force::best;
use tilefall::rules::grid::Grid;
use tilefall::rules::{Columns, Goal, LeftPenalty, Random, Rules, Score, Status};
use tilefall::samegame::{Board, Found, Solver};

/// Returns a random board of up to 12 cells, settled by the rules.
pub fn random_board(random: &mut Random, rules: &Rules) -> Grid {
    let (rows, cols) = (random.between(1, 4), random.between(1, 4));
    let rows = rows.min(12 / cols);
    let (colours, fill) = (random.between(1, 4), random.between(60, 100));
    let mut grid =
        Grid::from_names(rows, cols, |_| random.percent(fill).then(|| random.below(colours) as u64)).unwrap();
    grid.fall();
    if rules.columns == Columns::Close {
        grid.close();
    }
    grid
}

/// Returns rules with a random value in every field.
pub fn random_rules(random: &mut Random) -> Rules {
    let poly =
        ["poly:1,-7,12", "poly:0,0,5", "poly:0,-3,10", "poly:0.5,1.5,-4", "poly:-1,9,-2", "poly:2,0,3"];
    let score: Score = match random.below(13) {
        at @ 0..7 => Score::NAMED[at].1,
        at => poly[at - 7].parse().unwrap(),
    };
    Rules {
        score,
        clear_bonus: [0, 7, 1000][random.below(3)],
        clear_factor: [1, 1, 2, 5][random.below(4)],
        left_penalty: [LeftPenalty::None, LeftPenalty::N2, LeftPenalty::Total][random.below(3)],
        left_points: [None, None, Some("poly:-20,0,2000:2"), Some("poly:1,-9,3"), Some("poly:0,0,-7")]
            [random.below(5)]
        .map(|text| text.parse().unwrap()),
        min_group: [1, 2, 2, 3][random.below(4)],
        columns: [Columns::Close, Columns::Stay][random.below(2)],
    }
}

#[test]
fn solvers_agree_with_brute_force_for_every_rule_and_goal() {
    let boards = if cfg!(debug_assertions) { 400 } else { 8_000 };
    let mut random = Random::new(37, 0);
    for number in 0..boards {
        let rules = random_rules(&mut random);
        let grid = random_board(&mut random, &rules);
        let truth = best(&grid, rules);
        let board = Board::with_rules(&grid, &rules).unwrap();
        for (name, goal) in Goal::NAMED {
            let what = || format!("board {number}, goal {name}, {rules:?}\n{}", grid.to_text("\n"));
            let outcome = Solver::new().goal(goal).rules(rules).solve(&board).unwrap();
            let expected = match goal {
                Goal::Score => Some(truth.score),
                Goal::Clear => truth.clears().then_some(0),
                Goal::Fewest => truth.fewest.map(|clicks| clicks as i64),
                Goal::Left => Some(truth.left as i64),
                Goal::Biggest => Some(truth.biggest as i64),
            };
            let status = if expected.is_some() { Status::Optimal } else { Status::Infeasible };
            assert_eq!(outcome.status, status, "{}", what());
            assert_eq!(outcome.bound, expected.filter(|_| goal != Goal::Clear), "{}", what());
            let Some(found) = outcome.found else { continue };
            assert_eq!(Found::replay(&grid, rules, found.clicks.clone()), Ok(found.clone()), "{}", what());
            let result = match goal {
                Goal::Score => found.score,
                Goal::Clear => found.left as i64,
                Goal::Fewest => found.clicks.len() as i64,
                Goal::Left => found.left as i64,
                Goal::Biggest => found.biggest as i64,
            };
            assert_eq!(Some(result), expected, "{}", what());
        }
    }
}

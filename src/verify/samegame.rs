//! Checks the claims of a SameGame record; plays and scores its list.
//!
//! Lists are compared for a goal. The *value* of a list is higher for a better list; the *amount* is the number in records:
//! points, clicks or tiles. With goal `clear`, results and bounds are scores.

use super::{Fault, Kind, Verdict, fields};
use tilefall_rules::grid::Grid;
use tilefall_rules::puzzle::SameGameTask;
use tilefall_rules::{Goal, LeftPenalty, Rules, Status, plural};
use tilefall_text::record::{ResultRecord, Step};

/// The result of a list of clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The number of clicks.
    pub clicks: u64,
    /// The score, with the bonus, the factor and the penalty.
    pub score: i64,
    /// Whether no tile is left.
    pub cleared: bool,
    /// The number of tiles left.
    pub left: u64,
    /// The number of tiles of the largest removal.
    pub biggest: u64,
}

impl Played {
    /// Returns the value of the list for a goal; `None` for [`Goal::Fewest`] if the board is not cleared.
    pub fn value(&self, goal: Goal) -> Option<i64> {
        let amount = |amount: u64| Some(goal.in_units(i64::try_from(amount).unwrap_or(i64::MAX)));
        match goal {
            Goal::Score | Goal::Clear => Some(self.score),
            Goal::Fewest if !self.cleared => None,
            Goal::Fewest => amount(self.clicks),
            Goal::Left => amount(self.left),
            Goal::Biggest => amount(self.biggest),
        }
    }
}

/// Returns the value of the list for a goal, as the record states it.
pub(super) fn value_in(goal: Goal, record: &ResultRecord) -> Option<i64> {
    let tiles = |tiles: Option<u64>| tiles.and_then(|tiles| i64::try_from(tiles).ok());
    let amount = match goal {
        Goal::Score | Goal::Clear => record.score,
        Goal::Fewest => record.moves.as_ref().map(|list| list.len() as i64),
        Goal::Left => tiles(record.left),
        Goal::Biggest => tiles(record.biggest),
    };
    amount.map(|amount| goal.in_units(amount))
}

/// Returns the name of a goal's amount: `score`, `number of clicks`.
pub(super) fn noun(goal: Goal) -> &'static str {
    match goal {
        Goal::Score | Goal::Clear => "score",
        Goal::Fewest => "number of clicks",
        Goal::Left => "number of tiles left",
        Goal::Biggest => "largest removal",
    }
}

/// Returns the predicate for a list of this value: `scores 5`, `leaves 2 tiles`.
pub(super) fn predicate(goal: Goal, value: i64) -> String {
    let amount = goal.in_units(value);
    let count = |noun| plural(amount.unsigned_abs(), noun);
    match goal {
        Goal::Score | Goal::Clear => format!("scores {amount}"),
        Goal::Fewest => format!("has {}", count("click")),
        Goal::Left => format!("leaves {}", count("tile")),
        Goal::Biggest => format!("removes {} at once", count("tile")),
    }
}

/// Plays a list of clicks and returns its result.
///
/// # Errors
/// Returns a fault for the first click that removes nothing, with the board before it.
///
/// ```
/// use tilefall::rules::Rules;
/// use tilefall::rules::grid::Grid;
/// use tilefall::verify::samegame::replay;
/// use tilefall::text::record::Step;
/// let grid = Grid::parse("112").unwrap();
/// let played = replay(&grid, Rules::default(), &[Step::Click(1, 1)]).unwrap();
/// assert_eq!((played.score, played.left, played.biggest), (0, 1, 2));
/// let fault = replay(&grid, Rules::default(), &[Step::Click(1, 3)]).unwrap_err();
/// assert_eq!(fault.at.unwrap().0, 1);
/// ```
pub fn replay(grid: &Grid, rules: Rules, list: &[Step]) -> Result<Played, Fault> {
    let mut board = grid.clone();
    let (mut points, mut biggest) = (0_i64, 0);
    for (number, step) in (1..).zip(list) {
        let removed = match step {
            Step::Slide(..) => Err("is a move of the Mayan puzzle, expected [row, col]".to_owned()),
            Step::Click(..) => match step.click().map_or(0, |cell| board.click_by(&rules, cell)) {
                0 => Err(format!(
                    "{step}: {} (row and column from 1 at the bottom left)",
                    board.refusal(&rules, step.click())
                )),
                removed => Ok(removed as u64),
            },
        };
        match removed {
            Ok(removed) => {
                points = points.saturating_add(rules.score.points(removed));
                biggest = removed.max(biggest);
            }
            Err(why) => {
                let what = format!("move {number}, {why}");
                return Err(Fault { at: Some((number, board.into())), ..Fault::new(Kind::Move, what) });
            }
        }
    }
    Ok(Played {
        clicks: list.len() as u64,
        score: total(rules, points, &counts(&board)),
        cleared: board.is_empty(),
        left: board.tiles() as u64,
        biggest,
    })
}

/// Returns the number of tiles of each colour.
pub(super) fn counts(board: &Grid) -> Vec<usize> {
    (0..board.colours()).map(|colour| board.count(colour as u8)).collect()
}

/// Returns the score of a list, from the points of its removals and the tiles left by colour.
pub fn total(rules: Rules, points: i64, left: &[usize]) -> i64 {
    let (points, tiles) = (i128::from(points), left.iter().sum::<usize>() as u64);
    let score = if tiles == 0 {
        cleared(rules, points)
    } else {
        points + i128::from(rules.left_points(tiles)) - penalty(rules, left)
    };
    i64::try_from(score).unwrap_or(if score < 0 { i64::MIN } else { i64::MAX })
}

/// Returns the penalty for tiles left, which is never negative.
fn penalty(rules: Rules, left: &[usize]) -> i128 {
    let square = |count: usize| if count == 0 { 0 } else { (count as i128 - 2).pow(2) };
    match rules.left_penalty {
        LeftPenalty::None => 0,
        LeftPenalty::N2 => left.iter().copied().map(square).sum(),
        LeftPenalty::Total => square(left.iter().sum()),
    }
}

/// Returns upper bounds on the points of all removals of a colour, by its number of tiles from 0 to `most`.
///
/// Divide the points of each removal equally among its tiles. Each tile then gets at most the highest points per tile
/// that a removal of at most all tiles of the colour can have.
pub fn most_points(rules: Rules, most: usize) -> Vec<i128> {
    let mut best = (0, 0);
    let bound = |tiles: u64| {
        let points = rules.score.points(tiles);
        let (known, of) = best;
        let larger = i128::from(points) * i128::from(of) > i128::from(known) * i128::from(tiles);
        if tiles >= u64::from(rules.min_group.max(1)) && (of == 0 || larger) {
            best = (points, tiles);
        }
        i128::from(best.0.max(0)) * i128::from(tiles) / i128::from(best.1.max(1))
    };
    (0..=most as u64).map(bound).collect()
}

/// Returns `true` if a colour has tiles, but too few for a group.
pub fn is_stuck(rules: Rules, count: usize) -> bool {
    count > 0 && count < rules.min_group as usize
}

/// Returns the score of a list that clears the board, from the points of its removals.
pub fn cleared(rules: Rules, points: i128) -> i128 {
    (points + i128::from(rules.left_points(0)) + i128::from(rules.clear_bonus))
        * i128::from(rules.clear_factor.max(1))
}

/// Checks the claims of a record about a puzzle without a search. Adds faults to the verdict.
pub(super) fn check(grid: &Grid, task: &SameGameTask, record: &ResultRecord, verdict: &mut Verdict) {
    let (rules, goal) = (task.rules.unwrap_or_default(), fields::goal(record));
    // The empty list is a valid answer, too, so its result is compared with the bound.
    let Ok(start) = replay(grid, rules, &[]) else { return };
    let at_start = record.bound.and_then(|bound| bound_at_start(goal, bound, &start));
    verdict.faults.extend(at_start.map(|what| Fault::new(Kind::Bound, what)));
    if record.status == Status::Infeasible && (start.cleared || rules.min_group <= 1) {
        let why = if start.cleared { "the board is empty" } else { "single tiles can be removed" };
        verdict.faults.push(Fault::new(Kind::Status, format!("the status is infeasible, but {why}")));
    }
    let Some(list) = &record.moves else { return };
    let played = match replay(grid, rules, list) {
        Ok(played) => played,
        Err(fault) => return verdict.faults.push(fault),
    };
    (verdict.moves, verdict.score, verdict.cleared) =
        (Some(list.len()), Some(played.score), Some(played.cleared));
    let found = results(record, &played).into_iter().map(|what| Fault::new(Kind::Score, what));
    verdict.faults.extend(found);
    verdict.faults.extend(status(record, goal, &played).map(|what| Fault::new(Kind::Status, what)));
    let bound = played.value(goal).and_then(|value| bound(record, goal, value));
    verdict.faults.extend(bound.map(|what| Fault::new(Kind::Bound, what)));
}

/// Returns a message if the empty list is better than a bound, or the bound is no possible number.
fn bound_at_start(goal: Goal, bound: i64, start: &Played) -> Option<String> {
    if bound < 0 && !matches!(goal, Goal::Score | Goal::Clear) {
        let unit = if goal == Goal::Fewest { "clicks" } else { "tiles" };
        return Some(format!("the bound is {bound}, expected a number of {unit}"));
    }
    let floor = start.value(goal).filter(|&floor| goal.in_units(bound) < floor)?;
    let (noun, floor) = (noun(goal), goal.in_units(floor));
    Some(format!("the bound is {bound}, but without a click the {noun} is {floor}"))
}

/// Returns a message for each result in a record that differs from the result of the record's list.
fn results(record: &ResultRecord, played: &Played) -> Vec<String> {
    let mut wrong = Vec::new();
    if let Some(claimed) = record.score.filter(|&score| score != played.score) {
        wrong.push(format!("the score is said to be {claimed}, the list makes {}", played.score));
    }
    if let Some(claimed) = record.cleared.filter(|&cleared| cleared != played.cleared) {
        let is = |cleared| if cleared { "cleared" } else { "not cleared" };
        let (claimed, found) = (is(claimed), is(played.cleared));
        wrong.push(format!("the board is said to be {claimed}, the list leaves it {found}"));
    }
    let tiles = [(Goal::Left, record.left, played.left), (Goal::Biggest, record.biggest, played.biggest)];
    for (goal, claimed, found) in tiles {
        if let Some(claimed) = claimed.filter(|&claimed| claimed != found) {
            wrong.push(format!("the {} is said to be {claimed}, it is {found}", noun(goal)));
        }
    }
    wrong
}

/// Returns a message if the status does not fit the list.
fn status(record: &ResultRecord, goal: Goal, played: &Played) -> Option<String> {
    let ceiling = record.bound.map(|bound| goal.in_units(bound));
    let status = record.status.name();
    let what = match record.status {
        Status::Infeasible if played.cleared => "but the list clears the board",
        Status::Optimal | Status::Feasible if goal.needs_empty_board() && !played.cleared => {
            let goal = goal.name();
            return Some(format!(
                "the status is {status} with goal {goal}, but the list does not clear the board"
            ));
        }
        Status::Feasible if goal == Goal::Clear => "but the list clears the board: that is optimal",
        Status::Feasible if played.clicks == 0 => "but the list makes no click",
        Status::Feasible if ceiling.is_some() && ceiling == played.value(goal) => {
            "but the list reaches the bound: that is optimal"
        }
        _ => return None,
    };
    Some(format!("the status is {status}, {what}"))
}

/// Returns a message if the bound does not fit a list of the value `found`.
fn bound(record: &ResultRecord, goal: Goal, found: i64) -> Option<String> {
    let bound = record.bound?;
    let (ceiling, is_cost) = (goal.in_units(bound), matches!(goal, Goal::Fewest | Goal::Left));
    if ceiling < found {
        let (list, than) = (predicate(goal, found), if is_cost { "fewer" } else { "more" });
        return Some(format!("the bound is {bound}, but the list {list}, which is {than}"));
    }
    (ceiling > found && record.status == Status::Optimal && goal != Goal::Clear).then(|| {
        let side = if is_cost { "below" } else { "above" };
        let (noun, amount) = (noun(goal), goal.in_units(found));
        format!("the status is optimal, but the bound {bound} is {side} the {noun} {amount}")
    })
}

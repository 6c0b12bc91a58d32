//! Reasons on boards of SameGame and its family.

use super::obstacle::{Obstacle, Unit, apart, goes_at_once, obstacle, stuck, units};
use super::reason::{Fact, Reason};
use crate::rules::grid::{ColumnBoard, Grid, TilePlace};
use crate::rules::{Cell, Colour, Columns, Goal, LeftPenalty, Rules};
use crate::samegame::search::Query;
use crate::text::render::timeline::Timeline;

/// The most cells of a board whose tiles are analysed.
const MAX_CELLS: usize = 2048;

/// The most cells of the boards after all clicks together that are analysed.
const MAX_CELLS_AHEAD: usize = 1 << 16;

/// Returns the facts about a board that no list can change, the most important first.
pub(super) fn of_position(board: &Grid, rules: &Rules, goal: Goal) -> Vec<Reason> {
    let columns = ColumnBoard::new(board);
    if board.is_empty() || !is_small(board) {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if clearing_counts(rules, goal) {
        match obstacle(&columns, rules) {
            Some(obstacle) => reasons.push(lost(&columns, &obstacle)),
            None => {
                let losses = losses(&columns, rules);
                if !losses.is_empty() && losses.iter().all(|loss| loss.obstacle.is_some()) {
                    reasons.push(Reason::new(Fact::EveryClickLoses, []));
                }
            }
        }
    }
    if reasons.is_empty() && clearing_counts(rules, goal) {
        reasons.extend(together(&columns, rules));
    }
    // Where columns stay, a player sees that tiles are too far from each other.
    if matches!(goal, Goal::Score | Goal::Biggest) && rules.columns == Columns::Close {
        let stuck = stuck(&columns, rules);
        let mut apart = apart(&columns, rules, &stuck);
        apart.retain(|unit| unit.tiles.len() >= rules.min_group as usize);
        apart.sort_by_key(|unit| std::cmp::Reverse(unit.tiles.len()));
        reasons.extend(apart.into_iter().map(|Unit { colour, tiles }| {
            Reason::new(Fact::Apart { colour, tiles: tiles.len() }, cells(tiles))
        }));
    }
    reasons
}

/// Returns the facts that support the next click of a list, or for the list, the most important first. The list must be
/// playable and not empty.
pub(super) fn of_list(
    board: &Grid,
    rules: &Rules,
    goal: Goal,
    list: &[Cell],
    timeline: &Timeline,
) -> Vec<Reason> {
    let columns = ColumnBoard::new(board);
    let clears = timeline.steps.last().is_some_and(|last| last.left == 0);
    let small = is_small(board);
    let (mut only, mut avoid) = (None, None);
    if clears && small && clearing_counts(rules, goal) {
        let next = columns.group(TilePlace::from_cell(list[0]));
        let mut others = losses(&columns, rules);
        others.retain(|loss| loss.group != next);
        if !others.is_empty() && others.iter().all(|loss| loss.obstacle.is_some()) {
            only = Some(Reason::new(Fact::OnlyClick, []));
        }
        others.sort_by_key(|loss| std::cmp::Reverse(loss.group.len()));
        avoid = others.into_iter().find_map(|loss| {
            let colour = columns.get(loss.group[0].cell())?;
            let fact = Box::new(loss_fact(&loss.after, &loss.obstacle?));
            Some(Reason::new(Fact::Avoid { colour, tiles: loss.group.len(), loss: fact }, cells(loss.group)))
        });
    }
    let joins = joins(&columns, goal, timeline);
    let mut reasons: Vec<Reason> = match goal {
        Goal::Score | Goal::Biggest => only.into_iter().chain(joins).chain(avoid).collect(),
        _ => only.into_iter().chain(avoid).chain(joins).collect(),
    };
    if goal == Goal::Fewest && clears {
        reasons.extend(fewest(board, rules, list.len()));
    }
    if small && clears && clearing_counts(rules, goal) {
        reasons.extend(together(&columns, rules));
    }
    reasons
}

fn is_small(board: &Grid) -> bool {
    board.rows() * board.cols() <= MAX_CELLS
}

/// Returns whether an empty board is the goal, or is worth something.
fn clearing_counts(rules: &Rules, goal: Goal) -> bool {
    let pays = rules.clear_bonus > 0 || rules.clear_factor > 1 || rules.left_penalty != LeftPenalty::None;
    goal.needs_empty_board() || goal == Goal::Left || goal == Goal::Score && pays
}

fn cells(tiles: Vec<TilePlace>) -> impl Iterator<Item = Cell> {
    tiles.into_iter().map(TilePlace::cell)
}

/// A click, and the board after it.
struct Loss {
    group: Vec<TilePlace>,
    after: ColumnBoard,
    obstacle: Option<Obstacle>,
}

/// Analyses the board after each click; returns nothing if that would take long.
fn losses(board: &ColumnBoard, rules: &Rules) -> Vec<Loss> {
    let groups = board.groups_of(rules.min_group);
    if groups.len() * board.codes().len() > MAX_CELLS_AHEAD {
        return Vec::new();
    }
    let loss = |(cell, _): (Cell, usize)| {
        let mut after = board.clone();
        after.click_by(rules, cell);
        let obstacle = obstacle(&after, rules);
        Loss { group: board.group(TilePlace::from_cell(cell)), after, obstacle }
    };
    groups.into_iter().map(loss).collect()
}

fn loss_fact(board: &ColumnBoard, obstacle: &Obstacle) -> Fact {
    match obstacle {
        Obstacle::Stuck(Unit { colour, tiles }) => {
            let whole = tiles.len() == board.counts()[usize::from(*colour)];
            Fact::Stuck { colour: *colour, tiles: tiles.len(), whole }
        }
        Obstacle::Deadlock(units) => {
            let mut colours: Vec<_> = units.iter().map(|unit| unit.colour).collect();
            colours.dedup();
            Fact::Deadlock { colours }
        }
    }
}

fn lost(board: &ColumnBoard, obstacle: &Obstacle) -> Reason {
    let tiles = match obstacle {
        Obstacle::Stuck(unit) => unit.tiles.clone(),
        Obstacle::Deadlock(units) => units.iter().flat_map(|unit| unit.tiles.clone()).collect(),
    };
    Reason::new(loss_fact(board, obstacle), cells(tiles))
}

/// Returns the sets of tiles that must go with one click and are not one group yet, the smallest first.
fn together(board: &ColumnBoard, rules: &Rules) -> Vec<Reason> {
    if rules.min_group < 2 {
        return Vec::new();
    }
    let mut sets = units(board, rules);
    sets.retain(|unit| goes_at_once(unit, rules) && board.group(unit.tiles[0]).len() < unit.tiles.len());
    sets.sort_by_key(|unit| unit.tiles.len());
    let reason = |Unit { colour, tiles }: Unit| {
        let whole = tiles.len() == board.counts()[usize::from(colour)];
        Reason::new(Fact::Together { colour, tiles: tiles.len(), whole }, cells(tiles))
    };
    sets.into_iter().map(reason).collect()
}

/// Clicks ahead that a player can see.
const CLICKS_AHEAD: usize = 6;

/// Returns groups of the list that are still in parts: the best one of the next clicks, and the best one of all if that is
/// much better.
fn joins(board: &ColumnBoard, goal: Goal, timeline: &Timeline) -> Vec<Reason> {
    let (mut near, mut best): (Option<Join>, Option<Join>) = (None, None);
    for (clicks, step) in timeline.steps.iter().enumerate().skip(1) {
        let tiles: Vec<_> = step.lit.iter().map(|&tile| timeline.tiles[tile]).collect();
        let value = if goal == Goal::Score { step.points } else { tiles.len() as i64 };
        let is_better = |than: &Option<Join>| than.as_ref().is_none_or(|than| than.value < value);
        let is_near = clicks <= CLICKS_AHEAD;
        if !(is_better(&best) || is_near && is_better(&near)) {
            continue;
        }
        let group = board.group(TilePlace::from_cell(tiles[0].cell));
        let cells: Vec<Cell> = tiles.iter().map(|tile| tile.cell).collect();
        if cells.iter().all(|&cell| group.binary_search(&TilePlace::from_cell(cell)).is_ok()) {
            continue;
        }
        let join = Join { clicks, colour: tiles[0].colour, points: step.points, value, cells };
        if is_near && is_better(&near) {
            near = Some(join.clone());
        }
        if is_better(&best) {
            best = Some(join);
        }
    }
    let first = timeline.steps.first().map_or(&[][..], |first| &first.lit);
    let Some(&tile) = first.first() else { return Vec::new() };
    let first = (first.len(), timeline.tiles[tile].colour);
    let nearest = near.as_ref().map_or(0, |near| near.value);
    let much_better = best.filter(|best| best.value > 2 * nearest);
    let reason = |Join { clicks, colour, points, cells, .. }: Join| {
        let points = (goal == Goal::Score).then_some(points);
        Reason::new(Fact::Joins { clicks, first, colour, tiles: cells.len(), points }, cells)
    };
    near.into_iter().chain(much_better).map(reason).collect()
}

/// A group of a list that is still in parts.
#[derive(Clone)]
struct Join {
    /// The number of clicks before the group is removed.
    clicks: usize,
    colour: Colour,
    points: i64,
    /// The points if the goal is the score, otherwise the number of tiles.
    value: i64,
    /// The cells of the tiles on the board.
    cells: Vec<Cell>,
}

/// Returns the proof that a list of this many clicks that clears the board is the shortest, if numbers of tiles show it.
fn fewest(board: &Grid, rules: &Rules, clicks: usize) -> Option<Reason> {
    let query = Query { goal: Goal::Fewest, ..Query::score(board, *rules).ok()? };
    let bound = query.bound_of_value(query.ceiling());
    (clicks > 1 && bound == clicks as i64)
        .then(|| Reason::new(Fact::FewestClicks { clicks: clicks as u64 }, []))
}

//! Reasons on boards of SameGame and its family.

use super::obstacle::{TileUnit, apart, goes_at_once, obstacle, stuck, units};
use super::reason::{Fact, Reason};
use crate::rules::grid::{ColumnBoard, Grid, TilePlace};
use crate::rules::{Cell, Columns, Goal, LeftPenalty, Rules, largest_first};
use crate::samegame::search::Query;
use crate::text::render::timeline::Timeline;

/// Boards with more cells are not analysed.
const MAX_CELLS: usize = 2048;

/// No analysis one click ahead is made if the number of cells times the number of groups is larger.
const MAX_CELLS_AHEAD: usize = 1 << 16;

/// Returns the facts about a board that hold for any list, the most important first.
pub(super) fn of_position(board: &Grid, rules: &Rules, goal: Goal) -> Vec<Reason> {
    let columns = ColumnBoard::new(board);
    if board.is_empty() || !is_small(board) {
        return Vec::new();
    }
    let mut reasons = Vec::new();
    if clearing_counts(rules, goal) {
        reasons.extend(obstacle(&columns, rules));
        if reasons.is_empty()
            && let losses = losses(&columns, rules)
            && !losses.is_empty()
            && losses.iter().all(|loss| loss.obstacle.is_some())
        {
            reasons.push(Reason::new(Fact::EveryClickLoses, []));
        }
        if reasons.is_empty() {
            reasons.extend(together(&columns, rules));
        }
    }
    // If empty columns stay, players see for themselves which tiles are too far apart.
    if matches!(goal, Goal::Score | Goal::Biggest) && rules.columns == Columns::Close {
        let stuck = stuck(&columns, rules);
        let mut apart = apart(&columns, rules, &stuck);
        apart.retain(|unit| unit.tiles.len() >= rules.min_group as usize);
        let order = largest_first(apart.iter().map(|unit| unit.tiles.len() as i64));
        reasons.extend(order.into_iter().map(|at| &apart[at]).map(|unit| {
            Reason::new(Fact::Apart { colour: unit.colour, tiles: unit.tiles.len() }, unit.cells())
        }));
    }
    reasons
}

/// Returns the facts that support a list or its next click, the most important first. The list must be playable and not
/// empty.
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
        let order = largest_first(others.iter().map(|loss| loss.group.len() as i64));
        avoid = order.into_iter().map(|at| &others[at]).find_map(|loss| {
            let colour = columns.get(loss.group[0].cell())?;
            let fact = Fact::Avoid {
                colour,
                tiles: loss.group.len(),
                loss: Box::new(loss.obstacle.as_ref()?.fact.clone()),
            };
            Some(Reason::new(fact, loss.group.iter().copied().map(TilePlace::cell)))
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

/// Returns whether an empty board is the goal, or pays more than a board with tiles left.
fn clearing_counts(rules: &Rules, goal: Goal) -> bool {
    let pays = rules.clear_bonus > 0
        || rules.clear_factor > 1
        || rules.left_penalty != LeftPenalty::None
        || rules.left_points.is_some();
    goal.needs_empty_board() || goal == Goal::Left || goal == Goal::Score && pays
}

/// A click on a group, and a proof that the board after the click cannot be cleared, if there is one.
struct Loss {
    group: Vec<TilePlace>,
    obstacle: Option<Reason>,
}

/// Analyses the board after each click; returns an empty list if the analysis would take long.
fn losses(board: &ColumnBoard, rules: &Rules) -> Vec<Loss> {
    let groups = board.groups_of(rules.min_group);
    if groups.len() * board.codes().len() > MAX_CELLS_AHEAD {
        return Vec::new();
    }
    let loss = |(cell, _): (Cell, usize)| {
        let mut after = board.clone();
        after.click_by(rules, cell);
        Loss { group: board.group(TilePlace::from_cell(cell)), obstacle: obstacle(&after, rules) }
    };
    groups.into_iter().map(loss).collect()
}

/// Returns the sets of tiles that must go with one click and are not one group yet, the smallest first.
fn together(board: &ColumnBoard, rules: &Rules) -> Vec<Reason> {
    if rules.min_group < 2 {
        return Vec::new();
    }
    let mut sets = units(board, rules);
    sets.retain(|unit| goes_at_once(unit, rules) && board.group(unit.tiles[0]).len() < unit.tiles.len());
    let order = largest_first(sets.iter().map(|unit| -(unit.tiles.len() as i64)));
    let reason = |unit: &TileUnit| {
        let (tiles, whole) = (unit.tiles.len(), unit.is_whole(board));
        Reason::new(Fact::Together { colour: unit.colour, tiles, whole }, unit.cells())
    };
    order.into_iter().map(|at| reason(&sets[at])).collect()
}

/// The number of clicks that a player can look ahead.
const CLICKS_AHEAD: usize = 6;

/// Returns up to two groups that the list removes and whose tiles are still apart: the best group of the next
/// [`CLICKS_AHEAD`] clicks, and the best group of the list if it is more than twice as good. If the goal is the score,
/// the best group has the most points; otherwise, the most tiles.
fn joins(board: &ColumnBoard, goal: Goal, timeline: &Timeline) -> Vec<Reason> {
    let tiles = |lit: &[usize]| lit.iter().map(|&tile| timeline.tiles[tile]).collect::<Vec<_>>();
    let (mut near, mut best) = (None::<(i64, Reason)>, None::<(i64, Reason)>);
    for (clicks, step) in timeline.steps.iter().enumerate().skip(1) {
        let group = tiles(&step.lit);
        let points = (goal == Goal::Score).then_some(step.points);
        let value = points.unwrap_or(group.len() as i64);
        let is_better = |than: &Option<(i64, Reason)>| than.as_ref().is_none_or(|&(than, _)| than < value);
        let is_near = clicks <= CLICKS_AHEAD && is_better(&near);
        if !(is_near || is_better(&best)) {
            continue;
        }
        let now = board.group(TilePlace::from_cell(group[0].cell));
        if group.iter().all(|tile| now.binary_search(&TilePlace::from_cell(tile.cell)).is_ok()) {
            continue;
        }
        let first = tiles(&timeline.steps[0].lit);
        let first = (first.len(), first[0].colour);
        let fact = Fact::Joins { clicks, first, colour: group[0].colour, tiles: group.len(), points };
        let join = (value, Reason::new(fact, group.iter().map(|tile| tile.cell)));
        if is_better(&best) {
            best = Some(join.clone());
        }
        if is_near {
            near = Some(join);
        }
    }
    let nearest = near.as_ref().map_or(0, |&(value, _)| value);
    let much_better = best.filter(|&(value, _)| value > 2 * nearest);
    near.into_iter().chain(much_better).map(|(_, reason)| reason).collect()
}

/// Returns the proof that no list clears the board in fewer than `clicks` clicks, if the numbers of tiles show it.
fn fewest(board: &Grid, rules: &Rules, clicks: usize) -> Option<Reason> {
    let query = Query { goal: Goal::Fewest, ..Query::score(board, *rules).ok()? };
    let bound = query.bound_of_value(query.ceiling());
    (clicks > 1 && bound == clicks as i64)
        .then(|| Reason::new(Fact::FewestClicks { clicks: clicks as u64 }, []))
}

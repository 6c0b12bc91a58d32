//! The solver during a game: it searches each position in the background.

use super::background::Background;
use super::session::{GameState, Session};
use crate::verbs::goal_text;
use std::time::{Duration, Instant};
use tilefall::Cancel;
use tilefall::insight::hints::reasons::reasons;
use tilefall::insight::hints::{self, Aim};
use tilefall::internals::plural;
use tilefall::mayan;
use tilefall::rules::grid::Grid;
use tilefall::rules::notation::format_moves;
use tilefall::rules::{Cell, GameKind, Mode, Status, Step};
use tilefall::samegame::{self, Board, Goal};

/// The time limit of the searches of one position.
const PATIENCE: Duration = Duration::from_secs(5);

/// The solver's results for a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Advice {
    /// Whether the board can be cleared, for Mayan in the moves left; `None` if neither a list nor a proof is known.
    pub can_win: Option<bool>,
    /// SameGame: the best line known for the goal. Mayan: a line that solves the board.
    pub line: Option<Vec<Step>>,
    /// The result of the line from this position, in the units of the goal; `None` for Mayan.
    pub result: Option<i64>,
    /// The status of the line: `optimal` if it is proven to be the best.
    pub status: Option<Status>,
    /// The reason why the position cannot be won; empty if no checked fact gives a reason.
    pub why_lost: String,
    /// Whether the search has ended.
    pub done: bool,
}

/// A hint, revealed in steps.
pub struct Hint {
    /// The first turn of the line.
    pub next: Step,
    /// The cells that the first two steps highlight.
    pub look: Vec<Cell>,
    /// The texts of the three steps: where to look, why, and the whole line of turns.
    pub steps: [String; 3],
}

impl Hint {
    /// Creates the hint for the line that the solver found; `None` if there is no line.
    pub fn new(game: &Session, advice: &Advice) -> Option<Hint> {
        let line = advice.line.as_ref().filter(|line| !line.is_empty())?;
        let hint = hints::Hint::new(&game.board, &game.aim, line)?;
        let [clue, why, ..] = hint.texts(&game.board);
        let known = match (advice.status, game.kind()) {
            (Some(Status::Optimal), _) => "optimal",
            (None, GameKind::SameGame) => "clears the board",
            _ => "best found",
        };
        let result = advice.result.filter(|_| game.goal != Goal::Fewest);
        let result = result.map(|result| goal_text::in_units(game.goal, result));
        let result = result.map_or(String::new(), |result| format!(", {result} from here"));
        let turns = plural(line.len(), game.turn());
        let whole = format!("{turns}{result}, {known}: {}", format_moves(line.iter().copied()));
        Some(Hint { next: line[0], look: hint.look, steps: [clue, why, whole] })
    }
}

/// Starts to search the current position of a game; `known` is a line to start from, or empty.
pub fn start(game: &Session, known: Vec<Step>) -> Background<Advice> {
    let (board, aim) = (game.board.clone(), game.aim);
    let is_going = game.state == GameState::Going;
    Background::start(move |cancel, sender| {
        // Errors of `send` are ignored: the receiver is gone if another position is searched.
        let report = |mut advice: Advice| {
            let clear = match aim {
                Aim::SameGame { rules, points, .. } => Aim::SameGame { rules, goal: Goal::Clear, points },
                mayan @ Aim::Mayan { .. } => mayan,
            };
            if is_going && advice.can_win == Some(false) {
                let reason = reasons(&board, &clear).into_iter().find(|reason| reason.fact.is_loss());
                advice.why_lost = reason.map_or(String::new(), |reason| reason.to_text(&board));
            }
            drop(sender.send(advice));
        };
        match aim {
            Aim::SameGame { .. } => clicks(&board, aim, &known, cancel, report),
            Aim::Mayan { .. } => slides(&board, aim, known, cancel, report),
        }
    })
}

/// Searches for a list that clears the board (not for the goals `left` and `biggest`), then for the best list.
fn clicks(board: &Grid, aim: Aim, known: &[Step], cancel: &Cancel, report: impl Fn(Advice)) {
    let Aim::SameGame { rules, goal, points } = aim else { return };
    let mut advice = Advice::default();
    if board.groups_of(rules.min_group).is_empty() {
        advice.can_win = Some(board.is_empty());
        advice.done = true;
        return report(advice);
    }
    let begun = Instant::now();
    let packed = Board::with_rules(board, &rules);
    let solver = samegame::Solver::new().rules(rules).points_before(points);
    let solver = solver.seed(0).threads(1).cancel(cancel);
    let search = |solver: samegame::Solver| solver.solve(packed.as_ref().ok()?).ok();
    let line = |clicks: &[Cell]| Some(clicks.iter().copied().map(Step::from).collect());
    let mut clicks: Vec<Cell> = known.iter().filter_map(|step| step.click()).collect();
    if matches!(goal, Goal::Score | Goal::Clear | Goal::Fewest) {
        let time = if goal == Goal::Clear { PATIENCE } else { PATIENCE / 2 };
        let cleared = search(solver.clone().goal(Goal::Clear).time(time));
        let list = cleared.as_ref().and_then(|outcome| outcome.found.clone());
        let is_lost = cleared.is_some_and(|outcome| outcome.status == Status::Infeasible);
        advice.can_win = if list.is_some() { Some(true) } else { is_lost.then_some(false) };
        advice.done = goal == Goal::Clear;
        if let Some(list) = list {
            advice.line = line(&list.clicks);
            advice.status = (goal == Goal::Clear).then_some(Status::Optimal);
            if clicks.is_empty() {
                clicks = list.clicks;
            }
        }
        report(advice.clone());
        if advice.done {
            return;
        }
    }
    // Starts from the known line, or from the clicks that clear the board.
    let left = PATIENCE.saturating_sub(begun.elapsed());
    let outcome = search(solver.goal(goal).start_from(clicks).time(left));
    if let Some((found, status)) = outcome.and_then(|outcome| Some((outcome.found?, outcome.status))) {
        advice.line = line(&found.clicks);
        advice.result = Some(goal_text::result(goal, &found));
        advice.status = Some(status);
    }
    advice.done = true;
    report(advice);
}

/// Searches for a list that empties the board in the moves left.
fn slides(board: &Grid, aim: Aim, known: Vec<Step>, cancel: &Cancel, report: impl Fn(Advice)) {
    let Aim::Mayan { left, mode, noop } = aim else { return };
    let moves = left.unwrap_or(mayan::MAX_DEPTH);
    // Unless exactly M moves are required, searches for a shortest list, to compare with the player's moves.
    let mode = if mode == Mode::Exactly && left.is_some() { mode } else { Mode::Shortest };
    let solver = mayan::Solver::new().moves(moves, mode).skip_noop(!noop).threads(1);
    let solver = solver.time(PATIENCE).cancel(cancel);
    let outcome = mayan::Board::try_from(board).map(|board| solver.solve(&board));
    let Ok(outcome) = outcome else { return report(Advice { done: true, ..Advice::default() }) };
    let line = outcome.found.map(|list| list.into_iter().map(Step::from).collect());
    let line = line.or(Some(known).filter(|known| !known.is_empty()));
    let is_won = line.is_some() || board.is_empty();
    let can_win = if is_won { Some(true) } else { (outcome.status == Status::Infeasible).then_some(false) };
    report(Advice { can_win, line, status: Some(outcome.status), done: true, ..Advice::default() });
}

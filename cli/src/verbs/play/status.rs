//! The texts on the state of a game: the result so far, whether it can still be won, and the result of the solver.

use super::advice::{Advice, Light};
use super::known::Known;
use super::session::{GameState, Session};
use crate::verbs::goal_text;
use tilefall::insight::hints::Aim;
use tilefall::insight::hints::reasons::reasons;
use tilefall::rules::puzzle::{MayanTask, Task};
use tilefall::rules::{GameKind, Goal, Mode, Status, plural, points};

/// Formats the result so far beside the best result known of a whole game.
pub fn result(game: &Session, best: Option<i64>) -> String {
    let (turns, tiles) = (game.turns().len(), game.board().tiles());
    match &game.puzzle().task {
        Task::SameGame(_) => {
            let (tiles, clicks) = (plural(tiles, "tile"), plural(turns, "click"));
            let best = best.map_or(String::new(), |best| format!(", best known {best}"));
            match game.goal() {
                Goal::Score => format!("{}   {tiles} left   {clicks}", points(game.score())),
                Goal::Clear => format!("{tiles} left   {clicks}"),
                Goal::Fewest => format!("{clicks}{best}   {tiles} left"),
                Goal::Left => format!("{tiles} left{best}   {clicks}"),
                Goal::Biggest => {
                    let largest = plural(game.biggest(), "tile");
                    format!("largest removal {largest}{best}   {tiles} left   {clicks}")
                }
            }
        }
        Task::Mayan(MayanTask { moves: Some(moves), .. }) => {
            format!("move {turns} of {moves}   {} left", plural(tiles, "block"))
        }
        Task::Mayan(_) => {
            format!("{}   {} left", plural(turns, "move"), plural(tiles, "block"))
        }
    }
}

/// Returns the end of a game in words; empty while it goes on.
pub fn end(game: &Session) -> &'static str {
    match (game.state(), game.kind()) {
        (GameState::Going, _) => "",
        (GameState::Won, GameKind::SameGame) => "CLEARED",
        (GameState::Won, _) => "SOLVED",
        (GameState::Over, GameKind::SameGame) => "no group is left",
        (GameState::Over, _) => "no move is left",
    }
}

/// Formats the best list known of a game that is over, for comparison with the game played. `done` is whether the solver has
/// ended its search; `None` before, unless there is a proof.
pub fn compared(game: &Session, known: &Known, done: bool) -> Option<String> {
    let (start, result) = (known.start()?, known.result(game));
    let proven = start.is_proven();
    if !done && !proven {
        return None;
    }
    let goal = game.measure();
    Some(match (game.aim(), start.best()) {
        (Aim::SameGame { .. }, None) if proven => "no list clears the board, proven".into(),
        (_, None) if proven => "no list solves this board in the moves allowed, proven".into(),
        (_, None) => "the solver found no list in its time".into(),
        (_, best) if best == result && !proven => "the solver found nothing better in its time".into(),
        (Aim::SameGame { goal: Goal::Clear, .. }, _) => "the solver clears the board".into(),
        (Aim::SameGame { .. }, Some(best)) => {
            let proof = match (proven, goal) {
                (false, _) => "the best that it found",
                (true, Goal::Score) => "the best possible",
                (true, _) => goal_text::proof(goal),
            };
            format!("the solver reaches {}, {proof}", goal_text::in_units(goal, best))
        }
        (Aim::Mayan { mode, .. }, Some(best)) => {
            let proof = match mode {
                Mode::Exactly => "",
                _ if proven => ", no list is shorter",
                _ => ", there may be a shorter list",
            };
            format!("the solver takes {}{proof}", plural(best, "move"))
        }
    })
}

/// Formats whether the game can still be won, as far as known. `could` is whether it could be won from an earlier position.
pub fn light(game: &Session, advice: &Advice, could: bool) -> String {
    if game.state() != GameState::Going {
        return String::new();
    }
    let goal = match game.aim() {
        Aim::SameGame { rules, goal, .. } => {
            if matches!(goal, Goal::Left | Goal::Biggest | Goal::Fewest)
                && let Some(result) = advice.result
            {
                let best = match advice.status {
                    Some(Status::Optimal) => goal_text::proof(goal),
                    _ => "the best that was found",
                };
                let result = match goal {
                    Goal::Fewest => format!("cleared in {}", plural(result, "more click")),
                    _ => goal_text::in_units(goal, result),
                };
                return format!("\u{25cf} from here: {result}, {best}");
            }
            // It is no question whether a board of single tiles that can be removed can be cleared.
            if rules.min_group <= 1 || matches!(goal, Goal::Left | Goal::Biggest) {
                let searching = !advice.done && game.has_goal() && goal != Goal::Clear;
                return if searching { "… looking for the best list".into() } else { String::new() };
            }
            "cleared".to_owned()
        }
        Aim::Mayan { left: Some(left), .. } => format!("solved in the {} left", plural(left, "move")),
        Aim::Mayan { .. } => "solved".to_owned(),
    };
    let started = !game.turns().is_empty();
    match advice.light {
        Light::Searching => "… looking whether it can be won".to_owned(),
        Light::Yes if started => format!("\u{25cf} can still be {goal}"),
        Light::Yes => format!("\u{25cf} can be {goal}"),
        Light::No if could && started => format!("\u{25cb} cannot be {goal} any more, proven"),
        Light::No if started => format!("\u{25cb} cannot be {goal} from here, proven"),
        Light::No => format!("\u{25cb} cannot be {goal}, proven"),
        Light::Unknown => format!("? not known whether it can be {goal}"),
    }
}

/// Formats the reason why a position cannot be won; empty if none of the facts that are checked applies.
pub fn why_lost(game: &Session) -> String {
    let aim = match game.aim() {
        Aim::SameGame { rules, points, .. } => Aim::SameGame { rules, goal: Goal::Clear, points },
        mayan @ Aim::Mayan { .. } => mayan,
    };
    let reasons = reasons(game.board(), &aim);
    reasons
        .iter()
        .find(|reason| reason.fact.is_loss())
        .map_or(String::new(), |reason| reason.to_text(game.board()))
}

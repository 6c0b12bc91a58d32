//! An analysis as text: a row for each move, and a summary in sentences.

use crate::io::sanitize;
use crate::verbs::goal_text;
use crate::verbs::replay::answers::Played;
use crate::verbs::solve::stopped;
use tilefall::insight::analysis::{Analysis, Knowledge, Loss, Unit};
use tilefall::insight::board_after;
use tilefall::internals::plural;
use tilefall::rules::grid::Grid;
use tilefall::rules::{GameKind, Status, Step};
use tilefall::text::render;

/// The words that differ between the games: for a move, for a tile, and for the state of an empty board.
struct Words {
    step: &'static str,
    tile: &'static str,
    won: &'static str,
}

const SAMEGAME: Words = Words { step: "click", tile: "tile", won: "cleared" };
const MAYAN: Words = Words { step: "move", tile: "block", won: "solved" };

/// The width of the column of removed tiles, in characters.
const REMOVED: usize = 20;

/// Formats an analysis: sentences, the list of moves, and a table with a row for each move.
pub fn of(played: &Played, analysis: &Analysis) -> String {
    let mut sentences = sentences(played, analysis).into_iter();
    let first = sentences.next().unwrap_or_default();
    let mut text = sanitize::line(&format!("{}: {first}", played.id)).into_owned() + "\n";
    for line in sentences {
        text += &format!("  {line}\n");
    }
    if !analysis.played.is_empty() {
        let moves = analysis.played.iter().map(|played| played.step.to_string());
        text += &render::text::moves(played.puzzle.task.game(), false, moves);
        text += &table(played, analysis, words(played));
    }
    text
}

fn words(played: &Played) -> &'static Words {
    if played.puzzle.task.game() == GameKind::SameGame { &SAMEGAME } else { &MAYAN }
}

/// Returns sentences on the whole game, on single moves, and on the limit that stopped the analysis.
pub fn sentences(played: &Played, analysis: &Analysis) -> Vec<String> {
    let words = words(played);
    let mut all = vec![summary(analysis, words)];
    if let Some(lost) = analysis.lost_at() {
        let after = no_list(&analysis.known[lost.at + 1], "");
        all.push(format!("{} {} threw the win away: after it {after}", words.step, lost.at + 1));
    }
    let losses = (0..analysis.played.len()).map(|at| analysis.loss(at));
    if let Some((at, amount)) = Loss::costliest(losses) {
        let (step, lost) = (words.step, goal_text::amount(analysis.unit, amount));
        let known = known(analysis.loss(at).proven);
        all.push(format!("the costliest {step} is {}: {lost} lost ({known})", at + 1));
    }
    all.extend(analysis.stopped_by.map(|reason| format!("{}: some losses are not proven", stopped(reason))));
    all
}

fn summary(analysis: &Analysis, words: &Words) -> String {
    let Words { tile, won, .. } = *words;
    let first = &analysis.known[0];
    let in_units = |result| goal_text::amount(analysis.unit, result);
    let possible = match (first.best(), first.bound()) {
        (None, _) => no_list(first, ""),
        (Some(_), _) if analysis.unit == Unit::Cleared => "the board can be cleared (proven)".into(),
        (Some(best), _) if first.is_proven() => format!("the best is {} (proven)", in_units(best)),
        (Some(best), Some(bound)) => format!("the best found is {}, the bound {bound}", in_units(best)),
        (Some(best), None) => format!("the best found is {}", in_units(best)),
    };
    match (analysis.unit, analysis.result) {
        (Unit::Points, Some(result)) => format!("{}; {possible}", in_units(result)),
        (Unit::Biggest, Some(result)) => format!("largest removal {}; {possible}", in_units(result)),
        (Unit::Left, Some(result)) => format!("{} left; {possible}", plural(result, tile)),
        (Unit::Cleared, Some(_)) => "cleared".into(),
        (Unit::Clicks | Unit::Moves, Some(result)) => format!("{won} in {}; {possible}", in_units(result)),
        (_, None) => format!("not {won}; {possible}"),
    }
}

/// Returns `before` and a clause on a position without a known list, such as `no list was found`.
pub fn no_list(known: &Knowledge, before: &str) -> String {
    match known.status() {
        Status::Infeasible if known.unit() == Unit::Moves => {
            format!("{before}no list solves the board (proven)")
        }
        Status::Infeasible => format!("{before}no list clears the board (proven)"),
        _ => format!("{before}no list was found"),
    }
}

/// Returns how certain a loss is, in words.
fn known(proven: bool) -> &'static str {
    if proven { "proven" } else { "as far as found" }
}

/// Returns the best known move in place of move `at`, from 0; `None` if no better move is known.
pub fn better(analysis: &Analysis, at: usize) -> Option<Step> {
    let (step, keeps) = (analysis.played[at].step, analysis.loss(at).amount == Some(0));
    analysis.known[at].line().first().copied().filter(|&best| !keeps && best != step)
}

/// Formats a table with a title and a row for each move.
fn table(played: &Played, analysis: &Analysis, words: &Words) -> String {
    let scored = analysis.played.iter().any(|played| played.points.is_some());
    let moves: Vec<Step> = analysis.played.iter().map(|played| played.step).collect();
    let row = |cells: [String; 7]| {
        let [number, step, removed, points, best, better, loss] = cells;
        let points = if scored { format!("{points:>7}") } else { String::new() };
        let row = format!("{number:>4}  {step:<6} {removed:<REMOVED$}{points}{best:>9}  {better:<6} {loss}");
        row.trim_end().to_owned() + "\n"
    };
    let removed = if scored { "removed" } else { "vanished" };
    let title = ["#", words.step, removed, "points", "best", "with", "loss"];
    let mut text = "\n".to_owned() + &row(title.map(str::to_owned));
    for (at, played_move) in analysis.played.iter().enumerate() {
        let before = &analysis.known[at];
        let loss = analysis.loss(at);
        text += &row([
            (at + 1).to_string(),
            played_move.step.to_string(),
            tiles(
                &played.puzzle.grid,
                || board_after(&played.puzzle, &moves[..at]).ok(),
                played_move.step,
                played_move.tiles,
                words,
            ),
            played_move.points.map_or(String::new(), |points| points.to_string()),
            best(before),
            better(analysis, at).map_or(String::new(), |step| step.to_string()),
            lost(&loss),
        ]);
    }
    text
}

/// Returns the number of tiles that a move removes, in words: `3 tiles, colour 2` or for Mayan `3 blocks`.
fn tiles(grid: &Grid, board: impl Fn() -> Option<Grid>, step: Step, tiles: usize, words: &Words) -> String {
    let number = if tiles == 0 { format!("no {}", words.tile) } else { plural(tiles, words.tile) };
    let colour = step.click().and_then(|cell| Some(grid.label(board()?.get(cell)?).into_owned()));
    match colour {
        Some(colour) => sanitize::end(&format!("{number}, colour {colour}"), REMOVED - 1).into(),
        None => number,
    }
}

/// Formats the best result from a position: a number or `yes`; `none` if proven, `?` if unknown.
fn best(known: &Knowledge) -> String {
    match (known.best(), known.status()) {
        (Some(_), _) if known.unit() == Unit::Cleared => "yes".into(),
        (Some(best), _) => best.to_string(),
        (None, Status::Infeasible) => "none".into(),
        (None, _) => "?".into(),
    }
}

/// Formats a loss: `12 proven`, `win proven`, or `?` if unknown.
fn lost(loss: &Loss) -> String {
    let known = known(loss.proven);
    match loss.amount {
        Some(amount) => format!("{amount:>5} {known}"),
        None if loss.win => format!("  win {known}"),
        None => "    ?".into(),
    }
}

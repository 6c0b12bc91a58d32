//! The list of the moves played, with what each gave away against the best list known before it.

use super::controller::Controller;
use super::known::Known;
use super::session::Session;
use crate::args::palette::Depth;
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::panel::Area;
use crate::verbs::goal_text;
use anstyle::{AnsiColor, Style};
use tilefall::insight::analysis::{Loss, Played};
use tilefall::rules::{GameKind, Goal};

/// The width of the list.
const WIDTH: u16 = 29;

/// The columns between two parts of a long list.
const GAP: u16 = 4;

/// The explanation of losses that are not proven.
const LEGEND: &str = "? as far as found, not proven";

/// The explanation of losses that are not known yet.
const SEARCHING: &str = "… is being searched";

/// Draws the list in an area, the last moves if not all have room; nothing if there is room for none.
pub fn draw(view: &Controller, area: Area, frame: &mut Frame) {
    let (game, depth, is_settled) = (&view.game, view.depth, view.is_settled());
    let losses = view.known.losses(game);
    let parts = usize::from((area.width + GAP) / (WIDTH + GAP));
    // Below the titles and above the legend.
    let lines = usize::from(area.height.saturating_sub(2));
    if parts * lines == 0 || losses.is_empty() {
        return;
    }
    let from = losses.len().saturating_sub(parts * lines);
    let dim = Style::new().dimmed();
    let mut last = 0;
    for (part, rows) in (0..).zip(losses[from..].chunks(lines)) {
        let x = area.x + part * (WIDTH + GAP);
        frame.put(x, area.y, titles(game), dim);
        for (line, (played, loss)) in (0..).zip(rows) {
            let number = from + usize::from(part) * lines + usize::from(line) + 1;
            let (row, style) = (row(game, number, played, loss, is_settled), style(loss, depth));
            frame.put(x, area.y + 1 + line, &row, style);
        }
        last = last.max(rows.len() as u16);
    }
    if losses[from..].iter().any(|(_, loss)| !loss.proven) {
        let legend = if is_settled { LEGEND } else { SEARCHING };
        frame.put(area.x, area.y + 1 + last, legend, dim);
    }
}

/// Returns the titles of the columns.
fn titles(game: &Session) -> &'static str {
    match (game.kind(), game.goal()) {
        (GameKind::SameGame, Goal::Score) => "  #  click  points  gave away",
        (GameKind::SameGame, _) => "  #  click   tiles  gave away",
        (GameKind::Mayan, _) => "  #  move   blocks  gave away",
    }
}

/// Formats a move. A loss is shown when it is proven, or when the analysis has ended.
fn row(game: &Session, number: usize, played: &Played, loss: &Loss, is_settled: bool) -> String {
    let points = played.points.filter(|_| game.measure() == Goal::Score);
    let gain = points.unwrap_or(played.tiles as i64);
    let doubt = if loss.proven || !is_settled { " " } else { "?" };
    let lost = match loss.amount {
        _ if !loss.proven && !is_settled => "…".to_owned(),
        _ if loss.win => "the win".to_owned(),
        Some(amount) => amount.to_string(),
        None => String::new(),
    };
    format!("{number:>3}  {:<5}{gain:>8}  {lost:>8}{doubt}", played.step.to_string())
}

/// Returns the style of a move: the more it gave away, the more it stands out.
fn style(loss: &Loss, depth: Depth) -> Style {
    let (colour, plain) = match loss {
        Loss { win: true, .. } => (AnsiColor::BrightRed, Style::new().bold()),
        Loss { amount: Some(1..), .. } => (AnsiColor::BrightYellow, Style::new().bold()),
        Loss { amount: Some(_), proven: true, .. } => (AnsiColor::BrightGreen, Style::new()),
        _ => return Style::new(),
    };
    if depth == Depth::None { plain } else { Style::new().fg_color(Some(colour.into())) }
}

/// Formats the move of a game that gave away most; empty without moves.
pub fn worst(game: &Session, known: &Known) -> String {
    let losses = known.losses(game);
    let name = |at: usize| format!("{} {}, {},", game.turn(), at + 1, losses[at].0.step);
    let proof = |proven: bool| if proven { ", proven" } else { ", as far as found" };
    if let Some(at) = losses.iter().position(|(_, loss)| loss.win) {
        return format!("{} threw the win away{}", name(at), proof(losses[at].1.proven));
    }
    if losses.is_empty() {
        return String::new();
    }
    let Some((worst, amount)) = Loss::costliest(losses.iter().map(|&(_, loss)| loss)) else {
        let known = losses.iter().all(|(_, loss)| loss.proven);
        let all = losses.iter().all(|(_, loss)| loss.amount.is_some());
        return if all {
            format!("no {} gave anything away{}", game.turn(), proof(known))
        } else {
            String::new()
        };
    };
    let lost = goal_text::amount(known.unit(), amount);
    format!("{} gave away most: {lost}{}", name(worst), proof(losses[worst].1.proven))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::play::advice::{Advice, Light};
    use tilefall::rules::grid::Grid;
    use tilefall::rules::{Cell, Rules, Status, Step};

    /// Plays clicks on a board, where before each click the solver's line and its status are known.
    fn played(goal: Goal, board: &str, list: &[(&str, &str, Status)]) -> (Session, Known) {
        let mut game = Session::samegame(Grid::parse(board).unwrap(), Rules::default(), Some(goal)).unwrap();
        let mut known = Known::new(&game);
        let turn = |click: &str| click.parse().unwrap();
        for (click, line, status) in list {
            let line = (!line.is_empty()).then(|| line.split(", ").map(turn).collect());
            let light = if *status == Status::Infeasible { Light::No } else { Light::Unknown };
            known.add_advice(&game, &Advice { line, light, status: Some(*status), ..Advice::default() });
            assert!(click.is_empty() || game.take(turn(click)), "{board} {click}");
            known.follow(&game);
        }
        (game, known)
    }

    #[test]
    fn each_move_has_its_loss_and_the_worst_is_named() {
        use Status::{Feasible, Infeasible, Optimal, Unknown};
        let board = "1.. / 22. / 113";
        let best = "2 1, 1 1";
        for (goal, list, rows, worst) in [
            (
                Goal::Score,
                &[("1 1", best, Optimal), ("1 1", "1 1", Optimal), ("", "", Unknown)][..],
                vec!["  1  1 1         0         1 ", "  2  1 1         0         0 "],
                "click 1, 1 1, gave away most: 1 point, proven",
            ),
            (
                Goal::Score,
                &[("1 1", best, Feasible), ("1 1", "1 1", Optimal), ("", "", Unknown)],
                vec!["  1  1 1         0         1?", "  2  1 1         0         0 "],
                "click 1, 1 1, gave away most: 1 point, as far as found",
            ),
            (
                Goal::Score,
                &[("2 1", best, Optimal), ("1 1", "1 1", Optimal), ("", "", Unknown)],
                vec!["  1  2 1         0         0 ", "  2  1 1         1         0 "],
                "no click gave anything away, proven",
            ),
            (
                Goal::Left,
                &[("1 1", best, Feasible), ("", "1 1", Optimal)],
                vec!["  1  1 1         2         1?"],
                "click 1, 1 1, gave away most: 1 tile, as far as found",
            ),
        ] {
            let (game, known) = played(goal, board, list);
            let drawn: Vec<_> = known
                .losses(&game)
                .iter()
                .zip(1..)
                .map(|((played, loss), at)| row(&game, at, played, loss, true))
                .collect();
            assert_eq!(drawn, rows, "{goal:?} {list:?}");
            assert_eq!(self::worst(&game, &known), worst, "{goal:?} {list:?}");
        }
        let (board, best) = ("1. / 22 / 11", "2 1, 1 1");
        for (list, rows, worst) in [
            (
                &[("1 1", best, Optimal), ("", "", Infeasible)],
                ["  1  1 1         2   the win "],
                "click 1, 1 1, threw the win away, proven",
            ),
            (
                &[("1 1", best, Optimal), ("", "", Unknown)],
                ["  1  1 1         2   the win?"],
                "click 1, 1 1, threw the win away, as far as found",
            ),
            (&[("1 1", "", Unknown), ("", "", Unknown)], ["  1  1 1         2          ?"], ""),
        ] {
            let (game, known) = played(Goal::Clear, board, list);
            let (played, loss) = known.losses(&game)[0];
            assert_eq!([row(&game, 1, &played, &loss, true)], rows, "{list:?}");
            assert_eq!(self::worst(&game, &known), worst, "{list:?}");
        }
    }

    #[test]
    fn a_long_list_is_drawn_in_parts_and_the_last_moves_stay() {
        let grid = Grid::from_names(2, 40, |cell| Some(cell.col as u64 % 2)).unwrap();
        let mut game = Session::samegame(grid, Rules::default(), None).unwrap();
        (0..39).rev().for_each(|col| assert!(game.take(Step::from(Cell::new(0, col)))));
        let view = Controller::new(game, Depth::True, false);
        for (width, height, shown) in [
            (80, 24, 1..40),
            (80, 12, 20..40),
            (29, 24, 18..40),
            (61, 24, 18..40),
            (62, 24, 1..40),
            (28, 24, 40..40),
            (80, 2, 40..40),
            (0, 0, 40..40),
        ] {
            let mut frame = Frame::new(width, height);
            draw(&view, Area { x: 0, y: 0, width, height }, &mut frame);
            let text = frame.to_string();
            let has = |number: usize| {
                let row = format!("{number:>3}  1 {:<3}", 40 - number);
                text.lines().any(|line| line.contains(&row))
            };
            let numbers: Vec<usize> = (1..40).filter(|&number| has(number)).collect();
            assert_eq!(numbers, shown.collect::<Vec<_>>(), "{width}×{height}\n{text}");
            assert_eq!(text.contains(SEARCHING), !numbers.is_empty(), "{text}");
        }
    }
}

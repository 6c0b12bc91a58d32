//! The card with the result of a game that is over.

use super::known::Known;
use super::session::Session;
use super::{moves, status};
use crate::args::palette::Depth;
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::panel::{self, Area, Item};
use anstyle::{AnsiColor, Style};
use std::time::Duration;
use tilefall::insight::stars;

/// The widest text of a card.
const WIDEST: u16 = 72;

/// The card with the result of a game.
pub struct Card {
    /// The stars with the end of the game and the time, the result, the comparison with the solver, the worst move, and what to
    /// do next.
    texts: [Item; 5],
}

impl Card {
    /// Returns the card of a game that is over. `done` is whether the solver has ended its search, and `time` the time that the
    /// player took, if known.
    pub fn new(game: &Session, known: &Known, done: bool, time: Option<Duration>, depth: Depth) -> Card {
        let compared = status::compared(game, known, done);
        let best = known.best().filter(|_| compared.is_some());
        let number = best.map(|best| stars(game.measure(), known.result(game), best));
        let stars = number.map_or(String::new(), |number| {
            let star = |at| if at < number { "\u{2605} " } else { "\u{2606} " };
            (0..3).map(star).collect::<String>() + "  "
        });
        let time = time.map(|time| time.as_secs());
        let time = time.map_or(String::new(), |time| format!("   {}:{:02}", time / 60, time % 60));
        let watch = if known.best_list().is_some() { "   b best line" } else { "" };
        let compared = compared.unwrap_or_else(|| "\u{2026} the solver is looking for its best list".into());
        let (plain, bold) = (Style::new(), Style::new().bold());
        let title =
            if depth == Depth::None { bold } else { bold.fg_color(Some(AnsiColor::BrightYellow.into())) };
        let choices = format!("n next board   R again{watch}   u undo   q leave");
        let texts = [
            Item::new(0, format!("{stars}{}{time}", status::end(game)), title),
            Item::new(0, status::result(game, None), bold),
            Item::new(0, compared, plain),
            Item::new(0, moves::worst(game, known), plain),
            Item::new(0, choices, plain.dimmed()),
        ];
        Card { texts }
    }

    /// Returns the lines of a card without a frame.
    pub fn min_lines(&self, width: u16) -> u16 {
        panel::min_lines(&self.texts, width)
    }

    /// Draws the card at the top of an area, in a frame if there is room for it and for `items` below. Returns the area below
    /// the card.
    pub fn draw(&self, area: Area, items: &[Item], frame: &mut Frame) -> Area {
        let inner = area.width.saturating_sub(4).min(WIDEST);
        let lines = panel::fit(&self.texts, inner, u16::MAX);
        let below = panel::fit(items, area.width, u16::MAX).len() as u16;
        let height = lines.len() as u16 + 2;
        if inner < 20 || height + below > area.height {
            let lines = panel::fit(&self.texts, area.width, u16::MAX);
            for (y, (line, style)) in (area.y..area.y + area.height).zip(&lines) {
                frame.put(area.x, y, line, *style);
            }
            return area.from(area.y.saturating_add(lines.len() as u16));
        }
        let top = area.y + u16::from(area.x == 0 && height + below < area.height);
        let wide = lines.iter().map(|(line, _)| line.chars().count()).max().unwrap_or(0);
        let (dim, edge) = (Style::new().dimmed(), "\u{2500}".repeat(wide + 2));
        frame.put(area.x, top, &format!("\u{256d}{edge}\u{256e}"), dim);
        for (y, (line, style)) in (top + 1..).zip(lines) {
            frame.put(area.x, y, "\u{2502}", dim);
            frame.put(area.x + 2, y, &line, style);
            frame.put(area.x + wide as u16 + 3, y, "\u{2502}", dim);
        }
        frame.put(area.x, top + height - 1, &format!("\u{2570}{edge}\u{256f}"), dim);
        area.from(top + height)
    }
}

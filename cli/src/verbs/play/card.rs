//! The card with the result of a game that is over.

use super::known::Known;
use super::session::Session;
use super::{moves, status};
use crate::args::palette::Depth;
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::panel::{self, Area, Item, wrapped};
use anstyle::{AnsiColor, Style};
use std::time::Duration;
use tilefall::insight::stars;

/// The widest text of a card.
const WIDEST: usize = 72;

/// The card with the result of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// The stars, the end of the game and the time.
    title: String,
    /// The result, the comparison with the solver, the worst move, and what to do next.
    texts: [String; 4],
}

impl Card {
    /// Returns the card of a game that is over. `done` is whether the solver has ended its search, and `time` the time that the
    /// player took, if known.
    pub fn new(game: &Session, known: &Known, done: bool, time: Option<Duration>) -> Card {
        let compared = status::compared(game, known, done);
        let best = known.best().filter(|_| compared.is_some());
        let number = best.map(|best| stars(game.measure(), known.result(game), best));
        let stars = number.map_or(String::new(), |number| {
            let star = |at| if at < number { "\u{2605} " } else { "\u{2606} " };
            (0..3).map(star).collect::<String>() + "  "
        });
        let time = time.map_or(String::new(), |time| format!("   {}", clock(time)));
        let watch = if known.best_list().is_some() { "   b best line" } else { "" };
        let texts = [
            status::result(game, None),
            compared.unwrap_or_else(|| "\u{2026} the solver is looking for its best list".into()),
            moves::worst(game, known),
            format!("n next board   R again{watch}   u undo   q leave"),
        ];
        Card { title: format!("{stars}{}{time}", status::end(game)), texts }
    }

    /// Returns the lines with their styles, at most `width` columns wide.
    fn lines(&self, width: usize, depth: Depth) -> Vec<(&str, Style)> {
        let bold = Style::new().bold();
        let title =
            if depth == Depth::None { bold } else { bold.fg_color(Some(AnsiColor::BrightYellow.into())) };
        let styles = [title, bold, Style::new(), Style::new(), Style::new().dimmed()];
        let texts = std::iter::once(&self.title).chain(&self.texts);
        texts
            .zip(styles)
            .filter(|(text, _)| !text.is_empty())
            .flat_map(|(text, style)| wrapped(text, width).into_iter().map(move |line| (line, style)))
            .collect()
    }

    /// Returns the lines of a card without a frame.
    pub fn min_lines(&self, width: u16) -> u16 {
        self.lines(width.into(), Depth::None).len() as u16
    }

    /// Draws the card at the top of an area, in a frame if there is room for it and for `items` below. Returns the area below
    /// the card.
    pub fn draw(&self, area: Area, items: &[Item], depth: Depth, frame: &mut Frame) -> Area {
        let inner = usize::from(area.width).saturating_sub(4).min(WIDEST);
        let lines = self.lines(inner, depth);
        let below = panel::fit(items, area.width, u16::MAX).len() as u16;
        let height = lines.len() as u16 + 2;
        if inner < 20 || height + below > area.height {
            let lines = self.lines(area.width.into(), depth);
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
            frame.put(area.x + 2, y, line, style);
            frame.put(area.x + wide as u16 + 3, y, "\u{2502}", dim);
        }
        frame.put(area.x, top + height - 1, &format!("\u{2570}{edge}\u{256f}"), dim);
        area.from(top + height)
    }
}

/// Formats a time as minutes and seconds.
fn clock(time: Duration) -> String {
    format!("{}:{:02}", time.as_secs() / 60, time.as_secs() % 60)
}

//! The output that makes a terminal show a picture after another one.

use super::frame::Frame;
use anstyle::{Reset, Style};
use crossterm::Command;
use crossterm::cursor::MoveTo;
use crossterm::terminal::{Clear, ClearType};
use std::fmt::Write as _;

/// Paints pictures on a terminal; stores the picture that the terminal shows.
#[derive(Default)]
pub struct Painter(Option<Frame>);

impl Painter {
    /// Discards the stored picture: the next picture is written as a whole.
    pub fn invalidate(&mut self) {
        self.0 = None;
    }

    /// Returns the text with escape codes that makes the terminal show a picture; empty if the terminal shows it
    /// already. The text begins and ends with the plain style.
    pub fn paint(&mut self, frame: Frame) -> String {
        let mut text = String::new();
        let size = (frame.width(), frame.height());
        let known = self.0.take().filter(|shown| (shown.width(), shown.height()) == size);
        let shown = known.unwrap_or_else(|| {
            ansi(&mut text, Clear(ClearType::All));
            Frame::new(size.0, size.1)
        });
        let (mut at, mut style) = (None, Style::new());
        for (y, (row, before)) in (0..).zip(frame.rows().zip(shown.rows())) {
            for (x, (place, before)) in (0..).zip(row.iter().zip(before)) {
                // The right half of a wide character is written with the left half.
                let Some(symbol) = place.symbol.filter(|_| place != before) else { continue };
                if at != Some((x, y)) {
                    ansi(&mut text, MoveTo(x, y));
                }
                change(&mut text, style, place.style);
                style = place.style;
                text.push(symbol);
                text += &place.marks;
                // Terminals differ in the width of wide and combining characters.
                let is_wide = row.get(usize::from(x) + 1).is_some_and(|next| next.symbol.is_none());
                at = (!is_wide && place.marks.is_empty()).then_some((x + 1, y));
            }
        }
        change(&mut text, style, Style::new());
        self.0 = Some(frame);
        text
    }
}

/// Appends a command. Writing to a string cannot fail.
fn ansi(text: &mut String, command: impl Command) {
    let _ = command.write_ansi(text);
}

/// Appends the escape codes that change the style.
fn change(text: &mut String, from: Style, to: Style) {
    if from == to {
        return;
    }
    if !from.is_plain() {
        let _ = write!(text, "{Reset}");
    }
    let _ = write!(text, "{}", to.render());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(texts: &[(u16, u16, &str, Style)]) -> Frame {
        let mut frame = Frame::new(8, 2);
        for &(x, y, text, style) in texts {
            frame.put(x, y, text, style);
        }
        frame
    }

    #[test]
    fn only_what_has_changed_is_written() {
        let (plain, bold) = (Style::new(), Style::new().bold());
        let mut painter = Painter::default();
        let first = [(0, 0, "abcd", plain), (0, 1, "efgh", bold)];
        let written = painter.paint(picture(&first));
        assert_eq!(written, "\x1b[2J\x1b[1;1Habcd\x1b[2;1H\x1b[1mefgh\x1b[0m");
        assert_eq!(painter.paint(picture(&first)), "");
        let second = [(0, 0, "aBCd", plain), (0, 1, "efg", bold), (7, 1, "x", bold.dimmed())];
        let written = painter.paint(picture(&second));
        assert_eq!(written, "\x1b[1;2HBC\x1b[2;4H \x1b[2;8H\x1b[1m\x1b[2mx\x1b[0m");
        assert_eq!(painter.paint(picture(&second)), "");
        assert_eq!(painter.paint(picture(&[])), "\x1b[1;1H    \x1b[2;1H   \x1b[2;8H ");
    }

    #[test]
    fn all_is_written_when_the_size_is_new_or_the_terminal_has_lost_the_picture() {
        let mut painter = Painter::default();
        let frame = picture(&[(0, 0, "ab", Style::new())]);
        let whole = painter.paint(frame.clone());
        painter.invalidate();
        assert_eq!(painter.paint(frame.clone()), whole);
        // The same number of cells in another shape.
        assert_eq!(painter.paint(Frame::new(2, 8)), "\x1b[2J");
        assert_eq!(painter.paint(frame), whole);
        assert_eq!(painter.paint(Frame::new(0, 0)), "\x1b[2J");
        assert_eq!(painter.paint(Frame::new(0, 0)), "");
    }

    #[test]
    fn the_cursor_is_moved_after_a_character_of_doubtful_width() {
        let frame = picture(&[(0, 0, "日x", Style::new()), (0, 1, "e\u{301}x", Style::new())]);
        let written = Painter::default().paint(frame);
        assert_eq!(written, "\x1b[2J\x1b[1;1H日\x1b[1;3Hx\x1b[2;1He\u{301}\x1b[2;2Hx");
    }
}

#[cfg(all(test, target_os = "linux"))]
mod on_a_terminal {
    use super::*;
    use anstyle::{Ansi256Color, AnsiColor, Color, Effects, RgbColor};
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    const COLOURS: &[Option<Color>] = &[
        None,
        Some(Color::Ansi(AnsiColor::Yellow)),
        Some(Color::Ansi(AnsiColor::BrightWhite)),
        Some(Color::Ansi256(Ansi256Color(0))),
        Some(Color::Ansi256(Ansi256Color(200))),
        Some(Color::Rgb(RgbColor(1, 20, 255))),
    ];

    fn style() -> impl Strategy<Value = Style> {
        // The terminal emulator of this test cannot show bold and dim at once.
        let effects = vec![Effects::new(), Effects::BOLD, Effects::DIMMED];
        (select(COLOURS), select(COLOURS), select(effects))
            .prop_map(|(ink, back, effects)| Style::new().fg_color(ink).bg_color(back).effects(effects))
    }

    /// The size of a picture, and texts on it, which may overlap and cross the edges.
    type Drawn = ((u16, u16), Vec<(u16, u16, String, Style)>);

    fn drawn() -> impl Strategy<Value = Drawn> {
        let text = "[ab 日本●\u{1b}\n]{0,8}|e\u{301}x|日\u{301}|\u{301}x";
        // Few sizes, so that many pictures follow one of the same size.
        let sizes = vec![(10, 4), (9, 4), (1, 1)];
        (select(sizes), vec((0..12_u16, 0..5_u16, text, style()), 0..12))
    }

    fn frame(((width, height), texts): Drawn) -> Frame {
        let mut frame = Frame::new(width, height);
        for (x, y, text, style) in texts {
            frame.put(x, y, &text, style);
        }
        frame
    }

    fn colour(colour: Option<Color>) -> vt100::Color {
        match colour {
            None => vt100::Color::Default,
            Some(Color::Ansi(colour)) => vt100::Color::Idx(Ansi256Color::from_ansi(colour).0),
            Some(Color::Ansi256(colour)) => vt100::Color::Idx(colour.0),
            Some(Color::Rgb(RgbColor(r, g, b))) => vt100::Color::Rgb(r, g, b),
        }
    }

    fn compare(frame: &Frame, screen: &vt100::Screen) -> Result<(), TestCaseError> {
        for (y, row) in (0..).zip(frame.rows()) {
            for (x, place) in (0..).zip(row) {
                let cell = screen.cell(y, x).unwrap();
                prop_assert_eq!(cell.is_wide_continuation(), place.symbol.is_none());
                if let Some(symbol) = place.symbol {
                    let shown = if cell.has_contents() { cell.contents() } else { " " };
                    prop_assert_eq!(shown, format!("{symbol}{}", place.marks));
                    let (effects, style) = (place.style.get_effects(), place.style);
                    prop_assert_eq!(cell.fgcolor(), colour(style.get_fg_color()));
                    prop_assert_eq!(cell.bgcolor(), colour(style.get_bg_color()));
                    prop_assert_eq!(cell.bold(), effects.contains(Effects::BOLD));
                    prop_assert_eq!(cell.dim(), effects.contains(Effects::DIMMED));
                }
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_terminal_shows_each_picture(pictures in vec(drawn(), 1..6)) {
            let (mut painter, mut terminal) = (Painter::default(), vt100::Parser::new(1, 1, 0));
            for frame in pictures.into_iter().map(frame) {
                terminal.screen_mut().set_size(frame.height(), frame.width());
                terminal.process(painter.paint(frame.clone()).as_bytes());
                compare(&frame, terminal.screen())?;
                prop_assert_eq!(painter.paint(frame), "");
            }
        }
    }
}

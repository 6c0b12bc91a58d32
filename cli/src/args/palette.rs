//! The colours that a terminal can show.

use crate::io::output;
use anstyle::{Ansi256Color, Color as Colour, RgbColor, Style};
use tilefall::text::render::palette::Rgb;

/// The colours that a terminal supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    None,
    /// The sixteen colours of ANSI.
    Ansi16,
    /// The 256 colours of xterm.
    Xterm256,
    /// 24-bit colours.
    True,
}

/// The colours of tiles as indexes of the 16 colours of ANSI: all but black, the background of most terminals.
const ANSI: [u8; 15] = [11, 4, 1, 6, 8, 14, 13, 3, 9, 15, 2, 5, 7, 12, 10];

/// Indexes of the colours of ANSI on which white text is easier to read than black.
const DARK_ANSI: [u8; 4] = [1, 4, 5, 8];

impl Depth {
    /// Returns the style of a tile of colour `number`, counted from 0, with a label in black or white. With
    /// [`Depth::Ansi16`] the colours repeat after 15.
    pub fn tile(self, number: usize) -> Style {
        if self == Depth::Ansi16 {
            let back = ANSI[number % ANSI.len()];
            let [ink, back] = [if DARK_ANSI.contains(&back) { 15 } else { 0 }, back]
                .map(|entry| Ansi256Color(entry).into_ansi().map(Colour::from));
            return Style::new().fg_color(ink).bg_color(back);
        }
        let back = Rgb::numbered(number);
        Style::new().fg_color(self.nearest(back.ink())).bg_color(self.nearest(back))
    }

    /// Returns the nearest colour that the terminal can show; `None` for terminals with 16 colours or none. Of the 256
    /// colours of xterm, only the cube and the greys are used.
    pub fn nearest(self, colour: Rgb) -> Option<Colour> {
        let Rgb(red, green, blue) = colour;
        match self {
            Depth::None | Depth::Ansi16 => None,
            Depth::Xterm256 => {
                let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
                let distance = |Rgb(r, g, b): Rgb| square(r, red) + square(g, green) + square(b, blue);
                let nearest = (16..=255).min_by_key(|&entry| distance(Rgb::of_xterm(entry)));
                nearest.map(|entry| Ansi256Color(entry).into())
            }
            Depth::True => Some(RgbColor(red, green, blue).into()),
        }
    }
}

/// The values of `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// As many as the terminal can show; none elsewhere, or if NO_COLOR is set
    Auto,
    /// As many as the terminal can show, at least 16, wherever the output goes
    Always,
    /// None; each colour has its label
    Never,
    /// The 16 colours of ANSI
    #[value(name = "16")]
    Ansi16,
    /// 256 colours
    #[value(name = "256")]
    Xterm256,
    /// 24-bit colours
    True,
}

impl Color {
    /// Returns the colour depth of the output.
    pub fn depth(self) -> Depth {
        match self {
            Color::Auto if !output::is_terminal() => Depth::None,
            Color::Auto => of_terminal(),
            Color::Always => match by_environment() {
                Depth::None => Depth::Ansi16,
                depth => depth,
            },
            Color::Never => Depth::None,
            Color::Ansi16 => Depth::Ansi16,
            Color::Xterm256 => Depth::Xterm256,
            Color::True => Depth::True,
        }
    }
}

/// Returns the colours that the terminal can show, according to the environment; none if NO_COLOR is set.
pub fn of_terminal() -> Depth {
    if std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        Depth::None
    } else {
        by_environment()
    }
}

/// Returns the colours that the terminal can show, according to TERM and COLORTERM; ignores NO_COLOR.
fn by_environment() -> Depth {
    let name = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    depth_of(name("TERM").as_deref(), name("COLORTERM").as_deref())
}

/// Returns the colours that a terminal with these values of TERM and COLORTERM can show.
fn depth_of(term: Option<&str>, colorterm: Option<&str>) -> Depth {
    match (term, colorterm) {
        (Some("dumb"), _) => Depth::None,
        (_, Some("truecolor" | "24bit")) => Depth::True,
        (Some(term), _) if term.ends_with("-direct") => Depth::True,
        (Some(term), _) if term.contains("256") => Depth::Xterm256,
        (Some(_), _) => Depth::Ansi16,
        // Windows sets neither TERM nor COLORTERM, and its terminals can show all colours.
        (None, _) if cfg!(windows) => Depth::True,
        (None, _) => Depth::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_determines_the_colours() {
        for (term, colorterm, depth) in [
            (Some("dumb"), Some("truecolor"), Depth::None),
            (Some("xterm-256color"), Some("truecolor"), Depth::True),
            (Some("xterm-256color"), None, Depth::Xterm256),
            (Some("linux"), None, Depth::Ansi16),
            (Some("xterm-direct"), None, Depth::True),
        ] {
            assert_eq!(depth_of(term, colorterm), depth, "{term:?} {colorterm:?}");
        }
    }
}

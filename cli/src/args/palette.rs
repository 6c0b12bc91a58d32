//! The colours that standard output can show.

use crate::io::output;
use tilefall::internals::render::palette::Depth;

/// The values of `--color`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// As many as the terminal can show; none elsewhere, or if NO_COLOR is set
    Auto,
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
            Color::Never => Depth::None,
            Color::Ansi16 => Depth::Ansi16,
            Color::Xterm256 => Depth::Xterm256,
            Color::True => Depth::True,
        }
    }
}

/// Returns the colours that the terminal can show, by environment variables; none if NO_COLOR is set.
pub fn of_terminal() -> Depth {
    let name = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match name("NO_COLOR") {
        Some(_) => Depth::None,
        None => depth_of(name("TERM").as_deref(), name("COLORTERM").as_deref()),
    }
}

/// Returns the colours that a terminal can show, by the values of TERM and COLORTERM.
fn depth_of(term: Option<&str>, colorterm: Option<&str>) -> Depth {
    match (term, colorterm) {
        (Some("dumb"), _) => Depth::None,
        (_, Some("truecolor" | "24bit")) => Depth::True,
        (Some(term), _) if term.ends_with("-direct") => Depth::True,
        (Some(term), _) if term.contains("256") => Depth::Xterm256,
        (Some(_), _) => Depth::Ansi16,
        // Windows sets neither, and its terminals can show all colours.
        (None, _) => {
            if cfg!(windows) {
                Depth::True
            } else {
                Depth::None
            }
        }
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

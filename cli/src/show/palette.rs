//! Which colours standard output can show.

use crate::output;
use tilefall::render::palette::Depth;

/// What `--color` takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// What the terminal can show; none elsewhere, or if NO_COLOR is set
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
    /// The colours that are drawn.
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

/// The colours that the terminal of the program can show, by its environment; none if the user wants none.
pub fn of_terminal() -> Depth {
    let name = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    match name("NO_COLOR") {
        Some(_) => Depth::None,
        None => depth_of(name("TERM").as_deref(), name("COLORTERM").as_deref()),
    }
}

/// The colours that a terminal can show, by the values of TERM and COLORTERM.
fn depth_of(term: Option<&str>, colorterm: Option<&str>) -> Depth {
    match (term, colorterm) {
        (Some("dumb"), _) => Depth::None,
        (_, Some("truecolor" | "24bit")) => Depth::True,
        (Some(term), _) if term.ends_with("-direct") => Depth::True,
        (Some(term), _) if term.contains("256") => Depth::Xterm256,
        (Some(_), _) => Depth::Ansi16,
        // Windows sets neither, and its terminals know all colours.
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
    fn terminals_say_what_they_can_show() {
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

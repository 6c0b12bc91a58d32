//! Formats as words, and how the format of an input is found.

use super::error::Unfit;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilefall::base::Game;
use tilefall::formats::{FORMATS, Format, auto};

/// What `--format` says.
#[derive(Clone, Copy, Debug)]
pub enum FormatWord {
    /// Whichever fits.
    Auto,
    /// This one.
    Named(&'static Format),
}

/// How the format of an input is found.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// Find out.
    Auto,
    /// Find out which of those that hold puzzles of this game.
    For(Game),
    /// This one.
    Named(&'static Format),
}

impl FormatWord {
    /// How a verb finds the format of its input; one for a single game reads no other.
    ///
    /// # Errors
    /// If the format that is named holds no puzzles of the game.
    pub fn meant(self, game: Option<Game>) -> Result<Choice, Unfit> {
        match (self, game) {
            (FormatWord::Auto, None) => Ok(Choice::Auto),
            (FormatWord::Auto, Some(game)) => Ok(Choice::For(game)),
            (FormatWord::Named(format), Some(game)) if !format.holds(game) => {
                let holds = FORMATS.iter().filter(|format| format.holds(game));
                let holds: Vec<&str> = holds.map(|format| format.name).collect();
                let (found, title, holds) = (format.name, game.title(), holds.join(", "));
                Err(Unfit(format!("--format {found} holds no {title} puzzles, expected one of {holds}")))
            }
            (FormatWord::Named(format), _) => Ok(Choice::Named(format)),
        }
    }
}

impl Choice {
    /// How a text is read.
    pub fn of(self, text: &[u8]) -> auto::Chosen {
        match self {
            Choice::Auto => auto::choose(text, None),
            Choice::For(game) => auto::choose(text, Some(game)),
            Choice::Named(format) => auto::Chosen::of(format),
        }
    }
}

/// A parser for what `--format` says.
pub fn format_word() -> impl TypedValueParser<Value = FormatWord> {
    let auto = PossibleValue::new("auto").help("whichever fits");
    let named = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.doc));
    PossibleValuesParser::new(std::iter::once(auto).chain(named))
        .map(|name| Format::named(&name).map_or(FormatWord::Auto, FormatWord::Named))
}

/// A parser for the name of a format, listing them all.
pub fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    PossibleValuesParser::new(FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.doc)))
        .map(|name| Format::named(&name).expect("clap lets only known names through"))
}

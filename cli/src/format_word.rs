//! Formats as words, how the format of an input is found, and how boards of text are read.

use super::error::Unfit;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tilefall::base::Game;
use tilefall::formats::rows::{Options, RowsFrom, Symbols};
use tilefall::formats::{FORMATS, Format, auto, rows};

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
    /// Boards of text, with options.
    Rows(Options),
}

/// The arguments that say how text is read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormatArgs {
    /// The format of the puzzles
    #[arg(long, short, value_name = "FORMAT", default_value = "auto", value_parser = format_word())]
    #[arg(hide_possible_values = true)]
    pub format: FormatWord,
    /// Read boards of text (format rows) in which each of these SYMBOLS is an empty cell, as '.' is; for example 0
    #[arg(long, value_name = "SYMBOLS", value_parser = Symbols::new, allow_hyphen_values = true)]
    pub empty: Option<Symbols>,
    /// Read boards of text (format rows) whose first row is the top one, or the bottom one
    #[arg(long, value_name = "END", value_parser = rows_from())]
    pub rows_from: Option<RowsFrom>,
}

impl FormatArgs {
    /// How a verb finds the format of its input; a verb of a single game reads no format of the other.
    ///
    /// # Errors
    /// If the format that is named holds no puzzles of the game, or takes no options that are given.
    pub fn meant(&self, game: Option<Game>) -> Result<Choice, Unfit> {
        if self.empty.is_none() && self.rows_from.is_none() {
            return self.format.meant(game);
        }
        let flag = if self.empty.is_some() { "--empty" } else { "--rows-from" };
        if let FormatWord::Named(format) = self.format
            && format.name != rows::FORMAT.name
        {
            let why = format!("{flag} only affects --format rows, expected no --format {}", format.name);
            return Err(Unfit(why));
        }
        if let Some(game) = game.filter(|&game| !rows::FORMAT.holds(game)) {
            let why = format!("{flag} only affects --format rows, which holds no {} puzzles", game.title());
            return Err(Unfit(why));
        }
        let (empty, rows_from) = (self.empty.unwrap_or_default(), self.rows_from.unwrap_or_default());
        Ok(Choice::Rows(Options { empty, rows_from }))
    }

    /// The arguments that records depend on, by name.
    pub fn options(&self) -> [(&'static str, Option<String>); 3] {
        let format = if let FormatWord::Named(format) = self.format { Some(format.name) } else { None };
        [
            ("format", format.map(str::to_owned)),
            ("empty", self.empty.map(|symbols| symbols.to_string())),
            ("rows-from", self.rows_from.map(|end| end.name().to_owned())),
        ]
    }
}

impl FormatWord {
    fn meant(self, game: Option<Game>) -> Result<Choice, Unfit> {
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
            Choice::Rows(options) => auto::Chosen::rows(options),
        }
    }

    /// The format, if it need not be found.
    pub fn format(self) -> Option<&'static Format> {
        match self {
            Choice::Auto | Choice::For(_) => None,
            Choice::Named(format) => Some(format),
            Choice::Rows(_) => Some(&rows::FORMAT),
        }
    }
}

/// A parser for what `--rows-from` says.
fn rows_from() -> impl TypedValueParser<Value = RowsFrom> {
    let all = [RowsFrom::Top, RowsFrom::Bottom];
    PossibleValuesParser::new(all.map(RowsFrom::name))
        .map(move |name| all.into_iter().find(|end| end.name() == name).expect("one of them"))
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

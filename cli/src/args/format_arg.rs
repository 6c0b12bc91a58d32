//! Arguments that choose the format of inputs, and the detection of the format.

use super::named::one_of;
use crate::error::UsageError;
use clap::builder::{PossibleValue, TypedValueParser};
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::rows::{Options, RowsFrom, Symbols};
use tilefall::text::formats::{FORMATS, Format, auto, rows};

/// How to choose the format of an input.
#[derive(Clone, Copy, Debug)]
pub enum FormatChoice {
    /// Detect the format.
    Auto,
    /// Detect the format, among the formats for this game.
    For(GameKind),
    /// Use this format.
    Named(&'static Format),
    /// Read boards as text, with these options.
    Rows(Options),
}

/// The arguments that choose how text is read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormatArgs {
    /// The format of the puzzles
    #[arg(long, short, value_name = "FORMAT", default_value = "auto", value_parser = format_arg())]
    #[arg(hide_possible_values = true)]
    pub format: FormatChoice,
    /// Read boards of text (format rows) in which each of these SYMBOLS is an empty cell, as '.' is; for example 0
    #[arg(long, value_name = "SYMBOLS", value_parser = Symbols::new, allow_hyphen_values = true)]
    pub empty: Option<Symbols>,
    /// Read boards of text (format rows) whose first row is the top one, or the bottom one
    #[arg(long, value_name = "END", value_parser = rows_from())]
    pub rows_from: Option<RowsFrom>,
}

impl FormatArgs {
    /// Returns how a verb chooses the format of its input. A verb of a single game reads no format of the other game.
    ///
    /// # Errors
    /// If the format is not for the game, or an option does not apply to it.
    pub fn resolve(&self, game: Option<GameKind>) -> Result<FormatChoice, UsageError> {
        if self.empty.is_none() && self.rows_from.is_none() {
            return match (self.format, game) {
                (FormatChoice::Auto, Some(game)) => Ok(FormatChoice::For(game)),
                (FormatChoice::Named(format), Some(game)) if !format.holds(game) => {
                    let holds = FORMATS.iter().filter(|format| format.holds(game));
                    let holds: Vec<&str> = holds.map(|format| format.name).collect();
                    let (found, title, holds) = (format.name, game.title(), holds.join(", "));
                    let why = format!("--format {found} holds no {title} puzzles, expected one of {holds}");
                    Err(UsageError(why))
                }
                (choice, _) => Ok(choice),
            };
        }
        let flag = if self.empty.is_some() { "--empty" } else { "--rows-from" };
        if let FormatChoice::Named(format) = self.format
            && format.name != rows::FORMAT.name
        {
            let why = format!("{flag} only affects --format rows, expected no --format {}", format.name);
            return Err(UsageError(why));
        }
        if let Some(game) = game.filter(|&game| !rows::FORMAT.holds(game)) {
            let why = format!("{flag} only affects --format rows, which holds no {} puzzles", game.title());
            return Err(UsageError(why));
        }
        let (empty, rows_from) = (self.empty.unwrap_or_default(), self.rows_from.unwrap_or_default());
        Ok(FormatChoice::Rows(Options { empty, rows_from, ..Options::default() }))
    }

    /// Returns the names and values of the arguments that affect records.
    pub fn options(&self) -> [(&'static str, Option<String>); 3] {
        [
            ("format", self.format.format().map(|format| format.name.to_owned())),
            ("empty", self.empty.map(|symbols| symbols.to_string())),
            ("rows-from", self.rows_from.map(|end| end.name().to_owned())),
        ]
    }
}

impl FormatChoice {
    /// Returns the format and options for a text of boards on which columns close or stay, if that is given.
    pub fn of(self, text: &[u8], columns: Option<Columns>) -> auto::ReadPlan {
        match self {
            FormatChoice::Auto => auto::plan_by(text, None, columns),
            FormatChoice::For(game) => auto::plan_by(text, Some(game), columns),
            FormatChoice::Named(format) => auto::ReadPlan::of(format).by(columns),
            FormatChoice::Rows(options) => auto::ReadPlan::rows(options).by(columns),
        }
    }

    /// Returns the format, unless it is to be detected.
    pub fn format(self) -> Option<&'static Format> {
        match self {
            FormatChoice::Auto | FormatChoice::For(_) => None,
            FormatChoice::Named(format) => Some(format),
            FormatChoice::Rows(_) => Some(&rows::FORMAT),
        }
    }
}

fn rows_from() -> impl TypedValueParser<Value = RowsFrom> {
    one_of(&[RowsFrom::Top, RowsFrom::Bottom].map(|end| (end.name().into(), end)))
}

/// Returns the formats by name.
fn formats() -> impl Iterator<Item = (PossibleValue, &'static Format)> {
    FORMATS.iter().map(|format| (PossibleValue::new(format.name).help(format.doc), *format))
}

fn format_arg() -> impl TypedValueParser<Value = FormatChoice> {
    let auto = (PossibleValue::new("auto").help("whichever fits"), FormatChoice::Auto);
    let named = formats().map(|(name, format)| (name, FormatChoice::Named(format)));
    one_of(&[auto].into_iter().chain(named).collect::<Vec<_>>())
}

pub fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    one_of(&formats().collect::<Vec<_>>())
}

//! Arguments that choose the format of inputs, and the detection of the format.

use super::values::{Number, one_of};
use crate::exit::UsageError;
use clap::builder::{PossibleValue, TypedValueParser};
use tilefall::rules::grid::MAX_CELLS;
use tilefall::rules::{Columns, GameKind};
use tilefall::text::formats::rows::{Lists, Options, RowsFrom, Symbols};
use tilefall::text::formats::{FORMATS, Format, auto, rows};

/// How an input is read: its format, its game and the options for text.
#[derive(Clone, Copy, Debug)]
pub struct FormatChoice {
    /// The format; detected if `None`.
    pub format: Option<&'static Format>,
    /// The game of the puzzles; `None` for either game.
    game: Option<GameKind>,
    /// The options for boards as text, if `format` is `rows`.
    rows: Options,
    /// Whether no argument names the format, or says what lists are.
    strict: bool,
    /// Whether empty columns close or stay; `None` if no argument says so. With [`Columns::Stay`], a board may have an
    /// empty column to the left of tiles.
    pub columns: Option<Columns>,
}

/// The arguments that choose how text is read.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct FormatArgs {
    /// The format of the puzzles
    #[arg(long, short, value_name = "FORMAT", default_value = "auto", value_parser = format_arg())]
    #[arg(hide_possible_values = true)]
    pub format: FormatArg,
    /// Read boards of text (format rows) in which each of these SYMBOLS is an empty cell, as '.' is; for example 0
    #[arg(long, value_name = "SYMBOLS", value_parser = Symbols::new, allow_hyphen_values = true)]
    pub empty: Option<Symbols>,
    /// Read boards of text (format rows) whose first row is the top one, or the bottom one; with --lists columns, whose
    /// columns begin at the top or at the bottom
    #[arg(long, value_name = "END", value_parser = one_of(&[RowsFrom::Top, RowsFrom::Bottom].map(|end| (end.name().into(), end))))]
    pub rows_from: Option<RowsFrom>,
    /// Read lists of lists (format rows) as rows, or as columns, each from the bottom
    #[arg(long, value_name = "KIND", value_parser = one_of(&[Lists::Rows, Lists::Columns].map(|lists| (lists.name().into(), lists))))]
    pub lists: Option<Lists>,
    /// Read boards of text (format rows) whose cells follow each other, N to a row
    #[arg(long, value_name = "N")]
    pub width: Option<Number<1, { MAX_CELLS as u64 }>>,
    /// Read boards of text (format rows) on which tiles float or columns are empty: tiles fall, and columns close
    #[arg(long)]
    pub settle: bool,
}

/// The clap ids of the options that only affect the format `rows`.
pub const ROWS_OPTIONS: [&str; 5] = ["empty", "rows_from", "lists", "width", "settle"];

impl FormatArgs {
    /// Returns how a verb reads its input; `game` is `None` for a verb of both games. A format that cannot hold puzzles
    /// of `game` is an error.
    pub fn resolve(&self, game: Option<GameKind>) -> Result<FormatChoice, UsageError> {
        let FormatArg(format) = self.format;
        if let (Some(format), Some(game)) = (format, game)
            && !format.holds(game)
        {
            let holds = FORMATS.iter().filter(|format| format.holds(game));
            let holds: Vec<&str> = holds.map(|format| format.name).collect();
            let (found, title, holds) = (format.name, game.title(), holds.join(", "));
            let why = format!("--format {found} holds no {title} puzzles, expected one of {holds}");
            return Err(UsageError(why));
        }
        let flag =
            self.options().into_iter().skip(1).find(|(_, value)| value.is_some()).map(|(name, _)| name);
        if let (Some(flag), Some(format)) = (flag, format.filter(|format| format.name != rows::FORMAT.name)) {
            let why = format!("--{flag} only affects --format rows, expected no --format {}", format.name);
            return Err(UsageError(why));
        }
        let options = Options {
            empty: self.empty.unwrap_or_default(),
            rows_from: self.rows_from,
            lists: self.lists.unwrap_or_default(),
            width: self.width.map(Number::to_usize),
            settle: self.settle,
        };
        let strict = format.is_none() && self.lists.is_none();
        let format = format.or(flag.map(|_| &rows::FORMAT));
        Ok(FormatChoice { format, game, rows: options, strict, columns: None })
    }

    /// Returns the arguments that affect records, as names without `--` and values. A value not given is `None`.
    pub fn options(&self) -> [(&'static str, Option<String>); 6] {
        [
            ("format", self.format.0.map(|format| format.name.to_owned())),
            ("empty", self.empty.map(|symbols| symbols.to_string())),
            ("rows-from", self.rows_from.map(|end| end.name().to_owned())),
            ("lists", self.lists.map(|lists| lists.name().to_owned())),
            ("width", self.width.map(|width| width.0.to_string())),
            ("settle", self.settle.then(|| "true".to_owned())),
        ]
    }
}

impl FormatChoice {
    /// Creates a choice that detects the format of puzzles of a game.
    pub fn of_game(game: GameKind) -> FormatChoice {
        FormatChoice { format: None, game: Some(game), rows: Options::default(), strict: true, columns: None }
    }

    /// Returns the plan for reading a text; detects the format if none was given.
    pub fn of(self, text: &[u8]) -> auto::ReadPlan {
        match self.format {
            None => auto::plan_by(text, self.game, self.columns),
            Some(format) if format.name == rows::FORMAT.name => {
                auto::ReadPlan::rows(self.rows, self.strict).by(self.columns).of_game(self.game)
            }
            Some(format) => auto::ReadPlan::of(format).by(self.columns),
        }
    }
}

/// The value of `--format`: a format, or `None` for `auto`.
#[derive(Clone, Copy, Debug)]
pub struct FormatArg(pub Option<&'static Format>);

/// Returns each format with its name and its help text.
fn formats() -> impl Iterator<Item = (PossibleValue, &'static Format)> {
    FORMATS.iter().map(|format| (PossibleValue::new(format.name).help(format.doc), *format))
}

fn format_arg() -> impl TypedValueParser<Value = FormatArg> {
    let auto = (PossibleValue::new("auto").help("whichever fits"), FormatArg(None));
    let named = formats().map(|(name, format)| (name, FormatArg(Some(format))));
    one_of(&[auto].into_iter().chain(named).collect::<Vec<_>>())
}

pub fn format_name() -> impl TypedValueParser<Value = &'static Format> {
    one_of(&formats().collect::<Vec<_>>())
}

//! `--coordinates`, for all verbs that read lists of clicks.

use super::named::one_of;
use clap::builder::{PossibleValue, TypedValueParser};
use std::collections::HashSet;
use tilefall::text::formats::{Coordinates, FORMATS};

/// The coordinates of plain lists.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct CoordinateArgs {
    /// How plain lists count [default: as records do, or, where that is impossible, as the puzzles' format does]
    #[arg(long, value_name = "KIND", value_parser = coordinates())]
    pub coordinates: Option<&'static Coordinates>,
}

/// Returns a parser for the coordinates of all formats.
fn coordinates() -> impl TypedValueParser<Value = &'static Coordinates> {
    let mut seen = HashSet::new();
    let all = FORMATS.iter().map(|format| format.coordinates).filter(|one| seen.insert(one.name));
    let all = all.map(|one| (PossibleValue::new(one.name).help(one.doc), one)).collect::<Vec<_>>();
    one_of(&all)
}

//! Values that are chosen by name.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Returns a parser for one of these values, each with its name and its help text.
pub fn one_of<T: Clone + Send + Sync + 'static>(
    choices: &[(PossibleValue, T)],
) -> impl TypedValueParser<Value = T> + use<T> {
    let (names, values): (Vec<_>, Vec<_>) = choices.iter().cloned().unzip();
    PossibleValuesParser::new(names.clone()).map(move |found| {
        let at = names.iter().position(|name| name.get_name() == found);
        values[at.expect("clap lets only known names through")].clone()
    })
}

/// A value of the library with its name on the command line and its help.
pub type Choice<T> = (&'static str, T, &'static str);

/// Returns a parser for one of the values of a table.
pub fn one_of_table<T: Clone + Send + Sync + 'static>(
    table: &'static [Choice<T>],
) -> impl TypedValueParser<Value = T> {
    let named = |(name, value, help): &Choice<T>| (PossibleValue::new(*name).help(*help), value.clone());
    one_of(&table.iter().map(named).collect::<Vec<_>>())
}

pub fn name_of<T: PartialEq>(table: &[Choice<T>], value: &T) -> String {
    table.iter().find(|(_, other, _)| other == value).map_or(String::new(), |&(name, ..)| name.to_owned())
}

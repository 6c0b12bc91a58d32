//! A fast parser for a single verb, for the verbs that are run often on little work.
//!
//! A short run spends most of its time on building the parser for all verbs. This parser has one verb with the same
//! arguments; everything it does not recognise, including `--help`, goes to the full parser.

use crate::verbs::{simulate, solve};
use clap::{ArgMatches, Args as _, Command};
use std::ffi::OsString;
use std::mem::ManuallyDrop;

/// Parses the arguments; `None` if the first two name none of these verbs, or the other arguments are not valid.
pub fn parse(words: &[OsString]) -> Option<ArgMatches> {
    type Verb = (&'static str, &'static str, fn(Command) -> Command);
    const VERBS: [Verb; 4] = [
        ("mayan", "simulate", simulate::mayan::Args::augment_args),
        ("mayan", "solve", solve::mayan::Args::augment_args),
        ("samegame", "simulate", simulate::samegame::Args::augment_args),
        ("samegame", "solve", solve::samegame::Args::augment_args),
    ];
    let [_, first, second, ..] = words else { return None };
    let (game, verb, flags) = VERBS.into_iter().find(|(game, verb, _)| first == game && second == verb)?;
    let game = Command::new(game).subcommand(flags(Command::new(verb)));
    let all = Command::new("tilefall").args_override_self(true).subcommand(game);
    // Dropping the parser would take a third of the time of parsing.
    ManuallyDrop::new(all).try_get_matches_from_mut(words).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::{CommandFactory as _, FromArgMatches as _};

    #[test]
    fn the_quick_parser_agrees_with_the_full_parser() {
        for (text, quick) in [
            ("tilefall mayan solve a.jsonl", true),
            ("tilefall mayan solve --moves 3 --moves 4 --count", true),
            ("tilefall mayan solve --stats -- --help", true),
            ("tilefall mayan simulate", true),
            ("tilefall samegame solve --time 5 a b", true),
            ("tilefall samegame click 9 0 click.txt", false),
            ("tilefall samegame simulate uva339.txt", true),
            ("tilefall mayan solve --help", false),
            ("tilefall mayan solve --version", false),
            ("tilefall mayan solve --no-such-flag", false),
            ("tilefall mayan", false),
            ("tilefall mayan show", false),
        ] {
            let words: Vec<OsString> = text.split(' ').map(OsString::from).collect();
            let parsed = |words: &ArgMatches| format!("{:?}", Cli::from_arg_matches(words).unwrap());
            let few = parse(&words);
            assert_eq!(few.is_some(), quick, "{text}");
            if let Some(few) = few {
                let all = Cli::command().try_get_matches_from(&words).unwrap();
                assert_eq!(parsed(&few), parsed(&all), "{text}");
            }
        }
    }
}

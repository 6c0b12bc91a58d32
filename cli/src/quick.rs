//! A parser that knows only the verb that is named: of the verbs that are run often, on little work each.
//!
//! A short run spends most of its time on building the parser for all verbs. This one knows a single verb and takes the
//! same arguments; what it does not recognise, `--help` included, goes to the full parser.

use crate::{mayan, samegame};
use clap::{ArgMatches, Args as _, Command};
use std::ffi::OsString;
use std::mem::ManuallyDrop;

/// What the words mean, if the first two name a verb of this kind and the others are right.
pub fn parse(words: &[OsString]) -> Option<ArgMatches> {
    type Verb = (&'static str, &'static str, fn(Command) -> Command);
    const VERBS: [Verb; 4] = [
        ("mayan", "simulate", mayan::simulate::Args::augment_args),
        ("mayan", "solve", mayan::solve::Args::augment_args),
        ("samegame", "simulate", samegame::simulate::Args::augment_args),
        ("samegame", "solve", samegame::solve::Args::augment_args),
    ];
    let [_, first, second, ..] = words else { return None };
    let (game, verb, flags) = VERBS.into_iter().find(|(game, verb, _)| first == game && second == verb)?;
    let game = Command::new(game).subcommand(flags(Command::new(verb)));
    let all = Command::new("tilefall").args_override_self(true).subcommand(game);
    // Not to take it apart again saves as much time as a third of the parsing.
    ManuallyDrop::new(all).try_get_matches_from_mut(words).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::{CommandFactory as _, FromArgMatches as _};

    #[test]
    fn words_mean_what_they_mean_to_the_parser_of_all() {
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
            let meant = |words: &ArgMatches| format!("{:?}", Cli::from_arg_matches(words).unwrap());
            let few = parse(&words);
            assert_eq!(few.is_some(), quick, "{text}");
            if let Some(few) = few {
                let all = Cli::command().try_get_matches_from(&words).unwrap();
                assert_eq!(meant(&few), meant(&all), "{text}");
            }
        }
    }
}

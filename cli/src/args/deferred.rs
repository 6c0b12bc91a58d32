//! The arguments of a verb as a part of the parser that is built only if the verb is used.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of a verb. A short run would spend most of its time on building the parsers of all verbs.
#[derive(Debug)]
pub struct Deferred<A>(pub A);

impl<A: Args> Args for Deferred<A> {
    fn augment_args(command: Command) -> Command {
        command.defer(built::<A>)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<A: Args> FromArgMatches for Deferred<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// Adds the arguments to the command of a verb.
fn built<A: Args>(command: Command) -> Command {
    // The documentation of the arguments would replace that of the verb.
    let about = command.get_about().cloned().unwrap_or_default();
    A::augment_args(command).about(about).mut_args(with_negative_numbers)
}

/// Lets an option take `-1` as its value, so that the message names the option.
fn with_negative_numbers(arg: Arg) -> Arg {
    let is_option = !arg.is_positional() && arg.get_action().takes_values();
    if is_option { arg.allow_negative_numbers(true) } else { arg }
}

//! Arguments of a verb that are added to its parser only if the verb is used.

use super::format_arg::ROWS_OPTIONS;
use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

/// The arguments of a verb, added to its parser on first use: building the parsers of all verbs would take most of the
/// time of a short run. With `HIDES`, the help leaves out the options for boards as text and `--list-rules`.
#[derive(Debug)]
pub struct Deferred<A, const HIDES: bool = false>(pub A);

impl<A: Args, const HIDES: bool> Args for Deferred<A, HIDES> {
    fn augment_args(command: Command) -> Command {
        command.defer(|command| built::<A>(command).mut_args(|arg| hidden(arg, HIDES)))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl<A: Args, const HIDES: bool> FromArgMatches for Deferred<A, HIDES> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        A::from_arg_matches(matches).map(Deferred)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.0.update_from_arg_matches(matches)
    }
}

/// The ids of the options that `-h` shows; `--help` shows more options.
const COMMON: [&str; 34] = [
    "format",
    "time",
    "kind",
    "output",
    "goal",
    "rules",
    "moves",
    "limit",
    "exactly",
    "within",
    "shortest",
    "out",
    "count",
    "rows",
    "cols",
    "colors",
    "types",
    "clearable",
    "difficulty",
    "html",
    "animate",
    "svg",
    "color",
    "text",
    "level",
    "quick",
    "signature",
    "to",
    "game",
    "task",
    "save",
    "all",
    "answers",
    "first",
];

/// The ids of the options that neither `-h` nor `--help` shows: bounds on the memory for inputs.
const HIDDEN: [&str; 2] = ["max_line", "max_unpacked"];

/// Adds the arguments to the command of a verb; `-h` gets only common options and three lines of examples.
fn built<A: Args>(command: Command) -> Command {
    // The description of the verb is set again below, because the doc comment of `A` replaces it.
    let about = command.get_about().cloned().unwrap_or_default();
    let command = A::augment_args(command).about(about).mut_args(with_negative_numbers);
    let is_rare = |arg: &Arg| !arg.is_positional() && !COMMON.contains(&arg.get_id().as_str());
    let command = command.mut_args(|arg| if is_rare(&arg) { arg.hide_short_help(true) } else { arg });
    let command =
        command.mut_args(|arg| if HIDDEN.contains(&arg.get_id().as_str()) { arg.hide(true) } else { arg });
    let Some(long) = command.get_after_help().map(ToString::to_string) else { return command };
    let examples = long.split("\n\n").find(|part| part.starts_with("Example")).unwrap_or_default();
    let short = examples.lines().take(3).collect::<Vec<_>>().join("\n");
    command.after_help(short).after_long_help(long)
}

/// If `hides` is set, hides the options for boards as text and `--list-rules` from the help.
fn hidden(arg: Arg, hides: bool) -> Arg {
    let hides = hides && (ROWS_OPTIONS.contains(&arg.get_id().as_str()) || arg.get_id() == "list_rules");
    if hides { arg.hide(true) } else { arg }
}

/// Lets an option take `-1` as its value: the error then names the option, not an unknown flag `-1`.
fn with_negative_numbers(arg: Arg) -> Arg {
    let is_option = !arg.is_positional() && arg.get_action().takes_values();
    if is_option { arg.allow_negative_numbers(true) } else { arg }
}

//! Flags that have no effect next to other flags. They are refused, because a user who gives a flag expects an effect.

use crate::error::UsageError;
use clap::ArgMatches;
use clap::parser::ValueSource;
use tilefall::formats::Format;

/// The parsed arguments of a verb.
struct Flags<'a>(&'a ArgMatches);

impl Flags<'_> {
    /// Returns `true` if the verb has this flag and it was given.
    fn has(&self, id: &str) -> bool {
        self.0.try_contains_id(id).is_ok() && self.0.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// Returns the value that was given for a flag.
    fn given(&self, id: &str) -> Option<&str> {
        let raw = self.0.try_get_raw(id).ok().flatten()?.next_back()?;
        raw.to_str().filter(|_| self.has(id))
    }

    /// Returns whether the format that was named is read line by line.
    fn by_line(&self) -> Option<bool> {
        if self.has("empty") || self.has("rows_from") {
            return Some(false);
        }
        Format::named(self.given("format")?).map(|format| format.by_line.is_some())
    }

    /// Returns `true` if the output is pictures or a page, not text.
    fn has_pictures(&self) -> bool {
        ["svg", "animate", "html"].iter().any(|file| self.has(file))
    }

    /// Returns `true` if the flag was given with this value.
    fn is(&self, id: &str, value: &str) -> bool {
        self.given(id) == Some(value)
    }
}

/// The verbs, the combination of flags that is refused, and the message.
type Rule = (&'static [&'static str], fn(&Flags<'_>) -> bool, &'static str);

/// The ids of flags are the names of the fields of the arguments; `kind` is `--output`.
const RULES: &[Rule] = &[
    (
        &["solve"],
        |words| words.has("stats") && words.is("kind", "native"),
        "--output native cannot show --stats, expected --output jsonl or text",
    ),
    (
        &["solve"],
        |words| words.has("no_timings") && words.is("kind", "native"),
        "--no-timings has no effect with --output native, expected one of them",
    ),
    (
        &["solve"],
        |words| words.has("unordered") && words.is("kind", "native"),
        "--unordered has no effect with --output native, which prints one answer; expected one of them",
    ),
    (
        &["solve"],
        |words| words.has("stats") && words.has("no_timings") && !words.has("nodes"),
        "--no-timings hides --stats unless --nodes is given, expected one of them, or --nodes",
    ),
    (
        &["solve"],
        |words| words.is("exit_code", "solver") && words.has("out"),
        "--exit-code solver takes one puzzle, --out takes a batch; expected one of them",
    ),
    (
        &["solve"],
        |words| words.is("exit_code", "solver") && words.has("shard"),
        "--exit-code solver takes one puzzle, --shard takes a batch; expected one of them",
    ),
    (
        &["solve", "shard"],
        |words| words.has("max_unpacked") && words.by_line() == Some(true) && !words.has("from"),
        "--max-unpacked has no effect with --format jsonl, which is read line by line; expected --max-line",
    ),
    (
        &["solve", "convert", "shard"],
        |words| words.has("max_line") && words.by_line() == Some(false) && !words.has("from"),
        "--max-line only affects --format jsonl; expected --max-unpacked",
    ),
    (
        &["mayan solve"],
        |words| words.has("shortest") && words.has("allow_noop"),
        "--allow-noop has no effect with --shortest, for a shortest list never swaps equal blocks; expected one of them",
    ),
    (
        &["samegame solve"],
        |words| words.has("seed") && words.is("method", "exact"),
        "--method exact proves the same score with every seed, expected no --seed",
    ),
    (
        &["samegame solve"],
        |words| words.has("target") && words.is("goal", "clear"),
        "--target has no effect with --goal clear; expected one of them",
    ),
    (
        &["samegame simulate"],
        |words| words.has("max_unpacked") && !words.has("uva758"),
        "--max-unpacked only affects --uva758; expected both or none",
    ),
    (
        &["bench samegame"],
        |words| words.has("quick") && words.has("boards"),
        "--quick has no effect with --boards, which takes --time; expected one of them",
    ),
    (
        &["samegame show"],
        |words| words.has("groups") && words.has_pictures(),
        "--groups has no effect with --svg; expected one of them",
    ),
    (
        &["mayan show"],
        |words| words.has("moves") && words.has_pictures(),
        "--moves has no effect with --svg; expected one of them",
    ),
    (
        &["replay"],
        |words| words.has("text") && words.has_pictures(),
        "--text has no effect with --svg, --animate and --html; expected one of them",
    ),
    (
        &["show", "replay"],
        |words| words.has("width") && words.has_pictures(),
        "--width has no effect on pictures and pages, expected one of them",
    ),
    (
        &["show", "replay"],
        |words| words.has("color") && words.has_pictures(),
        "--color has no effect on pictures and pages, expected one of them",
    ),
];

/// Checks that no flag is without effect.
///
/// # Errors
/// If a flag has no effect; the message says which and why.
pub fn check(matches: &ArgMatches) -> Result<(), UsageError> {
    let (mut words, mut verb) = (matches, String::new());
    while let Some((name, below)) = words.subcommand() {
        verb = format!("{verb} {name}");
        words = below;
    }
    let of = |verbs: &[&str]| verbs.iter().any(|name| verb.ends_with(&format!(" {name}")));
    let conflict = RULES.iter().find(|(verbs, conflicts, _)| of(verbs) && conflicts(&Flags(words)));
    conflict.map_or(Ok(()), |(.., why)| Err(UsageError((*why).to_owned())))
}

#[cfg(test)]
mod tests {
    use crate::Cli;
    use clap::CommandFactory as _;

    #[test]
    fn every_rule_is_of_flags_that_its_verbs_have() {
        let command = Cli::command();
        let has = |path: &[&str], id: &str| {
            let verb = path.iter().try_fold(&command, |at, name| at.find_subcommand(name)).unwrap();
            verb.get_arguments().any(|arg| arg.get_id() == id)
        };
        for game in ["mayan", "samegame"] {
            for id in [
                "stats",
                "kind",
                "no_timings",
                "nodes",
                "unordered",
                "exit_code",
                "out",
                "shard",
                "max_unpacked",
                "max_line",
                "format",
            ] {
                assert!(has(&[game, "solve"], id), "{game} {id}");
            }
        }
        for (path, ids) in [
            (["mayan", "solve"], &["shortest", "allow_noop"][..]),
            (["samegame", "solve"], &["seed", "method", "target", "goal", "from"]),
            (["samegame", "simulate"], &["max_unpacked", "uva758"]),
            (["bench", "samegame"], &["quick", "boards"]),
            (["samegame", "show"], &["groups", "svg", "width", "color"]),
            (["mayan", "show"], &["moves", "svg", "width", "color"]),
            (["samegame", "replay"], &["svg", "animate", "html", "text", "width", "color"]),
            (["mayan", "replay"], &["svg", "animate", "html", "text", "width", "color"]),
        ] {
            assert!(ids.iter().all(|id| has(&path, id)), "{path:?}");
        }
        for verb in ["convert", "shard"] {
            assert!(["max_line", "format"].iter().all(|id| has(&[verb], id)), "{verb}");
        }
    }
}

//! The result of a stress test as text and as JSON.

use super::StressArgs;
use crate::args::palette::Depth;
use crate::io::board_text::{self, View};
use crate::io::full_screen::panel::wrapped;
use crate::io::sanitize;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::iter::once;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use tilefall::internals::plural;
use tilefall::rules::{Cell, GameKind};
use tilefall::stress::{ContestTask, FailingInput, Failure, Origin, Report, Stress, Trap};

/// The report of a stress test, with the arguments and the files that its text names.
pub struct Shown<'a> {
    pub stress: &'a Stress,
    pub report: &'a Report,
    pub args: &'a StressArgs,
    /// The words of the command line.
    pub words: &'a [OsString],
    /// The file in which the failing input is kept.
    pub kept_as: Option<PathBuf>,
    /// The files that the program wrote when it printed nothing; `None` if files replace its standard streams.
    pub wrote: Option<Vec<OsString>>,
}

/// Below this number of inputs, the report of a passed test calls them few.
const FEW: u64 = 500;

/// The maximum number of lines of a text that are shown.
const MAX_LINES: usize = 40;

/// The maximum number of characters of a line that are shown.
const MAX_CHARS: usize = 120;

/// Returns the traps of a task, which are known mistakes, with their explanations.
pub fn traps(task: ContestTask) -> String {
    let shown = |traps: Vec<&Trap>| -> String {
        traps.iter().map(|trap| format!("{}\n{}", trap.name, paragraph(&trap.about()))).collect()
    };
    let (tested, untested) = (shown(Trap::of(task)), shown(Trap::untested(task)));
    let heading = if untested.is_empty() {
        ""
    } else {
        "\nJudges do not seem to test these; a program that makes them passes, with a note:\n\n"
    };
    tested + heading + &untested
}

/// Wraps a text into lines of at most 74 characters, and indents the lines by two spaces.
fn paragraph(text: &str) -> String {
    wrapped(text, 74).iter().map(|line| format!("  {line}\n")).collect()
}

impl Shown<'_> {
    /// Returns the report of a program that passed.
    pub fn passed(&self, time: Duration, interrupted: bool) -> String {
        let (tried, seconds) = (self.report.tried, time.as_secs_f64());
        let word = if interrupted { "interrupted" } else { "passed" };
        let inputs = plural(tried as usize, "input");
        let mut text = format!("{word}: {inputs} in {seconds:.1} s, seed {}\n", self.stress.seed);
        let asked = self.stress.count + self.stress.kept.len() as u64;
        if tried < FEW && !interrupted {
            text += &paragraph(&if tried >= asked {
                format!("That is few, as -n {} asks for: without it there are 10,000.", self.stress.count)
            } else {
                let each = seconds * self.stress.jobs as f64 / tried.max(1) as f64;
                let more = humantime::format_duration(self.args.time.0.saturating_mul(10));
                format!("That is few, because a run takes {each:.2} s: --time {more} tries more.")
            });
        }
        text + &self.notes()
    }

    /// Returns notes on details that only some judges check.
    fn notes(&self) -> String {
        let mut text = String::new();
        let answers = |count: u64| plural(count as usize, "answer");
        match self.report.equal_swaps {
            [0, 0] => {}
            [0, counted] => {
                let answers = answers(counted);
                text += &paragraph(&format!(
                    "Swaps of two equal blocks: the program counts them as moves ({answers}), by the letter of the statement."
                ));
            }
            [skipped, 0] => {
                let answers = answers(skipped);
                text += &paragraph(&format!(
                    "Warning: the program skips swaps of two equal blocks ({answers}). Both readings pass here and the \
                     official cases, but a case that a judge has added needs them."
                ));
            }
            [skipped, counted] => {
                let (skipped, counted) = (answers(skipped), answers(counted));
                text += &paragraph(&format!(
                    "Warning: the program counts swaps of two equal blocks as moves in {counted}, and skips them in {skipped}. \
                     A case that a judge has added needs them."
                ));
            }
        }
        if self.report.other_blanks {
            text += &paragraph(
                "Blanks at line ends, blank lines or the last newline differ from the judge's. Most judges do not mind; \
                 --exact compares bytes.",
            );
        }
        for (trap, input) in &self.report.untested {
            let about = trap.about();
            text += &paragraph(&format!(
                "Note: the program fails at \"{}\", which judges do not seem to test. {about} Such an input:",
                trap.name
            ));
            text += &lines(&String::from_utf8_lossy(&input.text()));
        }
        text
    }

    /// Returns the report of a failing input; empty if no input failed.
    pub fn text(&self, depth: Depth) -> String {
        let Some(found) = &self.report.found else { return String::new() };
        let origin = match (found.origin, &self.args.save) {
            (Origin::Kept(at), Some(folder)) => format!("input {} of {}", at + 1, folder.display()),
            (Origin::Kept(at), None) => format!("kept input {}", at + 1),
            (Origin::Drawn(number), _) => format!("input {number}"),
        };
        let mut text = format!("{}: {origin}", found.failure);
        let _ = match found.runs {
            0 => writeln!(text),
            runs => writeln!(text, ", made smaller in {}", plural(runs as usize, "run")),
        };
        text += &self.picture(found, depth);
        text += "\nInput:\n";
        text += &lines(&String::from_utf8_lossy(&found.input.text()));
        if matches!(self.stress.task, ContestTask::Click(_)) {
            let [row, col] = found.input.click();
            let _ = writeln!(text, "Arguments: ROW {row}, COL {col}");
        }
        text.push('\n');
        match &found.failure {
            Failure::WrongAnswer { expected, given, only_blanks: false } => {
                text += &side_by_side(expected, given);
            }
            Failure::WrongAnswer { expected, given, .. } => {
                let visible =
                    |text: &[u8]| String::from_utf8_lossy(text).replace(' ', "\u{2423}").into_bytes();
                text += &side_by_side(&visible(expected), &visible(given));
                text += if expected.trim_ascii_end() == given.trim_ascii_end() {
                    "Only blanks or new lines at the end differ."
                } else {
                    "Only blanks differ, which are shown as \u{2423}."
                };
                text += match self.stress.task {
                    ContestTask::Uva339 | ContestTask::Click(_) => "\n",
                    _ => " --ignore-blanks accepts them.\n",
                };
            }
            Failure::NoOutput => {
                text += &format!("Expected:\n{}", lines(&answer(found)));
                text += &self.files_hint(true);
            }
            Failure::RuntimeError { how, stderr } => {
                let _ = writeln!(text, "The program ended with {how}.");
                if !stderr.trim().is_empty() {
                    text += &format!("Standard error:\n{}", lines(stderr));
                }
                text += &self.files_hint(false);
            }
            Failure::TimeLimit => {
                let begun = Instant::now();
                let expected = lines(&answer(found));
                let time = begun.elapsed().as_secs_f64() * 1e3;
                let limit = humantime::format_duration(self.args.limits.time_limit.0);
                text += &format!(
                    "The program ran for {limit}, and was killed.\n\
                     Expected (found by tilefall in {time:.1} ms):\n{expected}"
                );
            }
            Failure::OutputLimit => {
                let limit = self.args.limits.output_limit;
                text += &format!("The program wrote more than {limit} and was killed.\n");
            }
            Failure::NotRun(why) => text += why,
        }
        if found.is_random {
            text += "\nAnother run of the same input was right: the program answers differently from run to run.\n";
        }
        for (at, trap) in found.like.iter().enumerate() {
            let word = if at == 0 { "Why" } else { "Or" };
            let Trap { rule, mistake, name, .. } = trap;
            let why = format!("{word}: {rule} The output is that of a program that {mistake} (\"{name}\").");
            text += &format!("\n{}", wrapped(&why, 76).join("\n"));
            text += if at + 1 == found.like.len() { "\n" } else { "" };
        }
        let notes = self.notes();
        text += if notes.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{notes}\nTo repeat: {}", self.command(found.origin));
        if let Some(path) = &self.kept_as {
            let _ = writeln!(
                text,
                "The input is kept as {}: the next run with --save tries it first.",
                path.display()
            );
        }
        text
    }

    /// Returns a hint to use `--files`, if the program has written a file or `always` is set.
    fn files_hint(&self, always: bool) -> String {
        let Some(wrote) = &self.wrote else { return String::new() };
        let written = wrote.first().map(|name| name.to_string_lossy());
        if written.is_none() && !always {
            return String::new();
        }
        let output = written.as_deref().unwrap_or("mayan.out");
        let input = match output.strip_suffix(".out") {
            Some(stem) => format!("{stem}.in"),
            None if output.to_lowercase().contains("output") => {
                output.replace("output", "input").replace("OUTPUT", "INPUT")
            }
            None => "IN".into(),
        };
        let [input, output] = [&input, output].map(quoted);
        let found = written.map_or(
            "A program that reads its input from a file and writes to another (freopen)".into(),
            |_| format!("It wrote {output}: a program that writes to a file in place of standard output"),
        );
        format!("\n{}", paragraph(&format!("{found} is tested with --files {input} {output}.")))
    }

    /// Returns the command that repeats this test up to the failing input.
    fn command(&self, origin: Origin) -> String {
        let quoted = |word: &OsString| quoted(&word.to_string_lossy());
        let options = self.words.iter().skip(1).take_while(|word| *word != "--").map(quoted);
        let program = self.args.program.iter().map(quoted);
        let number = match origin {
            Origin::Drawn(number) => format!("--count {} --", number + 1),
            Origin::Kept(_) => "--".into(),
        };
        let words: Vec<_> =
            once("tilefall".into()).chain(options).chain(once(number)).chain(program).collect();
        words.join(" ")
    }

    /// Draws the first three boards of an input, except boards of more than 35 columns.
    fn picture(&self, found: &FailingInput, depth: Depth) -> String {
        let game = if self.stress.task.is_mayan() { GameKind::Mayan } else { GameKind::SameGame };
        let mut text = String::new();
        for board in found.input.boards.iter().take(3).filter(|board| board.columns.len() <= 35) {
            let grid = board.grid(self.stress.task);
            let lit: Vec<Cell> = match (self.stress.task, board.list.first()) {
                (ContestTask::Click(shape), Some(&[row, col, _])) => {
                    vec![Cell::new(shape.rows - 1 - row as usize, col as usize)]
                }
                _ => Vec::new(),
            };
            let lines = board_text::board(&grid, View { game, depth, columns: 80 }, &lit);
            text += &lines.iter().map(|line| format!("  {}\n", line.text)).collect::<String>();
        }
        text
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let is_plain =
        !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || "_./=:,+-@%".contains(c));
    if is_plain { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

/// Cuts a line after [`MAX_CHARS`] characters, and adds `…`.
fn clipped(line: &str) -> String {
    let mut shown: String = line.chars().take(MAX_CHARS).collect();
    if shown.len() < line.len() {
        shown.push('\u{2026}');
    }
    shown
}

fn answer(found: &FailingInput) -> String {
    String::from_utf8_lossy(&found.expected()).into_owned()
}

/// Indents the first [`MAX_LINES`] lines of a text, and adds how many more there are.
fn lines(text: &str) -> String {
    let text = sanitize::lines(text);
    let count = text.lines().count();
    let mut shown: String =
        text.lines().take(MAX_LINES).map(|line| format!("  {}\n", clipped(line))).collect();
    if count > MAX_LINES {
        let _ = writeln!(shown, "  \u{2026} and {} more", plural(count - MAX_LINES, "line"));
    }
    shown
}

/// Returns two outputs side by side, with `>` before the first line that differs.
fn side_by_side(expected: &[u8], given: &[u8]) -> String {
    let [expected, given] =
        [expected, given].map(|text| sanitize::lines(&String::from_utf8_lossy(text)).into_owned());
    let (one, other): (Vec<_>, Vec<_>) = (expected.lines().collect(), given.lines().collect());
    let differs = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let wide = one.iter().map(|line| line.chars().count()).max().unwrap_or(0).clamp(10, 80);
    let mut text = format!("    {:wide$}   given\n", "expected");
    let start = differs.saturating_sub(MAX_LINES / 2);
    for at in start..one.len().max(other.len()).min(start + MAX_LINES) {
        let [left, right] = [&one, &other].map(|lines| clipped(lines.get(at).copied().unwrap_or("")));
        let mark = if at == differs { '>' } else { ' ' };
        let _ = writeln!(text, "{}", format!("  {mark} {left:wide$} | {right}").trim_end());
    }
    text
}

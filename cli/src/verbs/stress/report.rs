//! The result of a stress test as text and as JSON.

use super::StressArgs;
use crate::args::palette::Depth;
use crate::io::board_text::{self, View};
use crate::io::full_screen::panel::wrapped;
use crate::io::sanitize;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::iter::once;
use std::time::{Duration, Instant};
use tilefall::rules::{Cell, GameKind, plural};
use tilefall::stress::{Failure, Found, Report, Stress, Task, Trap};

/// A result with what was asked for.
pub struct Shown<'a> {
    pub stress: &'a Stress,
    pub report: &'a Report,
    pub args: &'a StressArgs,
    /// The words of the command line.
    pub words: &'a [OsString],
}

/// The most lines of a text that are shown.
const MAX_LINES: usize = 40;

/// The most characters of a line that are shown.
const MAX_CHARS: usize = 120;

/// Returns the traps of a task with their explanations.
pub fn traps(task: Task) -> String {
    Trap::of(task).iter().map(|trap| format!("{}\n{}", trap.name, paragraph(trap.about))).collect()
}

/// Breaks a text into indented lines of a screen.
fn paragraph(text: &str) -> String {
    wrapped(text, 74).iter().map(|line| format!("  {line}\n")).collect()
}

impl Shown<'_> {
    /// Returns the line of a program that passed.
    pub fn passed(&self, time: Duration, interrupted: bool) -> String {
        let word = if interrupted { "interrupted" } else { "passed" };
        let tried = plural(self.report.tried as usize, "input");
        let mut text = format!("{word}: {tried} in {:.1} s, seed {}\n", time.as_secs_f64(), self.stress.seed);
        if self.report.noop_answers > 0 {
            let answers = plural(self.report.noop_answers as usize, "answer");
            let _ = writeln!(
                text,
                "{answers} counted a swap of two equal blocks as a move, by the letter of the statement"
            );
        }
        text
    }

    /// Returns the report of a failure.
    pub fn text(&self, depth: Depth) -> String {
        let Some(found) = &self.report.found else { return String::new() };
        let mut text = format!("{}: input {}", found.failure, found.number);
        let _ = match found.runs {
            0 => writeln!(text),
            runs => writeln!(text, ", made smaller in {}", plural(runs as usize, "run")),
        };
        text += &self.picture(found, depth);
        text += "\nInput:\n";
        text += &lines(&String::from_utf8_lossy(&found.input.text()));
        if matches!(self.stress.task, Task::Click(_)) {
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
                    Task::Uva339 | Task::Click(_) => "\n",
                    _ => " --ignore-blanks accepts them.\n",
                };
            }
            Failure::NoOutput => {
                text += &format!("Expected:\n{}", lines(&answer(found)));
                if self.args.files.is_empty() {
                    text += "A program that opens files, as with freopen, needs their names: --files mayan.in mayan.out.\n";
                }
            }
            Failure::RuntimeError { how, stderr } => {
                let _ = writeln!(text, "The program ended with {how}.");
                if !stderr.trim().is_empty() {
                    text += &format!("Standard error:\n{}", lines(stderr));
                }
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
        let about = match (found.like, found.made_for) {
            (Some(trap), _) => Some(("Why: the output is that of a program with the mistake", trap)),
            (None, Some(trap)) => Some(("The input was made for the trap", trap)),
            (None, None) => None,
        };
        if let Some((what, trap)) = about {
            text += &format!("\n{what} \"{}\".\n{}", trap.name, paragraph(trap.about));
        }
        let _ = writeln!(text, "\nTo repeat: {}", self.command(found.number));
        if let Some(path) = &self.args.save {
            let _ = writeln!(text, "The input is in {}.", path.display());
        }
        text
    }

    /// Returns the command of this run for one input.
    fn command(&self, number: u64) -> String {
        let quoted = |word: &OsString| quoted(&word.to_string_lossy());
        let options = self.words.iter().skip(1).take_while(|word| *word != "--").map(quoted);
        let program = self.args.program.iter().map(quoted);
        let number = format!("--number {number} --count 1 --");
        let words: Vec<_> =
            once("tilefall".into()).chain(options).chain(once(number)).chain(program).collect();
        words.join(" ")
    }

    /// Draws the boards of an input, as far as they fit.
    fn picture(&self, found: &Found, depth: Depth) -> String {
        let game = if self.stress.task.is_mayan() { GameKind::Mayan } else { GameKind::SameGame };
        let mut text = String::new();
        for board in found.input.boards.iter().take(3).filter(|board| board.columns.len() <= 35) {
            let grid = board.grid(self.stress.task);
            let lit: Vec<Cell> = match (self.stress.task, board.list.first()) {
                (Task::Click(shape), Some(&[row, col, _])) => {
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

/// Cuts a line of a program's text that is too long for a screen.
fn clipped(line: &str) -> String {
    let mut shown: String = line.chars().take(MAX_CHARS).collect();
    if shown.len() < line.len() {
        shown.push('\u{2026}');
    }
    shown
}

fn answer(found: &Found) -> String {
    String::from_utf8_lossy(&found.input.answer(false)).into_owned()
}

/// Indents the lines of a text, as many as fit.
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

/// Returns two outputs beside each other, with a mark at the first line that differs.
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

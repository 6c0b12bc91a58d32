//! The result of a stress test as text and as JSON.

use super::StressArgs;
use super::process::{RunLimits, USUAL};
use crate::args::palette::Depth;
use crate::io::board_text::{self, View};
use crate::io::full_screen::panel::wrapped;
use crate::io::sanitize;
use std::fmt::Write as _;
use std::time::{Duration, Instant};
use tilefall::judge::click::Shape;
use tilefall::rules::{Cell, GameKind, plural};
use tilefall::stress::{Failure, Found, Report, Stress, Task, Trap};

/// A result with what was asked for.
pub struct Shown<'a> {
    pub stress: &'a Stress,
    pub report: &'a Report,
    pub args: &'a StressArgs,
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
                "{answers} counted a swap of two equal blocks as a move, which judges may not expect"
            );
        }
        text
    }

    /// Returns the report of a failure.
    pub fn text(&self, depth: Depth) -> String {
        let Some(found) = &self.report.found else { return String::new() };
        let mut text = format!("{}: input {}", found.failure.name(), found.number);
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
            Failure::WrongAnswer { expected, given } => text += &side_by_side(expected, given),
            Failure::Blanks { expected, given } => {
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
            Failure::NoOutput => text += &format!("Expected:\n{}", lines(&answer(found))),
            Failure::RuntimeError { how, stderr } => {
                let _ = writeln!(text, "The program ended with {how}.");
                if !stderr.trim().is_empty() {
                    text += &format!("Standard error:\n{}", lines(stderr));
                }
            }
            Failure::TimeLimit => {
                let begun = Instant::now();
                let expected = answer(found);
                let time = begun.elapsed().as_secs_f64() * 1e3;
                let _ = writeln!(
                    text,
                    "The program ran for {}, and was killed.",
                    humantime::format_duration(self.args.limits.time_limit.0)
                );
                let _ = writeln!(
                    text,
                    "Expected (found by tilefall in {time:.1} ms):\n{}",
                    lines(&expected).trim_end()
                );
            }
            Failure::OutputLimit => {
                let _ = writeln!(
                    text,
                    "The program wrote more than {} and was killed.",
                    self.args.limits.output_limit
                );
            }
            Failure::NotRun(why) => text += why,
        }
        if found.is_random {
            text += "\nAnother run of the same input was right: the program answers differently from run to run.\n";
        }
        if let Some(trap) = found.like {
            let _ = write!(
                text,
                "\nWhy: the output is that of a program with the mistake \"{}\".\n{}",
                trap.name,
                paragraph(trap.about)
            );
        } else if let Some(trap) = found.made_for {
            let _ = write!(
                text,
                "\nThe input was made for the trap \"{}\":\n{}",
                trap.name,
                paragraph(trap.about)
            );
        }
        let _ = writeln!(text, "\nTo repeat: {}", self.command(found.number));
        if let Some(path) = &self.args.save {
            let _ = writeln!(text, "The input is in {}.", path.display());
        }
        text
    }

    /// Returns the command that runs the program on an input.
    fn command(&self, number: u64) -> String {
        let mut words = match self.stress.task {
            Task::Solve => "tilefall mayan stress".to_owned(),
            Task::Click(Shape { rows, cols, types }) => {
                format!("tilefall samegame stress --task click --rows {rows} --cols {cols} --types {types}")
            }
            task => {
                let game = if task.is_mayan() { "mayan" } else { "samegame" };
                format!("tilefall {game} stress --task {}", task.name())
            }
        };
        let mut add = |name: &str, values: &[String]| {
            words += &format!(" --{name}");
            values.iter().for_each(|value| words += &format!(" {}", quoted(value)));
        };
        if self.stress.seed != 1 {
            add("seed", &[self.stress.seed.to_string()]);
        }
        if let [given, printed] = &self.args.files[..] {
            add("files", &[given, printed].map(|path| path.to_string_lossy().into_owned()));
        }
        let RunLimits { time_limit, memory_limit, output_limit } = self.args.limits;
        let time = humantime::format_duration(time_limit.0).to_string();
        let limits =
            [("time", time), ("memory", memory_limit.to_string()), ("output", output_limit.to_string())];
        for ((name, value), usual) in limits.into_iter().zip(USUAL) {
            if value != usual {
                add(&format!("{name}-limit"), &[value]);
            }
        }
        if self.args.ignore_blanks {
            add("ignore-blanks", &[]);
        }
        let program: Vec<_> = self.args.program.iter().map(|word| quoted(&word.to_string_lossy())).collect();
        format!("{words} --number {number} --count 1 -- {}", program.join(" "))
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

//! Checks the output in the README, the rules of the games, tutorials, how-to pages and explanations. The shell blocks
//! of a page are run in order, in a temporary folder of this page.
//!
//! - A block that starts with ```` ```sh ```` or ```` ```console ```` is run and must succeed, line by line. A
//!   block with `no_run` in its first line is skipped: it needs the network, or it would run the tests once more.
//!   `.ci/dist` runs the blocks with `install`.
//! - A ```` ```text ```` block right after a shell block is all that a terminal shows, standard error included; without
//!   a text block, the shell block prints nothing. In a text block, a line `...` stands for any lines and `[..]` for
//!   any part of a line: times and figures that depend on the machine. Spaces at the end of a line do not count.
//! - `cargo run --release --`, `target/release/tilefall` and `tilefall` are the tested program.
#![cfg(unix)]

use crate::support::Run;
use regex::Regex;
use std::path::Path;

/// A fenced block: its line number, the info string, and the text.
#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    line: usize,
    fence: &'a str,
    text: String,
    /// Whether only blank lines stand between this block and the one before.
    follows: bool,
}

impl Block<'_> {
    fn is_shell(&self) -> bool {
        matches!(self.fence.split(',').next(), Some("sh" | "console" | "bash" | "shell"))
    }

    fn has(&self, mark: &str) -> bool {
        self.fence.split(',').any(|word| word == mark)
    }

    fn is_run(&self) -> bool {
        self.is_shell() && !self.has("no_run")
    }
}

fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    let mut follows = false;
    for (line, text) in (1..).zip(page.lines()) {
        match (text.strip_prefix("```"), &mut open) {
            (Some(_), Some(_)) => {
                blocks.extend(open.take());
                follows = true;
            }
            (Some(fence), None) => {
                open = Some(Block { line: line + 1, fence, text: String::new(), follows });
            }
            (None, Some(block)) => block.text += &format!("{text}\n"),
            (None, None) => follows &= text.is_empty(),
        }
    }
    assert_eq!(open, None, "a block is not closed");
    blocks
}

/// Returns `true` if the output matches the text shown.
fn is_shown(printed: &str, shown: &str) -> bool {
    let mut pattern = String::from("^");
    for line in shown.lines() {
        pattern += &match line.trim_end() {
            "..." => "(?:[^\n]*\n)*?".to_owned(),
            line => line.split("[..]").map(regex::escape).collect::<Vec<_>>().join("[^\n]*") + "\n",
        };
    }
    let trimmed: String = printed.lines().map(|line| format!("{}\n", line.trim_end())).collect();
    Regex::new(&(pattern + "$")).unwrap().is_match(&trimmed)
}

/// Returns a folder with links to the files that the commands read, and to the program at `target/release/tilefall`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let program = Path::new(assert_cmd::cargo::cargo_bin!("tilefall")).canonicalize().unwrap();
    let link = |from: &Path, to: &str| std::os::unix::fs::symlink(from, folder.path().join(to)).unwrap();
    for name in ["data", "docs"] {
        link(&Path::new(name).canonicalize().unwrap(), name);
    }
    std::fs::create_dir_all(folder.path().join("target/release")).unwrap();
    link(&program, "target/release/tilefall");
    folder
}

/// Runs a block up to the first line that fails. Standard error is joined to the output.
fn run(folder: &Path, script: &str) -> Run {
    let script = script.replace("cargo run --release -- ", "target/release/tilefall ");
    let script = format!("exec 2>&1\n{script}");
    let mut command = std::process::Command::new("bash");
    let programs = format!("{}:{}", folder.join("target/release").display(), std::env::var("PATH").unwrap());
    command.args(["-e", "-o", "pipefail", "-c", &script]).current_dir(folder).env("PATH", programs);
    Run::of(command.stdin(std::process::Stdio::null()).output().unwrap())
}

/// Numbers of shell blocks.
#[derive(Default, Debug)]
struct Counts {
    run: usize,
    /// Blocks that were run whose output is shown.
    shown: usize,
    /// Blocks that are not run, without the blocks marked `install`.
    skipped: usize,
}

/// Runs the blocks of a page, and adds their numbers to `counts`.
fn check(path: &Path, counts: &mut Counts) {
    let page = std::fs::read_to_string(path).unwrap();
    let (blocks, path) = (blocks(&page), path.display());
    let folder = folder();
    let mut shown = 0;
    for (number, block) in blocks.iter().enumerate().filter(|(_, block)| block.is_run()) {
        let found = run(folder.path(), &block.text);
        assert_eq!(found.code, Some(0), "{path}:{}: {}", block.line, found.out);
        counts.run += 1;
        let text = blocks.get(number + 1).filter(|next| next.follows && next.fence == "text");
        let expected = text.map_or("", |text| &text.text);
        assert!(is_shown(&found.out, expected), "{path}:{}: it prints\n{}", block.line, found.out);
        shown += usize::from(text.is_some());
    }
    let is_skipped = |block: &&Block| block.is_shell() && !block.is_run() && !block.has("install");
    counts.skipped += blocks.iter().filter(is_skipped).count();
    let texts = blocks.iter().filter(|block| block.fence == "text").count();
    assert_eq!(texts, shown, "{path}: a text block belongs to no shell block");
    counts.shown += shown;
}

fn check_folder(folder: &str) -> Counts {
    let mut counts = Counts::default();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension() == Some("md".as_ref()) {
            check(&path, &mut counts);
        }
    }
    counts
}

// Each test also checks the numbers of blocks: otherwise a page whose blocks are no longer found would pass.

#[test]
fn every_shell_block_of_the_readme_and_the_rules_prints_what_is_shown() {
    let mut counts = Counts::default();
    for page in ["README.md", "docs/games.md"] {
        check(Path::new(page), &mut counts);
    }
    assert!(counts.run >= 7 && counts.shown >= 6 && counts.skipped <= 3, "{counts:?}");
}

#[test]
fn every_shell_block_of_the_tutorials_prints_what_is_shown() {
    let counts = check_folder("docs/tutorials");
    assert!(counts.run >= 15 && counts.shown >= 12 && counts.skipped <= 6, "{counts:?}");
}

#[test]
fn every_shell_block_of_the_guides_prints_what_is_shown() {
    let counts = check_folder("docs/howto");
    assert!(counts.run >= 25 && counts.shown >= 20 && counts.skipped <= 2, "{counts:?}");
}

#[test]
fn every_shell_block_of_the_explanations_prints_what_is_shown() {
    let counts = check_folder("docs/explain");
    assert!(counts.run >= 10 && counts.shown >= 10 && counts.skipped == 0, "{counts:?}");
}

#[test]
fn shown_texts_are_compared_as_the_page_says() {
    assert!(is_shown("a  \nb\n", "a\nb\n"));
    assert!(!is_shown("a\nb\nc\n", "a\nb\n"));
    assert!(!is_shown("a\n", "a\nb\n"));
    assert!(is_shown("a\nb\nc\n", "a\n...\n"));
    assert!(is_shown("a\nc\n", "a\n...\nc\n"));
    assert!(!is_shown("a\nb\n", "a\n...\nc\n"));
    assert!(is_shown("took 12 ms (x)\n", "took [..] ms (x)\n"));
    assert!(!is_shown("took 12 ms\nx\n", "took [..]\n"));
    assert!(!is_shown("abc\n", "a.c\n"));
    let found = blocks("```sh\nls\n```\n\n```text\na\n```\nx\n```sh,no_run\nrm\n```\n");
    let seen: Vec<_> = found.iter().map(|b| (b.line, b.fence, b.is_run(), b.follows)).collect();
    assert_eq!(seen, [(2, "sh", true, false), (6, "text", false, true), (10, "sh,no_run", false, false)]);
}

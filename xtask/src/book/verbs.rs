//! The reference of the verbs: one page for each verb with its `--help` text.

use super::pages::Generated;
use crate::command::output;
use anyhow::Context as _;
use std::path::Path;
use std::process::Command;

/// Returns a page for the program and for each of its verbs.
pub fn pages(program: &Path) -> anyhow::Result<Vec<Generated>> {
    let mut pages = Vec::new();
    append(program, &[], &mut pages)?;
    Ok(pages)
}

fn append(program: &Path, words: &[&str], pages: &mut Vec<Generated>) -> anyhow::Result<()> {
    let mut command = Command::new(program);
    let help = output(command.args(words).arg("--help").env("COLUMNS", "100"))?;
    let help = String::from_utf8(help).context("help in UTF-8")?;
    let name = [&["tilefall"], words].concat();
    pages.push(Generated {
        list: "verbs",
        title: words.last().unwrap_or(&"Verbs").to_string(),
        depth: words.len(),
        path: format!("verbs/{}.md", name.join("-")),
        text: format!("# {}\n\n```text\n{}\n```\n", name.join(" "), help.trim_end()),
    });
    for verb in verbs(&help) {
        append(program, &[words, &[verb]].concat(), pages)?;
    }
    Ok(())
}

/// Returns the verbs that a help text lists.
fn verbs(help: &str) -> impl Iterator<Item = &str> {
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let lines = lines.take_while(|line| line.starts_with("  "));
    // Lines with a deeper indentation continue the text of the entry above.
    let verbs =
        lines.filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    verbs.filter(|verb| *verb != "help")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_listed_without_help() {
        let text = "About\n\nCommands:\n  solve  Solve\n           it\n  help   Print help\n\nOptions:\n  -h  Help\n";
        assert_eq!(verbs(text).collect::<Vec<_>>(), ["solve"]);
        assert_eq!(verbs("About\n").count(), 0);
    }
}

//! The reference of the verbs: a page for each, from the help that clap prints.

use super::pages::Generated;
use crate::dist::context::output;
use anyhow::Context as _;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

fn name(words: &[String]) -> String {
    std::iter::once("tilefall").chain(words.iter().map(String::as_str)).collect::<Vec<_>>().join(" ")
}

fn path(words: &[String]) -> String {
    format!("verbs/{}.md", name(words).replace(' ', "-"))
}

/// Returns a page for the program and for each of its verbs.
///
/// # Errors
/// If the program cannot be run.
pub fn pages(program: &Path) -> anyhow::Result<Vec<Generated>> {
    let mut verbs = Vec::new();
    append(program, &[], &mut verbs)?;
    Ok(verbs)
}

fn append(program: &Path, words: &[String], verbs: &mut Vec<Generated>) -> anyhow::Result<()> {
    // On a wide terminal nothing is wrapped.
    let mut command = Command::new(program);
    let help = output(command.args(words).arg("--help").env("COLUMNS", "10000"))?;
    let help = String::from_utf8(help).context("help in UTF-8")?;
    let sections = sections(&help);
    verbs.push(Generated {
        list: "verbs",
        title: words.last().map_or("Verbs", String::as_str).to_owned(),
        depth: words.len(),
        path: path(words),
        text: page(words, &sections),
    });
    for (verb, _) in sections.iter().flat_map(Section::verbs) {
        append(program, &[words, &[verb.to_owned()]].concat(), verbs)?;
    }
    Ok(())
}

/// A part of a help text: a title, and its lines.
#[derive(Debug, PartialEq, Eq)]
struct Section<'a> {
    /// The title without its colon; empty for text without one.
    title: &'a str,
    lines: Vec<&'a str>,
}

impl<'a> Section<'a> {
    /// Returns the verbs that the section lists, with their descriptions.
    fn verbs(&self) -> Vec<(&'a str, &'a str)> {
        if self.title != "Commands" {
            return Vec::new();
        }
        let entries = self.lines.iter().filter_map(|line| line.trim().split_once("  "));
        entries.map(|(verb, about)| (verb, about.trim())).filter(|(verb, _)| *verb != "help").collect()
    }
}

/// Splits a help text. A title stands alone on its line, without indentation, before lines that are indented.
fn sections(help: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section<'_>> = Vec::new();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    for (at, line) in lines.iter().enumerate() {
        let is_text = !line.is_empty() && !line.starts_with(' ');
        let title = line.strip_suffix(':').filter(|_| {
            is_text && lines.get(at + 1).is_some_and(|next| next.starts_with(' ') && !next.is_empty())
        });
        if let Some(title) = title {
            sections.push(Section { title, lines: Vec::new() });
        } else if is_text {
            sections.push(Section { title: "", lines: vec![line] });
        } else if let Some(section) = sections.last_mut() {
            section.lines.push(line);
        }
    }
    sections
}

/// Returns the page of a verb.
fn page(words: &[String], sections: &[Section<'_>]) -> String {
    let mut page = format!("# {}\n\n", name(words));
    for Section { title, lines } in sections {
        let text = lines.join("\n");
        let text = text.trim_end();
        match *title {
            "" => match text.strip_prefix("Usage: ") {
                Some(usage) => page += &format!("```text\n{usage}\n```\n\n"),
                None => page += &format!("<p>{}</p>\n\n", escaped(text)),
            },
            "Examples" | "Example" => {
                let code: Vec<&str> =
                    text.lines().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
                page += &format!("## {title}\n\n```sh\n{}\n```\n\n", code.join("\n"));
            }
            _ => page += &format!("## {title}\n\n{}\n", entries(words, lines)),
        }
    }
    page
}

/// Returns a list of verbs, arguments or options.
fn entries(words: &[String], lines: &[&str]) -> String {
    let section = Section { title: "Commands", lines: lines.to_vec() };
    let is_of_options = lines.iter().any(|line| line.trim_start().starts_with(['-', '<', '[']));
    let mut list = String::from("<dl>\n");
    if is_of_options {
        for entry in split(lines) {
            list += &entry;
        }
    } else {
        for (verb, about) in section.verbs() {
            let link =
                path(&[words, &[verb.to_owned()]].concat()).replace("verbs/", "").replace(".md", ".html");
            let _ = writeln!(
                list,
                "<dt><a href=\"{link}\"><code>{verb}</code></a></dt>\n<dd>{}</dd>",
                escaped(about)
            );
        }
    }
    list + "</dl>\n"
}

/// Returns the arguments or options of a section as terms with descriptions.
fn split(lines: &[&str]) -> Vec<String> {
    let mut entries: Vec<(String, Vec<&str>)> = Vec::new();
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let text = line.trim_start();
        let indent = line.len() - text.len();
        if indent == 2 || (indent == 6 && text.starts_with('-')) {
            let (term, about) = text.split_once("  ").unwrap_or((text, ""));
            entries.push((term.to_owned(), vec![about.trim()]));
        } else if let Some((_, about)) = entries.last_mut() {
            about.push(text);
        }
    }
    entries.iter().map(|(term, about)| entry(term, about)).collect()
}

/// Returns a term with its description, whose lines that begin with a dash are the values of an option.
fn entry(term: &str, about: &[&str]) -> String {
    let flag = term.split([' ', ',', '=']).find(|word| word.starts_with("--"));
    let id = flag.map(|flag| format!(" id=\"{flag}\"")).unwrap_or_default();
    let mut html = format!("<dt{id}><code>{}</code></dt>\n<dd>", escaped(term));
    let (values, texts): (Vec<&str>, Vec<&str>) = about.iter().partition(|line| line.starts_with("- "));
    let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).map(escaped).collect();
    html += &texts.join("<br>");
    if !values.is_empty() {
        html += "<ul>";
        for value in values {
            let (name, about) = value[2..].split_once(':').unwrap_or((&value[2..], ""));
            html += &format!("<li><code>{}</code>: {}</li>", escaped(name), escaped(about.trim()));
        }
        html += "</ul>";
    }
    html + "</dd>\n"
}

/// Returns a text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HELP: &str = "\
About it

Usage: tilefall x [OPTIONS] <FILE>

Arguments:
  <FILE>  A file

Options:
  -g, --goal <GOAL>
          The goal

          Possible values:
          - score: The <highest>

      --quiet
          Nothing

Some text: of the end.

Example:
  $ tilefall x
  ...
";

    #[test]
    fn a_help_text_becomes_a_page() {
        let page = page(&["x".to_owned()], &sections(HELP));
        let expected = "\
# tilefall x

<p>About it</p>

```text
tilefall x [OPTIONS] <FILE>
```

## Arguments

<dl>
<dt><code>&lt;FILE&gt;</code></dt>
<dd>A file</dd>
</dl>

## Options

<dl>
<dt id=\"--goal\"><code>-g, --goal &lt;GOAL&gt;</code></dt>
<dd>The goal<br>Possible values:<ul><li><code>score</code>: The &lt;highest&gt;</li></ul></dd>
<dt id=\"--quiet\"><code>--quiet</code></dt>
<dd>Nothing</dd>
</dl>

<p>Some text: of the end.</p>

## Example

```sh
$ tilefall x
...
```

";
        assert_eq!(page, expected);
    }

    #[test]
    fn verbs_are_listed_without_help() {
        let help = "About\n\nCommands:\n  solve  Solve it\n  help   Print help\n\nOptions:\n  -h  Help\n";
        let sections = sections(help);
        let verbs: Vec<_> = sections.iter().flat_map(Section::verbs).collect();
        assert_eq!(verbs, [("solve", "Solve it")]);
    }
}

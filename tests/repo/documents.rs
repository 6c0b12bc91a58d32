//! Every link of the documents leads to a page, a heading or a file. The index lists every page, and every option that
//! a document names exists.

#[path = "../../xtask/src/book/pages/mod.rs"]
mod pages;

use crate::support::run_in;
use pages::Generated;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[test]
fn every_link_leads_somewhere_and_every_page_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (list, title, path, text) = ("verbs", "Verbs".to_owned(), "verbs.md".to_owned(), String::new());
    pages::write(root, folder.path(), &[Generated { list, title, depth: 1, path, text }])
        .unwrap_or_else(|error| panic!("{error:#}"));
    let summary = std::fs::read_to_string(folder.path().join("src/SUMMARY.md")).unwrap();
    assert!(
        summary.contains("[tilefall](index.md)") && summary.contains("\n  - [Verbs](verbs.md)\n"),
        "{summary}"
    );
}

#[test]
fn links_that_lead_nowhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join("docs").join(name), text).unwrap();
    std::fs::create_dir(folder.path().join("docs")).unwrap();
    for (name, text) in [("SUMMARY.md", "- [A](a.md)\n- [B](b.md)\n"), ("b.md", "# B\n\n## A part\n")] {
        write(name, text);
    }
    for name in ["book.toml", "site.css", "file.txt"] {
        write(name, "");
    }
    let staged = |text: &str| {
        write("a.md", &format!("# A\n\n{text}\n"));
        pages::write(folder.path(), &folder.path().join("out"), &[]).map_err(|error| format!("{error:#}"))
    };
    for good in ["[a](b.md#a-part)", "[a](#a)", "[a](file.txt)", "`[a](none.md)`", "```sh\n[a](none.md)\n```"]
    {
        assert_eq!(staged(good), Ok(()), "{good}");
    }
    for (bad, message) in [
        ("[a](b.md#part)", "docs/a.md:3: docs/b.md has no #part"),
        ("[a](#b)", "docs/a.md:3: docs/a.md has no #b"),
        ("[a](none.md)", "docs/a.md:3: docs/none.md is not in docs/SUMMARY.md"),
        ("<img src=\"none.svg\">", "docs/a.md:3: a link to docs/none.svg"),
    ] {
        let found = staged(bad).unwrap_err();
        assert!(found.starts_with(message), "{found}");
    }
    assert_eq!(staged(""), Ok(()));
    write("c.md", "# C\n");
    assert_eq!(staged(""), Err("docs/c.md is not in docs/SUMMARY.md".to_owned()));
}

fn options(text: &str) -> impl Iterator<Item = String> {
    let is_end = |c: char| !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    text.match_indices("--").filter_map(move |(at, _)| {
        let word = &text[at..];
        let option = &word[..word.find(is_end).unwrap_or(word.len())];
        let is_whole = !text[..at].ends_with('-') && option.len() > 3;
        is_whole.then(|| option.to_owned())
    })
}

/// Returns the paths of the pages of a folder.
fn markdown(folder: &str) -> Vec<PathBuf> {
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension() == Some("md".as_ref())).collect()
}

#[test]
fn options_on_the_pages_are_those_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), "man .", b"");
    // `--address` is an option of `python -m tilefall.batch.ray`. The other two options are hidden from the help.
    let mut known = BTreeSet::from(["--address", "--max-line", "--max-unpacked"].map(str::to_owned));
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let manual = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        known.extend(options(&manual.replace("\\-", "-")));
    }
    let mut found = 0;
    let folders = ["docs/howto", "docs/tutorials"].map(markdown).concat();
    let others = ["README.md", "docs/formats.md", "docs/records.md", "docs/rules.md", "docs/statuses.md"];
    for path in others.map(PathBuf::from).into_iter().chain(folders) {
        let page = std::fs::read_to_string(&path).unwrap();
        for span in page.split('`').filter(|span| span.starts_with("--")) {
            for option in options(span) {
                assert!(known.contains(&option), "{} names {option}", path.display());
                found += 1;
            }
        }
    }
    assert!(found > 80, "{found} options");
}

#[test]
fn statuses_and_limits_on_the_page_are_those_of_the_schema() {
    let schema = std::fs::read_to_string("docs/result.schema.json").unwrap();
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let page = std::fs::read_to_string("docs/statuses.md").unwrap();
    let first_cells = |heading: &str| -> BTreeSet<String> {
        let table = page.split_once(heading).unwrap().1.split("\n\n").next().unwrap();
        let cells = table.lines().skip(2).filter_map(|row| row.split('|').nth(1));
        cells
            .flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
            .collect()
    };
    for (field, heading) in
        [("status", "| `status` | means |"), ("stopped_by", "| `stopped_by` | what ended the search |")]
    {
        let names = schema["properties"][field]["enum"].as_array().unwrap();
        let names: BTreeSet<String> = names.iter().map(|name| name.as_str().unwrap().to_owned()).collect();
        assert_eq!(first_cells(heading), names, "{field}");
    }
}

//! Every link of the documents leads to a page, a heading or a file, and every page is listed.

#[path = "../../xtask/src/book/pages/mod.rs"]
mod pages;

use pages::Generated;
use std::path::Path;

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
    // As the check of the built site resolves links.
    assert_eq!(pages::join(pages::folder("web/npm/README.md"), "../page"), "web/page");
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

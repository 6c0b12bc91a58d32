//! The public library is what `src/lib.rs` lists; everything else is private or in `internals`.

use std::collections::BTreeSet;
use std::path::Path;

/// The public modules below those that `src/lib.rs` declares.
const INNER: [&str; 28] = [
    "base::notation",
    "formats::auto",
    "formats::click",
    "formats::codingame",
    "formats::jsonl",
    "formats::noip",
    "formats::p1312",
    "formats::rows",
    "formats::tatham",
    "formats::uva339",
    "formats::uva758",
    "judge::click",
    "judge::p1312",
    "judge::uva339",
    "judge::uva758",
    "mayan::generate",
    "mayan::generate::difficulty",
    "record::asked",
    "record::hash",
    "record::puzzle",
    "record::result",
    "render::html",
    "render::svg",
    "render::text",
    "render::timeline",
    "report::mayan",
    "report::samegame",
    "samegame::generate",
];

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Returns the names of the modules that a text declares as public, without hidden ones.
fn public_modules(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    let hidden = |at: usize| at > 0 && lines[at - 1] == "#[doc(hidden)]";
    let declared = lines.iter().enumerate().filter(|&(at, _)| !hidden(at));
    declared.filter_map(|(_, line)| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect()
}

/// Adds the public modules below a module, whose file is `file`.
fn add_inner(name: &str, file: &Path, all: &mut BTreeSet<String>) {
    let folder = file.with_extension("");
    let folder = if folder.ends_with("mod") { folder.parent().unwrap() } else { &folder };
    for module in public_modules(&read(file)) {
        let path = format!("{name}::{module}");
        let own = folder.join(module).join("mod.rs");
        let own = if own.is_file() { own } else { folder.join(module).with_extension("rs") };
        add_inner(&path, &own, all);
        all.insert(path);
    }
}

#[test]
fn the_first_page_lists_every_public_module() {
    let lib = read(Path::new("src/lib.rs"));
    let listed = lib.lines().filter_map(|line| line.strip_prefix("//! - ")?.split_once(':'));
    let listed: BTreeSet<&str> = listed
        .flat_map(|(names, _)| names.split(", "))
        .map(|name| name.trim_matches(['[', ']', '`']))
        .collect();
    let declared = public_modules(&lib);
    assert_eq!(listed, declared.iter().copied().collect());
    let mut inner = BTreeSet::new();
    for module in declared {
        let folder = Path::new("src").join(module).join("mod.rs");
        let file = if folder.is_file() { folder } else { Path::new("src").join(module).with_extension("rs") };
        add_inner(module, &file, &mut inner);
    }
    assert_eq!(inner, INNER.map(str::to_owned).into());
}

#[test]
fn only_the_internals_and_two_setters_are_public_but_hidden() {
    fn hidden(path: &Path, found: &mut Vec<String>) {
        if path.is_dir() {
            std::fs::read_dir(path).unwrap().for_each(|entry| hidden(&entry.unwrap().path(), found));
            return;
        }
        if path.extension() != Some("rs".as_ref()) {
            return;
        }
        let text = read(path);
        let mut lines = text.lines().map(str::trim);
        while let Some(line) = lines.next() {
            if line == "#[doc(hidden)]" {
                found.extend(lines.next().map(|line| line.trim_end_matches([';', '{', ' ']).to_owned()));
            }
        }
    }
    let mut found = Vec::new();
    hidden(Path::new("src"), &mut found);
    found.sort();
    assert_eq!(
        found,
        [
            "pub fn cpu_path(mut self, path: CpuPath) -> Solver",
            "pub fn tuning(mut self, tuning: Tuning) -> Solver",
            "pub mod internals",
        ]
    );
}

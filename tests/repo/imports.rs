//! Folders of the library are in layers: a folder imports only folders listed before it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Every folder or file of `src`, and the folders that it may import, which come before it.
const ALLOWED: [(&str, &[&str]); 19] = [
    ("base", &[]),
    ("decompress", &[]),
    ("external_sort", &[]),
    ("control", &["base"]),
    ("bits", &[]),
    ("grid", &["base"]),
    ("puzzle", &["base", "grid"]),
    ("record", &["base", "grid", "puzzle"]),
    ("formats", &["base", "grid", "puzzle", "record"]),
    ("samegame", &["base", "control", "bits", "grid"]),
    ("mayan", &["base", "control", "bits", "grid"]),
    ("report", &["base", "grid", "puzzle", "record", "formats", "samegame", "mayan"]),
    ("judge", &["base", "bits", "grid", "puzzle", "formats"]),
    ("render", &["base", "grid"]),
    ("play", &["base", "grid", "puzzle", "record", "samegame", "mayan", "render"]),
    ("analysis", &["base", "control", "grid", "mayan", "play", "puzzle", "samegame"]),
    // The checker shares no code with the solvers.
    ("verify", &["base", "external_sort", "grid", "puzzle", "record", "formats"]),
    ("workload", &["base", "control", "bits", "formats", "grid", "mayan", "puzzle", "samegame"]),
    ("batch", &["base", "external_sort", "record"]),
];

fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    std::fs::read_dir(path).unwrap().flat_map(|entry| files(&entry.unwrap().path())).collect()
}

/// Returns the modules of the crate that the code of a file names, without tests and comments.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    lines.flat_map(|line| line.split("crate::").skip(1).map(word)).collect()
}

#[test]
fn every_folder_imports_only_what_stands_left_of_it() {
    let mut all: BTreeSet<String> = std::fs::read_dir("src")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file() || !files(path).is_empty())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert!(all.remove("lib") && all.remove("internals"));
    assert_eq!(all, ALLOWED.iter().map(|(name, _)| (*name).to_owned()).collect(), "the table is complete");
    let mut before = BTreeSet::new();
    let mut unused = Vec::new();
    for (name, allowed) in ALLOWED {
        assert!(allowed.iter().all(|left| before.contains(left)), "{name}: the table points to the right");
        before.insert(name);
        let folder = Path::new("src").join(name);
        let root = if folder.is_dir() { folder } else { folder.with_extension("rs") };
        let mut used = BTreeSet::new();
        for file in files(&root).into_iter().filter(|file| file.extension() == Some("rs".as_ref())) {
            for import in named(&std::fs::read_to_string(&file).unwrap()) {
                if import == name || import == "cfg" {
                    continue;
                }
                assert!(allowed.contains(&import.as_str()), "{} imports {import}", file.display());
                used.insert(import);
            }
        }
        unused.extend(allowed.iter().filter(|left| !used.contains(**left)).map(|left| (name, *left)));
    }
    assert_eq!(unused, [], "the table allows what nobody needs");
}

#[test]
fn no_file_is_longer_than_400_lines_and_half_are_shorter_than_150() {
    let folders = [
        "src",
        "cli/src",
        "web/src",
        "xtask/src",
        "faults/src",
        "python/src",
        "tests",
        "benches",
        "examples",
    ];
    let mut lengths: Vec<(usize, PathBuf)> = folders
        .iter()
        .flat_map(|folder| files(Path::new(folder)))
        .filter(|file| file.extension() == Some("rs".as_ref()))
        .map(|file| (std::fs::read_to_string(&file).unwrap().lines().count(), file))
        .collect();
    lengths.sort();
    assert!(lengths.len() > 300 && lengths[lengths.len() / 2].0 < 150, "{:?}", lengths[lengths.len() / 2]);
    assert!(lengths.last().is_some_and(|(lines, _)| *lines <= 400), "{:?}", lengths.last());
}

#[test]
fn names_in_code_are_found_and_others_are_not() {
    let text = "use crate::base::{Cell, Mode};\n// crate::mayan\nfn f() { crate::formats::x(crate::bits); }\n\
                #[cfg(test)]\nmod tests {\n    use crate::batch::Run;\n}\n";
    assert_eq!(named(text).into_iter().collect::<Vec<_>>(), ["base", "bits", "formats"]);
}

/// Strings outside `src/formats` that equal the name of a format but are something else: a flag, a field, a bench.
const OTHERS: [(&str, &str); 15] = [
    ("cli/src/verbs/simulate/samegame.rs", "uva758"),
    ("src/base/rules/preset.rs", "codingame"),
    ("src/base/rules/preset.rs", "tatham"),
    ("src/samegame/generate.rs", "click"),
    ("src/workload/samegame.rs", "click"),
    ("cli/src/verbs/play/status.rs", "click"),
    ("cli/src/verbs/play/ruleset.rs", "click"),
    ("cli/src/verbs/analyse/text.rs", "click"),
    ("cli/src/verbs/goal_text.rs", "click"),
    ("cli/src/verbs/replay/answers.rs", "click"),
    ("src/play/hint.rs", "click"),
    ("src/play/reasons/reason.rs", "click"),
    ("src/verify/measure.rs", "click"),
    ("src/record/puzzle.rs", "rows"),
    ("src/render/html/mod.rs", "rows"),
];

#[test]
fn only_the_file_of_a_format_says_its_name() {
    let sources = ["src", "cli/src"].into_iter().flat_map(|folder| files(Path::new(folder)));
    for file in
        sources.filter(|file| file.extension() == Some("rs".as_ref()) && !file.starts_with("src/formats"))
    {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(&text);
        let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        for format in tilefall::formats::FORMATS {
            let quoted = format!("\"{}\"", format.name);
            let named = code.iter().any(|line| line.contains(&quoted));
            let other = OTHERS.iter().any(|&(path, name)| file == Path::new(path) && name == format.name);
            assert!(!named || other, "{} names {quoted}", file.display());
        }
    }
}

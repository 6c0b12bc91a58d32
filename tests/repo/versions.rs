//! Every crate, package and document has the version of the workspace.

use std::process::Command;

/// Returns the text between `start` and `end` on the only line of a file that begins and ends with these texts.
#[track_caller]
fn only(file: &str, start: &str, end: &str) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let found: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix(start)?.strip_suffix(end)).collect();
    let [value] = found[..] else { panic!("{file}: expected one line `{start}…{end}`, found {found:?}") };
    value.to_owned()
}

/// Returns the version and the date in the first heading of the changelog.
fn newest_entry() -> (String, String) {
    let text = std::fs::read_to_string("CHANGELOG.md").unwrap();
    let heading = text.lines().find_map(|line| line.strip_prefix("## [")).unwrap();
    let (version, date) = heading.split_once("] - ").unwrap_or_else(|| panic!("## [{heading}"));
    (version.to_owned(), date.to_owned())
}

#[test]
fn crates_packages_and_documents_have_one_version() {
    let version = only("Cargo.toml", "version = \"", "\"");
    for (start, end) in [
        ("tilefall = { path = \".\"", ", default-features = false }"),
        ("tilefall-rules = { path = \"src/rules\"", " }"),
        ("tilefall-text = { path = \"src/text\"", " }"),
        ("tilefall-verify = { path = \"src/verify\"", " }"),
    ] {
        assert_eq!(only("Cargo.toml", &format!("{start}, version = \""), &format!("\"{end}")), version);
    }
    assert_eq!(only("python/pyproject.toml", "dynamic = [", "]"), "\"version\"");
    // `.ci/packages` fills in the version.
    assert_eq!(only("web/npm/package.json", "  \"version\": \"", "\","), "{{version}}");
    assert_eq!(only("CITATION.cff", "version: ", ""), version);
    assert_eq!(newest_entry().0, version);
    // The README names the packages to install with their version.
    let readme = std::fs::read_to_string("README.md").unwrap();
    for (start, end) in [
        ("tilefall-", "-x86_64-unknown-linux-gnu.tar.gz"),
        ("tilefall_", "-1_amd64.deb"),
        ("tilefall-", "-cp310-abi3-manylinux2014_x86_64.manylinux_2_17_x86_64.whl"),
        ("tilefall-", ".tgz"),
        ("tilefall-", "-page.tar.gz"),
    ] {
        let name = format!(" {start}{version}{end}");
        assert!(readme.replace(" ./", " ").contains(&name), "README.md: expected{name}");
    }
    // Every other crate, `web` included, inherits the version; `--locked` keeps the lock files in step.
    for manifest in [
        "Cargo.toml",
        "benches/Cargo.toml",
        "cli/Cargo.toml",
        "faults/Cargo.toml",
        "python/Cargo.toml",
        "src/rules/Cargo.toml",
        "src/text/Cargo.toml",
        "src/verify/Cargo.toml",
        "web/Cargo.toml",
        "xtask/Cargo.toml",
    ] {
        for key in ["version", "edition", "rust-version", "license"] {
            assert_eq!(only(manifest, &format!("{key}.workspace = "), ""), "true", "{manifest}: {key}");
        }
    }
    let run = Command::new(assert_cmd::cargo::cargo_bin!("tilefall")).arg("--version").output().unwrap();
    let printed = String::from_utf8(run.stdout).unwrap();
    assert_eq!(printed.lines().next(), Some(format!("tilefall {version}").as_str()));
}

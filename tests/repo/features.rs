//! Checks that dependencies have the same features in a build and in the tests.

use std::collections::BTreeSet;
use std::process::Command;

/// Returns the packages of some kinds of dependencies with their features.
fn packages(kinds: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let words = ["tree", "--locked", "--prefix", "none", "--no-dedupe", "--format", "{p} [{f}]"];
    let tree = Command::new(cargo).args(words).args(["--edges", kinds]).output().unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    String::from_utf8(tree.stdout).unwrap().lines().map(|line| line.replace(" (proc-macro)", "")).collect()
}

/// Otherwise `cargo test` after `cargo build` compiles clap, serde, the library and more once again. `cli/Cargo.toml` names
/// the features that only the tests' own dependencies ask for.
#[test]
fn a_build_and_the_tests_share_what_the_program_depends_on() {
    let (built, tested) = (packages("normal,build"), packages("normal,build,dev"));
    let apart: Vec<_> = built.difference(&tested).collect();
    assert!(apart.is_empty() && built.len() > 50, "{} packages; with other features: {apart:?}", built.len());
}

//! Checks that each line of `tests/data/regressions.tsv`, a past bug, names an existing test.

use crate::support::data;
use std::collections::BTreeSet;

/// Returns `true` if a file has a test of this name: a function with `#[test]`, also in `proptest!`, that is not
/// ignored.
fn has_test(code: &str, name: &str) -> bool {
    let Some(at) = code.find(&format!("fn {name}(")) else { return false };
    // The lines right above the function, which hold its attributes.
    let above =
        code[..at].lines().rev().take_while(|line| !line.trim_end().ends_with('}')).collect::<Vec<_>>();
    above.iter().take(4).any(|line| line.trim() == "#[test]")
        && !above.iter().take(4).any(|line| line.trim().starts_with("#[ignore"))
}

#[test]
fn every_past_bug_is_held_by_a_test_that_exists() {
    let (mut names, mut lines) = (BTreeSet::new(), 0);
    for line in data("regressions.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, what, test] = fields[..] else { panic!("expected three fields: {line}") };
        assert!(names.insert(name.to_owned()), "{name} is there twice");
        assert!(what.len() > 20, "{name}: what was wrong?");
        let (file, test) = test.split_once("::").expect("file::test");
        let code = std::fs::read_to_string(format!("tests/{file}.rs")).expect(file);
        assert!(has_test(&code, test), "{name}: tests/{file}.rs has no test {test}");
        lines += 1;
    }
    assert!(lines >= 39, "a bug that has been named stays");
}

//! Passes the target and, in a Git clone, the commit to the program as compile-time environment variables.

use std::process::Command;

fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned()).filter(|text| !text.is_empty())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=TILEFALL_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    // A package from a registry may lie inside a clone of another repository, whose commit would be wrong.
    let here = git(&["ls-files", "--error-unmatch", "build.rs"]).is_some();
    let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]).filter(|_| here) else { return };
    println!("cargo::rustc-env=TILEFALL_COMMIT={commit}");
    // `HEAD` only names a branch; `logs/HEAD` changes with each commit.
    for name in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", name]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}

//! The API documents of Rust and Python.

use super::pages::Generated;
use crate::command::run;
use anyhow::{Context as _, ensure};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The modules of the Python package.
const MODULES: [&str; 4] = ["tilefall", "tilefall.batch", "tilefall.benchmarks", "tilefall.gym"];

/// Returns the page with links to the API documents that are part of the site.
pub fn page(has_rust: bool, has_python: bool) -> Generated {
    let mut page = String::from("# API documents\n\n");
    for (has, link, about) in [
        (has_rust, "[Rust](rust/tilefall/index.html)", "the crate `tilefall`"),
        (has_python, "[Python](python/tilefall.html)", "the package `tilefall`"),
    ] {
        if has {
            page += &format!("- {link}: {about}\n");
        }
    }
    Generated {
        list: "api",
        title: "API documents".to_owned(),
        depth: 0,
        path: "api/index.md".to_owned(),
        text: page,
    }
}

/// Builds the documents of the crate into a folder.
pub fn rust(root: &Path, out: &Path) -> anyhow::Result<()> {
    // A separate target folder, so that the list of crates and the search of the pages contain only this crate.
    let target = root.join("target/book-doc");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["doc", "--locked", "--no-deps", "--package", "tilefall", "--target-dir"]);
    run(cargo.arg(&target).env("RUSTDOCFLAGS", "-D warnings"))?;
    copy(&target.join("doc"), out)?;
    let start = "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=tilefall/index.html\"><title>tilefall</title>\n";
    std::fs::write(out.join("index.html"), start).context("the first page of the documents of Rust")
}

/// Returns the interpreter `named`, by default that in `target/python`. `None` if the default lacks tilefall or pdoc.
pub fn python(root: &Path, named: Option<&Path>) -> anyhow::Result<Option<PathBuf>> {
    let path = root.join(named.unwrap_or(Path::new("target/python/bin/python")));
    let mut command = Command::new(&path);
    let status =
        command.args(["-c", "import pdoc, tilefall.gym"]).stdout(Stdio::null()).stderr(Stdio::null());
    if status.status().is_ok_and(|status| status.success()) {
        return Ok(Some(path));
    }
    let message = "the API documents of Python need the package and pdoc: python3 -m venv target/python && \
                   target/python/bin/pip install './python[gym]' 'pdoc>=16,<17'";
    ensure!(named.is_none(), "{}: {message}", path.display());
    eprintln!("skipped: {message}");
    Ok(None)
}

/// Builds the documents of the package into a folder.
pub fn python_pages(python: &Path, out: &Path) -> anyhow::Result<()> {
    let mut pdoc = Command::new(python);
    // No warnings about annotations that only type checkers can resolve: the pages show such annotations as written.
    run(pdoc.args(["-W", "ignore", "-m", "pdoc", "--output-directory"]).arg(out).args(MODULES))
}

/// Copies a folder with all its contents.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to)?;
        } else if !entry.file_name().to_string_lossy().starts_with('.') {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

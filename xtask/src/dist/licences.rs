//! The licences of the crates that are compiled into a package, from the files of the crates.

use super::context::Context;
use super::crates;
use anyhow::{Context as _, ensure};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The name of the file in every package. The settings of the wheel include all files that begin with `LICENSE-`.
pub const NAME: &str = "LICENSE-THIRD-PARTY";

/// The beginnings of names of files with licences.
const FILES: [&str; 5] = ["LICEN", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];

/// The licence of the GNU C Library, part of every Debian.
const LGPL: &str = "/usr/share/common-licenses/LGPL-2.1";

/// Writes the licences of a package of a workspace into the folder of generated files; returns the path.
///
/// # Errors
/// If cargo fails, a crate has no licence, or a file cannot be read or written.
pub fn write(context: &Context, manifest: &str, root: &str, target: &str) -> anyhow::Result<PathBuf> {
    let metadata = crates::metadata(context, manifest, target)?;
    let compiled = crates::compiled(&metadata, root).context(crates::UNKNOWN)?;
    let others: Vec<&Value> =
        compiled.iter().map(|(package, _)| *package).filter(|package| !package["source"].is_null()).collect();
    let mut text = text(&others)?;
    // Programs are linked with glibc inside; wheels and WebAssembly contain no C library.
    if root == "tilefall-cli" {
        text += "\n\n----\n\nThe program contains the GNU C Library, whose licence is LGPL-2.1-or-later. The source of tilefall, from which \
                 the program can be linked with another version, is available under MIT or Apache-2.0.\n\n";
        text += &std::fs::read_to_string(LGPL).unwrap_or_default();
    }
    let folder = context.stage.join("licences").join(root).join(target);
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(NAME);
    std::fs::write(&path, text)?;
    Ok(path)
}

/// Returns the list of crates and the texts of their licences, each text once.
fn text(packages: &[&Value]) -> anyhow::Result<String> {
    let mut text =
        "This package contains Rust's standard library (MIT OR Apache-2.0) and these crates:\n\n".to_owned();
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in packages {
        let [name, version, licence] =
            ["name", "version", "license"].map(|key| package[key].as_str().unwrap_or("?"));
        let title = format!("{name} {version}");
        writeln!(text, "{title}: {licence}")?;
        let manifest = package["manifest_path"].as_str().context(crates::UNKNOWN)?;
        let files = files(Path::new(manifest).parent().context(crates::UNKNOWN)?)?;
        ensure!(!files.is_empty(), "{title} has no file with its licence");
        for file in files {
            let bytes = std::fs::read(&file).with_context(|| file.display().to_string())?;
            let content = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").trim_matches('\n').to_owned();
            let titles = texts.entry(content).or_default();
            if titles.last() != Some(&title) {
                titles.push(title.clone());
            }
        }
    }
    let mut texts: Vec<_> = texts.into_iter().collect();
    texts.sort_by(|(_, one), (_, other)| one.cmp(other));
    for (content, titles) in texts {
        write!(text, "\n\n----\n\n{}:\n\n{content}\n", titles.join(", "))?;
    }
    Ok(text)
}

/// Returns the files with licences in the folder of a crate, in order.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().to_uppercase();
        if entry.file_type()?.is_file() && FILES.iter().any(|start| name.starts_with(start)) {
            files.push(entry.path());
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_text_is_there_once_with_its_crates() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/licences-test");
        let crate_of = |name: &str, files: &[(&str, &str)]| {
            let folder = folder.join(name);
            std::fs::create_dir_all(&folder).unwrap();
            for (file, text) in files {
                std::fs::write(folder.join(file), text).unwrap();
            }
            json!({ "name": name, "version": "1.0.0", "license": "MIT", "manifest_path": folder.join("Cargo.toml") })
        };
        let one = crate_of("one", &[("LICENSE-MIT", "mit\r\n"), ("README", "no")]);
        let two = crate_of("two", &[("license.md", "mit"), ("COPYING", "more")]);
        let none = crate_of("none", &[("README", "no")]);
        let found = text(&[&one, &two]).unwrap();
        let end = "one 1.0.0: MIT\ntwo 1.0.0: MIT\n\n\n----\n\none 1.0.0, two 1.0.0:\n\nmit\n\n\n----\n\ntwo 1.0.0:\n\nmore\n";
        assert!(found.ends_with(end), "{found}");
        assert_eq!(text(&[&one, &none]).unwrap_err().to_string(), "none 1.0.0 has no file with its licence");
        std::fs::remove_dir_all(folder).unwrap();
    }
}

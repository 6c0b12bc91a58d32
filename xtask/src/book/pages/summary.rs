//! The list of pages, and paths in the repository and on the site.

use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::path::{Component, Path};

/// The path of the list of pages, from the folder of the project.
pub const FILE: &str = "docs/SUMMARY.md";

/// The pages of the site: the path on the site by the path in the repository.
pub struct Pages(BTreeMap<String, String>);

impl Pages {
    /// Reads the pages that the summary lists.
    pub fn read(root: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(root.join(FILE)).context(FILE)?;
        let mut pages = BTreeMap::new();
        for target in targets(&text) {
            let path = join("docs", target);
            ensure!(root.join(&path).is_file(), "{FILE} lists {path}, which does not exist");
            ensure!(pages.insert(path.clone(), on_site(&path)).is_none(), "{FILE} lists {path} twice");
        }
        let pages = Self(pages);
        pages.check_folder(root, "docs")?;
        Ok(pages)
    }

    /// Returns an error if a Markdown file of a folder is missing from the summary.
    fn check_folder(&self, root: &Path, folder: &str) -> anyhow::Result<()> {
        for entry in std::fs::read_dir(root.join(folder))? {
            let entry = entry?;
            let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                self.check_folder(root, &path)?;
            } else if path.ends_with(".md") && path != FILE {
                ensure!(self.0.contains_key(&path), "{path} is not in {FILE}");
            }
        }
        Ok(())
    }

    /// Returns the path on the site of a file of the repository; `None` if the file is not a page.
    pub fn get(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Returns a pair of paths for each page: in the repository, and on the site.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(path, on_site)| (path.as_str(), on_site.as_str()))
    }
}

/// Returns the targets of the links of the summary.
fn targets(text: &str) -> impl Iterator<Item = &str> {
    text.split("](").skip(1).filter_map(|rest| rest.split(')').next())
}

/// Returns the path on the site of a file of the repository.
pub fn on_site(path: &str) -> String {
    let path = path.strip_prefix("docs/").unwrap_or(path);
    match path.strip_suffix("README.md") {
        Some(folder) => format!("{folder}index.md"),
        None => path.to_owned(),
    }
}

/// Resolves a relative link in a file of `folder` to a path without `.` and `..`.
pub fn join(folder: &str, link: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    for part in Path::new(folder).join(link).components() {
        match part {
            Component::ParentDir => drop(parts.pop()),
            Component::Normal(name) => parts.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    parts.join("/")
}

/// Returns the folder of a path; empty for the topmost folder.
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the relative link from a folder to a file.
pub fn relative(folder: &str, file: &str) -> String {
    let from: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = file.split('/').collect();
    let common = from.iter().zip(&to[..to.len() - 1]).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - common);
    up.chain(to[common..].iter().copied()).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_and_made_relative() {
        assert_eq!(join("docs/howto", "../rules.md"), "docs/rules.md");
        assert_eq!(join("", "./a/../b"), "b");
        assert_eq!(on_site("docs/benchmarks/README.md"), "benchmarks/index.md");
        assert_eq!(
            (on_site("README.md"), on_site("python/README.md")),
            ("index.md".into(), "python/index.md".into())
        );
        assert_eq!(relative("howto", "rules.md"), "../rules.md");
        assert_eq!(relative("a/b", "a/c/d.md"), "../c/d.md");
        assert_eq!(relative("", "a.md"), "a.md");
        assert_eq!((folder("a/b/c"), folder("a")), ("a/b", ""));
    }
}

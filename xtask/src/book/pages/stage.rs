//! Writes the input of mdBook.

use super::Generated;
use super::anchors::anchors;
use super::summary::{FILE, Pages, folder, join, on_site, relative};
use anyhow::{Context as _, bail, ensure};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Writes the settings, the summary, all pages and the files that pages link to. The folder `out` is emptied first.
pub fn write(root: &Path, out: &Path, generated: &[Generated]) -> anyhow::Result<()> {
    if out.exists() {
        std::fs::remove_dir_all(out).with_context(|| out.display().to_string())?;
    }
    let pages = Pages::read(root)?;
    let read = |path: &str| std::fs::read_to_string(root.join(path)).with_context(|| path.to_owned());
    let texts: BTreeMap<_, _> =
        pages.iter().map(|(path, _)| Ok((path, read(path)?))).collect::<anyhow::Result<_>>()?;
    let anchors = texts.iter().map(|(&path, text)| (path, anchors(text))).collect();
    let stage = Stage { root, out, pages: &pages, anchors };
    for (path, on_site) in pages.iter() {
        stage.put(on_site, &stage.rewritten(path, on_site, &texts[path])?)?;
    }
    for page in generated {
        stage.put(&page.path, &page.text)?;
    }
    stage.put("SUMMARY.md", &stage.summary(generated)?)?;
    for file in ["book.toml", "site.css"] {
        std::fs::copy(root.join("docs").join(file), out.join(file))
            .with_context(|| format!("docs/{file}"))?;
    }
    Ok(())
}

struct Stage<'a> {
    root: &'a Path,
    out: &'a Path,
    pages: &'a Pages,
    /// The anchors of each page, by its path in the repository.
    anchors: BTreeMap<&'a str, BTreeSet<String>>,
}

impl Stage<'_> {
    /// Writes a file of the site.
    fn put(&self, on_site: &str, text: &str) -> anyhow::Result<()> {
        let path = self.out.join("src").join(on_site);
        std::fs::create_dir_all(path.parent().context("a file has a folder")?)?;
        std::fs::write(&path, text).with_context(|| path.display().to_string())
    }

    /// Returns the summary of the site: links lead to paths on the site, and generated pages replace comments.
    fn summary(&self, generated: &[Generated]) -> anyhow::Result<String> {
        let text = std::fs::read_to_string(self.root.join(FILE))?;
        let mut summary = String::new();
        for line in self.rewritten(FILE, "SUMMARY.md", &text)?.lines() {
            let list = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"));
            for Generated { title, depth, path, .. } in
                generated.iter().filter(|page| Some(page.list) == list)
            {
                summary += &format!("{}- [{title}]({path})\n", "  ".repeat(*depth));
            }
            if list.is_none() {
                summary += &format!("{line}\n");
            }
        }
        Ok(summary)
    }

    /// Returns the text of a page, in which links outside of code lead to paths on the site.
    fn rewritten(&self, path: &str, on_site: &str, text: &str) -> anyhow::Result<String> {
        let mut out = String::new();
        let mut in_block = false;
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with("```") {
                in_block = !in_block;
                // Words after the language, like `no_run`, are only for tests.
                out += line.split(',').next().unwrap_or(line);
            } else if in_block {
                out += line;
            } else {
                let moved = |link: &str| self.moved(path, on_site, link);
                out += &with_links(line, moved).with_context(|| format!("{path}:{number}"))?;
            }
            out.push('\n');
        }
        Ok(out)
    }

    /// Returns the target of a link on the site. A file that is not a page is copied to the site.
    fn moved(&self, path: &str, on_site: &str, link: &str) -> anyhow::Result<String> {
        if link.contains("://") || link.starts_with("mailto:") {
            return Ok(link.to_owned());
        }
        let (file, fragment) = link.find('#').map_or((link, ""), |at| link.split_at(at));
        let target = if file.is_empty() { path.to_owned() } else { join(folder(path), file) };
        let readme = format!("{target}/README.md");
        let page = [&target, &readme].into_iter().find_map(|target| Some((target, self.pages.get(target)?)));
        let found = match page {
            Some((page, found)) => {
                let has_anchor = fragment.is_empty() || self.anchors[page.as_str()].contains(&fragment[1..]);
                ensure!(has_anchor, "{page} has no {fragment}");
                found.to_owned()
            }
            None if target.ends_with(".md") => bail!("{target} is not in {FILE}"),
            None => self.copied(&target).with_context(|| format!("a link to {target}"))?,
        };
        let link = if file.is_empty() { String::new() } else { relative(folder(on_site), &found) };
        Ok(link + fragment)
    }

    /// Copies a file of the repository to the site, and returns its path on the site. For a folder of sources, copies
    /// its `mod.rs`.
    fn copied(&self, path: &str) -> anyhow::Result<String> {
        let module = format!("{path}/mod.rs");
        let path = if self.root.join(&module).is_file() { &module } else { path };
        let on_site = on_site(path);
        let to = self.out.join("src").join(&on_site);
        std::fs::create_dir_all(to.parent().context("a file has a folder")?)?;
        std::fs::copy(self.root.join(path), to)?;
        Ok(on_site)
    }
}

/// Replaces each link in a line of Markdown: `](LINK)`, `src`, `href` and `srcset`. Text between backticks is kept.
fn with_links(line: &str, moved: impl Fn(&str) -> anyhow::Result<String>) -> anyhow::Result<String> {
    const STARTS: [(&str, char); 4] = [("](", ')'), ("src=\"", '"'), ("href=\"", '"'), ("srcset=\"", '"')];
    let mut out = String::new();
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        if next == '`' {
            let ticks = &rest[..rest.len() - rest.trim_start_matches('`').len()];
            let end = rest[ticks.len()..].find(ticks).map_or(ticks.len(), |at| at + 2 * ticks.len());
            out += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        let link = STARTS.into_iter().find_map(|(start, end)| {
            let (link, _) = rest.strip_prefix(start)?.split_once(end)?;
            Some((start, link))
        });
        if let Some((start, link)) = link {
            out += start;
            out += &moved(link)?;
            rest = &rest[start.len() + link.len()..];
        } else {
            out.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_replaced_outside_of_code() {
        let replaced = |line: &str| with_links(line, |link| Ok(format!("<{link}>"))).unwrap();
        assert_eq!(replaced("a [b](c) and ![d](e#f)."), "a [b](<c>) and ![d](<e#f>).");
        assert_eq!(replaced("`[b](c)` ``x`](d)`` [e`f`](g)"), "`[b](c)` ``x`](d)`` [e`f`](<g>)");
        assert_eq!(replaced("<img src=\"a\" alt=\"b\">"), "<img src=\"<a>\" alt=\"b\">");
        assert!(with_links("[a](b)", |_| bail!("none")).is_err());
    }
}

//! The check of all links of a site, without a network.
//!
//! A link has to lead to a file of the site, and to an anchor of it if it names one. Links to other hosts are not followed, and
//! nothing may be loaded from them, because the site works from a disk.

use super::html::{References, references};
use super::pages::{folder, join};
use anyhow::Context as _;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The result of the check.
pub struct Report {
    pub pages: usize,
    /// The number of links within the site.
    pub links: usize,
    /// A line for each broken link.
    pub faults: Vec<String>,
}

/// Checks the links of all pages of a folder.
///
/// # Errors
/// If a file cannot be read.
pub fn check(site: &Path) -> anyhow::Result<Report> {
    let mut files = BTreeSet::new();
    list(site, "", &mut files)?;
    let mut pages = BTreeMap::new();
    for path in files.iter().filter(|path| path.ends_with(".html")) {
        let text = std::fs::read_to_string(site.join(path)).with_context(|| path.clone())?;
        let References { links, anchors } = references(&text);
        pages.insert(path.as_str(), (links, anchors.into_iter().collect::<BTreeSet<_>>()));
    }
    let mut report = Report { pages: pages.len(), links: 0, faults: Vec::new() };
    for (&path, (links, _)) in &pages {
        for link in links {
            if is_elsewhere(&link.address) {
                let is_fault = link.is_loaded && !link.address.starts_with("data:");
                report.faults.extend(is_fault.then(|| format!("{path} loads {}", link.address)));
                continue;
            }
            report.links += 1;
            let fault = fault(path, &link.address, &files, |page, anchor| {
                pages.get(page).is_none_or(|(_, anchors)| anchors.contains(anchor))
            });
            report.faults.extend(fault.map(|fault| format!("{path}: {}: {fault}", link.address)));
        }
    }
    Ok(report)
}

/// Returns `true` if an address has a scheme or a host.
fn is_elsewhere(address: &str) -> bool {
    let scheme = address.split(['/', '?', '#']).next().unwrap_or("");
    scheme.contains(':') || address.starts_with("//")
}

/// Returns what is wrong with a link of a page.
fn fault(
    path: &str,
    address: &str,
    files: &BTreeSet<String>,
    has_anchor: impl Fn(&str, &str) -> bool,
) -> Option<&'static str> {
    if address.starts_with('/') {
        return Some("the address begins with the host");
    }
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    let file = decoded(file.split('?').next().unwrap_or(file));
    let mut target = if file.is_empty() { path.to_owned() } else { join(folder(path), &file) };
    if file.ends_with('/') {
        target += "/index.html";
    }
    if !files.contains(&target) {
        return Some("no such file");
    }
    // pdoc lists inherited members, which have no anchor. Anchors of source code are lines, or ranges that a script marks.
    let is_of_pdoc = path.starts_with("api/python/") && target.starts_with("api/python/");
    let is_of_lines = anchor.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let is_there = |anchor: &str| has_anchor(&target, anchor);
    (!is_of_pdoc && !is_of_lines && !is_there(anchor) && !is_there(&decoded(anchor)))
        .then_some("no such anchor")
}

/// Returns an address without percent signs.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = address.as_bytes();
    while let [byte, after @ ..] = rest {
        let code = after.get(..2).filter(|_| *byte == b'%');
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Appends the paths of all files of a folder.
fn list(site: &Path, folder: &str, files: &mut BTreeSet<String>) -> anyhow::Result<()> {
    for entry in std::fs::read_dir(site.join(folder)).with_context(|| folder.to_owned())? {
        let entry = entry?;
        let path = join(folder, &entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(site, &path, files)?;
        } else {
            files.insert(path);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_links_are_faults() {
        let files = BTreeSet::from(["a.html", "b/c d.html", "b/index.html"].map(str::to_owned));
        let of = |address: &str| {
            fault("b/index.html", address, &files, |page, anchor| page == "a.html" && anchor == "x")
        };
        for good in ["../a.html", "../a.html#x", "../a.html?q#x", "c%20d.html", "../b/", "../a.html#7-9"] {
            assert_eq!(of(good), None, "{good}");
        }
        for bad in ["a.html", "/a.html", "../a.html#y", "#x", "../c/"] {
            assert!(of(bad).is_some(), "{bad}");
        }
        assert!(is_elsewhere("https://a/b") && is_elsewhere("//a") && !is_elsewhere("a/b:c"));
    }
}

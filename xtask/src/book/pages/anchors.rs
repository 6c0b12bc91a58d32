//! The anchors of the headings of a page, by the rule of mdBook, which the usual forges follow, too.

use std::collections::BTreeSet;

/// Returns the anchors of the headings of a page.
pub fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    let mut in_block = false;
    for line in text.lines() {
        in_block ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if in_block || title.len() == line.len() || !title.starts_with(' ') {
            continue;
        }
        let anchor = anchor(title.trim());
        let repeated = (1..).map(|number| format!("{anchor}-{number}"));
        let free = std::iter::once(anchor.clone()).chain(repeated).find(|anchor| !anchors.contains(anchor));
        anchors.extend(free);
    }
    anchors
}

/// Returns the anchor of a heading: small letters, digits and dashes.
fn anchor(title: &str) -> String {
    let mut shown = String::new();
    let mut rest = title;
    // Only the text of a link is part of the anchor, not its target.
    while let Some((text, target)) = rest.split_once("](") {
        shown += text;
        rest = target.split_once(')').map_or("", |(_, rest)| rest);
    }
    shown += rest;
    let is_kept = |c: &char| c.is_alphanumeric() || "_- ".contains(*c);
    shown.to_lowercase().chars().filter(is_kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_anchors() {
        let page = "# A page\n\n## Boards as text: `rows`\n\n```sh\n# a comment\n```\n\n### A [link](b.md), 2×\n\n## A page\n#no\n";
        let found: Vec<String> = anchors(page).into_iter().collect();
        assert_eq!(found, ["a-link-2", "a-page", "a-page-1", "boards-as-text-rows"]);
    }
}

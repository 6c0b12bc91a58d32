//! The pages of the site, from the Markdown files of the repository.
//!
//! - `summary`: the pages that `docs/SUMMARY.md` lists, with their paths
//! - `anchors`: the anchors of the headings of a page
//! - `stage`: writes the input of mdBook, with links that fit the site
//!
//! A broken link is an error. The modules need no mdBook, so tests of the repository use them, too.

mod anchors;
mod stage;
mod summary;

pub use stage::write;

/// A generated page, which is not a file of the repository.
pub struct Generated {
    /// The name in a comment of the summary, `<!-- LIST -->`. The link to the page replaces the comment.
    pub list: &'static str,
    /// The title in the summary.
    pub title: String,
    /// The depth of the page in the nested list of the summary, from 0.
    pub depth: usize,
    /// The path on the site.
    pub path: String,
    /// The text, in Markdown.
    pub text: String,
}

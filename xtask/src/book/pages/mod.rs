//! The pages of the site, from the Markdown files of the repository.
//!
//! - `summary`: the pages that `docs/SUMMARY.md` lists, and where each is
//! - `anchors`: the anchors of a page
//! - `stage`: the input of mdBook, with links that fit the site
//!
//! A link that leads nowhere is an error. Tests of the repository use these modules, too: they need no mdBook.

mod anchors;
mod stage;
mod summary;

pub use stage::write;

/// A page that is no file of the repository.
pub struct Generated {
    /// The text of the comment in the summary that the page replaces.
    pub list: &'static str,
    /// The title in the summary.
    pub title: String,
    /// The number of levels above the page in the summary.
    pub depth: usize,
    /// The path on the site.
    pub path: String,
    /// The text, in Markdown.
    pub text: String,
}

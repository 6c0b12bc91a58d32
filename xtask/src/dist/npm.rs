//! The package for npm: the page with the solver, and the interface to the solver for other programs.

use super::context::Context;
use super::{archive, licences};
use crate::web;
use std::path::{Path, PathBuf};

/// Files of the repository that go into the package.
const FILES: [&str; 4] = ["LICENSE-APACHE", "LICENSE-MIT", "CHANGELOG.md", "web/solver"];

/// Packs the page and the solver.
///
/// # Errors
/// If the package cannot be written.
pub fn build(context: &Context, page: &Path, licences: &Path) -> anyhow::Result<()> {
    let manifest = context.stage.join("package.json");
    std::fs::copy(context.root.join("web/npm/package.json"), &manifest)?;
    web::fill(&manifest, "{{version}}", &context.version)?;
    let mut contents: Vec<(&str, PathBuf)> = vec![
        ("page", page.to_owned()),
        ("package.json", manifest),
        ("README.md", context.root.join("web/npm/README.md")),
        (licences::NAME, licences.to_owned()),
    ];
    contents.extend(FILES.map(|file| (file.trim_start_matches("web/"), context.root.join(file))));
    // The folder that all packages of npm have.
    archive::write(context, &format!("tilefall-{}.tgz", context.version), "package", &contents)
}

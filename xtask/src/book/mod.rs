//! `cargo xtask book`: builds the site of documents into one folder, and checks the links of the pages.
//!
//! - `pages`: the Markdown files of the repository as the input of mdBook
//! - `verbs`: a page for each verb, from the help of the program
//! - `api`: the API documents of Rust and Python
//!
//! Pages are Markdown files in `docs` and elsewhere, whose links also work in the repository. `docs/SUMMARY.md` lists
//! the pages, and `docs/book.toml` has the settings of mdBook.

mod api;
mod pages;
mod verbs;

use crate::command::run as run_command;
use anyhow::{Context as _, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The arguments of `cargo xtask book`.
#[derive(clap::Args)]
pub struct Args {
    /// The folder to write, which is emptied
    #[arg(long, default_value = "target/book")]
    out: PathBuf,
    /// The program whose help is shown [default: a release build]
    #[arg(long)]
    program: Option<PathBuf>,
    /// A Python interpreter with the package and pdoc [default: target/python/bin/python, if it is there]
    #[arg(long)]
    python: Option<PathBuf>,
    /// Leave out the API documents, for a quick look at the pages
    #[arg(long)]
    no_api: bool,
}

/// The required version of mdBook.
const MDBOOK: &str = "0.5.4";

/// Builds the site and checks its links.
pub fn run(args: &Args) -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the folder of the project")?;
    let (out, source) = (root.join(&args.out), root.join("target/book-source"));
    let mdbook = mdbook(root)?;
    let program = match &args.program {
        Some(program) => root.join(program),
        None => release_build(root)?,
    };
    let python = api::python(root, args.python.as_deref())?;
    let python = python.filter(|_| !args.no_api);
    let mut generated = verbs::pages(&program)?;
    generated.push(api::page(!args.no_api, python.is_some()));
    pages::write(root, &source, &generated)?;
    std::fs::create_dir_all(source.join("theme"))?;
    std::fs::copy(root.join("web/page/icon.svg"), source.join("theme/favicon.svg")).context("the icon")?;
    run_command(Command::new(mdbook).arg("build").arg(&source).arg("--dest-dir").arg(&out))?;
    if !args.no_api {
        api::rust(root, &out.join("api/rust"))?;
    }
    if let Some(python) = python {
        api::python_pages(&python, &out.join("api/python"))?;
    }
    println!("{}", out.join("index.html").display());
    Ok(())
}

/// Returns the path of mdBook: in `target/tools`, or else the one installed on this machine.
fn mdbook(root: &Path) -> anyhow::Result<PathBuf> {
    let own = root.join("target/tools/bin/mdbook");
    let path = if own.exists() { own } else { PathBuf::from("mdbook") };
    let version = Command::new(&path).arg("--version").output();
    let found = version.is_ok_and(|version| {
        String::from_utf8_lossy(&version.stdout).trim().ends_with(&format!("v{MDBOOK}"))
    });
    ensure!(
        found,
        "mdBook {MDBOOK} is missing: cargo install mdbook --version {MDBOOK} --locked --no-default-features \
         --features search --root target/tools"
    );
    Ok(path)
}

/// Builds the program and returns its path.
fn release_build(root: &Path) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(root).args(["build", "--locked", "--release", "--package", "tilefall-cli"]);
    run_command(&mut cargo)?;
    Ok(root.join("target/release/tilefall"))
}

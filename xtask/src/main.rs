//! Build tasks beyond cargo.

mod book;
mod command;
mod puzzles;
mod server;
mod web;

use clap::Parser;

/// Build tasks beyond cargo
#[derive(Parser)]
#[command(name = "cargo xtask")]
enum Task {
    /// Build the page that plays, solves and replays in a browser
    Web(web::Args),
    /// Build the site of documents, and check its links
    Book(book::Args),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Web(args) => web::run(&args),
        Task::Book(args) => book::run(&args),
    }
}

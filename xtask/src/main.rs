//! Build tasks beyond cargo.

mod book;
mod command;
mod days;
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
    /// Make the boards of the days with their answers
    Days(days::Args),
    /// Build the site of documents, and check its links
    Book(book::Args),
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Web(args) => web::run(&args),
        Task::Days(args) => days::run(&args),
        Task::Book(args) => book::run(&args),
    }
}

//! Searches a SameGame board for three seconds and prints every better score as it is found, then the list.
//!
//! `cargo run --release --example improve`

use std::ops::ControlFlow;
use std::time::Duration;
use tilefall::samegame::{Board, BoardError, Event, Solver};

const BOARD: &str = "
    1132241322
    4411324113
    2143321124
    3324114432
    1422331141
    2241432233
    3314222144
    4123141321
    1342213344
    2314432112";

fn main() -> Result<(), BoardError> {
    let board: Board = BOARD.parse()?;
    let outcome = Solver::new().time(Duration::from_secs(3)).solve_with(&board, |event| {
        if let Event::Better { found, nodes } = event {
            println!("{} points after {nodes} trials", found.score);
        }
        ControlFlow::Continue(())
    })?;
    println!("{:?}, upper bound {:?}", outcome.status, outcome.bound);
    for cell in outcome.found.into_iter().flat_map(|found| found.clicks) {
        print!("({}, {}) ", cell.row + 1, cell.col + 1);
    }
    println!();
    Ok(())
}

//! Solves a Mayan puzzle and prints the board after every move of a shortest list.
//!
//! `cargo run --release --example mayan`

use tilefall::mayan::{Board, Game, Solver};

const BOARD: &str = "
    ....4
    ..4.3
    .1314
    12232";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = BOARD.parse()?;
    let outcome = Solver::new().shortest(8).solve(&board);
    println!("{:?}, {} boards visited", outcome.status, outcome.nodes);
    let mut game = Game::new(board);
    println!("{}\n", game.board());
    for step in outcome.found.unwrap_or_default() {
        game.play(step)?;
        println!("{step}\n{}\n", game.board());
    }
    println!("cleared: {}", game.is_won());
    Ok(())
}

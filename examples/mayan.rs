//! Solves a Mayan puzzle and prints the board after every move of a shortest list.
//!
//! `cargo run --release --example mayan`

use tilefall::mayan::{Board, Game, MayanError, Solver};

const BOARD: &str = "
    ....4
    ..4.3
    .1314
    12232";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = BOARD.parse()?;
    let outcome = Solver::new().shortest(8).solve(&board)?;
    println!("{:?}, {} boards visited", outcome.status, outcome.stats.nodes);
    let mut game = Game::new(board);
    println!("{}\n", game.board());
    let list = outcome.list.unwrap_or_default();
    list.into_iter().try_for_each(|step| {
        game.play(step)?;
        println!("column {}, row {}, {:?}\n{}\n", step.x, step.y, step.side, game.board());
        Ok::<(), MayanError>(())
    })?;
    println!("cleared: {}", game.is_won());
    Ok(())
}

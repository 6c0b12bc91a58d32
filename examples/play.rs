//! Plays a game of SameGame by always clicking the largest group, and prints the board after every click.
//!
//! `cargo run --release --example play`

use tilefall::samegame::{Board, Game, Rules};

const BOARD: &str = "
    2133122
    3312213
    1223311
    2131223
    1312132";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board: Board = BOARD.parse()?;
    let mut game = Game::new(board, Rules::default());
    println!("{}\n", game.board());
    while let Some(group) = game.board().groups().into_iter().max_by_key(|group| group.size) {
        game.play(group.cell)?;
        println!("{} tiles, {} points\n{}\n", group.size, game.score(), game.board());
    }
    println!("{} clicks, {} points", game.played().len(), game.score());
    Ok(())
}

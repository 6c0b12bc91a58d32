//! Analyses a game that was played: prints what each click lost, then a hint for the initial board.
//!
//! `cargo run --release --example insight`

use tilefall::insight::analysis::Analyser;
use tilefall::insight::hints::{Aim, Hint};
use tilefall::rules::{Goal, Step};
use tilefall::text::formats::auto::read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = read(b"2133\n2113\n1223\n").puzzles.remove(0)?;
    let moves: Vec<Step> = ["2 2", "1 2"].map(str::parse).into_iter().collect::<Result<_, _>>()?;
    let analysis = Analyser::new().analyse(&puzzle, &moves)?;
    for (at, step) in moves.iter().enumerate() {
        let (known, loss) = (&analysis.known[at], analysis.loss(at));
        println!("{step}: best {:?}, lost {:?}", known.best(), loss.amount);
    }
    if let Some(hint) =
        Hint::new(&puzzle.grid, &Aim::after(&puzzle, &[], Goal::Score), analysis.known[0].line())
    {
        hint.texts(&puzzle.grid).iter().for_each(|text| println!("{text}"));
    }
    Ok(())
}

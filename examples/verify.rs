//! Solves a puzzle, lowers the score in a copy of the result record, and lets the checker judge both records.
//!
//! `cargo run --release --example verify`

use std::ops::ControlFlow;
use tilefall::ask::{Run, SolveRequest};
use tilefall::rules::GameKind;
use tilefall::text::formats::auto::read;
use tilefall::verify::{Answer, Checker, Entry, Origin, Settings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let puzzle = read(b"2133\n2113\n1223\n").puzzles.remove(0)?;
    let request = SolveRequest::from_json(GameKind::SameGame, r#"{"goal":"score"}"#)?;
    let right = request.solve(&puzzle, Run::new(0, "a"), |_| ControlFlow::Continue(()))?.record;
    let mut wrong = right.clone();
    wrong.score = wrong.score.map(|score| score - 1);
    for record in [right, wrong] {
        println!("{}", record.to_line().trim_end());
        let entry = Entry { id: "a".into(), index: Some(0), puzzle: Ok(puzzle.clone()) };
        let answer = Answer { line: 1, record, origin: Origin::Record };
        for case in Checker::new([entry].into_iter(), [Ok(answer)].into_iter()) {
            let verdict = case?.verdict(&Settings::default());
            println!("{:?}, {:?}", verdict.class(), verdict.proof);
            verdict.faults.iter().for_each(|fault| println!("  {}", fault.what));
        }
    }
    Ok(())
}

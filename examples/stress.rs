//! Tests a program for UVa 758 that forgets the bonus of 1000 points. Prints a small input that shows the mistake.
//!
//! `cargo run --release --example stress`

use tilefall::stress::{Compare, ContestTask, Contestant, Failure, Input, Stress};

/// The tested program. A real contestant would start a process in `answer` and return the output of the process.
struct WithoutBonus;

impl Contestant for WithoutBonus {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        let right = String::from_utf8(input.answer(true)).expect("answers are text");
        let line = |line: &str| match line.strip_prefix("Final score: ").and_then(|rest| rest.split_once(','))
        {
            Some((score, rest)) if rest.contains(" 0 balls") => {
                format!("Final score: {},{rest}\n", score.parse::<i64>().map_or(0, |score| score - 1000))
            }
            _ => format!("{line}\n"),
        };
        Ok(right.lines().map(line).collect::<String>().into_bytes())
    }
}

fn main() {
    let task = ContestTask::Uva758;
    let stress = Stress { task, seed: 1, kept: Vec::new(), count: 1000, compare: Compare::Lines, jobs: 1 };
    let report = stress.run(&WithoutBonus, &|_| true);
    println!("{} inputs were right", report.tried);
    if let Some(found) = report.found {
        println!("{}:\n{}", found.failure, String::from_utf8_lossy(&found.input.text()));
        println!("expected:\n{}", String::from_utf8_lossy(&found.expected()));
        found.like.iter().for_each(|trap| println!("perhaps: {}", trap.about()));
    }
}

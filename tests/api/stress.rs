//! Stress tests of contest programs.

use tilefall::judge::click::Shape;
use tilefall::stress::{Contestant, Failure, Input, Stress, Task, Trap};

const TASKS: [Task; 5] = [
    Task::Solve,
    Task::Simulate,
    Task::Uva339,
    Task::Uva758,
    Task::Click(Shape { rows: 4, cols: 5, types: 3 }),
];

/// The program of a trap, as a contestant.
struct Program(&'static Trap);

impl Contestant for Program {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        Ok(self.0.answer(input).unwrap_or_else(|| input.answer(false)))
    }
}

fn stress(task: Task) -> Stress {
    Stress { task, seed: 1, first: 0, count: 400, ignore_blanks: false, jobs: 2 }
}

#[test]
fn the_program_of_every_trap_is_caught_and_named() {
    for task in TASKS {
        for trap in Trap::of(task) {
            let report = stress(task).run(&Program(trap), &|_| true);
            let found = report.found.unwrap_or_else(|| panic!("{task:?}: {} is not caught", trap.name));
            println!(
                "{task:?} {}: like {:?} after {}, {} runs
{}",
                trap.name,
                found.like.map(|t| t.name),
                report.tried,
                found.runs,
                String::from_utf8_lossy(&found.input.text())
            );
            assert_eq!(found.like.map(|like| like.name), Some(trap.name));
        }
    }
}

//! Stress tests of contest programs.

use tilefall::judge::click::Shape;
use tilefall::stress::{Contestant, Failure, Input, Stress, Task, Trap, draw, made};

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

/// Inputs are made for each trap, and the program of each fifth one is caught by such an input, and named.
#[test]
fn programs_with_a_known_mistake_are_caught_and_named() {
    for task in TASKS {
        let traps = Trap::of(task);
        let inputs: Vec<_> = made(task, 1).collect();
        for (at, trap) in traps.iter().enumerate() {
            let &(number, ..) = inputs.iter().find(|(_, made, _)| made.name == trap.name).expect(trap.name);
            if at % 5 == 0 {
                let stress = Stress { task, seed: 1, first: number, count: 1, ignore_blanks: false, jobs: 1 };
                let found = stress.run(&Program(trap), &|_| true).found.unwrap();
                // Two mistakes may be equal on all inputs that are made.
                let like = found.like.unwrap();
                let mut same = inputs.iter().map(|(_, _, input)| like.answer(input) == trap.answer(input));
                assert!(like.name == trap.name || same.all(|same| same), "{}: {found:?}", trap.name);
                assert!(found.input.tiles() <= if task == Task::Uva758 { 300 } else { 14 }, "{found:?}");
            }
        }
    }
}

/// With three blocks and three moves, left before right is seen.
#[test]
fn a_known_mistake_is_shown_on_the_fewest_blocks() {
    let trap = Trap::of(Task::Solve).into_iter().find(|trap| trap.name == "side-order").unwrap();
    for seed in 1..4 {
        let stress = Stress { task: Task::Solve, seed, first: 0, count: 1000, ignore_blanks: false, jobs: 1 };
        let found = stress.run(&Program(trap), &|_| true).found.unwrap();
        assert_eq!(found.input.tiles(), 3, "{found:?}");
    }
}

/// The plain programs are exact where their mistake does not matter.
#[test]
fn plain_programs_are_right_but_for_their_mistake() {
    type Matters = fn(&Input) -> bool;
    let cases: [(Task, &str, Matters); 5] = [
        (TASKS[0], "top-row", |input| input.boards[0].height() + input.boards[0].moves as usize > 6),
        (TASKS[1], "runs-at-first", |input| !input.boards[0].grid(TASKS[1]).is_settled()),
        (TASKS[2], "line-structure", |input| !input.lines),
        (TASKS[3], "one-ball", |input| {
            String::from_utf8(input.answer(false)).unwrap().contains("with 1 balls")
        }),
        (TASKS[4], "zeros", |input| input.boards[0].columns.iter().flatten().any(|&tile| tile == 0)),
    ];
    for (task, name, matters) in cases {
        let trap = Trap::of(task).into_iter().find(|trap| trap.name == name).unwrap();
        let mut compared = 0;
        for input in (100..300).map(|number| draw(task, 2, number).input).filter(|input| !matters(input)) {
            let Some(answer) = trap.answer(&input) else { continue };
            assert_eq!(answer, input.answer(false), "{name}: {}", String::from_utf8_lossy(&input.text()));
            compared += 1;
        }
        assert!(compared > 20, "{name}: {compared}");
    }
}

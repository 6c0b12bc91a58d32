//! Stress tests of contest programs.

use tilefall::judge::click::Shape;
use tilefall::stress::{
    Compare, ContestTask, Contestant, Failure, Input, Origin, Report, Stress, Trap, draw, made,
};

const TASKS: [ContestTask; 5] = [
    ContestTask::Solve,
    ContestTask::Simulate,
    ContestTask::Uva339,
    ContestTask::Uva758,
    ContestTask::Click(Shape { rows: 4, cols: 5, types: 3 }),
];

/// A contestant whose answers a function computes.
struct Program<F: Fn(&Input) -> Vec<u8> + Sync>(F);

impl<F: Fn(&Input) -> Vec<u8> + Sync> Contestant for Program<F> {
    fn answer(&self, input: &Input) -> Result<Vec<u8>, Failure> {
        Ok(self.0(input))
    }
}

fn stress(task: ContestTask, count: u64) -> Stress {
    Stress { task, seed: 1, kept: Vec::new(), count, compare: Compare::Lines, jobs: 2 }
}

fn run(test: &Stress, program: impl Fn(&Input) -> Vec<u8> + Sync) -> Report {
    test.run(&Program(program), &|_| true)
}

fn trap(task: ContestTask, name: &str) -> &'static Trap {
    let mut all = Trap::of(task).into_iter().chain(Trap::untested(task));
    all.find(|trap| trap.name == name).expect(name)
}

/// Returns the answer of the wrong program of a trap; the right answer if the program would search too long.
fn wrong(trap: &Trap, input: &Input) -> Vec<u8> {
    trap.answer(input).unwrap_or_else(|| input.answer(true))
}

/// Each trap has an input. The program of every fifth trap fails on its input, and the report names the trap.
#[test]
fn programs_with_a_known_mistake_are_caught_and_named() {
    for task in TASKS {
        let inputs: Vec<_> = made(task, 1).collect();
        for (at, trap) in Trap::of(task).into_iter().enumerate() {
            let (_, input) = inputs.iter().find(|(made, _)| made.name == trap.name).expect(trap.name);
            if at % 5 == 0 {
                let test = Stress { kept: vec![input.clone()], ..stress(task, 0) };
                let found = run(&test, |input| wrong(trap, input)).found.unwrap();
                assert_eq!(found.origin, Origin::Kept(0));
                // Two traps may have the same answers to all inputs, so several traps may be named.
                assert!(found.like.iter().any(|like| like.name == trap.name), "{}: {found:?}", trap.name);
                assert!(
                    found.input.tiles() <= if task == ContestTask::Uva758 { 300 } else { 14 },
                    "{found:?}"
                );
            }
        }
    }
}

/// Three blocks are enough to catch a program that tries left before right.
#[test]
fn a_known_mistake_is_shown_on_the_fewest_blocks() {
    let trap = trap(ContestTask::Solve, "side-order");
    for seed in 1..4 {
        let found = run(&Stress { seed, ..stress(ContestTask::Solve, 1000) }, |input| wrong(trap, input))
            .found
            .unwrap();
        assert_eq!(found.input.tiles(), 3, "{found:?}");
    }
}

/// A second mistake and other blanks do not hide the first mistake.
#[test]
fn a_mistake_is_named_in_spite_of_others() {
    let [first, second] = ["bottom-row-first", "single-cells"].map(|name| trap(ContestTask::Uva339, name));
    let found = run(&stress(ContestTask::Uva339, 500), |input| {
        let larger = input.tiles() % 5 == 4;
        let text = wrong(if larger { second } else { first }, input);
        String::from_utf8(text).unwrap().replace("    ", "\t").into()
    });
    assert_eq!(found.found.unwrap().like[0].name, "bottom-row-first");
}

/// No known mistake is named for a program that prints the same for all inputs, or that has a mistake of its own.
#[test]
fn no_mistake_is_named_that_was_not_made() {
    let always = |_: &Input| b"-1\n".to_vec();
    assert_eq!(run(&stress(ContestTask::Solve, 50), always).found.unwrap().like.len(), 0);
    let large = |input: &Input| if input.tiles() > 6 { b"-1\n".to_vec() } else { input.answer(true) };
    assert_eq!(run(&stress(ContestTask::Solve, 500), large).found.unwrap().like.len(), 0);
}

#[test]
fn programs_pass_whatever_the_blanks_that_judges_ignore() {
    let other_blanks = |input: &Input| {
        let text = String::from_utf8(input.answer(true)).unwrap();
        text.lines().map(|line| format!("{} \r\n\n", line.trim_end())).collect::<String>().into_bytes()
    };
    for task in TASKS {
        let report = run(&stress(task, 40), other_blanks);
        assert!(report.found.is_none() && report.other_blanks, "{report:?}");
        let exact = Stress { compare: Compare::Exact, ..stress(task, 40) };
        assert!(run(&exact, other_blanks).found.is_some());
    }
    // A blank inside a line counts.
    let narrow = |input: &Input| wrong(trap(ContestTask::Uva339, "empty-cells"), input);
    let found = run(&stress(ContestTask::Uva339, 40), narrow).found.unwrap();
    assert!(matches!(found.failure, Failure::WrongAnswer { only_blanks: true, .. }), "{found:?}");
}

#[test]
fn both_readings_of_equal_swaps_pass_and_are_reported() {
    for noop in [false, true] {
        let report = run(&stress(ContestTask::Solve, 150), |input| input.answer(noop));
        let [skipped, counted] = report.equal_swaps;
        assert!(report.found.is_none() && (skipped > 0) != noop && (counted > 0) == noop, "{report:?}");
    }
}

/// An untested trap shows only on inputs of its own. A program that is wrong only on these inputs passes.
#[test]
fn untested_traps_are_reported_and_do_not_fail() {
    let untested = Trap::untested(ContestTask::Uva339);
    assert_eq!(untested.len(), 4);
    for trap in untested {
        let report = run(&stress(ContestTask::Uva339, 200), |input| wrong(trap, input));
        let names: Vec<_> = report.untested.iter().map(|(trap, _)| trap.name).collect();
        assert!(report.found.is_none() && names.contains(&trap.name), "{}: {report:?}", trap.name);
        let is_usual =
            |(made, input): (&Trap, Input)| !made.is_tested() || wrong(trap, &input) == input.answer(true);
        assert!(made(ContestTask::Uva339, 1).all(is_usual), "{}", trap.name);
    }
}

/// Colours are numbered from 1 without gaps, as the statement requires.
#[test]
fn colours_are_numbered_from_1() {
    for number in 0..300 {
        let columns = &draw(ContestTask::Solve, 1, number).boards[0].columns;
        let most = columns.iter().flatten().copied().max().unwrap_or(0);
        assert!(
            (1..=most).all(|colour| columns.iter().flatten().any(|&block| block == colour)),
            "{columns:?}"
        );
    }
}

/// A program with one mistake is right on every input for which the mistake does not matter.
#[test]
fn plain_programs_are_right_but_for_their_mistake() {
    type Matters = fn(&Input) -> bool;
    let cases: [(ContestTask, &str, Matters); 5] = [
        (TASKS[0], "top-row", |input| input.boards[0].height() + input.boards[0].moves as usize > 6),
        (TASKS[1], "runs-at-first", |input| !input.boards[0].grid(TASKS[1]).is_settled()),
        (TASKS[2], "line-structure", |input| input.layout != Default::default()),
        (TASKS[3], "one-ball", |input| {
            String::from_utf8(input.answer(false)).unwrap().contains("with 1 balls")
        }),
        (TASKS[4], "zeros", |input| input.boards[0].columns.iter().flatten().any(|&tile| tile == 0)),
    ];
    for (task, name, matters) in cases {
        let trap = trap(task, name);
        let mut compared = 0;
        for input in (200..400).map(|number| draw(task, 2, number)).filter(|input| !matters(input)) {
            let Some(answer) = trap.answer(&input) else { continue };
            assert_eq!(answer, input.answer(false), "{name}: {}", String::from_utf8_lossy(&input.text()));
            compared += 1;
        }
        assert!(compared > 20, "{name}: {compared}");
    }
}

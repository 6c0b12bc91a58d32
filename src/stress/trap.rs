//! The known mistakes of contest programs, from `traps.tsv`.

use super::{Input, Task, wrong_mayan, wrong_samegame};
use std::sync::LazyLock;

/// A known mistake.
#[derive(Debug)]
pub struct Trap {
    /// The tasks, by name.
    tasks: &'static str,
    /// The name, by which the plain programs know their mistake.
    pub name: &'static str,
    /// The rule of the statement, and the behaviour of a program that breaks it.
    pub about: &'static str,
}

static TRAPS: LazyLock<Vec<Trap>> = LazyLock::new(|| {
    let lines = include_str!("traps.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("three fields"));
    fields.map(|[tasks, name, about]: [_; 3]| Trap { tasks, name, about }).collect()
});

impl Trap {
    /// Returns the mistakes of programs for a task.
    pub fn of(task: Task) -> Vec<&'static Trap> {
        TRAPS.iter().filter(|trap| trap.tasks.split(' ').any(|name| name == task.name())).collect()
    }

    /// Returns the output of a program that makes the mistake, or `None` if its search takes too long.
    pub fn answer(&self, input: &Input) -> Option<Vec<u8>> {
        match input.task {
            Task::Solve => wrong_mayan::solve(self.name, &input.boards[0]),
            Task::Simulate => Some(wrong_mayan::simulate(self.name, &input.boards[0])),
            Task::Uva339 => Some(wrong_samegame::uva339(self.name, &input.text())),
            Task::Uva758 => Some(wrong_samegame::uva758(self.name, &input.boards)),
            Task::Click(_) => Some(wrong_samegame::click(self.name, input)),
        }
    }

    /// Returns whether a program that makes the mistake is wrong on an input.
    pub fn catches(&self, input: &Input) -> bool {
        self.answer(input).is_some_and(|wrong| wrong != input.answer(false) && wrong != input.answer(true))
    }
}

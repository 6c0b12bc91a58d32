//! The known mistakes of contest programs, from `traps.tsv`.

use super::verdict::Compare;
use super::{ContestTask, Input, wrong_mayan, wrong_samegame};
use std::sync::LazyLock;

/// A known mistake of contest programs.
#[derive(Debug)]
pub struct Trap {
    /// The names of the tasks of such programs; `?` after a name: judges of this task do not seem to test the rule.
    tasks: &'static str,
    /// The name, by which the plain programs select the mistake to make.
    pub name: &'static str,
    /// The rule of the statement that the mistake breaks, as a sentence.
    pub rule: &'static str,
    /// The mistake, as a verb phrase in the past tense: "tried the cells row by row".
    pub mistake: &'static str,
}

static TRAPS: LazyLock<Vec<Trap>> = LazyLock::new(|| {
    let lines = include_str!("traps.tsv").lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("four fields"));
    fields.map(|[tasks, name, rule, mistake]: [_; 4]| Trap { tasks, name, rule, mistake }).collect()
});

impl Trap {
    /// Returns the mistakes of programs for `task` that judges seem to test.
    pub fn of(task: ContestTask) -> Vec<&'static Trap> {
        Trap::with_mark(task, "")
    }

    /// Returns the mistakes of programs for `task` that judges do not seem to test.
    pub fn untested(task: ContestTask) -> Vec<&'static Trap> {
        Trap::with_mark(task, "?")
    }

    fn with_mark(task: ContestTask, mark: &str) -> Vec<&'static Trap> {
        let is_named =
            |trap: &&Trap| trap.tasks.split(' ').any(|name| name.strip_suffix(mark) == Some(task.name()));
        TRAPS.iter().filter(is_named).collect()
    }

    /// Returns whether judges seem to test the rule that the mistake breaks.
    pub fn is_tested(&self) -> bool {
        !self.tasks.ends_with('?')
    }

    /// Returns two sentences: the rule, and `The program` with the mistake.
    pub fn about(&self) -> String {
        format!("{} The program {}.", self.rule, self.mistake)
    }

    /// Returns the output of a program that makes the mistake, or `None` if its search takes too long.
    pub fn answer(&self, input: &Input) -> Option<Vec<u8>> {
        self.variant(input, [false; 2])
    }

    /// Returns the outputs of all programs that make the mistake. The programs differ in details that the mistake
    /// leaves open: whether a solver counts swaps of equal blocks as moves, and whether it moves blocks to the left
    /// into other blocks; whether a simulator of UVa 339 takes a grid for empty if one corner is empty.
    pub(super) fn answers(&self, input: &Input) -> impl Iterator<Item = Vec<u8>> {
        let count = match input.task {
            ContestTask::Solve => 4,
            ContestTask::Uva339 => 2,
            _ => 1,
        };
        (0..count).filter_map(|bits| self.variant(input, [bits & 1 > 0, bits & 2 > 0]))
    }

    fn variant(&self, input: &Input, [one, other]: [bool; 2]) -> Option<Vec<u8>> {
        match input.task {
            ContestTask::Solve if self.name == "equal-swaps" => Some(input.answer(false)),
            ContestTask::Solve => wrong_mayan::solve(self.name, &input.boards[0], one, other),
            ContestTask::Simulate => Some(wrong_mayan::simulate(self.name, &input.boards[0])),
            ContestTask::Uva339 => Some(wrong_samegame::uva339(self.name, &input.text(), one)),
            ContestTask::Uva758 => Some(wrong_samegame::uva758(self.name, &input.boards)),
            ContestTask::Click(_) => Some(wrong_samegame::click(self.name, input)),
        }
    }

    /// Returns whether a program that makes the mistake is wrong on an input.
    pub fn catches(&self, input: &Input) -> bool {
        self.answer(input).is_some_and(|wrong| {
            let differs = |noop| !Compare::Lines.same(&wrong, &input.answer(noop));
            differs(true) && (!self.is_tested() || differs(false))
        })
    }
}

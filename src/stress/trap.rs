//! The known mistakes of contest programs, from `traps.tsv`.

use super::{Input, Task, wrong_mayan, wrong_samegame};
use serde::Deserialize;
use serde::de::IntoDeserializer as _;
use std::sync::LazyLock;

/// A known mistake.
#[derive(Debug)]
pub struct Trap {
    /// The tasks, by name.
    tasks: &'static str,
    /// The name.
    pub name: &'static str,
    /// The rule of the statement, and the behaviour of a program that breaks it.
    pub about: &'static str,
    mistake: Mistake,
}

/// A mistake, named as in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Mistake {
    CellOrder,
    SideOrder,
    LeftMoves,
    ExactlyN,
    Padding,
    ModuloThree,
    PairLeft,
    SeenBoards,
    MovesBeyond,
    ClearedEarly,
    EmptyCell,
    EmptyCounts,
    RunsAtFirst,
    BothDirections,
    Chains,
    WhileFalling,
    LongerRuns,
    AllRuns,
    RightEdge,
    TopRow,
    ColumnLeft,
    BottomRowFirst,
    RowAndColumn,
    Zeros,
    SingleZero,
    ZeroSize,
    AfterAWin,
    JoiningColumns,
    TwoGaps,
    Diagonals,
    SingleCells,
    WholeGroup,
    Outside,
    LineStructure,
    NoEnd,
    TieLeftmost,
    TieFirst,
    Points,
    Bonus,
    OneBall,
    LastLine,
    RowFromTop,
}

static TRAPS: LazyLock<Vec<Trap>> = LazyLock::new(|| {
    let lines = include_str!("traps.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.map(Trap::parse).collect::<Option<_>>().expect("three fields and a mistake")
});

impl Trap {
    fn parse(line: &'static str) -> Option<Trap> {
        let (tasks, rest) = line.split_once('\t')?;
        let (name, about) = rest.split_once('\t')?;
        let mistake: Result<_, serde::de::value::Error> = Mistake::deserialize(name.into_deserializer());
        Some(Trap { tasks, name, about, mistake: mistake.ok()? })
    }

    /// Returns the mistakes of programs for a task.
    pub fn of(task: Task) -> Vec<&'static Trap> {
        TRAPS.iter().filter(|trap| trap.tasks.split(' ').any(|name| name == task.name())).collect()
    }

    /// Returns the output of a program that makes the mistake, or `None` if its search takes too long.
    pub fn answer(&self, input: &Input) -> Option<Vec<u8>> {
        match input.task {
            Task::Solve => wrong_mayan::solve(self.mistake, &input.boards[0]),
            Task::Simulate => Some(wrong_mayan::simulate(self.mistake, &input.boards[0])),
            Task::Uva339 => Some(wrong_samegame::uva339(self.mistake, &input.text())),
            Task::Uva758 => Some(wrong_samegame::uva758(self.mistake, &input.boards)),
            Task::Click(shape) => Some(wrong_samegame::click(self.mistake, shape, input)),
        }
    }

    /// Returns whether a program that makes the mistake is wrong on an input.
    pub fn catches(&self, input: &Input) -> bool {
        self.answer(input).is_some_and(|wrong| wrong != input.answer(false) && wrong != input.answer(true))
    }
}

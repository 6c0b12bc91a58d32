//! The limits and the outcome of the search of one position.

use super::knowledge::{Knowledge, Unit};
use crate::rules::control::Limits;
use crate::rules::{StopReason, Threads};
use std::ops::ControlFlow;

/// The limits of the search of one position.
pub struct Search<'a> {
    /// The limits of the analysis.
    pub limits: &'a Limits,
    /// The maximum nodes.
    pub nodes: u64,
    /// The number of threads, on which the outcome does not depend.
    pub threads: usize,
    /// Returns `true` if the search must end.
    pub over: &'a (dyn Fn() -> bool + Sync),
}

impl Search<'_> {
    /// Returns the limits for the solver.
    pub fn limits(&self) -> Limits {
        let nodes = Some(self.nodes);
        Limits { time: None, nodes, threads: Threads::Exactly(self.threads), ..self.limits.clone() }
    }

    /// Returns the answer to an event of the solver.
    pub fn poll(&self) -> ControlFlow<()> {
        if (self.over)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The outcome of the search of one position.
#[derive(Clone, Debug)]
pub struct PositionOutcome {
    /// The knowledge found.
    pub known: Knowledge,
    pub nodes: u64,
    /// Whether the search ended with a proof, or more nodes would not help.
    pub ended: bool,
}

impl PositionOutcome {
    /// Creates the outcome of a search without nodes.
    pub fn new(unit: Unit) -> PositionOutcome {
        PositionOutcome { known: Knowledge::new(unit), nodes: 0, ended: true }
    }

    /// Adds a search with this number of nodes, which this limit stopped.
    pub fn count(&mut self, nodes: u64, stopped_by: Option<StopReason>) {
        use StopReason::{Interrupt, Nodes, Time, Trials};
        self.nodes += nodes;
        self.ended = !matches!(stopped_by, Some(Nodes | Time | Trials | Interrupt));
    }
}

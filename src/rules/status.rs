//! How much is proven about an answer, and why a search stopped.

/// The status of an answer, with the usual names of solvers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proven best: the first or shortest list, all lists, the highest score, or any list if all are equally good.
    Optimal,
    /// A valid answer that is not proven best.
    Feasible,
    /// Proven to have no solution.
    Infeasible,
    /// A limit ended the search without an answer or a proof.
    Unknown,
    /// The puzzle could not be read, or the solver does not support it.
    Error,
}

impl Status {
    /// Returns the name in records.
    pub fn name(self) -> &'static str {
        match self {
            Status::Optimal => "optimal",
            Status::Feasible => "feasible",
            Status::Infeasible => "infeasible",
            Status::Unknown => "unknown",
            Status::Error => "error",
        }
    }
}

/// The reason why a search stopped before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The requested number of solutions was found.
    Solutions,
    /// The requested length exceeds the lengths that the search supports.
    Depth,
    /// The number of solutions does not fit 128 bits.
    Count,
    /// A list reached the requested target: a score, or a number of clicks or tiles.
    Target,
    /// The default number of trials, which applies without a time or node limit, was reached.
    Trials,
    /// Ctrl-C or a termination signal.
    Interrupt,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_records() {
        use Status::{Error, Feasible, Infeasible, Optimal, Unknown};
        for status in [Optimal, Feasible, Infeasible, Unknown, Error] {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}

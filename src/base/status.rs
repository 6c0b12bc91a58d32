//! How much is proven about an answer, and what stopped a search.

/// The status of every answer, named as solvers usually name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Proven: the first, the shortest, all of them, the top score, or any answer where the goal has no order.
    Optimal,
    /// A valid answer, not proven best.
    Feasible,
    /// Proven that there is none.
    Infeasible,
    /// A limit came first.
    Unknown,
    /// The puzzle could not be read or is beyond the program.
    Error,
}

impl Status {
    /// Its name, as in records.
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

/// What stopped a search before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// The node limit was reached.
    Nodes,
    /// The time limit was reached.
    Time,
    /// The memory limit was reached.
    Memory,
    /// The number of solutions wanted was found.
    Solutions,
    /// The lists asked for are longer than the search can look for.
    Depth,
    /// The number of solutions does not fit 128 bits.
    Count,
    /// A list reached the target score.
    Target,
    /// The fixed number of trials that a search makes without `--time` and The node limit was reached.
    Trials,
    /// Ctrl-C or a termination signal.
    Interrupt,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_named_as_in_records() {
        use Status::{Error, Feasible, Infeasible, Optimal, Unknown};
        for status in [Optimal, Feasible, Infeasible, Unknown, Error] {
            assert_eq!(serde_json::to_value(status).unwrap(), status.name());
        }
    }
}

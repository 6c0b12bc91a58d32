//! What is known of an answer, and what ended a search.

/// The word of every answer, in the terms that solver users know.
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

/// What ended a search before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StopReason {
    /// `--nodes` was used up.
    Nodes,
    /// `--time` was over.
    Time,
    /// The memory limit was reached.
    Memory,
    /// `--max-solutions` were found.
    Solutions,
    /// Lists longer than the program looks for were asked for.
    Depth,
    /// The number of solutions does not fit 128 bits.
    Count,
    /// A list reached `--target`.
    Target,
    /// The fixed number of trials that a search makes without `--time` and `--nodes` was used up.
    Trials,
    /// Ctrl-C or a termination signal.
    Interrupt,
}

//! Items that are public only for the program, the Python package, tests and benchmarks, such as locks, threads and the
//! parts of the searches. These items may change in any release.

pub use crate::rules::threads::results_in_order;
pub use crate::rules::{lock, plural, points, unpoisoned};

/// Boards as bits in machine words.
pub mod bits {
    pub use crate::bits::*;
}

/// Parts of the Mayan solver.
pub mod mayan {
    /// All moves of a board as bit masks.
    pub mod moves {
        pub use crate::mayan::moves::*;
    }
    /// Mayan boards as bit planes.
    pub mod packed {
        pub use crate::mayan::packed::*;
    }
    /// Searches for winning lists.
    pub mod solve {
        pub use crate::mayan::solve::*;
    }
}

/// Parts of the SameGame solver.
pub mod samegame {
    /// Games played to the end by a policy.
    pub mod playout {
        pub use crate::samegame::playout::*;
    }
    /// The representations of boards, and the choice among them.
    pub mod repr {
        pub use crate::samegame::repr::*;
    }
    /// Searches for lists of clicks.
    pub mod search {
        pub use crate::samegame::search::*;
    }
}

/// Fixed workloads for benchmarks.
pub mod workload {
    pub use crate::workload::*;
}

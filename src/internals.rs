//! Items that the program, the Python package, tests and benchmarks share outside the public interface: locks, threads, plurals, and
//! the parts of the searches. They may change in any release.

pub use crate::rules::threads::results_in_order;
pub use crate::rules::{lock, plural, points, unpoisoned};

/// Boards as bits in machine words.
pub mod bits {
    pub use crate::bits::*;
}

/// The Mayan puzzle.
pub mod mayan {
    /// Moves as masks.
    pub mod moves {
        pub use crate::mayan::moves::*;
    }
    /// Packed boards.
    pub mod packed {
        pub use crate::mayan::packed::*;
    }
    /// The search.
    pub mod solve {
        pub use crate::mayan::solve::*;
    }
}

/// SameGame.
pub mod samegame {
    /// Games played to the end by a policy.
    pub mod playout {
        pub use crate::samegame::playout::*;
    }
    /// The representations of boards.
    pub mod repr {
        pub use crate::samegame::repr::*;
    }
    /// The searches.
    pub mod search {
        pub use crate::samegame::search::*;
    }
}

/// Fixed workloads for benchmarks.
pub mod workload {
    pub use crate::workload::*;
}

//! The internals that the command line, the page, the Python package, tests and benchmarks use besides the public library.
//! They may change in any release.

/// Counts with nouns, and quotations.
pub mod rules {
    pub use crate::rules::lock::{lock, unpoisoned};
    pub use crate::rules::plural::{plural, points};
    pub use crate::rules::read_error::quote;
    pub use crate::rules::threads::results_in_order;
}

/// Boards as bits in machine words.
pub mod bits {
    pub use crate::bits::*;
}

/// The limits that a search itself checks.
pub mod control {
    pub use crate::rules::control::SearchLimits;
}

/// Bytes and lines of input.
pub mod formats {
    /// Lines, tokens and byte order marks.
    pub mod scan {
        pub use crate::text::formats::scan::*;
    }
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

/// Games that may not be over.
pub mod play {
    pub use crate::insight::play::*;
}

/// Colours of tiles, and records in pages.
#[cfg(feature = "render")]
pub mod render {
    /// Records in pages.
    pub mod embedded {
        pub use crate::text::render::embedded::*;
    }
    /// Colours of tiles.
    pub mod palette {
        pub use crate::text::render::palette::*;
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

/// The checker of answers.
#[cfg(feature = "verify")]
pub mod verify {
    /// Answers of a results file.
    pub mod answer {
        pub use crate::verify::answer::*;
    }
    /// Plain lists.
    pub mod lists {
        pub use crate::verify::lists::*;
    }
    /// The replay of a list of SameGame.
    pub mod samegame {
        pub use crate::verify::samegame::*;
    }
    /// Exhaustive searches of small puzzles.
    pub mod search {
        pub use crate::verify::search::*;
    }
}

/// Fixed workloads for benchmarks.
pub mod workload {
    pub use crate::workload::*;
}

//! The extension module of the Python package `tilefall`.
//!
//! - [`input`]: Python objects to puzzles and words; [`number`]: to numbers in range; [`error`]: what is raised
//! - [`puzzle`], [`board`], [`mayan`]: the classes `Puzzle`, `Board` and `MayanBoard`; [`methods`]: what Python sees of
//!   a `Puzzle`
//! - [`read`]: the readers
//! - [`cells`]: what the boards of both games do with their cells
//! - [`watch`]: a search beside a thread that listens to Python; [`solve`]: the searches
//! - [`generate`], [`verify`], [`replay`], [`simulate`]: the verbs of these names
//! - [`env`]: the environments that step boards into arrays

mod board;
mod cells;
mod env;
mod error;
mod generate;
mod input;
mod mayan;
mod methods;
mod number;
mod puzzle;
mod read;
mod replay;
mod simulate;
mod solve;
mod verify;
mod watch;

/// What `tilefall` is made of; import `tilefall` instead.
#[pyo3::pymodule]
mod _tilefall {
    #[pymodule_export]
    use crate::board::{Board, Group};
    #[pymodule_export]
    use crate::env::{MayanCore, MayanState, SameGameCore, State, VectorCore};
    #[pymodule_export]
    use crate::error::ReadError;
    #[pymodule_export]
    use crate::generate::{generate_mayan, generate_samegame};
    #[pymodule_export]
    use crate::mayan::MayanBoard;
    #[pymodule_export]
    use crate::puzzle::Puzzle;
    #[pymodule_export]
    use crate::read::{formats, read};
    #[pymodule_export]
    use crate::replay::{palette, replay_page};
    #[pymodule_export]
    use crate::simulate::{simulate_mayan, simulate_samegame};
    #[pymodule_export]
    use crate::solve::{solve_mayan, solve_samegame};
    #[pymodule_export]
    use crate::verify::verify;
}

//! The extension module of the Python package `tilefall`.
//!
//! - [`argument`]: the arguments of calls, by name; [`input`]: words, cells and moves; [`number`]: numbers in range;
//!   [`array`]: arrays; [`error`]: exceptions
//! - [`source`]: conversion of the objects that functions take as a puzzle; [`text`]: texts and files; [`read`]: the
//!   readers
//! - [`puzzle`], [`board`], [`mayan`]: the classes `Puzzle`, `Board` and `MayanBoard`; [`methods`]: the methods of
//!   `Puzzle`; [`cells`]: shared by the boards of both games
//! - [`watch`]: searches with a thread for signals and callbacks; [`solve`]: the searches
//! - [`generate`], [`verify`], [`replay`], [`simulate`]: the verbs of these names
//! - [`env`]: the environments

mod argument;
mod array;
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
mod source;
mod text;
mod verify;
mod watch;

/// The private extension module of `tilefall`; import `tilefall` instead.
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
    use crate::read::{formats, presets, read};
    #[pymodule_export]
    use crate::replay::{list_of, palette, replay_page};
    #[pymodule_export]
    use crate::simulate::{simulate_mayan, simulate_samegame};
    #[pymodule_export]
    use crate::solve::{solve_mayan, solve_samegame};
    #[pymodule_export]
    use crate::source::{as_puzzle, as_puzzles};
    #[pymodule_export]
    use crate::verify::verify;
}
